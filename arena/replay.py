"""A stored match again: as anyone saw it, or checked from its secret and its moves."""

from collections.abc import Iterator
from typing import Any

import msgspec

from arena.record import MatchRecord
from arena.sitting import new_table
from engine.chance import Chance
from engine.game import Game
from engine.registry import GAMES
from engine.seating import Seating
from engine.sight import REFEREE, SPECTATOR
from engine.table import Table
from engine.values import Event, IllegalMove, Seat


class ReplayError(ValueError):
    """A stored match that does not follow from its secret and its moves."""


def observer_of(word: str, seats: int) -> Seat:
    """The observer that `referee`, `spectator` or a seat number stands for. Raises: ValueError."""
    named = {"referee": REFEREE, "spectator": SPECTATOR} | {str(seat): seat for seat in range(seats)}
    if word not in named:
        raise ValueError(f"expected {', '.join(named)}, got {word!r}")
    return named[word]


def retold(record: MatchRecord, observer: Seat) -> Iterator[str]:
    """The match as lines: every event as the observer saw it, a heading for each turn, the end."""
    fixture = record.fixture
    game = GAMES[fixture.game]
    table = Table(game, Seating(fixture.sides), _options(record), Chance(b""))
    yield f"match {fixture.id}: {fixture.game}, deal {fixture.deal}"
    for seat, name in enumerate(fixture.entrants):
        yield f"  seat {seat}: {name} (side {fixture.sides[seat]})"
    turn: Seat | None = None
    for event in events(record):
        before = table.turn()
        if before != turn and "seat" in event.__struct_fields__ and event.seat == before:  # type: ignore[attr-defined]
            turn = before
            yield f"-- {fixture.entrants[before or 0]} (seat {before})"
        table.happen([event])
        yield "   " + _line(table, event, observer)
    yield from _end(record)


def verify(record: MatchRecord, secret: bytes) -> None:
    """Deal and play the match again from the secret and its moves. Raises: ReplayError."""
    game = GAMES[record.fixture.game]
    table = new_table(secret, record.fixture)
    moves: list[tuple[Seat, Any]] = msgspec.json.decode(record.moves, type=list[tuple[int, game.move]])  # type: ignore[name-defined]
    for number, (seat, move) in enumerate(moves):
        if table.turn() != seat:
            raise ReplayError(f"move {number}: seat {table.turn()} is on turn, the record says seat {seat}")
        try:
            table.play(move)
        except IllegalMove as error:
            raise ReplayError(f"move {number}: {error}") from None
    if msgspec.json.encode(table.log) != record.log:
        raise ReplayError("the stored log is not what the moves lead to")
    if record.ending.kind != "played":
        return
    if table.turn() is not None:
        raise ReplayError("the record says that the match was played to its end, its moves do not get there")
    standing = table.standing()
    if (standing.points, standing.places) != (record.points, record.places):
        raise ReplayError(f"the moves lead to {standing}, the record says {record.points}, {record.places}")


def events(record: MatchRecord) -> list[Event]:
    """The log of a record, as its game's events."""
    game = GAMES[record.fixture.game]
    return msgspec.json.decode(record.log, type=list[game.event])  # type: ignore[name-defined]


def spoken(table: Table, event: Event, observer: Seat) -> dict[str, Any]:
    """An event that has just happened, as plain values, as the observer sees it."""
    seen: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(table.view(observer).painted_event(event)))
    return seen


def _line(table: Table, event: Event, observer: Seat) -> str:
    seen = spoken(table, event, observer)
    words = [str(seen.pop("event"))]
    cards = seen.pop("cards", [])
    words += [f"{key} {value}" for key, value in seen.items() if value is not None]
    return ", ".join(words) + (": " + " ".join(map(_card, cards)) if cards else "")


def _card(card: list[Any]) -> str:
    return "[" + " ".join(map(str, card)) + "]"


def _end(record: MatchRecord) -> Iterator[str]:
    ending, names = record.ending, record.fixture.entrants
    blamed = f", {names[ending.seat]} (seat {ending.seat})" if ending.seat is not None else ""
    yield f"{ending.kind}{blamed}" + (f": {ending.detail}" if ending.detail else "")
    for side, place in enumerate(record.places):
        seats = [seat for seat, its_side in enumerate(record.fixture.sides) if its_side == side]
        points = (
            ", ".join(f"{record.points[seat]} points" for seat in seats) if record.points else "no points"
        )
        yield f"  place {place}: {names[seats[0]]} ({points})"


def _options(record: MatchRecord) -> Any:
    game: Game = GAMES[record.fixture.game]
    return msgspec.convert(record.fixture.options, game.options)

"""A stored match again: as anyone saw it, or checked from its secret and its moves."""

from collections.abc import Iterator
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from arena.record import MatchRecord, foul_places
from arena.secret import stored_secret
from arena.sitting import new_table
from arena.store import Store, StoreError
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
    """Deal and play the match again from the secret and its moves. Raises: ReplayError.

    A log that was pruned is not missed. A void match proves nothing and passes. Who fouled, and how, does
    not follow from the moves.
    """
    if record.ending.kind == "void":
        return
    table = _played(record, secret)
    if record.log and msgspec.json.encode(table.log) != record.log:
        raise ReplayError("the stored log is not what the moves lead to")
    if (table.turn() is None) != (record.ending.kind == "played"):
        raise ReplayError(f"the record says {record.ending.kind}, its moves do not end so")
    points, places = _outcome(table, record)
    if (points, places) != (record.points, record.places):
        raise ReplayError(
            f"the moves lead to points {points} and places {places},"
            f" the record says {record.points} and {record.places}"
        )


def whole_record(store: Store, id_: str) -> MatchRecord:
    """A record with its log; one that was pruned is derived from the secret and the moves.

    Raises: StoreError, ReplayError.
    """
    record = store.whole_record(id_)
    if record.log:
        return record
    try:
        secret = stored_secret(store.path.parent)
    except StoreError as error:
        raise StoreError(f"{error}; the logs were pruned, and follow from the secret only") from error
    table = _played(record, secret)
    return replace(record, log=msgspec.json.encode(table.log))


def _played(record: MatchRecord, secret: bytes) -> Table:
    """The table that the secret and the moves of a record lead to. Raises: ReplayError."""
    table = new_table(secret, record.fixture)
    for number, (seat, move) in enumerate(_moves(record)):
        if table.turn() != seat:
            raise ReplayError(f"move {number}: seat {table.turn()} is on turn, the record says seat {seat}")
        try:
            table.play(move)
        except IllegalMove as error:
            raise ReplayError(f"move {number}: {error}") from None
    return table


def _outcome(table: Table, record: MatchRecord) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Points and places that the table, and the record's foul if there was one, lead to."""
    if record.ending.kind == "played":
        standing = table.standing()
        return standing.points, standing.places
    sides, blamed = record.fixture.sides, record.ending.seat
    if blamed is None or blamed not in range(len(sides)):
        raise ReplayError(f"the record blames seat {blamed}")
    return (), foul_places(table.seating.side_count, sides[blamed])


def _moves(record: MatchRecord) -> list[tuple[Seat, Any]]:
    game = GAMES[record.fixture.game]
    kind: Any = list[tuple[int, game.move]]  # type: ignore[name-defined]
    return cast(list[tuple[Seat, Any]], _decoded(record.moves, kind, "moves"))


def events(record: MatchRecord) -> list[Event]:
    """The log of a record, as its game's events. Raises: ReplayError."""
    game = GAMES[record.fixture.game]
    kind: Any = list[game.event]  # type: ignore[name-defined]
    return cast(list[Event], _decoded(record.log, kind, "log"))


def _decoded(text: bytes, kind: Any, what: str) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise ReplayError(f"the stored {what} cannot be read: {error}") from error


def spoken(table: Table, event: Event, observer: Seat) -> dict[str, Any]:
    """An event that has just happened, as plain values, as the observer sees it."""
    seen: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(table.view(observer).painted_event(event)))
    return seen


def _line(table: Table, event: Event, observer: Seat) -> str:
    seen = spoken(table, event, observer)
    words = [str(seen.pop("event"))]
    cards = seen.pop("cards", [])
    words += [f"{key} {value}" for key, value in seen.items() if value is not None]
    if isinstance(cards, int):
        return ", ".join([*words, f"{cards} cards"])
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

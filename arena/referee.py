"""One match: ask whoever is on turn, check, play, until it is over or somebody fouls. Knows no pipes."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Raw, Struct, to_builtins

from arena.record import Ending, Kind, foul_places
from arena.words import count_of, one_line
from engine.sight import View
from engine.table import Table
from engine.values import IllegalMove, Seat

DETAIL_KEPT = 600
"""How many characters of a foul's detail are kept: part of it is the bot's own text."""


class Foul(Exception):
    """What a player did wrong. The referee adds who it was."""

    def __init__(self, kind: Kind, detail: str) -> None:
        self.kind = kind
        shown = one_line(detail)
        self.detail = shown if len(shown) <= DETAIL_KEPT else f"{shown[:DETAIL_KEPT]}..."
        super().__init__(f"{kind}: {self.detail}")


class Player(Protocol):
    """Whoever decides for one seat."""

    @property
    def requests(self) -> int:
        """How many decisions it was asked for, in all its matches: the number of the last request."""

    def start(self, match: str) -> None:
        """A fresh match begins."""

    def act(self, view: View[Any], news: list[Raw], legal: Sequence[Any]) -> int | Sequence[Any]:
        """Decide: an index into `legal`, or one or more of this seat's consecutive moves. Raises: Foul."""

    def over(self, result: "Result", news: list[Raw]) -> None:
        """The match has ended."""


class Result(Struct, frozen=True):
    """How a match ended: `points` per seat (empty after a foul), `places` per side, decisions per seat."""

    ending: Ending
    points: tuple[int, ...]
    places: tuple[int, ...]
    decisions: tuple[int, ...]


def play_match(table: Table, players: Sequence[Player], match: str) -> Result:
    """Play a dealt table to its end. A foul ends the match: see `foul_places`. Every player is told."""
    told = [0] * len(players)

    def news(seat: Seat) -> list[Raw]:
        since, told[seat] = told[seat], len(table.log)
        return table.news(seat, since)

    seat: Seat | None = None
    try:
        for player in players:
            player.start(match)
        while (seat := table.turn()) is not None:
            answer = players[seat].act(table.view(seat), news(seat), table.legal())
            try:
                _carry_out(table, seat, answer)
            except _NotAllowed as error:
                raise Foul("illegal", f"request {players[seat].requests}: {error}") from None
    except Foul as foul:
        assert seat is not None
        ending = Ending(foul.kind, seat, foul.detail)
        places = foul_places(table.seating.side_count, table.seating.sides[seat])
        result = Result(ending, (), places, _decisions(table))
    else:
        standing = table.standing()
        result = Result(Ending("played"), standing.points, standing.places, _decisions(table))
    for seat, player in enumerate(players):
        player.over(result, news(seat))
    return result


class _NotAllowed(Exception):
    """Why an answer cannot be carried out."""


def _carry_out(table: Table, seat: Seat, answer: int | Sequence[Any]) -> None:
    """Make the moves of an answer. Raises: _NotAllowed; the moves before it were made."""
    if isinstance(answer, int):
        legal = table.legal()
        if not 0 <= answer < len(legal):
            raise _NotAllowed(f"choice {answer} of {count_of(len(legal), 'move')}")
        table.play_unchecked(legal[answer])
        return
    for number, move in enumerate(answer, 1):
        which = f"move {number} of {len(answer)}"
        if table.turn() != seat:
            raise _NotAllowed(f"{which} comes after the turn: {_written(move)}")
        try:
            table.play(move)
        except IllegalMove:
            raise _NotAllowed(f"{which} is not allowed: {_written(move)}") from None


def _written(move: Any) -> str:
    """A move as a bot writes it. msgspec's own encoder refuses numbers of more than 64 bits, bots do not."""
    return json.dumps(to_builtins(move), separators=(",", ":"))


def _decisions(table: Table) -> tuple[int, ...]:
    made = Counter(seat for seat, _ in table.moves)
    return tuple(made[seat] for seat in range(table.seating.seats))

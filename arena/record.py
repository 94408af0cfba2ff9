"""What is to be played and what came of it: pure values, the same in memory, in the store and in tables."""

from collections.abc import Iterator
from typing import Literal, get_args

from msgspec import Struct

from engine.values import Seat, Side

Option = bool | int | str
Limit = Literal["memory", "processes", "files", "disk", "output", "cpu"]
Kind = Literal["played", "late", "crashed", "silent", "garbled", "illegal", Limit, "void"]
FOULS: tuple[Kind, ...] = ("late", "crashed", "silent", "garbled", "illegal", *get_args(Limit))


class Fixture(Struct, frozen=True):
    """A match to be played. `sides`, `entrants` and `members` are per seat.

    `entrants[s]` names who sits in seat s; in a team game `members[s]` says which of its bots does. A side
    is one entrant, or partners for once: entrants who are rated each for himself.
    """

    id: str
    game: str
    options: dict[str, Option]
    deal: int
    sides: tuple[Side, ...]
    entrants: tuple[str, ...]
    members: tuple[int, ...]
    round: int = 0
    """The part of the schedule that asked for it, from 1 up, where parts follow from results of others."""
    stage: str = ""
    """The stage of the season; each has terms, deals and a table of its own."""

    @property
    def side_count(self) -> int:
        """How many sides there are."""
        return len(set(self.sides))

    def partners(self, side: Side) -> tuple[str, ...]:
        """The entrants that play for a side, one each."""
        seats = zip(self.sides, self.entrants, strict=True)
        return tuple(dict.fromkeys(name for its_side, name in seats if its_side == side))

    def by_side(self) -> tuple[str, ...]:
        """What each side is called: its entrant, or its partners."""
        return tuple(" + ".join(sorted(self.partners(side))) for side in range(self.side_count))


class Ending(Struct, frozen=True, omit_defaults=True):
    """Why a match ended: `played`; a foul of `seat`; or `void`, which is nobody's fault but ours."""

    kind: Kind
    seat: Seat | None = None
    detail: str = ""

    @property
    def foul(self) -> bool:
        """Whether a seat is to blame."""
        return self.kind in FOULS


class Sitting(Struct, frozen=True):
    """Fixtures with the same bots in the same seats on different deals, for one set of processes."""

    fixtures: tuple[Fixture, ...]


class Evidence(Struct, frozen=True):
    """What was seen of a process that fouled. `exit` says how it ended, or that it still ran."""

    exit: str
    request: bytes = b""
    """The last that it was sent."""
    output: bytes = b""
    """The last line that it wrote."""
    stderr: str = ""
    """The end of what it wrote there."""


class MatchRecord(Struct, frozen=True):
    """One finished match.

    `points` is per seat and empty after a foul; `places` is per side, 1 is best, and empty when void.
    `decisions` and `used_ms` (each seat's own time) are per seat. `log` holds the referee's events and
    `moves` each decision as [seat, move], both as JSON.
    """

    fixture: Fixture
    ending: Ending
    points: tuple[int, ...]
    places: tuple[int, ...]
    decisions: tuple[int, ...]
    used_ms: tuple[float, ...]
    log: bytes = b"[]"
    moves: bytes = b"[]"
    ended: float = 0.0
    """Seconds since 1970; 0: not known."""
    evidence: Evidence | None = None
    """Of a foul; it is kept in a file for the bot's owner, not in the store."""
    host: str = ""
    """The machine that it was played on."""
    delay_ms: tuple[float, ...] = ()
    """Per seat, what its decisions took beside its own time: the arena's and the machine's share."""

    @property
    def blamed(self) -> str | None:
        """The entrant who fouled; None when nobody did."""
        seat = self.ending.seat
        return self.fixture.entrants[seat] if self.ending.foul and seat is not None else None

    def rated_pairs(self) -> Iterator[tuple[Side, Side, float]]:
        """Each rated pair of sides once: (side, other side, score of the first: 1, 0.5 or 0).

        After a foul only the pairs with the fouling side are rated; a void match has none.
        """
        blamed = (
            self.fixture.sides[self.ending.seat]
            if self.ending.foul and self.ending.seat is not None
            else None
        )
        for side, place in enumerate(self.places):
            for other in range(side + 1, len(self.places)):
                if blamed is None or blamed in (side, other):
                    yield side, other, _score(place, self.places[other])


def _score(place: int, other: int) -> float:
    return 0.5 if place == other else float(place < other)


def foul_places(side_count: int, blamed: Side) -> tuple[int, ...]:
    """The places after a foul: the fouling side is last, the others share the first place."""
    return tuple(side_count if side == blamed else 1 for side in range(side_count))

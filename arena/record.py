"""What is to be played and what came of it: pure values, the same in memory, in the store and in tables."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from engine.values import Seat, Side

Option = bool | int | str
Kind = Literal["played", "late", "crashed", "silent", "garbled", "illegal", "void"]
FOULS: tuple[Kind, ...] = ("late", "crashed", "silent", "garbled", "illegal")


class Fixture(Struct, frozen=True):
    """A match to be played. `sides`, `entrants` and `members` are per seat.

    `entrants[s]` names who sits in seat s; in a team game `members[s]` says which of its bots does.
    """

    id: str
    game: str
    options: dict[str, Option]
    deal: int
    sides: tuple[Side, ...]
    entrants: tuple[str, ...]
    members: tuple[int, ...]

    def by_side(self) -> tuple[str, ...]:
        """The entrant of each side."""
        return tuple(self.entrants[self.sides.index(side)] for side in range(len(set(self.sides))))


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

"""How even a schedule is."""

import struct
from array import array
from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from arena.record import Fixture
from arena.tally import first_seats
from engine.values import Side

Ints = NDArray[np.int32]


class Balance(Struct, frozen=True):
    """Matches that any two entrants play against each other, and that any entrant plays in any seat."""

    names: tuple[str, ...]
    pairs: dict[tuple[str, str], int]
    """Every two names in alphabetical order; partners are not counted."""
    seats: dict[str, tuple[int, ...]]
    matches: dict[str, int]
    """Of each entrant, once a match however many seats he has there."""

    def spread_of_pairs(self) -> tuple[int, int]:
        """The fewest and the most."""
        return min(self.pairs.values()), max(self.pairs.values())

    def spread_of_seats(self) -> tuple[int, int]:
        """The fewest and the most."""
        counts = [count for seats in self.seats.values() for count in seats]
        return min(counts), max(counts)


class Seated:
    """Fixtures of the same sides that are counted one by one: 4 bytes for each seat of each."""

    def __init__(self, sides: tuple[Side, ...]) -> None:
        self.sides = sides
        self._numbers: defaultdict[str, int] = defaultdict()
        self._numbers.default_factory = self._numbers.__len__
        self._who = array("i")
        self._packed = struct.Struct(f"={len(sides)}i").pack

    def add(self, entrants: tuple[str, ...], count: int = 1) -> None:
        """Count a fixture, or several, in which these sit, one in each seat."""
        numbers = self._numbers
        self._who.frombytes(self._packed(*[numbers[name] for name in entrants]) * count)

    @property
    def names(self) -> list[str]:
        """Who sat anywhere."""
        return list(self._numbers)

    def who(self) -> Ints:
        """The number in `names` of who sat where, shape (fixtures, seats); for now: before more are added."""
        return np.frombuffer(self._who, np.int32).reshape(-1, len(self.sides))

    def once(self) -> NDArray[np.bool_]:
        """Whether a seat is the first of its entrant's in the fixture; as `who`."""
        return first_seats(self.who())

    def balance(self, names: Iterable[str] = ()) -> Balance:
        """What was counted, also for those of `names` who were in none."""
        who, once, count = self.who(), self.once(), len(self._numbers)
        everyone = sorted({*self._numbers, *names})
        spots = [self._numbers.get(name, count) for name in everyone]
        numbered = list(zip(everyone, spots, strict=True))
        seats = [np.bincount(who[:, seat], minlength=count + 1) for seat in range(len(self.sides))]
        met = np.zeros((count + 1) ** 2, np.int64)
        for one, other in combinations(range(len(self.sides)), 2):
            if self.sides[one] != self.sides[other]:
                both = once[:, one] & once[:, other]
                pair = who[both, one] * np.int64(count + 1) + who[both, other]
                met += np.bincount(pair, minlength=len(met))
        pairs = met.reshape(count + 1, count + 1)
        pairs = (pairs + pairs.T)[np.ix_(spots, spots)]
        matches = np.bincount(who[once], minlength=count + 1)[spots]
        return Balance(
            tuple(everyone),
            dict(
                zip(combinations(everyone, 2), pairs[np.triu_indices(len(everyone), 1)].tolist(), strict=True)
            ),
            {name: tuple(int(seat[spot]) for seat in seats) for name, spot in numbered},
            dict(zip(everyone, matches.tolist(), strict=True)),
        )


def balance(fixtures: Iterable[Fixture]) -> Balance:
    """How even these fixtures are, of which there is one at least; all have the same sides."""
    first, *others = fixtures
    seated = Seated(first.sides)
    for one in (first, *others):
        seated.add(one.entrants)
    return seated.balance()

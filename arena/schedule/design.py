"""Which sets of entrants meet: all of them, or so many that all pairs meet about equally often."""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import combinations
from math import comb
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

TABLES = 2_000
"""The most sets that are taken; when there could be more, they are a balanced sample."""

Ints = NDArray[np.int64]
Table = tuple[int, ...]
T = TypeVar("T")


def tables(entrants: Sequence[T], size: int) -> list[tuple[T, ...]]:
    """Every set of `size` entrants, or TABLES of them in which all pairs meet about as often.

    There are more than TABLES only when not everyone would play otherwise. A sample follows from nothing but
    the number of entrants, and that of one more keeps most of it: about `size` in `count` tables are others.
    Seats need no care here: each set plays its deals in all rotations.
    """
    count = len(entrants)
    if comb(count, size) <= _wanted(count, size):
        chosen = list(combinations(range(count), size))
    else:
        # In no order that means anything: a season that is stopped was about as fair to everyone so far.
        chosen = sorted(_sample(count, size), key=lambda table: blake2b(repr(table).encode()).digest())
    return [tuple(entrants[i] for i in table) for table in chosen]


def _wanted(count: int, size: int) -> int:
    return max(TABLES, -(-count // size))


def _sample(count: int, size: int) -> list[Table]:
    """`_wanted` different sets of `size` out of `count`, from those of one less, and so on down."""
    first = size
    while comb(first + 1, size) <= _wanted(first + 1, size):
        first += 1
    sample = _Sample(count, size, combinations(range(first), size))
    for newcomer in range(first, count):
        sample.widen(newcomer)
    return sample.tables()


class _Sample:
    """Sets that are all different, with how often each entrant sits and each two meet."""

    def __init__(self, count: int, size: int, tables: Iterator[Table]) -> None:
        self._size = size
        self._spots: dict[frozenset[int], int] = {}
        """Where in the arrays below each table is."""
        self._seated = np.zeros((_wanted(count, size), size), np.int64)
        """By spot, who sits there."""
        self._sits = np.zeros((count, len(self._seated)), np.bool_)
        """By entrant and spot, whether he sits there."""
        self._sat = np.zeros(count, np.int64)
        self._met = np.zeros((count, count), np.int64)
        for table in tables:
            self._put(table, len(self._spots))

    def tables(self) -> list[Table]:
        """Each of them in ascending order."""
        return [tuple(sorted(table)) for table in self._spots]

    def widen(self, newcomer: int) -> None:
        """Let one more sit as often as the others: at new tables while there may be more, then in the place
        of whoever sits most, at the table where that evens out most."""
        wanted = _wanted(newcomer + 1, self._size)
        while len(self._spots) < wanted:
            self._put(next(self._least_met((newcomer,), newcomer + 1)), len(self._spots))
        while self._sat[newcomer] < wanted * self._size // (newcomer + 1):
            leaving, spot = next(self._exchanges(newcomer))
            table = tuple(self._seated[spot].tolist())
            self._take(table, spot)
            self._put((*(other for other in table if other != leaving), newcomer), spot)

    def _exchanges(self, newcomer: int) -> Iterator[tuple[int, int]]:
        """Who may leave which spot to the newcomer, the best first."""
        most = int(self._sat[:newcomer].argmax())
        yield from self._spots_of(most, newcomer)
        # Hardly ever: all that leads to tables that there are already.
        for other in np.argsort(-self._sat[:newcomer], kind="stable").tolist():
            if other != most:
                yield from self._spots_of(other, newcomer)

    def _spots_of(self, leaving: int, newcomer: int) -> Iterator[tuple[int, int]]:
        spots = np.flatnonzero(self._sits[leaving] & ~self._sits[newcomer])
        # With whom the newcomer has met more often than who leaves: the fewer, the better.
        excess = self._met[newcomer] - self._met[leaving]
        excess[leaving] = 0
        cost = excess[self._seated[spots]].sum(axis=1)
        for spot in spots[np.argsort(cost, kind="stable")].tolist():
            if frozenset(self._seated[spot].tolist()) - {leaving} | {newcomer} not in self._spots:
                yield leaving, spot

    def _least_met(self, chosen: Table, count: int) -> Iterator[Table]:
        """The sets of the first `count` not yet taken that hold `chosen`, the best first: always who met
        these least, of those who sat least."""
        if len(chosen) == self._size:
            if frozenset(chosen) not in self._spots:
                yield chosen
            return
        met = self._met[list(chosen), :count].sum(axis=0)
        for entrant in np.lexsort((self._sat[:count], met)).tolist():
            if entrant not in chosen:
                yield from self._least_met((*chosen, entrant), count)

    def _put(self, table: Table, spot: int) -> None:
        self._spots[frozenset(table)] = spot
        self._count(table, spot, 1)
        self._seated[spot] = table

    def _take(self, table: Table, spot: int) -> None:
        del self._spots[frozenset(table)]
        self._count(table, spot, -1)

    def _count(self, table: Table, spot: int, more: int) -> None:
        who = np.array(table)
        self._sits[who, spot] = more > 0
        self._sat[who] += more
        self._met[who[:, None], who] += more

"""Which sets of entrants meet: all of them, or so many that all pairs meet about equally often."""

from collections.abc import Container, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

TABLES = 2_000
"""The most sets that are taken; when there could be more, they are a balanced sample."""

Counts = NDArray[np.int64]
T = TypeVar("T")


def tables(entrants: Sequence[T], size: int) -> list[tuple[T, ...]]:
    """Every set of `size` entrants, or TABLES of them in which all pairs meet about as often.

    There are more than TABLES only when not everyone would play otherwise. Seats need no care here: each
    set plays its deals in all rotations.
    """
    count = len(entrants)
    every = comb(count, size)
    wanted = min(every, max(TABLES, -(-count // size)))
    if wanted <= every // 2:
        chosen = _sample(count, size, wanted)
    else:
        # What a balanced sample leaves over is balanced, and quicker to find when nearly all is wanted.
        left_out = set(_sample(count, size, every - wanted))
        chosen = [table for table in combinations(range(count), size) if table not in left_out]
    return [tuple(entrants[i] for i in table) for table in chosen]


def _sample(count: int, size: int, wanted: int) -> list[tuple[int, ...]]:
    """`wanted` different sets of `size` out of `count`: always who sat least, with whom he met least."""
    taken: dict[tuple[int, ...], None] = {}
    sat = np.zeros(count, dtype=np.int64)
    met = np.zeros((count, count), dtype=np.int64)
    while len(taken) < wanted:
        table = next(_least_met(size, (), sat, met, taken))
        taken[table] = None
        sat[list(table)] += 1
        met[np.ix_(table, table)] += 1
    return list(taken)


def _least_met(
    size: int, chosen: tuple[int, ...], sat: Counts, met: Counts, taken: Container[tuple[int, ...]]
) -> Iterator[tuple[int, ...]]:
    """The sets not yet taken that hold `chosen`, the best first. `met` is by pair of entrants."""
    if len(chosen) == size:
        table = tuple(sorted(chosen))
        if table not in taken:
            yield table
        return
    order = np.lexsort((sat, met[list(chosen)].sum(axis=0)))
    for entrant in order.tolist():
        if entrant not in chosen:
            yield from _least_met(size, (*chosen, entrant), sat, met, taken)

"""The tally: what ratings need of each match record, added up in whatever order the records come."""

from array import array
from collections.abc import Iterable, Iterator
from itertools import combinations

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from arena.record import FOULS, MatchRecord
from engine.values import Side

Ints = NDArray[np.int64]


class Pairs(Struct, frozen=True, eq=False):
    """All rated pairs, one row for each (deal, first, second, number of sides), in ascending order.

    `deal`, `first` and `second` are numbers from 0; first < second. `weight` is what the row's pairs
    weigh together, `score` the part of it that `first` won.
    """

    deal: Ints
    first: Ints
    second: Ints
    weight: NDArray[np.float64]
    score: NDArray[np.float64]


_NO_PAIRS = Pairs(*np.zeros((3, 0), np.int64), *np.zeros((2, 0)))


class Sums(Struct, frozen=True, eq=False):
    """Totals per entrant. Matches count unless void; `firsts` counts a first place shared by k as 1/k."""

    matches: Ints
    firsts: NDArray[np.float64]
    points: Ints
    scored: Ints
    """Seats that got points: `points / scored` is the mean game score."""
    decisions: Ints
    used_us: Ints
    fouls: Ints
    """Shape (entrants, kinds of foul), in the order of `record.FOULS`."""


class _Columns(Struct, frozen=True, eq=False):
    """The matches of one seating, one row each; the two-dimensional ones have a column for each side."""

    deal: Ints
    foul: Ints
    """The kind of foul, as its number in `record.FOULS`; -1: none."""
    blamed: Ints
    """The side to blame; -1: none."""
    scored: Ints
    """How many seats of each side got points."""
    entrants: Ints
    places: Ints
    points: Ints
    decisions: Ints
    used_us: Ints
    """A side's own time in whole microseconds, so that sums do not depend on their order."""


class _Rows:
    """The matches of one seating as they came, packed: about 200 bytes each with four seats."""

    def __init__(self, sides: tuple[Side, ...]) -> None:
        self.sides = np.array(sides)
        self.numbers = array("q")
        self.used_ms = array("d")
        count = len(set(sides))
        self.width = 4 + 3 * len(sides) + count
        self.firsts = [sides.index(side) for side in range(count)]

    def columns(self) -> _Columns:
        """The rows as arrays, per side. They are copies, so that more rows may come."""
        seats, count = len(self.sides), len(self.firsts)
        table = np.array(self.numbers, np.int64).reshape(-1, self.width)
        deal, foul, seat, scored = table[:, :4].T
        cuts = (4, 4 + seats, 4 + seats + count, 4 + 2 * seats + count)
        entrants, places, points, decisions = np.split(table, cuts, axis=1)[1:]
        used_us = np.rint(1000 * np.array(self.used_ms).reshape(-1, seats)).astype(np.int64)
        # Adds up the seats of each side.
        belongs = (self.sides[:, None] == np.arange(count)).astype(np.int64)
        return _Columns(
            deal=deal,
            foul=foul,
            blamed=np.where(seat < 0, -1, self.sides[seat]),
            scored=scored * (seats // count),
            entrants=entrants[:, self.firsts],
            places=places,
            points=points @ belongs,
            decisions=decisions @ belongs,
            used_us=used_us @ belongs,
        )


_FOUL_NUMBER: dict[str, int] = {kind: number for number, kind in enumerate(FOULS)}


class Tally:
    """What ratings need of match records, added one by one; logs are not read.

    Entrants named at the start are in the table even when they never play.
    """

    def __init__(self, entrants: Iterable[str] = ()) -> None:
        self._numbers: dict[str, int] = {}
        self._rows: dict[tuple[Side, ...], _Rows] = {}
        for name in entrants:
            self._number(name)

    def add(self, record: MatchRecord) -> None:
        """Count a match; a void one counts for nothing.

        Raises: ValueError when the record does not have one of everything for each seat or side.
        """
        fixture, ending = record.fixture, record.ending
        if ending.kind == "void":
            return
        rows = self._rows.get(fixture.sides)
        if rows is None:
            rows = self._rows[fixture.sides] = _Rows(fixture.sides)
        row = (
            fixture.deal,
            _FOUL_NUMBER.get(ending.kind, -1),
            -1 if ending.seat is None else ending.seat,
            1 if record.points else 0,
            *map(self._number, fixture.entrants),
            *record.places,
            *(record.points or (0,) * len(fixture.sides)),
            *record.decisions,
        )
        if len(row) != rows.width or len(record.used_ms) != len(fixture.sides):
            raise ValueError(f"match {fixture.id}: not one of everything for each seat and side")
        rows.numbers.extend(row)
        rows.used_ms.extend(record.used_ms)

    @property
    def names(self) -> tuple[str, ...]:
        """The entrants in the order of all arrays: by name, whoever came first."""
        return tuple(sorted(self._numbers))

    def pairs(self) -> Pairs:
        """The rated pairs, each side against each other, added up and in canonical order.

        A match of k sides weighs each pair 2 / (k (k - 1)), so that every match weighs 1. After a foul
        only the pairs with the fouling side are rated, at the same weight.
        """
        columns = list(self._columns())
        entrants = len(self._numbers)
        _, numbered = np.unique(_joined([table.deal for table in columns]), return_inverse=True)
        parts, start = [_NO_PAIRS], 0
        for table in columns:
            parts.append(_pairs(table, numbered[start : start + len(table.deal)], entrants))
            start += len(table.deal)
        return Pairs(*(np.concatenate(fields) for fields in zip(*map(structs.astuple, parts), strict=True)))

    def sums(self) -> Sums:
        """The totals per entrant: sums of whole numbers, so their order does not matter."""
        entrants = len(self._numbers)
        matches, points, scored, decisions, used = np.zeros((5, entrants), np.int64)
        firsts = np.zeros(entrants)
        fouls = np.zeros((entrants, len(FOULS)), np.int64)
        for table in self._columns():
            who = table.entrants
            np.add.at(matches, who, 1)
            np.add.at(points, who, table.points)
            np.add.at(scored, who, table.scored[:, None])
            np.add.at(decisions, who, table.decisions)
            np.add.at(used, who, table.used_us)
            firsts += _firsts(table, entrants)
            guilty = np.flatnonzero((table.foul >= 0) & (table.blamed >= 0))
            np.add.at(fouls, (who[guilty, table.blamed[guilty]], table.foul[guilty]), 1)
        return Sums(matches, firsts, points, scored, decisions, used, fouls)

    def _number(self, name: str) -> int:
        return self._numbers.setdefault(name, len(self._numbers))

    def _columns(self) -> Iterator[_Columns]:
        """The matches by seating, with the entrants renumbered in the order of `names`."""
        canonical = np.empty(len(self._numbers), np.int64)
        canonical[[self._numbers[name] for name in self.names]] = np.arange(len(self._numbers))
        for _, rows in sorted(self._rows.items()):
            columns = rows.columns()
            yield structs.replace(columns, entrants=canonical[columns.entrants])


def _joined(parts: list[Ints]) -> Ints:
    return np.concatenate([np.zeros(0, np.int64), *parts])


def _pairs(table: _Columns, deals: Ints, entrants: int) -> Pairs:
    """The rated pairs of the matches of one seating, whose deals are numbered `deals`."""
    count = table.entrants.shape[1]
    keys = []
    for side, other in combinations(range(count), 2):
        rated = (table.blamed < 0) | (table.blamed == side) | (table.blamed == other)
        first, second = table.entrants[rated, side], table.entrants[rated, other]
        # What `first` won, counted in halves to stay whole.
        halves = 1 - np.sign(table.places[rated, side] - table.places[rated, other])
        halves = np.where(first < second, halves, 2 - halves)
        low, high = np.minimum(first, second), np.maximum(first, second)
        key = ((deals[rated] * entrants + low) * entrants + high) * 3 + halves
        keys.append(key[low < high])
    # Sorted once, so that every later sum of fractions runs in one order, whatever the records' order.
    key = np.sort(_joined(keys))
    if not len(key):
        return _NO_PAIRS
    cell, halves = np.divmod(key, 3)
    starts = np.flatnonzero(np.diff(cell, prepend=-1))
    games = np.diff(starts, append=len(cell))
    rest, second = np.divmod(cell[starts], entrants)
    deal, first = np.divmod(rest, entrants)
    share = 2 / (count * (count - 1))
    return Pairs(deal, first, second, games * share, np.add.reduceat(halves, starts) * share / 2)


def _firsts(table: _Columns, entrants: int) -> NDArray[np.float64]:
    best = table.places == 1
    sharers = best.sum(axis=1)
    total = np.zeros(entrants)
    for count in range(1, best.shape[1] + 1):
        winners = table.entrants[best & (sharers == count)[:, None]]
        total += np.bincount(winners, minlength=entrants) / count
    return total

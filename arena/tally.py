"""The tally: what ratings need of each match record, added up in whatever order the records come."""

import struct
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from arena.record import FOULS, MatchRecord
from engine.values import Side

Ints = NDArray[np.signedinteger[Any]]


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
    """Totals per entrant. Matches count unless void; `firsts` has 1/k for a place shared by k sides."""

    matches: Ints
    firsts: NDArray[np.float64]
    points: Ints
    scored: Ints
    """Seats that got points: `points / scored` is the mean game score."""
    decisions: Ints
    used_us: Ints
    fouls: Ints
    """Shape (entrants, kinds of foul), in the order of `record.FOULS`."""


class Columns(Struct, frozen=True, eq=False):
    """The matches of one seating, one row each; `places` has a column for each side, others for each seat."""

    sides: Ints
    """The side of each seat."""
    deal: Ints
    foul: Ints
    """The kind of foul, as its number in `record.FOULS`; -1: none."""
    blamed: Ints
    """The seat to blame; -1: none."""
    scored: Ints
    """1 where there were points, 0 after a foul."""
    entrants: Ints
    places: Ints
    points: Ints
    decisions: Ints
    used_us: Ints
    """A seat's own time in whole microseconds, so that sums do not depend on their order."""

    def where(self, kept: NDArray[np.bool_]) -> "Columns":
        """Only these matches."""
        own = (name for name in self.__struct_fields__ if name != "sides")
        return structs.replace(self, **{name: getattr(self, name)[kept] for name in own})

    @property
    def mixed(self) -> bool:
        """Whether anywhere partners are entrants of their own."""
        first = self.sides.tolist()
        partner = self.entrants[:, [first.index(side) for side in first]]
        return bool(np.any(partner != self.entrants))

    def once(self) -> NDArray[np.bool_]:
        """Whether a seat is the first of its entrant's in the match."""
        return first_seats(self.entrants)


def first_seats(entrants: NDArray[np.signedinteger[Any]]) -> NDArray[np.bool_]:
    """Whether a seat is the first of its entrant's in the match; shape (matches, seats), as `entrants`."""
    once = np.ones(entrants.shape, np.bool_)
    for earlier, seat in combinations(range(entrants.shape[1]), 2):
        once[:, seat] &= entrants[:, seat] != entrants[:, earlier]
    return once


class _Rows:
    """The matches of one seating as they came, packed: about 120 bytes each with four seats."""

    def __init__(self, sides: tuple[Side, ...]) -> None:
        self.sides = np.array(sides)
        self.deals = array("q")
        self.numbers = array("i")
        self.used_ms = array("d")
        count = len(set(sides))
        self.width = 3 + 3 * len(sides) + count
        # To pack a row at once is four times as quick as to put one number after the other.
        self.packed = struct.Struct(f"={self.width}i").pack
        self.packed_ms = struct.Struct(f"={len(sides)}d").pack

    def columns(self, left_out: Ints) -> Columns:
        """The rows as arrays, without those on these deals: views for now, before more rows come."""
        seats = len(self.sides)
        count = self.width - 3 - 3 * seats
        deal = np.frombuffer(self.deals, np.int64)
        table = np.frombuffer(self.numbers, np.int32).reshape(-1, self.width)
        used_us = np.rint(1000 * np.frombuffer(self.used_ms).reshape(-1, seats)).astype(np.int64)
        if len(left_out):
            kept = np.isin(deal, left_out, invert=True)
            deal, table, used_us = deal[kept], table[kept], used_us[kept]
        foul, seat, scored = table[:, :3].T
        cuts = (3, 3 + seats, 3 + seats + count, 3 + 2 * seats + count)
        entrants, places, points, decisions = np.split(table, cuts, axis=1)[1:]
        return Columns(self.sides, deal, foul, seat, scored, entrants, places, points, decisions, used_us)


_FOUL_NUMBER: dict[str, int] = {kind: number for number, kind in enumerate(FOULS)}


class Tally:
    """What ratings need of match records, added one by one; logs are not read.

    Entrants named at the start are in the table even when they never play.
    """

    def __init__(self, entrants: Iterable[str] = ()) -> None:
        self._numbers: dict[str, int] = {}
        self._rows: dict[tuple[Side, ...], _Rows] = {}
        self._left_out: Ints = np.zeros(0, np.int64)
        self._numbers_of(tuple(entrants))

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
            _FOUL_NUMBER.get(ending.kind, -1),
            -1 if ending.seat is None else ending.seat,
            1 if record.points else 0,
            *self._numbers_of(fixture.entrants),
            *record.places,
            *(record.points or (0,) * len(fixture.sides)),
            *record.decisions,
        )
        if len(row) != rows.width or len(record.used_ms) != len(fixture.sides):
            raise ValueError(f"match {fixture.id}: not one of everything for each seat and side")
        rows.deals.append(fixture.deal)
        rows.numbers.frombytes(rows.packed(*row))
        rows.used_ms.frombytes(rows.packed_ms(*record.used_ms))

    def leave_out(self, deals: Iterable[int]) -> None:
        """Count no match on these deals."""
        self._left_out = np.fromiter(deals, np.int64)

    @property
    def deal_count(self) -> int:
        """How many deals there are."""
        return len(np.unique(_joined([table.deal for table in self._columns()])))

    @property
    def names(self) -> tuple[str, ...]:
        """The entrants in the order of all arrays: by name, whoever came first."""
        return tuple(sorted(self._numbers))

    def pairs(self) -> Pairs:
        """The rated pairs, each side against each other, added up and in canonical order.

        A match of k sides weighs each pair 2 / (k (k - 1)), so that every match weighs 1; where a side has
        several entrants, that is shared by all pairs of opponents. After a foul only the pairs with the
        entrant who fouled are rated, at the same weight.
        """
        parts = [_NO_PAIRS, *(_pairs(table, len(self._numbers)) for table in self.numbered())]
        return Pairs(*(np.concatenate(fields) for fields in zip(*map(structs.astuple, parts), strict=True)))

    def numbered(self) -> list[Columns]:
        """The matches by seating, with the deals numbered from 0 over all of them."""
        columns = list(self._columns())
        _, numbers = np.unique(_joined([table.deal for table in columns]), return_inverse=True)
        found, start = [], 0
        for table in columns:
            found.append(structs.replace(table, deal=numbers[start : start + len(table.deal)]))
            start += len(table.deal)
        return found

    def sums(self) -> Sums:
        """The totals per entrant: sums of whole numbers, so their order does not matter."""
        entrants = len(self._numbers)
        matches, points, scored, decisions, used = np.zeros((5, entrants), np.int64)
        firsts = np.zeros(entrants)
        fouls = np.zeros((entrants, len(FOULS)), np.int64)
        for table in self._columns():
            who = table.entrants
            matches += _added_up(who, table.once(), entrants)
            points += _added_up(who, table.points, entrants)
            scored += _added_up(who, table.scored[:, None], entrants)
            decisions += _added_up(who, table.decisions, entrants)
            used += _added_up(who, table.used_us, entrants)
            firsts += _firsts(table, entrants)
            guilty = np.flatnonzero((table.foul >= 0) & (table.blamed >= 0))
            np.add.at(fouls, (who[guilty, table.blamed[guilty]], table.foul[guilty]), 1)
        return Sums(matches, firsts, points, scored, decisions, used, fouls)

    def _numbers_of(self, names: Sequence[str]) -> list[int]:
        try:
            return [self._numbers[name] for name in names]
        except KeyError:
            return [self._numbers.setdefault(name, len(self._numbers)) for name in names]

    def _columns(self) -> Iterator[Columns]:
        """The matches by seating, with the entrants renumbered in the order of `names`."""
        canonical = np.empty(len(self._numbers), np.int64)
        canonical[[self._numbers[name] for name in self.names]] = np.arange(len(self._numbers))
        for _, rows in sorted(self._rows.items()):
            columns = rows.columns(self._left_out)
            yield structs.replace(columns, entrants=canonical[columns.entrants])


def _added_up(who: Ints, what: NDArray[Any], entrants: int) -> Ints:
    """Sums of whole numbers for each entrant, exact below 2**53; `what` as `who`, or one for each match."""
    weights = np.broadcast_to(what, who.shape).ravel()
    return np.bincount(who.ravel(), weights, entrants).astype(np.int64)


def _joined(parts: list[Ints]) -> Ints:
    return np.concatenate([np.zeros(0, np.int64), *parts])


def _pairs(table: Columns, entrants: int) -> Pairs:
    """The rated pairs of the matches of one seating, whose deals are numbered."""
    sides = table.sides.tolist()
    count = len(set(sides))
    guilty = table.entrants[np.arange(len(table.deal)), table.blamed]
    keys = []
    for seat, opposite in combinations(range(len(sides)), 2):
        side, other = sides[seat], sides[opposite]
        if side == other:
            continue
        first, second = table.entrants[:, seat], table.entrants[:, opposite]
        rated = (table.blamed < 0) | (guilty == first) | (guilty == second)
        first, second = first[rated], second[rated]
        # What `first` won, counted in halves to stay whole.
        halves = 1 - np.sign(table.places[rated, side] - table.places[rated, other])
        halves = np.where(first < second, halves, 2 - halves)
        low, high = np.minimum(first, second), np.maximum(first, second)
        key = ((table.deal[rated] * entrants + low) * entrants + high) * 3 + halves
        keys.append(key[low < high])
    # Sorted once, so that every later sum of fractions runs in one order, whatever the records' order.
    key = _joined(keys)
    del keys
    key.sort()
    if not len(key):
        return _NO_PAIRS
    cell, halves = np.divmod(key, 3)
    starts = np.flatnonzero(np.diff(cell, prepend=-1))
    games = np.diff(starts, append=len(cell))
    rest, second = np.divmod(cell[starts], entrants)
    deal, first = np.divmod(rest, entrants)
    share = 2 / (count * (count - 1)) / (len(sides) // count) ** 2
    return Pairs(deal, first, second, games * share, np.add.reduceat(halves, starts) * share / 2)


def _firsts(table: Columns, entrants: int) -> NDArray[np.float64]:
    best = table.places == 1
    sharers = best.sum(axis=1)
    counted = best[:, table.sides] & table.once()
    total = np.zeros(entrants)
    for count in range(1, best.shape[1] + 1):
        winners = table.entrants[counted & (sharers == count)[:, None]]
        total += np.bincount(winners, minlength=entrants) / count
    return total

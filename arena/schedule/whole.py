"""A deal in all its seatings: one unit of evidence, which is completed or not rated."""

from array import array
from collections.abc import Callable, Container, Iterable

import numpy as np

from arena.orders import Arrangement, every_order, rotations
from arena.record import Fixture, MatchRecord
from arena.schedule.ids import fixture
from engine.seating import Seating

Records = Callable[[], Iterable[MatchRecord]]
"""All records, as often as they are asked for: so they need not be held in memory."""


class Begun:
    """The deals of the matches that were added, and which of them lack some of their seatings."""

    def __init__(self, seatings: str) -> None:
        """`seatings` is the season's key."""
        self._seatings = seatings
        self._deals = array("q")
        self._kinds = array("h")
        self._finished = array("b")
        self._known: dict[tuple[object, ...], int] = {}
        self._needed: list[int] = []

    def add(self, record: MatchRecord) -> None:
        """Count a match; a void one only begins its deal."""
        one = record.fixture
        number = self._known.get(one.sides)
        if number is None:
            number = self._number(one)
        self._deals.append(one.deal)
        self._kinds.append(number)
        self._finished.append(record.ending.kind != "void")

    def _number(self, one: Fixture) -> int:
        """The number of its kind: how many seatings there are follows from that, and from nothing else."""
        kind: tuple[object, ...] = one.sides
        if len(set(one.sides)) < len(one.sides):
            # With partners it matters which chairs are the same.
            chairs = list(zip(one.entrants, one.members, strict=True))
            kind = (kind, *map(chairs.index, chairs))
        if kind not in self._known:
            self._known[kind] = len(self._needed)
            self._needed.append(len(_choices(one, self._seatings)))
        return self._known[kind]

    def half_played(self) -> dict[int, int]:
        """The deals that lack some seating, each with how many matches on it are finished.

        One with more than it needs was played in "all" seatings before the season asked for rotations.
        """
        half, _ = self.half_and_whole()
        return half

    def half_and_whole(self) -> tuple[dict[int, int], set[int]]:
        """These, and the deals that have just the seatings that they need. None of the latter are told where
        any has more: then the season asked for others before, and those of a deal may be of either kind."""
        deals, first, spots = np.unique(np.array(self._deals), return_index=True, return_inverse=True)
        finished = np.bincount(spots, self._finished, len(deals)).astype(np.int64)
        needed = np.array(self._needed, np.int64)[np.array(self._kinds)[first]]
        half = finished < needed
        lacking = dict(zip(deals[half].tolist(), finished[half].tolist(), strict=True))
        return lacking, set() if np.any(finished > needed) else set(deals[~half].tolist())


def fixtures_on(records: Iterable[MatchRecord], deals: Container[int], seatings: str) -> list[Fixture]:
    """All fixtures on these deals of the records, those that were played too."""
    some = {record.fixture.deal: record.fixture for record in records if record.fixture.deal in deals}
    return [one for deal in sorted(some) for one in companions(some[deal], seatings)]


def companions(one: Fixture, seatings: str) -> list[Fixture]:
    """The fixtures on its deal, itself too."""
    chairs = _chairs(one)
    found = []
    for choice in _choices(one, seatings):
        names = tuple(chairs[party][member][0] for party, member in choice)
        members = tuple(chairs[party][member][1] for party, member in choice)
        seating = Seating(one.sides)
        found.append(fixture(one.game, one.options, one.deal, seating, names, members, one.round, one.stage))
    return found


def _choices(one: Fixture, seatings: str) -> tuple[Arrangement, ...]:
    """Who sits where, in all seatings of the deal, as (side, number of the chair there)."""
    chairs = _chairs(one)
    if seatings == "all":
        return every_order(one.sides, tuple(tuple(map(own.index, own)) for own in chairs))
    seats = zip(one.sides, one.entrants, one.members, strict=True)
    return rotations(tuple((side, chairs[side].index((name, member))) for side, name, member in seats))


def _chairs(one: Fixture) -> list[list[tuple[str, int]]]:
    """Who plays for each side: (entrant, which of its bots)."""
    chairs: list[list[tuple[str, int]]] = [[] for _ in set(one.sides)]
    for side, name, member in zip(one.sides, one.entrants, one.members, strict=True):
        chairs[side].append((name, member))
    return chairs

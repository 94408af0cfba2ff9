"""A deal in all its seatings: one unit of evidence, which is completed or not rated."""

from collections.abc import Callable, Iterable

from arena.orders import Arrangement, every_order, rotations
from arena.record import Fixture, MatchRecord
from arena.schedule.ids import fixture
from engine.seating import Seating

Records = Callable[[], Iterable[MatchRecord]]
"""All records, as often as they are asked for: so they need not be held in memory."""


class Begun:
    """The deals of the matches that were added, and how many of its seatings each still lacks."""

    def __init__(self, seatings: str) -> None:
        """`seatings` is the season's key."""
        self._seatings = seatings
        self._left: dict[int, int] = {}
        self._counts: dict[tuple[object, ...], int] = {}

    def add(self, record: MatchRecord) -> None:
        """Count a match; a void one only begins its deal."""
        one = record.fixture
        left = self._left.get(one.deal)
        if left is None:
            left = self._count(one)
        self._left[one.deal] = left - (record.ending.kind != "void")

    def half_played(self) -> set[int]:
        """The deals that lack some seating."""
        return {deal for deal, left in self._left.items() if left}

    def _count(self, one: Fixture) -> int:
        seats = (one.sides, one.entrants, one.members)
        if seats not in self._counts:
            self._counts[seats] = len(_choices(one, self._seatings))
        return self._counts[seats]


def half_played(records: Records, seatings: str) -> list[Fixture]:
    """All fixtures on the deals that lack some seating, those that were played too."""
    begun = Begun(seatings)
    for record in records():
        begun.add(record)
    deals = begun.half_played()
    some = {record.fixture.deal: record.fixture for record in records() if record.fixture.deal in deals}
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

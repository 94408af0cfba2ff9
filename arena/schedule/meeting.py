"""A meeting: some entrants at one table, the deals they play there and the seats they play them in.

Everything about a meeting follows from the names of its entrants and the number of the deal, and from
nothing else of the season: so more deals or another entrant leave the fixtures that there were as they were.
"""

from collections.abc import Container, Iterable, Iterator, Sequence, Set
from itertools import combinations, count, groupby
from math import factorial, prod

from msgspec import Struct

from arena.orders import Arrangement, every_order, orders, rotations
from arena.record import Fixture
from arena.schedule.ids import Label, Series, deal_number
from arena.season import Entrant, Season

BLOCK = 3
"""Consecutive deals of a meeting that have the same order round the table, so that they share a sitting."""

Chair = tuple[str, int]
"""Who sits in a seat: the name of an entrant, which of its bots."""


class Party(Struct, frozen=True, order=True):
    """Who plays for a side: a chair for each of its seats."""

    chairs: tuple[Chair, ...]

    @property
    def label(self) -> Label:
        """The entrant, or the entrants that are partners for once."""
        names = tuple(dict.fromkeys(name for name, _ in self.chairs))
        return names if len(names) > 1 else names[0]

    @property
    def members(self) -> tuple[int, ...]:
        """Per chair, the first that is the same: (0, 0) is one bot twice."""
        return tuple(map(self.chairs.index, self.chairs))


class Meeting:
    """The sides of one table, in the order of their names."""

    def __init__(self, season: Season, parties: Iterable[Party]) -> None:
        self._stage = season.stage
        self._series = Series(season.game, season.chosen_options(), season.seating, season.stage)
        self._parties = sorted(parties)
        self._labels = [party.label for party in self._parties]
        sides = season.seating.sides
        members = tuple(party.members for party in self._parties)
        if season.schedule.seatings == "all":
            self._choices: tuple[tuple[Arrangement, ...], ...] = (every_order(sides, members),)
            full = factorial(len(members)) * prod(factorial(len(own)) for own in members)
        else:
            self._choices = tuple(rotations(order) for order in orders(sides, members))
            full = len(sides)
        # Meetings begin with different orders, so that few deals do not favour the same neighbours in all.
        self._start = 2 * self.number(-1)
        self.deals = season.schedule.deals * full // len(self._choices[0])
        """How often it meets on a new deal. Where half a turn of the table changes nothing, as every side
        is one bot twice, that repeat is not played: there are more deals instead."""

    @property
    def names(self) -> tuple[str, ...]:
        """The entrants at the table."""
        return tuple(dict.fromkeys(name for party in self._parties for name, _ in party.chairs))

    def number(self, index: int) -> int:
        """The number of its deal `index`."""
        return deal_number(self._labels, index, self._stage)

    def fresh(self, played: Container[int]) -> Iterator[int]:
        """The indices of its deals whose numbers are not `played` by the time they are asked for."""
        return (index for index in count() if self.number(index) not in played)

    def fixtures(self, indices: Iterable[int], round: int = 0) -> Iterator[Fixture]:
        """The fixtures on these deals, in ascending order; in a block those in the same seats together."""
        chairs = [party.chairs for party in self._parties]
        for block, those in groupby(indices, lambda index: index // BLOCK):
            deals = [self.number(index) for index in those]
            for places in self._choices[(self._start + block) % len(self._choices)]:
                names, members = zip(*[chairs[party][member] for party, member in places], strict=True)
                yield from self._series.fixtures(deals, names, members, round)


def meetings(season: Season, table: Iterable[Entrant]) -> list[Meeting]:
    """The meetings of the entrants of a table: one; where partners rotate, one for each way to pair them."""
    if season.schedule.partners == "fixed":
        sides = [Party(tuple((entrant.name, member) for member in entrant.members)) for entrant in table]
        return [Meeting(season, sides)]
    names = sorted(entrant.name for entrant in table)
    size = season.seating.seats // season.seating.side_count
    return [
        Meeting(season, [Party(tuple((name, 0) for name in partners)) for partners in ways])
        for ways in partnerships(names, size)
    ]


def partnerships(names: Sequence[str], size: int) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to split the names into sides of `size`, each way once."""
    if not names:
        yield ()
        return
    first, *others = names
    for partners in combinations(others, size - 1):
        rest = [name for name in others if name not in partners]
        for further in partnerships(rest, size):
            yield (first, *partners), *further


class Spread(Iterable[Fixture]):
    """All fixtures of the meetings, the first deals of all first; made anew each time it is gone through."""

    def __init__(
        self, meetings: Sequence[Meeting], over: Container[int] = (), kept: Set[str] = frozenset()
    ) -> None:
        """Blocks of deals that are all `over` are left out, but for meetings in which any of `kept` is."""
        self._meetings = meetings
        self._over = over
        self._kept = kept

    def without(self, over: Container[int], kept: Set[str]) -> "Spread":
        """The same without blocks of deals that are `over`, a million of which take two seconds to name."""
        return Spread(self._meetings, over, kept)

    def __iter__(self) -> Iterator[Fixture]:
        last = max((meeting.deals for meeting in self._meetings), default=0)
        for first in range(0, last, BLOCK):
            for meeting in self._meetings:
                block = range(first, min(first + BLOCK, meeting.deals))
                if not self._is_over(meeting, block):
                    yield from meeting.fixtures(block)

    def _is_over(self, meeting: Meeting, block: range) -> bool:
        return (
            bool(self._over)
            and all(meeting.number(index) in self._over for index in block)
            and self._kept.isdisjoint(meeting.names)
        )

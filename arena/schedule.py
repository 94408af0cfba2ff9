"""Which fixtures a season has: who meets whom, on which deals, in which seats.

A meeting is a set of entrants, one for each side. Everything about a meeting follows from the names of
its entrants and the number of the deal, and from nothing else of the season: so more deals or another
entrant leave the fixtures that there were as they were.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import combinations
from math import comb, factorial, prod

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from arena.orders import Arrangement, Members, every_order, orders, rotations
from arena.record import Fixture, Option, Sitting
from arena.season import Entrant, Season
from engine.seating import Seating

TABLES = 2_000
"""The most meetings a round robin has; when there could be more, it has a balanced sample."""
BLOCK = 3
"""Consecutive deals of a meeting that have the same order round the table, so that they share a sitting."""
SITTING = 100
"""The most fixtures in a sitting: enough to make starting bots cheap, few enough to share them out."""

Counts = NDArray[np.int64]


def fixtures(season: Season) -> list[Fixture]:
    """Every fixture of the season, the first deals of all meetings first.

    In a meeting in which every side is one bot twice, half a turn of the table changes nothing. Such a
    repeat is not played: the meeting has more deals instead, so that all meetings have as many matches.
    """
    meetings = [_Meeting(season, table) for table in tables(season.entrants, season.seating.side_count)]
    last = max(meeting.deals for meeting in meetings)
    return [
        fixture for first in range(0, last, BLOCK) for meeting in meetings for fixture in meeting.block(first)
    ]


class _Meeting:
    """The deals and the seats of one set of entrants."""

    def __init__(self, season: Season, entrants: Sequence[Entrant]) -> None:
        self.season = season
        self.entrants = sorted(entrants, key=lambda entrant: entrant.name)
        self.names = [entrant.name for entrant in self.entrants]
        self.members: Members = tuple(entrant.members for entrant in self.entrants)
        sides = season.seating.sides
        if season.schedule.seatings == "all":
            self.choices: tuple[tuple[Arrangement, ...], ...] = (every_order(sides, self.members),)
            full = factorial(len(self.members)) * prod(factorial(len(own)) for own in self.members)
        else:
            self.choices = tuple(rotations(order) for order in orders(sides, self.members))
            full = len(sides)
        self.deals = season.schedule.deals * full // len(self.choices[0])

    def block(self, first: int) -> Iterator[Fixture]:
        """The fixtures on the deals of a block, those in the same seats together."""
        # Meetings begin with different orders, so that few deals do not favour the same neighbours in all.
        turn = 2 * deal_number(self.names, -1) + first // BLOCK
        deals = [deal_number(self.names, i) for i in range(first, min(first + BLOCK, self.deals))]
        options = self.season.chosen_options()
        for places in self.choices[turn % len(self.choices)]:
            names = tuple(self.names[entrant] for entrant, _ in places)
            members = tuple(member for _, member in places)
            for deal in deals:
                yield fixture(self.season.game, options, deal, self.season.seating, names, members)


def fixture(
    game: str,
    options: dict[str, Option],
    deal: int,
    seating: Seating,
    entrants: tuple[str, ...],
    members: tuple[int, ...],
) -> Fixture:
    """A fixture with its id, a digest of all the rest; entrants and members are per seat."""
    rest = [game, sorted(options.items()), deal, seating.sides, entrants, members]
    digest = blake2b(msgspec.json.encode(rest), digest_size=8)
    return Fixture(digest.hexdigest(), game, options, deal, seating.sides, entrants, members)


def deal_number(names: list[str], index: int) -> int:
    """The number, below 2**53, of the deal that the meeting of these sorted names plays as its `index`-th.

    A digest and not a count, so that it stays when the season grows. Each meeting has deals of its own:
    all matches on one deal are one unit of evidence, and small units give small errors. JSON readers that
    hold numbers as floats keep 53 bits.
    """
    digest = blake2b(msgspec.json.encode([names, index]), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 11


def tables(entrants: Sequence[Entrant], size: int) -> list[tuple[Entrant, ...]]:
    """The meetings: every set of `size` entrants, or TABLES of them in which all pairs meet about as often.

    There are more than TABLES only when not everyone would play otherwise. `balance` tells what came of it.
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


def sittings(fixtures: Iterable[Fixture], processes: str = "sitting") -> list[Sitting]:
    """Fixtures in the same seats together, SITTING at most, or one by one with `processes` "match".

    No sitting has a deal twice. They are in the order of their first fixtures, so that the rotations of a
    deal are finished close together.
    """
    most = SITTING if processes == "sitting" else 1
    made: list[dict[int, Fixture]] = []
    filling: dict[tuple[tuple[str, ...], tuple[int, ...]], dict[int, Fixture]] = {}
    for one in fixtures:
        seats = (one.entrants, one.members)
        sitting = filling.get(seats)
        if sitting is None or len(sitting) == most or one.deal in sitting:
            sitting = filling[seats] = {}
            made.append(sitting)
        sitting[one.deal] = one
    return [Sitting(tuple(sitting.values())) for sitting in made]


class Balance(Struct, frozen=True):
    """The fewest and the most matches that any two entrants play together, and any entrant in any seat."""

    pairs: tuple[int, int]
    seats: tuple[int, int]


def balance(fixtures: Iterable[Fixture]) -> Balance:
    """How even a schedule is. Raises: ValueError without fixtures."""
    pairs: Counter[tuple[str, ...]] = Counter()
    seats: Counter[tuple[str, int]] = Counter()
    for one in fixtures:
        pairs.update(combinations(sorted(one.by_side()), 2))
        seats.update((entrant, seat) for seat, entrant in enumerate(one.entrants))
    names = sorted({name for name, _ in seats})
    met = [pairs[pair] for pair in combinations(names, 2)]
    sat = [seats[name, seat] for name in names for seat in range(1 + max(seat for _, seat in seats))]
    return Balance((min(met), max(met)), (min(sat), max(sat)))

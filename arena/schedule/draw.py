"""Who sits with whom in a round: near in the standing, met least, byes spread evenly.

People are numbered by their standing, 0 is first.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from math import factorial

from msgspec import Struct

from arena.schedule.matching import couples

_PARTITIONS = 6_000
"""So many ways to split people over tables of three and more are all looked at; of more, the nearest."""
_BYES = 200
"""So many choices of who has a bye are tried for one without a repeat; pairs never need more."""

Table = tuple[int, ...]
Met = Sequence[Sequence[int]]
"""How often each has met each."""


class Draw(Struct, frozen=True):
    """The tables of a round, the highest first; who has a bye; how many pairs meet more than they must."""

    tables: tuple[Table, ...]
    byes: Table
    repeats: int


def drawn(met: Met, byes: Sequence[int], size: int) -> Draw:
    """The best draw of all people over tables of `size`; `byes` is how many each has had.

    Byes go to those who had the fewest, so nobody has a second one before everyone had one. Then comes as
    few repeats as can be (a repeat: two meet while other two have met less often), then nearness. Of those
    who may have the bye, the lowest has it whose absence costs no repeat. With tables of more than two
    the search is complete up to _PARTITIONS ways, beyond that it stops where no exchange improves.
    """
    people = range(len(byes))
    least = min((met[one][other] for one, other in combinations(people, 2)), default=0)
    again = [[met[one][other] > least for other in people] for one in people]
    best: Draw | None = None
    for free in islice(_choices(byes, len(byes) % size), _BYES):
        seated = [person for person in people if person not in free]
        split = _pairs(seated, again, met) if size == 2 else _split(seated, again, size)
        repeats = sum(again[one][other] for table in split for one, other in combinations(table, 2))
        if best is None or repeats < best.repeats:
            best = Draw(tuple(split), free, repeats)
        if not repeats:
            break
    assert best is not None
    return best


def _choices(byes: Sequence[int], count: int) -> Iterator[Table]:
    """Who may have this round's `count` byes, the lowest in the standing first."""
    ranked = sorted(range(len(byes)), key=lambda person: (byes[person], -person))
    level = byes[ranked[count - 1]] if count else 0
    sure = [person for person in ranked if byes[person] < level]
    pool = [person for person in ranked if byes[person] == level]
    for others in combinations(pool, count - len(sure)):
        yield tuple(sorted((*sure, *others)))


def _pairs(people: Sequence[int], again: Sequence[Sequence[bool]], met: Met) -> list[Table]:
    """The fewest repeats; within that the highest meets whom he met least, of those the nearest."""
    left = list(people)
    found: list[Table] = []
    allowed = _fewest(left, again)
    while left:
        top, *others = left
        for other in sorted(others, key=lambda other: (met[top][other], other)):
            rest = [person for person in others if person != other]
            if again[top][other] + _fewest(rest, again) == allowed:
                break
        found.append((top, other))
        allowed -= again[top][other]
        left = rest
    return found


def _fewest(people: Sequence[int], again: Sequence[Sequence[bool]]) -> int:
    """How many repeats a pairing of an even number of people needs."""
    may = [[one != other and not again[one][other] for other in people] for one in people]
    return len(people) // 2 - couples(may)


def _split(people: Sequence[int], again: Sequence[Sequence[bool]], size: int) -> list[Table]:
    """Tables of more than two: the fewest repeats, then the nearest."""
    # One number for both: the squares of all distances together weigh less than a repeat.
    repeat = len(people) ** 4
    cost = [
        [again[one][other] * repeat + (here - there) ** 2 for there, other in enumerate(people)]
        for here, one in enumerate(people)
    ]
    count = len(people) // size
    ways = factorial(len(people)) // (factorial(size) ** count * factorial(count))
    tables = _all_searched(cost, size) if ways <= _PARTITIONS else _exchanged(cost, size)
    return [tuple(people[spot] for spot in table) for table in sorted(tables)]


def _all_searched(cost: Sequence[Sequence[int]], size: int) -> list[Table]:
    best: tuple[int, list[Table]] = (sum(map(sum, cost)) + 1, [])

    def search(left: Table, tables: list[Table], paid: int) -> None:
        nonlocal best
        if paid >= best[0]:
            return
        if not left:
            best = (paid, tables)
            return
        for others in combinations(left[1:], size - 1):
            table = (left[0], *others)
            rest = tuple(spot for spot in left if spot not in table)
            search(rest, [*tables, table], paid + _paid(cost, table))

    search(tuple(range(len(cost))), [], 0)
    return best[1]


def _exchanged(cost: Sequence[Sequence[int]], size: int) -> list[Table]:
    """Neighbours in the standing together, then two at a time change places while that improves."""
    tables = [list(range(first, first + size)) for first in range(0, len(cost), size)]
    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            for here, there in ((here, there) for here in range(size) for there in range(size)):
                before = _paid(cost, one) + _paid(cost, other)
                one[here], other[there] = other[there], one[here]
                if _paid(cost, one) + _paid(cost, other) < before:
                    better = True
                else:
                    one[here], other[there] = other[there], one[here]
    return [tuple(sorted(table)) for table in tables]


def _paid(cost: Sequence[Sequence[int]], table: Sequence[int]) -> int:
    return sum(cost[one][other] for one, other in combinations(table, 2))

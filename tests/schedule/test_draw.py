"""What a draw promises, compared with a search through all draws there are."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from arena.schedule.draw import drawn
from arena.schedule.matching import couples


def every_split(people: tuple[int, ...], size: int) -> Iterator[list[tuple[int, ...]]]:
    """Every way to split people over tables."""
    if not people:
        yield []
        return
    for others in combinations(people[1:], size - 1):
        rest = tuple(person for person in people[1:] if person not in others)
        for further in every_split(rest, size):
            yield [(people[0], *others), *further]


def fewest_repeats(met: Sequence[Sequence[int]], byes: Sequence[int], size: int) -> int:
    """The fewest pairs that meet again, over every draw that gives byes to those who had the fewest."""
    people = range(len(byes))
    free = len(byes) % size
    least = min(met[one][other] for one, other in combinations(people, 2))
    lowest = sorted(byes)[:free]
    return min(
        sum(met[one][other] > least for table in tables for one, other in combinations(table, 2))
        for idle in combinations(people, free)
        if sorted(byes[person] for person in idle) == lowest
        for tables in every_split(tuple(person for person in people if person not in idle), size)
    )


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("seed", range(12))
def test_no_draw_has_fewer_repeats(size: int, seed: int) -> None:
    luck = random.Random(seed)
    count = luck.randint(size + 1, 9)
    met = [[0] * count for _ in range(count)]
    for one, other in combinations(range(count), 2):
        met[one][other] = met[other][one] = luck.choices([0, 1, 2], [2, 5, 1])[0]
    byes = [luck.randint(0, 1) for _ in range(count)]
    draw = drawn(met, byes, size)
    assert sorted(person for table in (*draw.tables, draw.byes) for person in table) == list(range(count))
    assert {len(table) for table in draw.tables} == {size}
    assert draw.repeats == fewest_repeats(met, byes, size)


def test_who_stands_highest_meets_the_nearest_he_has_not_met() -> None:
    met = [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]
    assert drawn(met, [0] * 4, 2).tables == ((0, 2), (1, 3))


def test_of_those_with_the_fewest_byes_the_lowest_is_free() -> None:
    assert drawn([[0] * 5 for _ in range(5)], [0, 0, 0, 1, 1], 2).byes == (2,)


def test_another_is_free_when_that_saves_a_repeat() -> None:
    met = [[0, 1, 0], [1, 0, 0], [0, 0, 0]]
    draw = drawn(met, [0, 0, 0], 2)
    assert (draw.byes, draw.tables, draw.repeats) == ((1,), ((0, 2),), 0)


def test_many_at_large_tables_are_drawn_without_a_search_through_all() -> None:
    draw = drawn([[0] * 60 for _ in range(60)], [0] * 60, 4)
    assert draw.tables[0] == (0, 1, 2, 3)
    assert draw.repeats == 0


def test_who_meets_again_whatever_is_drawn_meets_whom_he_met_least() -> None:
    met = [[0, 2, 1, 1, 1], [2, 0, 1, 1, 1], [1, 1, 0, 2, 1], [1, 1, 2, 0, 0], [1, 1, 1, 0, 0]]
    draw = drawn(met, [1, 1, 1, 1, 0], 2)
    assert (draw.byes, draw.tables, draw.repeats) == ((4,), ((0, 2), (1, 3)), 2)


@pytest.mark.parametrize("seed", range(10))
def test_no_more_couples_can_be_made(seed: int) -> None:
    luck = random.Random(seed)
    for _ in range(60):
        count = luck.randint(6, 10)
        may = [[False] * count for _ in range(count)]
        for one, other in combinations(range(count), 2):
            may[one][other] = may[other][one] = luck.random() < 0.3
        assert couples(may) == most_couples(may, tuple(range(count)))


def most_couples(may: Sequence[Sequence[bool]], left: tuple[int, ...]) -> int:
    """The same by trying everything."""
    if not left:
        return 0
    one, *others = left
    with_one = (
        1 + most_couples(may, tuple(person for person in others if person != other))
        for other in others
        if may[one][other]
    )
    return max(most_couples(may, tuple(others)), *with_one, 0)

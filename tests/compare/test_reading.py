"""How finished matches become deals for the test: in the order of the schedule, whole, without void ones."""

import random

import pytest

from arena.compare import Reading, share
from arena.ratings.sequential import Terms
from arena.record import Ending, MatchRecord, foul_places
from tests.compare.arms import comparison, record

DEALS = 400


def read(records: list[MatchRecord], terms: Terms | None = None) -> Reading:
    reading = Reading(comparison(), terms or Terms(0, 40), DEALS, lambda standing, matches: None)
    for each in records:
        reading.saw(each)
    return reading


def played(rng: random.Random, chance: float = 0.5) -> list[MatchRecord]:
    """All matches of all deals, in the order of the schedule; GULZIG is NEW."""
    found = comparison()
    records = []
    for deal in range(DEALS):
        for _, fixtures in found.fixtures(deal):
            for one in fixtures:
                new_wins = rng.random() < chance
                records.append(record(one, lambda name, won=new_wins: (name == "Gulzig") == won))  # type: ignore[misc]
    return records


def test_105_order_of_finishing_does_not_matter() -> None:
    """NEW wins quickly and loses slowly, sixteen at a time: the verdict is that of the schedule."""
    records = played(random.Random(1))
    in_line = read(records)
    assert in_line.standing.verdict == "not better"
    # Won matches finish at once, lost ones sixteen matches later.
    quick = sorted(
        enumerate(records),
        key=lambda each: (
            each[0] + (0 if each[1].places[each[1].fixture.entrants.index("Gulzig")] == 1 else 16)
        ),
    )
    rushed = read([each for _, each in quick])
    assert (rushed.standing, rushed.matches) == (in_line.standing, in_line.matches)
    shuffled = random.Random(2).sample(records, len(records))
    assert read(shuffled).standing == in_line.standing


def test_half_a_deal_is_no_evidence() -> None:
    """Whatever its matches say, until the last of them."""
    records = played(random.Random(3), chance=1.0)
    assert read(records[:1]).standing.deals == 0
    assert read(records[:3]).standing.deals == 1


def test_what_finishes_later_changes_nothing() -> None:
    """The verdict keeps its number of matches."""
    records = played(random.Random(4), chance=0.9)
    all_read = read(records)
    assert all_read.standing.verdict == "better"
    assert all_read.matches == 2 * all_read.standing.deals < len(records)
    assert read(records[: all_read.matches]).standing == all_read.standing


def test_deal_with_a_void_match_is_left_out() -> None:
    """It is nobody's result, and what comes after is read all the same."""
    records = played(random.Random(5))
    records[2] = record(records[2].fixture, lambda name: 0, "void")
    reading = read(records[:10])
    assert (reading.void, reading.standing.deals, reading.matches) == (1, 4, 8)


def test_nothing_but_void_deals_ends_it() -> None:
    """Only when no deal of the first eight was played."""
    records = played(random.Random(6))
    for count, ends in ((14, False), (16, True)):
        void = [record(each.fixture, lambda name: 0, "void") for each in records[:count]]
        reading = read([*void, *records[count:40]])
        assert bool(reading.nothing) == ends
        assert reading.standing.deals == (0 if ends else 13)


@pytest.mark.parametrize(("blamed", "expected"), [("Gulzig", 0.0), ("Vleier", 1.0)])
def test_foul_counts_only_against_who_fouled(blamed: str, expected: float) -> None:
    """A field's bot that fouls lost to NEW; the third says nothing about NEW."""
    one = comparison("vleier", "intrigant").fixtures(0)[0][1][0]
    seat = one.entrants.index(blamed)
    fouled = MatchRecord(one, Ending("late", seat), (), foul_places(3, seat), (1,) * 3, (1.0,) * 3)
    assert share("Gulzig", [fouled]) == expected

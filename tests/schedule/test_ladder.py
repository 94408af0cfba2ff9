"""What a ladder promises."""

import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from arena.ratings import rated
from arena.record import Fixture, MatchRecord
from arena.schedule import agenda
from arena.schedule.evidence import BOUND_DEALS
from arena.schedule.insight import Insight
from arena.schedule.meeting import Meeting
from arena.season import Season
from engine.seating import free_for_all, teams_of_two
from tests.schedule.played import missing, played, steps, void, whole_season
from tests.schedule.seasons import entrant, season, singles

STRENGTHS = {f"e{number:04}": 0.5 * number for number in range(6)}


def ladder(seats: int = 3, entrants: int = 6, deals: int = 1, **keys: object) -> Season:
    """A ladder without teams."""
    return season(free_for_all(seats), singles(entrants), deals, kind="ladder", **keys)


def deals_of(records: list[MatchRecord]) -> Counter[str]:
    """How many deals each entrant played."""
    return Counter(name for _, name in {(r.fixture.deal, n) for r in records for n in r.fixture.entrants})


def with_newcomer(records: list[MatchRecord], steps_more: int) -> list[Fixture]:
    """What a ladder that had these records plays in its next steps when a newcomer joins."""
    asked = season(free_for_all(3), [*singles(6), entrant("nieuw")], kind="ladder")
    kept, found = list(records), []
    for _ in range(steps_more):
        step = missing(asked, kept)
        found += step
        kept += [played(one, STRENGTHS) for one in step]
    return found


def test_it_never_ends_by_itself_and_every_step_plays() -> None:
    assert len(list(steps(ladder(), STRENGTHS, most=40))) == 40


def test_everyone_plays_in_the_first_step() -> None:
    assert set(deals_of(next(iter(steps(ladder(seats=4, entrants=6)))))) == {f"e{n:04}" for n in range(6)}


def test_no_fixture_is_asked_for_twice_in_different_steps() -> None:
    records = whole_season(ladder(), STRENGTHS, most=40)
    assert len({record.fixture.id for record in records}) == len(records)
    assert all(
        len({record.fixture.round for record in records if record.fixture.deal == deal}) == 1
        for deal in {record.fixture.deal for record in records}
    )


def test_a_long_ladder_is_gone_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither its records nor the deals of a table again and again: of many a step would take minutes."""
    asked = ladder(seats=2, entrants=3)
    records = whole_season(asked, STRENGTHS, most=80)
    deals = {record.fixture.deal for record in records}
    assert len(deals) > 1000
    named: list[int] = []
    number = Meeting.number

    def noted(self: Meeting, index: int) -> int:
        named.append(index)
        return number(self, index)

    monkeypatch.setattr(Meeting, "number", noted)
    looks: list[int] = []

    def again() -> list[MatchRecord]:
        looks.append(1)
        return records

    made = {one.deal for one in agenda(asked, again).fixtures}
    assert len(looks) == 1
    # Each deal when the next ones are looked for, a new one twice more; for the step under way and the next.
    assert len(named) < 2 * (len(deals) + 3 * len(made)) + 100


def test_a_newcomer_plays_first() -> None:
    before = whole_season(ladder(), STRENGTHS, most=60)
    made = with_newcomer(before, 10)
    tables = {one.deal: one.entrants for one in made}.values()
    with_it = sum("nieuw" in table for table in tables)
    assert with_it == max(Counter(name for table in tables for name in table).values())
    assert with_it > 0.5 * len(tables)


def test_equals_meet_more_often_than_others() -> None:
    asked = ladder(seats=2)
    strengths = {name: 2.0 * place for place, name in enumerate(sorted(STRENGTHS))}
    records = whole_season(asked, strengths, most=60)
    met = Counter(tuple(sorted(record.fixture.entrants)) for record in records)
    near = sum(met[two] for two in pairwise(sorted(strengths)))
    assert near > 0.5 * sum(met.values())


def test_it_ends_when_every_error_is_small_enough_and_not_before() -> None:
    asked = ladder(until_error=60)
    records: list[MatchRecord] = []
    for step in steps(asked, STRENGTHS, most=500):
        table = rated(records, STRENGTHS)
        assert any(row.error is None or row.error > 60 for row in table.rows)
        records += step
    assert missing(asked, records) == []
    assert all(row.error is not None and row.error <= 60 for row in rated(records).rows)


def test_who_takes_everything_does_not_keep_it_going_for_ever() -> None:
    asked = ladder(seats=2, entrants=3, until_error=80)
    records = whole_season(asked, {"e0000": 1000.0}, most=2_000)
    assert missing(asked, records) == []
    assert deals_of(records)["e0000"] >= BOUND_DEALS


def test_a_stop_anywhere_in_a_step_does_not_change_the_step() -> None:
    asked = ladder()
    *first, last = steps(asked, STRENGTHS, most=8)
    before = [record for step in first for record in step]
    wanted = {record.fixture.id for record in last}
    for played_of_it in range(len(last)):
        some = before + last[:played_of_it]
        assert {one.id for one in missing(asked, some)} == wanted - {
            r.fixture.id for r in last[:played_of_it]
        }


def test_a_void_match_of_an_earlier_step_is_asked_for_again() -> None:
    asked = ladder()
    records = whole_season(asked, STRENGTHS, most=5)
    records[0] = void(records[0].fixture)
    assert records[0].fixture.id in {one.id for one in missing(asked, records)}


def test_half_played_deals_of_who_left_are_not_asked_for() -> None:
    records = whole_season(ladder(entrants=4), most=3)
    gone = next(record for record in records if "e0003" in record.fixture.entrants)
    rest = [record for record in records if record is not gone]
    asked = missing(ladder(entrants=3), rest)
    assert asked
    assert all("e0003" not in one.entrants for one in asked)


def test_matches_of_another_schedule_count_as_played() -> None:
    entrants = singles(4)
    robin = whole_season(season(free_for_all(2), entrants, deals=2))
    first = missing(season(free_for_all(2), entrants, kind="ladder"), robin)
    assert first
    assert {one.deal for one in first}.isdisjoint(record.fixture.deal for record in robin)


def test_individuals_with_changing_partners_play_it_too() -> None:
    asked = season(teams_of_two(4), singles(5), kind="ladder", partners="rotate")
    records = whole_season(asked, STRENGTHS, most=5)
    assert set(deals_of(records)) == {f"e{number:04}" for number in range(5)}


def test_steps_grow_with_what_is_known() -> None:
    sizes = [len(step) for step in steps(ladder(seats=2, entrants=4), most=40)]
    assert sizes[0] == min(sizes)
    assert sizes[-1] > 2 * sizes[0]


@pytest.mark.parametrize("size", [2, 3])
def test_what_is_planned_counts_as_known_as_if_it_had_been_played(size: int) -> None:
    elo = np.array([1500.0, 1400.0, 1600.0, 1550.0])
    weight = np.zeros((4, 4))
    planned = Insight(elo, weight)
    table = planned.telling(range(4), range(4), size, 3.0)
    planned.plan(table, 3.0)
    for one in table:
        for other in table:
            weight[one, other] += 3.0 * (one != other)
    afresh = Insight(elo, weight)
    assert np.allclose(planned._known, afresh._known)


def test_the_table_that_tells_most_is_found() -> None:
    weight = np.full((4, 4), 20.0) * (1 - np.eye(4))
    weight[3] = weight[:, 3] = 0.0
    # 3 is unknown and looks as strong as 1; the others are far away.
    insight = Insight(np.array([1000.0, 1500.0, 2000.0, 1500.0]), weight)
    assert insight.telling(range(4), range(4), 2, 1.0) == [3, 1]


@pytest.mark.parametrize("seed", range(5))
def test_what_is_void_by_now_is_played_before_a_step_is_drawn_and_leads_to_the_same_matches(
    seed: int,
) -> None:
    """As after a machine's matches were taken back, in the last step too."""
    asked, steps_played = ladder(), 8
    whole = whole_season(asked, STRENGTHS, most=steps_played)
    spoilt = {record.fixture.id for record in random.Random(seed).sample(whole, len(whole) // 3)}
    records = {one.fixture.id: void(one.fixture) if one.fixture.id in spoilt else one for one in whole}
    while (wanted := missing(asked, records.values()))[0].round <= steps_played:
        records |= {one.id: played(one, STRENGTHS) for one in wanted}
    assert records == {record.fixture.id: record for record in whole}

"""What a knockout promises."""

from collections import Counter

import pytest

from arena.record import MatchRecord
from arena.schedule import agenda
from arena.schedule.knockout import FURTHER, bracket
from arena.season import Season
from engine.seating import free_for_all, teams_of_two
from tests.schedule.played import missing, played, steps, whole_season
from tests.schedule.seasons import mixed, season, singles, twins


def knockout(entrants: int, deals: int = 1) -> Season:
    """A knockout of two at a table."""
    return season(free_for_all(2), singles(entrants), deals, kind="knockout")


def strongest_first(entrants: int) -> dict[str, float]:
    """Strengths by seed."""
    return {f"e{number:04}": -9.0 * number for number in range(entrants)}


def met(records: list[MatchRecord]) -> Counter[tuple[str, ...]]:
    """The matches between each two."""
    return Counter(tuple(sorted(record.fixture.entrants)) for record in records)


@pytest.mark.parametrize("entrants", range(2, 18))
def test_all_but_one_are_knocked_out_once_and_two_play_for_the_third_place(entrants: int) -> None:
    asked = knockout(entrants)
    records = whole_season(asked)
    # Everyone but the winner loses once; with a third place the two who lost before the final meet.
    assert len(met(records)) == entrants - 1 + (entrants > 3)
    assert sorted(agenda(asked, lambda: records).standing) == [each.name for each in asked.entrants]


@pytest.mark.parametrize("entrants", range(2, 18))
def test_favourites_that_win_end_in_the_order_of_their_seeds(entrants: int) -> None:
    asked = knockout(entrants)
    records = whole_season(asked, strongest_first(entrants), luck=0.0)
    assert agenda(asked, lambda: records).standing[:4] == tuple(e.name for e in asked.entrants)[:4]


@pytest.mark.parametrize("entrants", range(2, 18))
def test_byes_go_to_the_first_seeds_in_the_first_round_only(entrants: int) -> None:
    slots = bracket(entrants)
    byes = {seed for two in zip(slots[::2], slots[1::2], strict=True) if None in two for seed in two}
    assert byes - {None} == set(range(len(slots) - entrants))
    assert len(slots) // 2 < entrants <= len(slots)


def test_a_round_waits_for_every_match_of_the_one_before() -> None:
    asked = knockout(8)
    records = [played(one, strongest_first(8), 0.0) for one in missing(asked, [])]
    assert len(met(records)) == 4
    for left_out in records:
        rest = [record for record in records if record is not left_out]
        assert missing(asked, rest) == [left_out.fixture]


def test_equals_play_one_further_deal_at_a_time_until_one_is_ahead() -> None:
    asked = knockout(2, deals=2)
    drawn = [played(one, luck=0.0) for one in missing(asked, [])]
    assert len(drawn) == 4
    for further in range(1, 4):
        next_deal = missing(asked, drawn)
        assert len({one.deal for one in next_deal}) == 1
        assert f"{further} further deals" in agenda(asked, drawn.copy).next[0]
        drawn += [played(one, luck=0.0) for one in next_deal]
    decided = drawn + [played(one, {"e0001": 9.0}) for one in missing(asked, drawn)]
    assert missing(asked, decided) == []
    assert agenda(asked, lambda: decided).standing == ("e0001", "e0000")


def test_who_can_never_be_parted_are_parted_by_their_seeds() -> None:
    asked = knockout(2, deals=3)
    records = whole_season(asked, luck=0.0)
    assert len({record.fixture.deal for record in records}) == 3 + FURTHER
    assert agenda(asked, lambda: records).standing == ("e0000", "e0001")


def test_further_deals_of_one_match_do_not_let_another_round_begin() -> None:
    asked = knockout(4)
    records = [
        played(one, {"e0000": 9.0}, luck=0.0) if "e0000" in one.entrants else played(one, luck=0.0)
        for one in missing(asked, [])
    ]
    assert {frozenset(one.entrants) for one in missing(asked, records)} == {frozenset({"e0001", "e0002"})}


def test_the_third_place_is_played_in_the_round_of_the_final() -> None:
    *_, last = steps(knockout(8), strongest_first(8), luck=0.0)
    assert set(met(last)) == {("e0000", "e0001"), ("e0002", "e0003")}


def test_pairs_play_it_too() -> None:
    records = whole_season(season(teams_of_two(4), twins(3) + mixed(2), kind="knockout"))
    assert len({frozenset(record.fixture.by_side()) for record in records}) == 5


def test_the_opponent_of_who_withdraws_goes_on_without_a_match() -> None:
    """The first seed leaves before the semi-finals: the fourth is in the final."""
    strengths = strongest_first(8)
    first = next(steps(knockout(8), strengths, luck=0.0))
    asked = season(free_for_all(2), singles(8), 1, kind="knockout", withdrawn={"e0000": 2})
    later = [record for step in steps(asked, strengths, 0.0) for record in step if record.fixture.round > 1]
    records = first + later
    assert not missing(asked, records)
    assert not [record for record in later if "e0000" in record.fixture.entrants]
    assert agenda(asked, lambda: records).standing[:4] == ("e0001", "e0003", "e0002", "e0000")


def test_of_two_who_withdrew_the_higher_seed_goes_on_until_he_meets_somebody() -> None:
    asked = season(free_for_all(2), singles(4), 1, kind="knockout", withdrawn={"e0000": 1, "e0003": 1})
    records = whole_season(asked, strongest_first(4), luck=0.0)
    assert met(records).keys() == {("e0001", "e0002")}
    assert agenda(asked, lambda: records).standing[0] == "e0001"

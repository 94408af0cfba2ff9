"""How fixtures become sittings."""

import random

import pytest

from arena.record import Fixture
from arena.schedule import SITTING, fixture, fixtures, sittings
from arena.season import Season
from engine.seating import free_for_all, teams_of_two
from tests.schedule.seasons import mixed, season, singles, twins

SEASONS = {
    "singles": season(free_for_all(3), singles(4), deals=25),
    "all": season(free_for_all(3), singles(4), deals=25, seatings="all"),
    "pairs": season(teams_of_two(4), twins(2) + mixed(2), deals=25),
}
every_season = pytest.mark.parametrize("asked", SEASONS.values(), ids=SEASONS)


@every_season
@pytest.mark.parametrize("left", [1.0, 0.4])
def test_sittings_hold_every_fixture_once_in_fixed_seats_on_different_deals(
    asked: Season, left: float
) -> None:
    luck = random.Random(1)
    missing = [one for one in fixtures(asked) if luck.random() < left]
    made = sittings(missing)
    assert sorted(one.id for each in made for one in each.fixtures) == sorted(one.id for one in missing)
    for each in made:
        assert 1 <= len(each.fixtures) <= SITTING
        assert len({(one.entrants, one.members) for one in each.fixtures}) == 1
        assert len({one.deal for one in each.fixtures}) == len(each.fixtures)


def test_a_deal_that_comes_twice_in_the_same_seats_is_played_by_another_set_of_processes() -> None:
    def match(game: str) -> Fixture:
        return fixture(game, {}, 1, free_for_all(2), ("a", "b"), (0, 0))

    assert [len(each.fixtures) for each in sittings([match("g"), match("h")])] == [1, 1]


def test_processes_that_live_for_a_match_have_sittings_of_one() -> None:
    asked = SEASONS["singles"]
    assert {len(each.fixtures) for each in sittings(fixtures(asked), "match")} == {1}


def test_sittings_are_filled_when_there_are_deals_enough() -> None:
    made = sittings(fixtures(season(free_for_all(2), singles(2), deals=3 * SITTING)))
    assert [len(each.fixtures) for each in made] == [SITTING] * 6


@every_season
def test_the_rotations_of_a_deal_are_played_close_together(asked: Season) -> None:
    made = sittings(fixtures(asked))
    played: dict[int, list[int]] = {}
    for number, each in enumerate(made):
        for one in each.fixtures:
            played.setdefault(one.deal, []).append(number)
    orders = max(map(len, played.values()))
    assert all(numbers[-1] - numbers[0] < orders for numbers in played.values())

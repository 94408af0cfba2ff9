"""Deals in all their seatings, and what is rated when one is missing."""

import pytest

from arena.ratings import table_of
from arena.record import MatchRecord
from arena.schedule import Begun, fixtures
from arena.schedule.whole import companions, fixtures_on
from arena.season import Season
from arena.status import status
from arena.tally import Tally
from engine.seating import free_for_all, teams_of_two
from tests.schedule.played import played, void
from tests.schedule.seasons import mixed, season, singles, twins

SEASONS = {
    f"{name}, {seatings}": season(seating, entrants, 1, seatings, **keys)
    for seatings in ("rotations", "all")
    for name, seating, entrants, keys in [
        ("two", free_for_all(2), singles(3), {}),
        ("four", free_for_all(4), singles(4), {}),
        ("twins", teams_of_two(4), twins(2), {}),
        ("mixed", teams_of_two(4), twins(1) + mixed(2), {}),
        ("changing partners", teams_of_two(4), singles(4), {"partners": "rotate"}),
    ]
}
every_season = pytest.mark.parametrize("asked", SEASONS.values(), ids=SEASONS)


def begun(records: list[MatchRecord], asked: Season) -> set[int]:
    """The half-played deals."""
    found = Begun(asked.schedule.seatings)
    for record in records:
        found.add(record)
    return set(found.half_played())


@every_season
def test_the_companions_of_a_match_are_all_matches_on_its_deal(asked: Season) -> None:
    made = fixtures(asked)
    for one in made:
        on_deal = {other.id for other in made if other.deal == one.deal}
        assert {other.id for other in companions(one, asked.schedule.seatings)} == on_deal


@every_season
def test_a_deal_is_half_played_until_its_last_match_is_finished(asked: Season) -> None:
    first, *others = [one for one in fixtures(asked) if one.deal == fixtures(asked)[0].deal]
    records = [played(one) for one in others]
    assert begun(records, asked) == ({first.deal} if records else set())
    assert begun([*records, void(first)], asked) == {first.deal}
    assert begun([*records, played(first)], asked) == set()


def test_what_a_half_played_deal_lacks_can_be_found_from_one_match() -> None:
    asked = season(free_for_all(4), singles(4))
    one, *others = fixtures(asked)
    assert {other.id for other in fixtures_on([played(one)], {one.deal}, "rotations")} == {
        one.id,
        *(other.id for other in others),
    }


def test_what_is_left_out_counts_for_nothing_in_the_table() -> None:
    made = fixtures(season(free_for_all(2), singles(3), deals=4))
    rest = [one for one in made if one.deal != made[0].deal]
    less, same = Tally(), Tally()
    for one in made:
        less.add(played(one))
    less.leave_out({made[0].deal})
    for one in rest:
        same.add(played(one))
    assert table_of(less).rows == table_of(same).rows


def test_deals_in_all_seatings_stay_whole_when_a_season_asks_for_rotations_from_now_on() -> None:
    """And what of them was played in part counts once all rotations were."""
    wide = season(free_for_all(3), singles(3), deals=2, seatings="all")
    narrow = season(free_for_all(3), singles(3), deals=2)
    records = [played(one) for one in fixtures(wide)]
    assert begun(records, narrow) == set()
    deal = records[0].fixture.deal
    on_it = [record for record in records if record.fixture.deal == deal]
    half = [record for record in records if record not in on_it[2:]]
    assert begun(half, narrow) == {deal}
    asked = {one.id for one in fixtures(narrow)} - {record.fixture.id for record in half}
    more = [played(one) for one in fixtures(narrow) if one.id in asked]
    assert begun([*half, *more], narrow) == set()
    found = status(narrow, lambda: half)
    assert found.missing == len(more)

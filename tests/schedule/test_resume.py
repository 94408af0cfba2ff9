"""What holds for every kind of schedule: it follows from the records, whatever came when."""

import random
from collections import Counter

import pytest

from arena.record import MatchRecord
from arena.schedule import sittings
from arena.season import Season
from engine.seating import free_for_all, teams_of_two
from tests.schedule.played import missing, played, void, whole_season
from tests.schedule.seasons import mixed, season, singles, twins

SEASONS = {
    "round robin": season(free_for_all(3), singles(4), deals=2),
    "gauntlet": season(free_for_all(3), singles(5), kind="gauntlet", newcomers=["e0001"]),
    "swiss": season(free_for_all(2), singles(5), kind="swiss", rounds=4),
    "swiss, again and again": season(free_for_all(2), singles(2), kind="swiss", rounds=5),
    "swiss of pairs": season(teams_of_two(4), twins(2) + mixed(3), kind="swiss", rounds=3),
    "knockout": season(free_for_all(2), singles(6), kind="knockout"),
    "ladder": season(free_for_all(2), singles(4), kind="ladder", until_error=120),
    "changing partners": season(teams_of_two(4), singles(5), partners="rotate"),
    "all seatings": season(free_for_all(3), singles(4), seatings="all", kind="swiss", rounds=2),
}
every_season = pytest.mark.parametrize("asked", SEASONS.values(), ids=SEASONS)


@every_season
@pytest.mark.parametrize("seed", [1, 2])
def test_stops_anywhere_leave_the_same_matches_as_one_run(asked: Season, seed: int) -> None:
    luck = random.Random(seed)
    records: list[MatchRecord] = []
    while left := missing(asked, records):
        # A run that is killed has finished any part of what was asked for, in any order.
        done = luck.sample(left, luck.randint(1, len(left)))
        records += [void(one) if luck.random() < 0.05 else played(one) for one in done]
        records = list({record.fixture.id: record for record in records}.values())
        luck.shuffle(records)
    whole = {record.fixture.id for record in whole_season(asked)}
    assert {record.fixture.id for record in records if record.ending.kind != "void"} == whole
    assert len(records) == len(whole)


@every_season
def test_no_fixture_is_asked_for_that_is_finished(asked: Season) -> None:
    times = Counter(record.fixture.id for record in whole_season(asked))
    assert set(times.values()) == {1}


@every_season
def test_every_deal_is_played_in_all_its_seatings(asked: Season) -> None:
    seated: dict[int, set[tuple[tuple[str, int], ...]]] = {}
    for record in whole_season(asked):
        one = record.fixture
        seated.setdefault(one.deal, set()).add(tuple(zip(one.entrants, one.members, strict=True)))
    assert all({row[-1:] + row[:-1] for row in rows} == rows for rows in seated.values())


@every_season
def test_no_sitting_has_a_deal_twice(asked: Season) -> None:
    records: list[MatchRecord] = []
    while left := missing(asked, records):
        for sitting in sittings(left):
            deals = [one.deal for one in sitting.fixtures]
            assert len(set(deals)) == len(deals)
        records += map(played, left)


@pytest.mark.parametrize("kind", ["round robin", "gauntlet"])
def test_who_left_takes_his_matches_along_and_no_others(kind: str) -> None:
    asked = SEASONS[kind]
    stays = [entrant for entrant in asked.entrants if entrant.name != "e0003"]
    before = {one.id for one in missing(asked, []) if "e0003" not in one.entrants}
    keys = {"kind": "gauntlet", "newcomers": ["e0001"]} if kind == "gauntlet" else {}
    after = season(free_for_all(3), stays, asked.schedule.deals, **keys)
    assert {one.id for one in missing(after, [])} == before

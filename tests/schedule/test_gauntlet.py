"""What a gauntlet promises."""

from collections import Counter
from itertools import combinations

import pytest

from arena.schedule import TABLES, balance, fixtures
from arena.season import Season
from engine.seating import Seating, free_for_all, teams_of_two
from tests.schedule.seasons import season, singles, twins

NEW = ["e0000", "e0003"]


def gauntlet(seating: Seating, entrants: int, newcomers: list[str], **keys: object) -> Season:
    """A gauntlet of single entrants."""
    return season(seating, singles(entrants), kind="gauntlet", newcomers=newcomers, **keys)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_newcomer_meets_every_set_of_the_field_and_no_other_newcomer(seats: int) -> None:
    asked = gauntlet(free_for_all(seats), 7, NEW)
    field = [each.name for each in asked.entrants if each.name not in NEW]
    met = Counter(frozenset(one.entrants) for one in fixtures(asked))
    assert set(met) == {frozenset({new, *rest}) for new in NEW for rest in combinations(field, seats - 1)}
    assert len(set(met.values())) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_newcomer_sits_in_every_seat_equally_often(seats: int) -> None:
    found = balance(fixtures(gauntlet(free_for_all(seats), 7, NEW)))
    for new in NEW:
        assert len(set(found.seats[new])) == 1


def test_another_newcomer_keeps_the_fixtures_there_were() -> None:
    before = {one.id for one in fixtures(gauntlet(free_for_all(3), 6, NEW[:1]))}
    more = {one.id for one in fixtures(gauntlet(free_for_all(3), 6, NEW)) if NEW[1] not in one.entrants}
    assert more < before


def test_the_matches_are_those_of_a_round_robin_with_a_newcomer_in_them() -> None:
    robin = {one.id for one in fixtures(season(free_for_all(3), singles(6))) if NEW[0] in one.entrants}
    assert {one.id for one in fixtures(gauntlet(free_for_all(3), 6, NEW[:1]))} == robin


def test_newcomers_meet_the_same_sample_of_a_large_field() -> None:
    asked = gauntlet(free_for_all(4), 40, NEW)
    rests = {new: set() for new in NEW}
    for one in fixtures(asked):
        (new,) = set(one.entrants) & set(NEW)
        rests[new].add(frozenset(one.entrants) - {new})
    assert rests[NEW[0]] == rests[NEW[1]]
    assert len(rests[NEW[0]]) == TABLES


def test_pairs_and_individuals_with_changing_partners_play_it_too() -> None:
    pairs = season(teams_of_two(4), twins(4), kind="gauntlet", newcomers=["t0"])
    assert {frozenset(one.by_side()) for one in fixtures(pairs)} == {
        frozenset({"t0", f"t{n}"}) for n in (1, 2, 3)
    }
    alone = gauntlet(teams_of_two(4), 5, NEW[:1], partners="rotate")
    assert set(balance(fixtures(alone)).pairs.values()) != {0}
    assert all("e0000" in one.entrants for one in fixtures(alone))

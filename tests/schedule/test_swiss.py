"""What a Swiss promises."""

from collections import Counter
from itertools import combinations

import pytest

from arena.record import MatchRecord
from arena.schedule import agenda
from arena.season import Entrant, Season
from engine.seating import free_for_all, teams_of_two
from tests.schedule.played import fouled, missing, played, steps, whole_season
from tests.schedule.seasons import entrant, mixed, season, singles, twins


def swiss(seats: int, entrants: int, rounds: int, deals: int = 1) -> Season:
    """A Swiss without teams."""
    return season(free_for_all(seats), singles(entrants), deals, kind="swiss", rounds=rounds)


def tables(step: list[MatchRecord]) -> set[frozenset[str]]:
    """Who met in a round."""
    return {frozenset(record.fixture.entrants) for record in step}


@pytest.mark.parametrize("rounds", range(1, 9))
@pytest.mark.parametrize("entrants", range(2, 10))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_round_seats_all_but_the_byes_which_are_equal(seats: int, entrants: int, rounds: int) -> None:
    if entrants < seats:
        pytest.skip("not enough for a table")
    played_rounds = list(steps(swiss(seats, entrants, rounds)))
    assert len(played_rounds) == rounds
    byes = Counter({f"e{number:04}": rounds for number in range(entrants)})
    for step in played_rounds:
        names = [name for table in tables(step) for name in table]
        assert len(names) == len(set(names)) == entrants // seats * seats
        byes.subtract(names)
    assert max(byes.values()) - min(byes.values()) <= 1


@pytest.mark.parametrize("entrants", range(2, 10))
def test_nobody_meets_anyone_twice_before_that_cannot_be_avoided(entrants: int) -> None:
    met: Counter[frozenset[str]] = Counter()
    asked = swiss(2, entrants, 8)
    records: list[MatchRecord] = []
    for step in steps(asked):
        words = " ".join(agenda(asked, records.copy).next)
        records += step
        again = [
            table for table in tables(step) if met[table] > min(met[pair(*two)] for two in all_pairs(asked))
        ]
        assert bool(again) == ("no pairing without a repeat is left" in words)
        met.update(tables(step))


def pair(*names: str) -> frozenset[str]:
    """Two who meet."""
    return frozenset(names)


def all_pairs(asked: Season) -> list[tuple[str, str]]:
    """Everyone with everyone."""
    return list(combinations([each.name for each in asked.entrants], 2))


def test_winners_meet_winners() -> None:
    strengths = {"e0000": 0.0, "e0001": 9.0, "e0002": 1.0, "e0003": 8.0}
    second = list(steps(swiss(2, 4, 2), strengths, luck=0.1))[1]
    assert tables(second) == {frozenset({"e0001", "e0003"}), frozenset({"e0000", "e0002"})}


def test_a_round_waits_for_every_match_of_the_one_before() -> None:
    asked = swiss(2, 6, 3, deals=2)
    first = missing(asked, [])
    records = [played(one) for one in first]
    for left_out in records:
        rest = [record for record in records if record is not left_out]
        assert missing(asked, rest) == [left_out.fixture]


def test_who_meets_again_has_new_deals() -> None:
    records = whole_season(swiss(2, 2, 5, deals=2))
    assert len({record.fixture.deal for record in records}) == 10
    assert len({record.fixture.id for record in records}) == len(records) == 20


@pytest.mark.parametrize("entrants", [twins(3), mixed(3), twins(2) + mixed(3)])
def test_pairs_play_it_too(entrants: list[Entrant]) -> None:
    asked = season(teams_of_two(4), entrants, kind="swiss", rounds=4)
    assert len(list(steps(asked))) == 4


def test_individuals_with_changing_partners_play_it_too() -> None:
    asked = season(teams_of_two(4), singles(6), kind="swiss", rounds=3, partners="rotate")
    for step in steps(asked):
        assert len(tables(step)) == 1
        assert len({frozenset(record.fixture.by_side()) for record in step}) == 3


def test_a_match_that_ends_by_a_foul_counts_for_the_standing() -> None:
    asked = swiss(2, 2, 1)
    records = [fouled(one, one.entrants.index("e0000")) for one in missing(asked, [])]
    assert agenda(asked, lambda: records).standing == ("e0001 (1)", "e0000 (0)")


def test_a_bye_is_worth_half_a_round_and_is_told() -> None:
    asked = swiss(2, 3, 2)
    assert agenda(asked).next[1].startswith("bye: e0002,")
    records = next(iter(steps(asked)))
    assert "e0002 (0.5), byes: 1" in agenda(asked, lambda: records).standing


def test_the_order_in_the_file_is_the_standing_at_the_start() -> None:
    asked = season(free_for_all(2), [entrant(name) for name in "dbca"], kind="swiss", rounds=1)
    assert {frozenset(one.entrants) for one in missing(asked, [])} == {frozenset("db"), frozenset("ca")}


@pytest.mark.parametrize("left", range(6))
def test_who_withdraws_is_in_no_later_draw_and_what_he_played_stays(left: int) -> None:
    """Six entrants, of whom the first few leave before the third of four rounds."""
    gone = {f"e{number:04}": 3 for number in range(left)}
    begun = whole_season(swiss(2, 6, 2))
    asked = season(free_for_all(2), singles(6), 1, kind="swiss", rounds=4, withdrawn=gone)
    later = missing(asked, begun)
    assert {name for one in later for name in one.entrants}.isdisjoint(gone)
    records = begun + [record for step in steps(asked) for record in step if record.fixture.round > 2]
    assert not missing(asked, records), "what was drawn before is drawn the same, with him"
    standing = agenda(asked, lambda: records).standing
    assert {words.split()[0] for words in standing if words.endswith(", withdrawn")} == set(gone)


def test_a_round_that_is_without_him_is_worth_nothing_to_who_withdrew() -> None:
    """And a bye is, to who is left alone."""
    asked = season(free_for_all(2), singles(2), 1, kind="swiss", rounds=3, withdrawn={"e0000": 1})
    assert agenda(asked, list).standing == ("e0001 (1.5), byes: 3", "e0000 (0), withdrawn")

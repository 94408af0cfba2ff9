"""How entrants are rated who partner each other for once."""

import pytest

from arena.ratings import rated
from arena.record import Fixture
from arena.tally import Tally
from engine.seating import teams_of_two
from tests.schedule.played import fouled, played, whole_season
from tests.schedule.seasons import season, singles

FOUR = Fixture("m", "g", {}, 1, (0, 1, 0, 1), ("a", "b", "c", "d"), (0, 0, 0, 0))


def test_partners_share_a_win_over_each_opponent() -> None:
    tally = Tally()
    tally.add(played(FOUR, {"a": 99.0}))
    pairs = tally.pairs()
    names = tally.names
    won = {
        (names[first], names[second]): (weight, score)
        for first, second, weight, score in zip(
            pairs.first, pairs.second, pairs.weight, pairs.score, strict=True
        )
    }
    assert won == {
        ("a", "b"): (0.25, 0.25),
        ("a", "d"): (0.25, 0.25),
        ("b", "c"): (0.25, 0.0),
        ("c", "d"): (0.25, 0.25),
    }


def test_a_foul_is_not_held_against_the_partner() -> None:
    tally = Tally()
    tally.add(fouled(FOUR, 0))
    pairs = tally.pairs()
    met = {
        (tally.names[first], tally.names[second])
        for first, second in zip(pairs.first, pairs.second, strict=True)
    }
    assert met == {("a", "b"), ("a", "d")}
    assert sum(pairs.score) == 0


def test_everyone_has_a_match_each_and_partners_their_own_columns() -> None:
    rows = {row.name: row for row in rated([played(FOUR, {"a": 99.0}), fouled(FOUR, 1)]).rows}
    assert {row.matches for row in rows.values()} == {2}
    assert {name: row.firsts for name, row in rows.items()} == {"a": 1, "b": 0, "c": 1, "d": 0}
    assert {name: row.fouls for name, row in rows.items()} == {"a": 0, "b": 1, "c": 0, "d": 0}


def test_a_side_is_called_after_its_partners_whoever_sits_first() -> None:
    turned = Fixture("m", "g", {}, 1, (0, 1, 0, 1), ("c", "d", "a", "b"), (0, 0, 0, 0))
    assert FOUR.by_side() == turned.by_side() == ("a + c", "b + d")


@pytest.mark.parametrize("count", [4, 6])
def test_who_is_stronger_is_rated_higher_whoever_the_partners_are(count: int) -> None:
    strengths = {f"e{number:04}": 1.5 * number for number in range(count)}
    asked = season(teams_of_two(4), singles(count), deals=20, partners="rotate")
    table = rated(whole_season(asked, strengths))
    assert [row.name for row in table.rows] == sorted(strengths, reverse=True)

"""What cannot be known is said so: never NaN, never an error of 0, never a rank for nothing."""

import math

import numpy as np
import pytest

from arena.fit import VIRTUAL, fitted
from arena.ratings import rated
from arena.tally import Pairs
from tests.ratings.matches import duels, elo, foul, match, row, void


def test_all_nothing_and_no_match() -> None:
    """A wins all, B loses all, C has no match: finite, marked as bounds, C unknown and last."""
    table = rated([*duels(1, "AB", 1, 1), *duels(2, "AB", 1)], entrants=["C", "B", "A"])
    assert [each.name for each in table.rows] == ["A", "B", "C"]
    assert [each.bound for each in table.rows] == [">", "<", ""]
    assert [each.error for each in table.rows] == [None, None, None]
    assert elo(table, "A") == pytest.approx(1500 + 200 * math.log10(3.25 / 0.25))
    assert row(table, "C").elo is None
    assert row(table, "C").share is None
    assert row(table, "C").place == 3


def test_entrant_without_a_match_does_not_move_the_others() -> None:
    """Nor the mean."""
    records = [*duels(1, "AB", 1, 0), *duels(2, "AB", 1, 1)]
    assert rated(records, entrants="ABZ").rows[:2] == rated(records).rows


@pytest.mark.parametrize("score", [0, 0.5, 1])
def test_error_of_a_single_match_is_unknown(score: float) -> None:
    """Not 0, however it ended."""
    table = rated(duels(1, "AB", score))
    assert [each.error for each in table.rows] == [None, None]
    assert table.covariance is None


def test_error_of_a_single_deal_is_unknown() -> None:
    """Also when the others played many: C met them on one deal only."""
    records = [record for deal in range(9) for record in duels(deal, "AB", 1, deal % 2)]
    records += duels(100, "AC", 1, 0) + duels(100, "BC", 1, 0.5)
    table = rated(records)
    assert row(table, "C").error is None
    assert row(table, "A").error is not None


def test_error_is_unknown_when_no_two_deals_differ() -> None:
    """That nothing was seen to vary is no proof that nothing does."""
    table = rated(record for deal in range(5) for record in duels(deal, "AB", 1, 0))
    assert [each.elo for each in table.rows] == pytest.approx([1500, 1500])
    assert [each.error for each in table.rows] == [None, None]


def test_one_hopeless_entrant_marks_nobody_else() -> None:
    """The others are placed among each other; only the one that took nothing is a bound."""
    records = []
    for deal in range(6):
        records += [match(deal, "ABCZ", (1, 2, 3, 4)), match(deal, "ABCZ", (deal % 3 + 1, 3, 1, 4))]
    table = rated(records)
    assert {each.name: each.bound for each in table.rows} == {"A": "", "B": "", "C": "", "Z": "<"}
    assert [each.name for each in table.rows if each.error is None] == ["Z"]


def test_pair_that_beats_all_others_is_above_them_without_limit() -> None:
    """Though neither has 100 %: no match says how far above."""
    records = []
    for deal in range(6):
        records += duels(deal, "AB", 1, 0) + duels(deal, "CD", deal % 2, 0) + duels(deal, "CE", 1, 0)
        records += duels(deal, "DE", 1, deal % 2)
        records += [
            record for low in "CDE" for record in duels(deal, f"A{low}", 1) + duels(deal, f"B{low}", 1)
        ]
    table = rated(records)
    assert {each.name for each in table.rows if each.bound == ">"} == {"A", "B"}
    assert {each.name for each in table.rows if each.bound == "<"} == set()
    assert all(row(table, name).error is not None for name in "CDE")


def test_link_of_a_chain_has_no_error() -> None:
    """A beats B, B beats C, always: B has half the points, but no match bounds it on either side."""
    table = rated(record for deal in range(4) for record in duels(deal, "AB", 1) + duels(deal, "BC", 1))
    assert [(each.name, each.bound, each.error) for each in table.rows] == [
        ("A", ">", None),
        ("B", "", None),
        ("C", "<", None),
    ]


def test_groups_that_never_met() -> None:
    """Their numbers stand in one table, so the table says that they cannot be compared."""
    table = rated([*duels(1, "AB", 1, 0), *duels(2, "CD", 1, 0), *duels(3, "DE", 1, 0)])
    assert table.groups == (("C", "D", "E"), ("A", "B"))
    assert rated(duels(1, "AB", 1, 0)).groups == (("A", "B"),)


def test_bounds_in_a_group_of_its_own() -> None:
    """C and D are bounds of each other, though neither met the larger circle of A, B and E."""
    circle = [record for step in ("AB", "BE", "EA") for record in duels(1, step, 1, 0)]
    bounds = {each.name: each.bound for each in rated([*circle, *duels(2, "CD", 1)]).rows}
    assert bounds == {"A": "", "B": "", "E": "", "C": ">", "D": "<"}


def test_void_matches_do_not_count() -> None:
    """Not for the rating and not in any column."""
    records = [*duels(1, "AB", 1, 0), *duels(2, "AB", 1)]
    assert rated([*records, void(3, "AB")]).rows == rated(records).rows
    assert row(rated([void(3, "AB")], entrants="AB"), "A").matches == 0


def test_hundred_to_nothing_is_finite() -> None:
    """And a thousand times as much is still finite, and higher."""
    hundred = rated(duels(1, "AB", *[1] * 100))
    many = rated(record for deal in range(100) for record in duels(deal, "AB", *[1] * 1000))
    assert 2000 < elo(hundred, "A") < elo(many, "A") < 3000


def test_one_sided_masses_settle() -> None:
    """Very many matches all won, beside pairs with next to none: where plain Newton steps run away."""
    won = {"AC": 12630, "AE": 25370, "BD": 2, "FB": 0.6, "BF": 77, "CE": 0.5, "EB": 41150}
    won |= {"FC": 230200, "FG": 0.6, "GB": 518}
    first, second = (np.array(["ABCDEFG".index(pair[end]) for pair in won]) for end in (0, 1))
    weight = np.array([*won.values()], float)
    score = np.where(first < second, weight, 0)
    low, high = np.minimum(first, second), np.maximum(first, second)
    elo = fitted(Pairs(np.arange(len(won)), low, high, weight, score), 7).elo
    rated_at = dict(zip("ABCDEFG", elo, strict=True))
    # At the maximum everyone has won what was expected of him, half of the virtual draws included.
    for name in rated_at:
        beyond = 0.0
        for other in set(rated_at) - {name}:
            ours, theirs = (won.get(pair, 0) + VIRTUAL / 12 for pair in (name + other, other + name))
            expected = 1 / (1 + 10 ** ((rated_at[other] - rated_at[name]) / 400))
            beyond += ours - (ours + theirs) * expected
        assert abs(beyond) < 1e-6


def test_ratings_have_no_floor() -> None:
    """A long ladder goes below 0, evenly spaced, and the unknown still stands under it."""
    steps = ["AB", "BC", "CD", "DE", "EF"]
    table = rated(
        (
            record
            for deal in range(200)
            for step in steps
            for record in duels(deal, step, *[1] * 49, deal % 2)
        ),
        entrants="N",
    )
    assert [each.name for each in table.rows] == [*"ABCDEF", "N"]
    assert elo(table, "F") < 0
    assert elo(table, "A") + elo(table, "F") == pytest.approx(3000)


def test_no_records_at_all() -> None:
    """A table of unknowns by name, or of nobody."""
    assert [each.name for each in rated([], entrants="BA").rows] == ["A", "B"]
    assert rated([]).rows == ()


def test_a_foul_alone_makes_a_bound() -> None:
    """The only match is a foul of C: C lost to both, who say nothing about each other."""
    table = rated([foul(1, "ABC", 2)])
    assert [each.bound for each in table.rows] == [">", ">", "<"]
    assert elo(table, "A") == pytest.approx(elo(table, "B"))

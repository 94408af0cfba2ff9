"""The model of whole rankings: worked by hand, and what it shares with the model of pairs."""

import math
import random

import pytest

from arena.ratings import rated
from tests.ratings.matches import DUO, duels, elo, error, foul, match, row
from tests.ratings.test_elo import random_match


def test_between_two_without_ties_it_is_the_model_of_pairs() -> None:
    """The same ratings and errors; with an anchor too."""
    records = [record for deal in range(9) for record in duels(deal, "AB", 1, deal % 2)]
    for anchors in ({}, {"B": 1000.0}):
        pairs, rankings = (
            rated(records, anchors=anchors, model=model) for model in ("bradley-terry", "plackett-luce")
        )
        assert elo(rankings, "A") == pytest.approx(elo(pairs, "A"))
        assert error(rankings, "A") == pytest.approx(error(pairs, "A"))


def test_three_in_a_circle_by_hand() -> None:
    """A and B are alike; C is first twice and last four times: its worth c solves the score equation."""
    records = [match(deal, "ABC", (1, 2, 3) if deal % 2 else (2, 1, 3)) for deal in range(4)]
    records += [match(4, "ABC", (3, 2, 1)), match(5, "ABC", (2, 3, 1))]
    table = rated(records, model="plackett-luce")
    assert elo(table, "A") == pytest.approx(elo(table, "B"))
    c = 10 ** ((elo(table, "C") - elo(table, "A")) / 400)
    # Of six first choices, at c / (2 + c), C was two; of four second ones, at c / (1 + c), none. The prior is
    # a quarter of a match with each of the others, drawn.
    beyond = 2 - 6 * c / (2 + c) - 4 * c / (1 + c) + 2 * 0.25 * (0.5 - c / (1 + c))
    assert beyond == pytest.approx(0, abs=1e-6)


def test_ties_move_nobody_between_equals() -> None:
    """A tie among all tells nothing of who is better, however often."""
    records = [match(deal, "ABC", (1, 2, 3) if deal % 2 else (3, 2, 1)) for deal in range(4)]
    tied = [match(10 + deal, "ABC", (1, 1, 1)) for deal in range(30)]
    table = rated([*records, *tied], model="plackett-luce")
    assert [elo(table, name) for name in "AC"] == pytest.approx([elo(table, "A")] * 2)


def test_foul_is_a_loss_to_each_of_the_others() -> None:
    """Who says nothing about each other; between two it is a loss like any other."""
    table = rated([foul(1, "ABC", 2)], model="plackett-luce")
    assert elo(table, "A") == pytest.approx(elo(table, "B"))
    assert [each.bound for each in table.rows] == [">", ">", "<"]
    # A half each of C's two pairs lost and a quarter each drawn: its chance p solves -p + (1/2 - p) / 2 = 0.
    assert elo(table, "A") - elo(table, "C") == pytest.approx(400 * math.log10(5), abs=0.01)
    fouled = rated([foul(1, "AB", 1), *duels(2, "AB", 0)], model="plackett-luce")
    lost = rated([*duels(1, "AB", 1), *duels(2, "AB", 0)], model="plackett-luce")
    assert elo(fouled, "A") == pytest.approx(elo(lost, "A"))


def test_one_sided_results_are_finite() -> None:
    """Also with ties only, and with an entrant who never played."""
    for places in ((1, 2, 3), (1, 1, 1), (1, 1, 3)):
        table = rated([match(deal, "ABC", places) for deal in range(50)], entrants="N", model="plackett-luce")
        assert all(math.isfinite(elo(table, name)) for name in "ABC")
        assert row(table, "N").elo is None


def test_order_of_records_does_not_matter() -> None:
    """To the last bit."""
    rng = random.Random(8)
    records = [random_match(rng) for _ in range(60)]
    first = rated(records, model="plackett-luce")
    rng.shuffle(records)
    assert rated(records, model="plackett-luce").rows == first.rows


def test_partners_who_rotate_have_no_rankings() -> None:
    """It says so, rather than rating something else."""
    record = match(1, "AB", (1, 2), sides=DUO)
    mixed = type(record.fixture)("m", "toy", {}, 1, DUO, ("A", "B", "C", "D"), (0,) * 4)
    changed = type(record)(mixed, record.ending, (0,) * 4, (1, 2), (1,) * 4, (1.0,) * 4)
    with pytest.raises(ValueError, match="partners rotate"):
        rated([changed], model="plackett-luce")

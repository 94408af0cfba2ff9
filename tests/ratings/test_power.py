"""How many deals a difference needs."""

import numpy as np
import pytest

from arena.ratings import rated
from arena.ratings.power import power
from tests.ratings.matches import duels, error


def test_by_hand() -> None:
    """(1.96 + 0.8416)^2 variances over the square of the difference."""
    records = [record for deal in range(20) for record in duels(deal, "AB", 1, deal % 2)]
    table = rated(records)
    assert table.covariance is not None
    (aa, ab), (_, bb) = table.covariance
    found = power(table, 20, [50.0], 0.05, 0.2)
    assert found is not None
    assert found.needed[0].times == pytest.approx(2.8016**2 * (aa + bb - 2 * ab) / 2500, rel=1e-4)
    assert found.needed[0].deals == int(np.ceil(found.needed[0].times * 20))


def test_its_error_is_that_of_the_table() -> None:
    """Of two entrants, who lie as far from their mean each, on few deals: Student's t there and here."""
    table = rated(record for deal in range(4) for record in duels(deal, "AB", 1, deal % 2))
    found = power(table, 4, [50.0], 0.05, 0.2)
    assert found is not None
    assert found.error == pytest.approx(2 * error(table, "A"))


def test_a_difference_from_an_anchor_is_known() -> None:
    """It is the error of the other; between two anchors nothing is measured."""
    records = [record for deal in range(18) for record in duels(deal, "AB", 1, deal // 2 % 2)]
    table = rated(records, anchors={"A": 1000.0})
    found = power(table, 18, [50.0], 0.05, 0.2)
    assert found is not None
    assert found.error == pytest.approx(error(table, "B"))
    assert power(rated(records, anchors={"A": 1000.0, "B": 900.0}), 18, [50.0], 0.05, 0.2) is None


def test_that_many_deals_show_the_difference() -> None:
    """In seasons as long as it says, 80 % of tests at 5 % see it."""
    rng = np.random.default_rng(1)

    def season(deals: int, chance: float):  # type: ignore[no-untyped-def]
        return [
            record for deal in range(deals) for record in duels(deal, "AB", *map(int, rng.random(2) < chance))
        ]

    chance = 1 / (1 + 10 ** (-60 / 400))
    found = power(rated(season(100, chance)), 100, [60.0], 0.05, 0.2)
    assert found is not None
    seen = 0
    for _ in range(200):
        row = rated(season(found.needed[0].deals, chance)).rows[0]
        assert row.elo is not None
        assert row.error is not None
        seen += row.name == "A" and row.elo - 1500 > row.error
    assert 0.7 < seen / 200 < 0.9


def test_only_pairs_that_are_named() -> None:
    """And none when errors are unknown."""
    records = [
        record for deal in range(18) for record in duels(deal, ("AB", "BC")[deal % 2], 1, deal // 2 % 2)
    ]
    both = power(rated(records), 18, [50.0], 0.05, 0.2, ["A", "B"])
    assert both is not None
    assert both.pairs == 1
    assert power(rated(duels(1, "AB", 1)), 1, [50.0], 0.05, 0.2) is None

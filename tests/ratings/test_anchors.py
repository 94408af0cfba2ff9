"""Anchors: Elo that is given. The others stand around them, and they themselves are not measured."""

import pytest

from arena.ratings import rated
from arena.record import MatchRecord
from arena.report import text
from tests.ratings.matches import duels, elo, error, match, row


def chain(deals: int = 12) -> list[MatchRecord]:
    """A beats B three times of four, B beats C as often."""
    return [
        record
        for deal in range(deals)
        for pair in ("AB", "BC")
        for record in duels(deal, pair, 1, int(deal % 2 == 0))
    ]


def test_one_anchor_shifts_all() -> None:
    """The differences are those of the fit without it; the anchor has no error, the others the gap's."""
    free, anchored = rated(chain()), rated(chain(), anchors={"B": 1000.0})
    assert elo(anchored, "B") == 1000
    assert (row(anchored, "B").bound, row(anchored, "B").error) == ("=", None)
    assert elo(anchored, "A") - 1000 == pytest.approx(elo(free, "A") - elo(free, "B"))
    assert free.covariance is not None
    (aa, ab), (_, bb) = free.covariance[:2, :2]
    assert error(anchored, "A") == pytest.approx(2.201 * (aa + bb - 2 * ab) ** 0.5, rel=1e-3)


def test_two_anchors_that_agree_are_not_warned_of() -> None:
    """What the matches say is within their error."""
    free = rated(chain())
    given = {name: elo(free, name) + 100 for name in "AC"}
    table = rated(chain(), anchors=given)
    assert table.misfits == ()
    assert elo(table, "B") == pytest.approx(elo(free, "B") + 100, abs=0.1)


def test_anchor_that_lost_everything_bounds_the_others() -> None:
    """All that is known of them is that they are better: they are placed among each other all the same."""
    records = [match(deal, "ABZ", (1 + deal % 2, 2 - deal % 2, 3)) for deal in range(6)]
    table = rated(records, anchors={"Z": 1000.0})
    assert {each.name: each.bound for each in table.rows} == {"A": ">", "B": ">", "Z": "="}
    assert elo(table, "A") == pytest.approx(elo(table, "B"))


def test_anchors_link_groups_that_never_met() -> None:
    """Both stand on one scale, but for what the prior draws together; without them each has its own zero."""
    apart = [
        record for deal in range(6) for pair in ("AB", "CD") for record in duels(deal, pair, 1, deal % 2)
    ]
    assert len(rated(apart).groups) == 2
    table = rated(apart, anchors={"A": 1200.0, "C": 1400.0})
    assert len(table.groups) == 1
    assert elo(table, "D") - elo(table, "B") == pytest.approx(200, abs=15)


def test_anchor_who_did_not_play_changes_nothing() -> None:
    """It has no Elo in the table, as nobody was measured against it."""
    table = rated(chain(), entrants="N", anchors={"N": 900.0})
    assert elo(table, "A") == pytest.approx(elo(rated(chain()), "A"))
    assert row(table, "N").elo is None


def test_all_can_be_anchors() -> None:
    """Nothing is left to fit; disagreement is told."""
    table = rated(chain(), anchors={"A": 1500.0, "B": 1500.0, "C": 1500.0})
    assert [each.elo for each in table.rows] == [1500, 1500, 1500]
    assert {misfit.name for misfit in table.misfits} == {"A", "C"}


def test_misfit_is_told_in_elo_points() -> None:
    """Where the matches and the other anchor put it, with the error, below the table too."""
    table = rated(chain(40), anchors={"A": 1000.0, "B": 1400.0})
    misfit = next(each for each in table.misfits if each.name == "A")
    free = rated(chain(40))
    assert misfit.stated == 1000
    assert misfit.found == pytest.approx(1400 + elo(free, "A") - elo(free, "B"))
    assert "anchors disagree: A is given as 1000" in text(table)

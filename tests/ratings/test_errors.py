"""The errors: clustered by deal, agreeing with independent tools, and as wide as they have to be."""

import random

import numpy as np
import pytest

from arena import clusters, fit
from arena.fit import fitted
from arena.ratings import rated
from arena.record import MatchRecord
from arena.tally import Pairs, Tally
from tests.ratings.coverage import SETTINGS, covered
from tests.ratings.matches import duels, error, match


def test_both_ways_on_a_deal_is_more_certain_than_separate_matches() -> None:
    """In a game that the seat decides, playing each deal both ways shows that the two are equal."""
    scores = [(1, 0)] * 18 + [(1, 1), (0, 0)]
    paired = rated(record for deal, each in enumerate(scores) for record in duels(deal, "AB", *each))
    apart = rated(record for deal, (one, two) in enumerate(scores) for record in _apart(2 * deal, one, two))
    assert error(paired, "A") < 0.5 * error(apart, "A")


def test_repeating_a_deal_is_no_new_evidence() -> None:
    """Every match four times on its own deal: the error stays, where four times the deals would halve it."""
    scores = [1, 0, 1, 1, 0, 1, 0, 0, 1, 1] * 10
    once = rated(record for deal, score in enumerate(scores) for record in duels(deal, "AB", score))
    repeated = rated(
        record for deal, score in enumerate(scores) for record in duels(deal, "AB", *[score] * 4)
    )
    fresh = rated(record for deal, score in enumerate(scores * 4) for record in duels(deal, "AB", score))
    assert error(repeated, "A") == pytest.approx(error(once, "A"), rel=0.02)
    assert error(fresh, "A") == pytest.approx(error(once, "A") / 2, rel=0.03)


def test_same_deal_at_two_tables_is_one_observation() -> None:
    """Tables that share a deal number share their luck, though no entrant sits at both."""
    tables = [("AB", "CD"), ("AC", "BD"), ("AD", "BC")] * 4
    scores = random.Random(1).choices((0, 1), k=24)
    shared, own = [], []
    for number, (one, two) in enumerate(tables):
        for table, entrants in enumerate((one, two)):
            shared += duels(number, entrants, scores[2 * number + table])
            own += duels(2 * number + table, entrants, scores[2 * number + table])
    deals = len(tables)
    assert len(np.unique(_pairs(shared).deal)) == deals
    assert len(np.unique(_pairs(own).deal)) == 2 * deals
    assert error(rated(shared), "A") != pytest.approx(error(rated(own), "A"), rel=0.01)


def test_covariance_knows_only_differences() -> None:
    """Its rows sum to 0, as the mean is 1500 by agreement; it is symmetric with no negative variance."""
    covariance = rated(_season(random.Random(2))).covariance
    assert covariance is not None
    assert np.abs(covariance.sum(axis=1)).max() < 1e-6
    assert covariance == pytest.approx(covariance.T)
    assert np.linalg.eigvalsh(covariance).min() > -1e-6


def test_both_ways_of_adding_up_deals_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Product by product, and by blocks of whole rows."""
    pairs = _pairs(_season(random.Random(3)))
    monkeypatch.setattr(clusters, "_meat", clusters._few)
    few = fitted(pairs, 6).covariance
    monkeypatch.setattr(clusters, "_meat", clusters._many)
    many = fitted(pairs, 6).covariance
    assert few is not None
    assert few == pytest.approx(many)


def test_agrees_with_statsmodels(monkeypatch: pytest.MonkeyPatch) -> None:
    """A logistic regression with clustered errors, next to no prior: ratings and covariance."""
    statsmodels = pytest.importorskip("statsmodels.api")
    monkeypatch.setattr(fit, "VIRTUAL", 1e-9)
    pairs = _pairs(_season(random.Random(4), deals=60))
    ours = fitted(pairs, 6)
    rows = np.arange(len(pairs.deal))
    design = np.zeros((len(rows), 6))
    design[rows, pairs.first], design[rows, pairs.second] = 1, -1
    design = design[:, :5] - design[:, 5:]  # the last strength is minus the sum of the others
    model = statsmodels.GLM(
        pairs.score / pairs.weight, design, family=statsmodels.families.Binomial(), var_weights=pairs.weight
    )
    found = model.fit(tol=1e-12, cov_type="cluster", cov_kwds={"groups": pairs.deal, "use_correction": False})
    deals = len(np.unique(pairs.deal))
    assert ours.covariance is not None
    assert ours.elo[:5] == pytest.approx(fit.ELO * found.params, abs=1e-4)
    covariance = fit.ELO**2 * found.cov_params() * deals / (deals - 1)
    assert ours.covariance[:5, :5] == pytest.approx(covariance, rel=1e-4)


def test_agrees_with_choix(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another maximum-likelihood fit of matches of two, next to no prior."""
    choix = pytest.importorskip("choix")
    monkeypatch.setattr(fit, "VIRTUAL", 1e-9)
    rng = random.Random(5)
    won = [tuple(rng.sample(range(6), 2)) for _ in range(300)]
    tally = Tally("012345")
    for deal, (winner, loser) in enumerate(won):
        tally.add(match(deal, f"{winner}{loser}", (1, 2)))
    strength = choix.opt_pairwise(6, won, tol=1e-12)
    assert fitted(tally.pairs(), 6).elo == pytest.approx(fit.ELO * (strength - strength.mean()), abs=1e-2)


@pytest.mark.parametrize("setting", SETTINGS[2:4], ids=lambda setting: setting.name)
def test_interval_covers_what_it_says(setting) -> None:  # type: ignore[no-untyped-def]
    """300 seasons with lucky deals and favoured seats; the long version is `tests.ratings.coverage`."""
    assert 0.92 <= covered(setting, seasons=300) <= 0.98


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_interval_covers_in_a_thousand_seasons(setting) -> None:  # type: ignore[no-untyped-def]
    """From 94 to 96 %, but for the noise of a thousand seasons."""
    share = covered(setting, seasons=1000)
    print(f"{setting.name}: {100 * share:.1f} %")
    assert 0.935 <= share <= 0.965


def _apart(deal: int, *scores: int) -> list[MatchRecord]:
    return [record for place, score in enumerate(scores) for record in duels(deal + place, "AB", score)]


def _season(rng: random.Random, deals: int = 30) -> list[MatchRecord]:
    """Six entrants, tables of four, two rotations of each deal, the alphabet's end a bit stronger."""
    records = []
    for deal in range(deals):
        entrants = rng.sample("ABCDEF", 4)
        for _ in range(2):
            entrants = entrants[1:] + entrants[:1]
            keys = [round(rng.gauss(ord(name) / 3, 2)) for name in entrants]
            records.append(match(deal, entrants, [1 + sum(other > key for other in keys) for key in keys]))
    return records


def _pairs(records: list[MatchRecord]) -> Pairs:
    tally = Tally()
    for record in records:
        tally.add(record)
    return tally.pairs()

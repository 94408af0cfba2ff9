"""The fits beside others' figures: published tables, and independent tools where they are installed."""

import math
import random

import pytest

from arena import fit
from arena.ratings import plackett_luce, rated, table_of
from arena.record import MatchRecord
from arena.tally import Tally
from tests.ratings.matches import elo, match

BASEBALL = {
    "Milwaukee": (0, 7, 9, 7, 7, 9, 11),
    "Detroit": (6, 0, 7, 5, 11, 9, 9),
    "Toronto": (4, 6, 0, 7, 7, 8, 12),
    "New York": (6, 8, 6, 0, 6, 7, 10),
    "Boston": (6, 2, 6, 7, 0, 7, 12),
    "Cleveland": (4, 4, 5, 6, 6, 0, 6),
    "Baltimore": (2, 4, 1, 3, 1, 7, 0),
}
"""Wins of the row's team over the column's, American League 1987: Agresti, Categorical Data Analysis."""
ABILITIES = (1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0)
"""As published with the BradleyTerry2 package for R, natural units, Baltimore 0."""

PUDDINGS = {
    (1, 2): (19, 22, 16),
    (1, 3): (16, 19, 12),
    (2, 3): (19, 19, 10),
    (1, 4): (18, 23, 13),
    (2, 4): (23, 19, 9),
    (3, 4): (19, 20, 15),
    (1, 5): (13, 19, 18),
    (2, 5): (16, 20, 12),
    (3, 5): (16, 15, 17),
    (4, 5): (17, 14, 16),
    (1, 6): (18, 21, 12),
    (2, 6): (22, 20, 12),
    (3, 6): (13, 18, 10),
    (4, 6): (14, 19, 18),
    (5, 6): (11, 21, 12),
}
"""Tastings of two brands: preferred the first, the second, neither. Davidson (1970), JASA 65."""
LOG_WORTHS = (0.0, 0.2190, 0.1522, 0.1741, 0.1331, 0.3742)
"""As published by Davidson, and with the PlackettLuce package for R, brand 1 at 0: both stopped after seven
steps, three thousandths short of the maximum."""


@pytest.fixture(autouse=True)
def no_prior(monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures are of fits without a prior."""
    monkeypatch.setattr(fit, "VIRTUAL", 1e-9)
    monkeypatch.setattr(plackett_luce, "VIRTUAL", 1e-9)


def test_published_cross_table() -> None:
    """Seven teams, 13 games each two."""
    records: list[MatchRecord] = []
    for team, wins in BASEBALL.items():
        for other, times in zip(BASEBALL, wins, strict=True):
            records += [match(len(records), (team, other), (1, 2)) for _ in range(times)]
    assert len(records) == 273
    table = rated(records)
    for team, ability in zip(BASEBALL, ABILITIES, strict=True):
        assert elo(table, team) - elo(table, "Baltimore") == pytest.approx(ability * fit.ELO, abs=0.01)


def test_published_ties() -> None:
    """Six brands of pudding, with ties."""
    records: list[MatchRecord] = []
    for pair, (first, second, neither) in PUDDINGS.items():
        for places, times in (((1, 2), first), ((2, 1), second), ((1, 1), neither)):
            records += [match(len(records), tuple(map(str, pair)), places) for _ in range(times)]
    table = rated(records, model="plackett-luce")
    for brand, worth in enumerate(LOG_WORTHS, 1):
        assert elo(table, str(brand)) - elo(table, "1") == pytest.approx(worth * fit.ELO, abs=0.6)


def test_rankings_agree_with_choix() -> None:
    """Whole rankings of four out of six, without ties."""
    choix = pytest.importorskip("choix")
    rng = random.Random(3)
    rankings = [tuple(rng.sample(range(6), 4)) for _ in range(200)]
    tally = Tally("012345")
    for deal, ranking in enumerate(rankings):
        tally.add(match(deal, [str(each) for each in ranking], (1, 2, 3, 4)))
    table = table_of(tally, model="plackett-luce")
    strength = choix.opt_rankings(6, rankings, tol=1e-12)
    for number in range(6):
        expected = 1500 + fit.ELO * (strength[number] - strength.mean())
        assert elo(table, str(number)) == pytest.approx(expected, abs=0.01)


def test_ties_agree_with_a_search_for_the_maximum() -> None:
    """Rankings of three with ties of two and three: scipy climbs the likelihood as written in the paper."""
    optimize = pytest.importorskip("scipy.optimize")
    rng = random.Random(4)
    keys = [[rng.gauss(number / 2, 1) // 1 for number in range(3)] for _ in range(80)]
    places = [tuple(1 + sum(other > key for other in each) for key in each) for each in keys]
    table = rated((match(deal, "ABC", each) for deal, each in enumerate(places)), model="plackett-luce")

    def loss(parameters: list[float]) -> float:
        worth = [math.exp(each) for each in (*parameters[:2], -sum(parameters[:2]))]
        ties = {1: 1.0, 2: math.exp(parameters[2]), 3: math.exp(parameters[3])}
        return -sum(_log_likelihood(each, worth, ties) for each in places)

    found = optimize.minimize(loss, [0.0] * 4, method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-11})
    assert elo(table, "A") - 1500 == pytest.approx(found.x[0] * fit.ELO, abs=0.05)
    assert elo(table, "B") - 1500 == pytest.approx(found.x[1] * fit.ELO, abs=0.05)


def _log_likelihood(places: tuple[int, ...], worth: list[float], ties: dict[int, float]) -> float:
    """Stage by stage: who is next, against every set that could have been."""

    def value(chosen: list[int]) -> float:
        return ties[len(chosen)] * math.prod(worth[each] for each in chosen) ** (1 / len(chosen))

    left, total = list(range(len(places))), 0.0
    while len(left) > 1:
        best = min(places[each] for each in left)
        chosen = [each for each in left if places[each] == best]
        sets = [
            [each for spot, each in enumerate(left) if bits >> spot & 1] for bits in range(1, 2 ** len(left))
        ]
        total += math.log(value(chosen) / sum(map(value, sets)))
        left = [each for each in left if each not in chosen]
    return total

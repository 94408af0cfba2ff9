"""The rating model: one maximum-likelihood fit over all pairs, and its errors clustered by deal.

Bradley and Terry (1952), "Rank analysis of incomplete block designs", Biometrika 39: the expected score
of a difference d is 1 / (1 + 10^(-d/400)).
"""

import math
from collections.abc import Mapping

import numpy as np
from msgspec import Struct

from arena.clusters import sandwich, summed, surprises
from arena.newton import Floats, Frame, climbed
from arena.tally import Ints, Pairs

ELO = 400 / math.log(10)
"""Elo points in one natural unit of log-odds."""

VIRTUAL = 0.5
"""The prior: each entrant has also played this much of a match, drawn, spread evenly over all others."""

_EXTREME = 700.0
"""Natural units: just below where exp overflows."""


class Fit(Struct, frozen=True, eq=False):
    """Ratings and their covariance, both on the Elo scale: around a mean of 0, or as far as anchors say.

    `covariance` has shape (entrants, entrants) and is None when there are fewer than two deals.
    `deals` is how many deals each entrant played.
    """

    elo: Floats
    covariance: Floats | None
    deals: Ints


def fitted(pairs: Pairs, entrants: int, fixed: Mapping[int, float] | None = None) -> Fit:
    """Fit the ratings of entrants 0..n-1, each of whom is in at least one pair; n is at least 2.

    `fixed` holds the ratings of anchors by entrant; the others are fitted around them. Their covariance
    then is that of the differences from the anchors.

    Raises: ArithmeticError when the fit does not settle, which no results are known to bring about.
    """
    free = np.ones(entrants, np.bool_)
    start: Floats = np.zeros(entrants)
    if fixed:
        free[list(fixed)] = False
        start[:] = np.mean(list(fixed.values())) / ELO
        start[list(fixed)] = np.array(list(fixed.values())) / ELO
    prior = (1 - np.eye(entrants)) * VIRTUAL / (entrants - 1)
    score = won(pairs, entrants) + prior / 2
    frame = Frame(free, [np.arange(entrants)] if free.all() else [])
    strength = climbed(start, frame, lambda strength: _slopes(score, strength))
    gap = strength[pairs.first] - strength[pairs.second]
    beyond = pairs.score - pairs.weight * expected(gap)
    found = surprises(
        np.concatenate((pairs.deal, pairs.deal)),
        np.concatenate((pairs.first, pairs.second)),
        np.concatenate((beyond, -beyond)),
        entrants,
    )
    covariance = sandwich(frame.inverse(_slopes(score, strength)[1]), found)
    return Fit(
        elo=ELO * strength,
        covariance=None if covariance is None else ELO**2 * covariance,
        deals=np.bincount(found.parameter, minlength=entrants),
    )


def won(pairs: Pairs, entrants: int) -> Floats:
    """What the row's entrant won of its pairs with the column's, shape (entrants, entrants)."""
    shape = (entrants, entrants)
    score = summed(pairs.first * entrants + pairs.second, pairs.score, entrants**2).reshape(shape)
    lost = pairs.weight - pairs.score
    return score + summed(pairs.second * entrants + pairs.first, lost, entrants**2).reshape(shape)


def expected(gap: Floats) -> Floats:
    """The expected score at a difference in natural units, exact also where it is close to 0."""
    score: Floats = 1 / (1 + np.exp(np.clip(-gap, -_EXTREME, _EXTREME)))
    return score


def _slopes(score: Floats, strength: Floats) -> tuple[Floats, Floats]:
    """What each entrant won beyond expectation, won x (1 - expected) - lost x expected; the curvature."""
    chances = expected(strength[:, None] - strength[None, :])
    beyond = score * chances.T
    curvature = -(score + score.T) * chances * chances.T
    np.fill_diagonal(curvature, curvature.diagonal() - curvature.sum(axis=1))
    return beyond.sum(axis=1) - beyond.sum(axis=0), curvature

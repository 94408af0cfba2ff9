"""The rating model: one maximum-likelihood fit over all pairs, and its errors clustered by deal.

Bradley and Terry (1952), "Rank analysis of incomplete block designs", Biometrika 39: the expected score
of a difference d is 1 / (1 + 10^(-d/400)). Errors: the sandwich estimator, Liang and Zeger (1986),
"Longitudinal data analysis using generalized linear models", Biometrika 73, with deals as clusters.
"""

import math

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from arena.tally import Ints, Pairs

Floats = NDArray[np.float64]

ELO = 400 / math.log(10)
"""Elo points in one natural unit of log-odds."""

VIRTUAL = 0.5
"""The prior: each entrant has also played this much of a match, drawn, spread evenly over all others."""

_SMALL = 1e-7
"""Natural units: after a step as small as this the next would be lost in rounding."""
_STEPS = 200
_EXTREME = 700.0
"""Natural units: just below where exp overflows."""


class Fit(Struct, frozen=True, eq=False):
    """Ratings around a mean of 0 and their covariance, both on the Elo scale.

    `covariance` has shape (entrants, entrants) and is None when there are fewer than two deals.
    `deals` is how many deals each entrant played.
    """

    elo: Floats
    covariance: Floats | None
    deals: Ints


def fitted(pairs: Pairs, entrants: int) -> Fit:
    """Fit the ratings of entrants 0..n-1, each of whom is in at least one pair; n is at least 2.

    Raises: ArithmeticError when the fit does not settle, which no results are known to bring about.
    """
    prior = (1 - np.eye(entrants)) * VIRTUAL / (entrants - 1)
    score = won(pairs, entrants) + prior / 2
    strength = _climbed(score)
    surprises = _surprises(pairs, strength)
    deals = int(surprises.deal[-1]) + 1
    covariance = None
    if deals > 1:
        bread = _inverse(_curvature(score, strength))
        meat = _meat(surprises, entrants) * deals / (deals - 1)
        covariance = ELO**2 * bread @ meat @ bread
    return Fit(ELO * strength, covariance, np.bincount(surprises.entrant, minlength=entrants))


def won(pairs: Pairs, entrants: int) -> Floats:
    """What the row's entrant won of its pairs with the column's, shape (entrants, entrants)."""
    shape = (entrants, entrants)
    score = _summed(pairs.first * entrants + pairs.second, pairs.score, entrants**2).reshape(shape)
    lost = pairs.weight - pairs.score
    return score + _summed(pairs.second * entrants + pairs.first, lost, entrants**2).reshape(shape)


def _summed(cell: Ints, amount: Floats, cells: int) -> Floats:
    """The sum of the amounts in each cell, in the order they are given."""
    return np.bincount(cell, amount, cells).astype(np.float64, copy=False)


def _climbed(score: Floats) -> Floats:
    """Newton's method on the log-likelihood, which is concave; a step that overshoots is halved."""
    strength = np.zeros(len(score))
    height = _likelihood(score, strength)
    for _ in range(_STEPS):
        step = np.linalg.solve(_curvature(score, strength) + 1 / len(score), _slope(score, strength))
        if np.abs(step).max() < _SMALL:
            return strength + step
        further = _likelihood(score, strength + step)
        # A loss below the rounding of the sum itself is no overshoot.
        while further < height - 1e-12 * abs(height):
            step /= 2
            further = _likelihood(score, strength + step)
        strength, height = strength + step, further
    raise ArithmeticError(f"the ratings of {len(score)} entrants did not settle in {_STEPS} steps")


def _expected(gap: Floats) -> Floats:
    """The expected score at a difference, exact also where it is close to 0."""
    expected: Floats = 1 / (1 + np.exp(np.clip(-gap, -_EXTREME, _EXTREME)))
    return expected


def _gaps(strength: Floats) -> Floats:
    gaps: Floats = strength[:, None] - strength[None, :]
    return gaps


def _slope(score: Floats, strength: Floats) -> Floats:
    """What each entrant won beyond expectation. What was won times what was not expected, less the
    reverse: won less expected would lose all digits where one side wins all of very many matches."""
    beyond = score * _expected(_gaps(-strength))
    slope: Floats = (beyond - beyond.T).sum(axis=1)
    return slope


def _likelihood(score: Floats, strength: Floats) -> float:
    return float(-(score * np.logaddexp(0, _gaps(-strength))).sum())


def _curvature(score: Floats, strength: Floats) -> Floats:
    pull = (score + score.T) * _expected(_gaps(strength)) * _expected(_gaps(-strength))
    curvature = -pull
    np.fill_diagonal(curvature, pull.sum(axis=1) - pull.diagonal())
    return curvature


def _inverse(curvature: Floats) -> Floats:
    """The inverse among strengths of mean 0: adding the same to all changes no likelihood."""
    entrants = len(curvature)
    return np.linalg.inv(curvature + 1 / entrants).astype(np.float64, copy=False) - 1 / entrants


class _Surprises(Struct, frozen=True, eq=False):
    """What each entrant won in each of his deals beyond expectation, in order of deal, then entrant."""

    deal: Ints
    entrant: Ints
    amount: Floats


def _surprises(pairs: Pairs, strength: Floats) -> _Surprises:
    entrants = len(strength)
    expected = _expected(strength[pairs.first] - strength[pairs.second])
    surprise = pairs.score - pairs.weight * expected
    owner = np.concatenate((pairs.deal * entrants + pairs.first, pairs.deal * entrants + pairs.second))
    cells, where = np.unique(owner, return_inverse=True)
    deal, entrant = np.divmod(cells, entrants)
    return _Surprises(deal, entrant, _summed(where, np.concatenate((surprise, -surprise)), len(cells)))


def _meat(surprises: _Surprises, entrants: int) -> Floats:
    """The sum over deals of u u', where u is a deal's surprise for each entrant."""
    per_deal = np.bincount(surprises.deal)
    # Products one by one where deals have few of the entrants, whole matrices where they have many.
    if 20 * (per_deal**2).sum() < len(per_deal) * entrants**2:
        return _few(surprises, entrants)
    return _many(surprises, entrants)


def _few(surprises: _Surprises, entrants: int) -> Floats:
    """Each amount times itself, times the next of its deal, times the next but one ..."""
    deal, entrant, amount = surprises.deal, surprises.entrant, surprises.amount
    total: Floats = np.diag(_summed(entrant, amount**2, entrants))
    for apart in range(1, int(np.bincount(deal).max())):
        same = np.flatnonzero(deal[apart:] == deal[:-apart])
        cell = entrant[same] * entrants + entrant[same + apart]
        half = _summed(cell, amount[same] * amount[same + apart], entrants**2).reshape(total.shape)
        total = total + half + half.T
    return total


def _many(surprises: _Surprises, entrants: int) -> Floats:
    """Lay deals out as rows of a matrix, a block at a time, and multiply."""
    deal, total = surprises.deal, np.zeros((entrants, entrants))
    deals = int(deal[-1]) + 1
    block = max(1, 2**22 // entrants)
    for start in range(0, deals, block):
        low, high = np.searchsorted(deal, (start, start + block))
        rows = np.zeros((min(block, deals - start), entrants))
        rows[deal[low:high] - start, surprises.entrant[low:high]] = surprises.amount[low:high]
        total += rows.T @ rows
    return total

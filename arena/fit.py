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

_PRECISION = 1e-11
_STEPS = 200


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
    weight, score = matrices(pairs, entrants)
    prior = (1 - np.eye(entrants)) * VIRTUAL / (entrants - 1)
    weight, score = weight + prior, score + prior / 2
    strength = _climbed(weight, score)
    surprises = _surprises(pairs, strength)
    deals = int(surprises.deal[-1]) + 1
    covariance = None
    if deals > 1:
        bread = _inverse(_curvature(weight, strength))
        meat = _meat(surprises, entrants) * deals / (deals - 1)
        covariance = ELO**2 * bread @ meat @ bread
    return Fit(ELO * strength, covariance, np.bincount(surprises.entrant, minlength=entrants))


def matrices(pairs: Pairs, entrants: int) -> tuple[Floats, Floats]:
    """What each pair weighs (symmetric) and what the row's entrant won of it, both (entrants, entrants)."""
    cell = pairs.first * entrants + pairs.second
    shape = (entrants, entrants)
    weight = _summed(cell, pairs.weight, entrants**2).reshape(shape)
    score = _summed(cell, pairs.score, entrants**2).reshape(shape)
    return weight + weight.T, score + (weight - score).T


def _summed(cell: Ints, amount: Floats, cells: int) -> Floats:
    """The sum of the amounts in each cell, in the order they are given."""
    return np.bincount(cell, amount, cells).astype(np.float64, copy=False)


def _climbed(weight: Floats, score: Floats) -> Floats:
    """Newton's method on the log-likelihood, which is concave; a step that overshoots is halved."""
    strength = np.zeros(len(weight))
    height = _likelihood(score, strength)
    for _ in range(_STEPS):
        slope = (score - weight * _expected(strength)).sum(axis=1)
        step = np.linalg.solve(_curvature(weight, strength) + 1 / len(weight), slope)
        if np.abs(step).max() < _PRECISION:
            return strength
        further = _likelihood(score, strength + step)
        # A loss below the rounding of the sum itself is no overshoot.
        while further < height - 1e-12 * abs(height):
            step /= 2
            further = _likelihood(score, strength + step)
        strength, height = strength + step, further
    raise ArithmeticError(f"the ratings of {len(weight)} entrants did not settle in {_STEPS} steps")


def _expected(strength: Floats) -> Floats:
    """The expected score of row against column; tanh, as exp would overflow."""
    expected: Floats = 0.5 + 0.5 * np.tanh((strength[:, None] - strength[None, :]) / 2)
    return expected


def _likelihood(score: Floats, strength: Floats) -> float:
    gap = strength[None, :] - strength[:, None]
    return float(-(score * np.logaddexp(0, gap)).sum())


def _curvature(weight: Floats, strength: Floats) -> Floats:
    expected = _expected(strength)
    pull = weight * expected * (1 - expected)
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
    gap = strength[pairs.first] - strength[pairs.second]
    surprise = pairs.score - pairs.weight * (0.5 + 0.5 * np.tanh(gap / 2))
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

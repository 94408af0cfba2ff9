"""Errors clustered by deal: what was won beyond expectation, deal by deal, and how that varies.

The sandwich estimator, Liang and Zeger (1986), "Longitudinal data analysis using generalized linear
models", Biometrika 73, with deals as clusters.
"""

import numpy as np
from msgspec import Struct

from arena.newton import Floats, Ints


class Surprises(Struct, frozen=True, eq=False):
    """What each parameter won in each of its deals beyond expectation, in order of deal, then parameter.

    Deals are numbered from 0 without gaps.
    """

    deal: Ints
    parameter: Ints
    amount: Floats

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return int(self.deal[-1]) + 1


def surprises(deal: Ints, parameter: Ints, amount: Floats, parameters: int) -> Surprises:
    """Added up from parts, in the order in which these are given; there is at least one."""
    cells, where = np.unique(deal * parameters + parameter, return_inverse=True)
    of_deal, of_parameter = np.divmod(cells, parameters)
    numbered = np.cumsum(np.diff(of_deal, prepend=of_deal[:1]) > 0)
    return Surprises(numbered, of_parameter, summed(where, amount, len(cells)))


def sandwich(bread: Floats, found: Surprises) -> Floats | None:
    """The covariance of parameters whose inverse curvature is `bread`; None with fewer than two deals.

    Among G deals the factor G / (G - 1) makes up for the fit having followed the deals it is judged by.
    """
    if found.deals < 2:
        return None
    covariance: Floats = bread @ _meat(found, len(bread)) @ bread * (found.deals / (found.deals - 1))
    return covariance


def summed(cell: Ints, amount: Floats, cells: int) -> Floats:
    """The sum of the amounts in each cell, in the order in which they are given."""
    return np.bincount(cell, amount, cells).astype(np.float64, copy=False)


def _meat(found: Surprises, parameters: int) -> Floats:
    """The sum over deals of u u', where u is a deal's surprise for each parameter."""
    per_deal = np.bincount(found.deal)
    # Products one by one where deals have few of the parameters, whole matrices where they have many.
    if 20 * (per_deal**2).sum() < len(per_deal) * parameters**2:
        return _few(found, parameters)
    return _many(found, parameters)


def _few(found: Surprises, parameters: int) -> Floats:
    """Each amount times itself, times the next of its deal, times the next but one ..."""
    deal, parameter, amount = found.deal, found.parameter, found.amount
    total: Floats = np.diag(summed(parameter, amount**2, parameters))
    for apart in range(1, int(np.bincount(deal).max())):
        same = np.flatnonzero(deal[apart:] == deal[:-apart])
        cell = parameter[same] * parameters + parameter[same + apart]
        half = summed(cell, amount[same] * amount[same + apart], parameters**2).reshape(total.shape)
        total = total + half + half.T
    return total


def _many(found: Surprises, parameters: int) -> Floats:
    """Lay deals out as rows of a matrix, a block at a time, and multiply."""
    deal, total = found.deal, np.zeros((parameters, parameters))
    block = max(1, 2**22 // parameters)
    for start in range(0, found.deals, block):
        low, high = np.searchsorted(deal, (start, start + block))
        rows = np.zeros((min(block, found.deals - start), parameters))
        rows[deal[low:high] - start, found.parameter[low:high]] = found.amount[low:high]
        total += rows.T @ rows
    return total

"""How much a table would tell: what is known of strengths, and what further matches would add to that.

Strengths are taken as normal around the fitted ones, with the inverse curvature of the rating model's
likelihood as covariance. A pair whose difference has variance v, of which the first wins with probability
p, adds log(1 + w p (1 - p) v) to the log-determinant of the information when it meets with weight w.
D. V. Lindley, "On a measure of the information provided by an experiment", Annals of Mathematical
Statistics 27 (1956). It is large where little is known (v) and between equals (p near 1/2).
"""

from collections.abc import Iterable
from itertools import combinations

import numpy as np

from arena.fit import ELO, VIRTUAL
from arena.newton import Floats

_ROUNDED = 9
"""Decimals to compare by, so that noise in the last bits decides nothing."""


class Insight:
    """What is known of people 0..n-1, n at least 2. It grows with every table that is planned."""

    def __init__(self, elo: Floats, weight: Floats) -> None:
        """`elo`, shape (n,); `weight`, shape (n, n), is what the pairs that have met weigh."""
        people = len(elo)
        odds = np.tanh((elo[:, None] - elo) / (2 * ELO))
        self._luck = np.asarray((1 - odds**2) / 4, np.float64)
        prior = (1 - np.eye(people)) * VIRTUAL / (people - 1)
        pull = (weight + prior) * self._luck
        curvature = np.diag(pull.sum(axis=1)) - pull
        self._known = np.asarray(np.linalg.inv(curvature + 1 / people), np.float64) - 1 / people

    def telling(
        self, least_known: Iterable[int], others: Iterable[int], size: int, weight: float
    ) -> list[int]:
        """The table that tells most: the least known of the first, then whoever adds most, of them all.

        `weight` is what each of its pairs will weigh. Equals in the order they are given.
        """
        variance = np.round(np.diag(self._known), _ROUNDED)
        table = [max(least_known, key=lambda person: float(variance[person]))]
        left = [person for person in others if person not in table]
        while len(table) < size:
            told = self._told(weight)
            best = max(left, key=lambda person: float(told[person, table].sum()))
            table.append(best)
            left.remove(best)
        return table

    def plan(self, table: Iterable[int], weight: float) -> None:
        """Take it that these will have met, each pair with this weight."""
        for one, other in combinations(table, 2):
            gap = self._known[one] - self._known[other]
            information = weight * self._luck[one, other]
            share = information / (1 + information * (gap[one] - gap[other]))
            # Sherman and Morrison (1950), Annals of Mathematical Statistics 21.
            self._known = self._known - share * np.outer(gap, gap)

    def _told(self, weight: float) -> Floats:
        own = np.diag(self._known)
        variance = own[:, None] + own - 2 * self._known
        told = np.log1p(weight * self._luck * np.maximum(variance, 0.0))
        return np.asarray(np.round(told, _ROUNDED), np.float64)

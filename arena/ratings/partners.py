"""Individuals who rotate as partners: their ratings, and who plays well with whom."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np
from msgspec import Struct

from arena.clusters import summed, surprises
from arena.fit import ELO, expected
from arena.newton import Floats, Ints
from arena.ratings.linear import Comparisons, Solution, compared, curvature, joined, solved, told
from arena.ratings.quantiles import half_interval
from arena.tally import Tally

_NOTHING = 1e-6
"""Of the curvature before ratings were taken off: what is less is only rounding."""


class Partnership(Struct, frozen=True):
    """Two who played as partners. Elo points are those of a side, whose strength is its members' mean."""

    first: str
    second: str
    deals: int
    share: float
    """What they won of their pairs of sides, from 0 to 1; fouls left out."""
    beyond: float | None
    """Elo points: how much better they play together than their ratings say. None: ratings alone could say
    the same, whatever the two were together."""
    error: float | None
    """Half the 95 % interval of `beyond`; None where that is, and with fewer than two deals."""


def individuals(tally: Tally, groups: Sequence[Ints], fixed: Mapping[int, float]) -> Solution:
    """The strengths of entrants as members of sides, in natural units.

    `groups` are those linked by matches, every entrant in one; `fixed` holds anchors by entrant.
    """
    rows = joined([pair for table in tally.numbered() for _, _, pair in compared(table)])
    return solved(rows, groups, fixed)


def partnerships(tally: Tally) -> list[Partnership]:
    """Every two that were partners, in the order of their names; empty where partners do not rotate.

    `beyond` is one Newton step from the fit of individuals towards a parameter of the partnership's own, by
    its efficient score: what it won beyond expectation, over the curvature there, both less what other
    ratings of the individuals would make of it, for these take part of a partnership for their own. The error
    is clustered by deal.
    """
    names = tally.names
    if not any(table.mixed for table in tally.numbered()):
        return []
    value = individuals(tally, [np.arange(len(names))], {}).value
    clean = [table.where(table.blamed < 0) for table in tally.numbered()]
    rows = joined([pair for table in clean for _, _, pair in compared(table)])
    if not len(rows.deal):
        return []
    together = _Together(rows, value).partners()
    return [Partnership(names[one], names[other], *_beyond(found)) for (one, other), found in together]


class _Found(Struct, frozen=True, eq=False):
    """What the comparisons of two partners tell: in how many deals they were it, what they won; the efficient
    score of each deal, its curvature, and that before anything was taken off."""

    deals: int
    share: float
    per_deal: Floats
    curvature: float
    whole: float


def _beyond(found: _Found) -> tuple[int, float, float | None, float | None]:
    if found.curvature < _NOTHING * found.whole:
        return found.deals, found.share, None, None
    beyond = ELO * float(found.per_deal.sum()) / found.curvature
    count = len(found.per_deal)
    if found.deals < 2:
        return found.deals, found.share, beyond, None
    spread = float(np.sqrt((found.per_deal**2).sum() * count / (count - 1)))
    return found.deals, found.share, beyond, ELO * half_interval(count) * spread / found.curvature


class _Together:
    """Comparisons, and the fit of individuals to them, asked for one partnership after the other."""

    def __init__(self, rows: Comparisons, value: Floats) -> None:
        chance = expected((value[rows.parameter] * rows.amount).sum(axis=1))
        self._rows = rows
        self._count = len(value)
        self._beyond = rows.score - rows.weight * chance
        self._pull = rows.weight * chance * (1 - chance)
        self._inverse = np.linalg.pinv(curvature(rows, self._pull, self._count), hermitian=True)
        owners, amounts = told(rows, self._beyond)
        self._individuals = surprises(*owners, amounts, self._count)
        _, self._deal = np.unique(rows.deal, return_inverse=True)

    def partners(self) -> Iterator[tuple[tuple[int, int], _Found]]:
        """Each two that were on one side, in ascending order."""
        row, key, sign = self._sides()
        for number in np.unique(key).tolist():
            mine = key == number
            yield divmod(number, self._count), self._found(row[mine], sign[mine])

    def _sides(self) -> tuple[Ints, Ints, Floats]:
        """For each two members of a side of a row: the row, who they are, 1 for the first side, else -1."""
        parts = []
        parameter, amount = self._rows.parameter, self._rows.amount
        for one, two in combinations(range(parameter.shape[1]), 2):
            row = np.flatnonzero((amount[:, one] == amount[:, two]) & (amount[:, one] != 0))
            members = np.sort(parameter[row][:, [one, two]], axis=1)
            parts.append((row, members[:, 0] * self._count + members[:, 1], np.sign(amount[row, one])))
        row, key, sign = (np.concatenate(column) for column in zip(*parts, strict=True))
        return row, key, sign

    def _found(self, row: Ints, sign: Floats) -> _Found:
        rows, pull = self._rows, self._pull[row]
        crossed = (rows.amount[row] * (sign * pull)[:, None]).ravel()
        cross = summed(rows.parameter[row].ravel(), crossed, self._count)
        taken_off = self._inverse @ cross
        of_ratings = self._individuals.amount * taken_off[self._individuals.parameter]
        deals = int(self._deal.max()) + 1
        own = summed(self._deal[row], sign * self._beyond[row], deals)
        score = np.where(sign > 0, rows.score[row], rows.weight[row] - rows.score[row])
        return _Found(
            deals=len(np.unique(self._deal[row])),
            share=float(score.sum() / rows.weight[row].sum()),
            per_deal=own - summed(self._individuals.deal, of_ratings, deals),
            curvature=float(pull.sum() - cross @ taken_off),
            whole=float(pull.sum()),
        )

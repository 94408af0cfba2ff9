"""Individuals who rotate as partners: their ratings, and who plays well with whom."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np
from msgspec import Struct

from arena.clusters import summed
from arena.fit import ELO, expected
from arena.newton import Floats, Ints
from arena.ratings.linear import Solution, compared, joined, solved
from arena.ratings.quantiles import half_interval
from arena.tally import Tally


class Partnership(Struct, frozen=True):
    """Two who played as partners. Elo points are those of a side, whose strength is its members' mean."""

    first: str
    second: str
    deals: int
    share: float
    """What they won of their pairs of sides, from 0 to 1; fouls left out."""
    beyond: float
    """Elo points: how much better they play together than their ratings say."""
    error: float | None
    """Half the 95 % interval of `beyond`; None with fewer than two deals."""


def individuals(tally: Tally, groups: Sequence[Ints], fixed: Mapping[int, float]) -> Solution:
    """The strengths of entrants as members of sides, in natural units.

    `groups` are those linked by matches, every entrant in one; `fixed` holds anchors by entrant.
    """
    rows = joined([pair for table in tally.numbered() for _, _, pair in compared(table)])
    return solved(rows, groups, fixed)


def partnerships(tally: Tally) -> list[Partnership]:
    """Every two that were partners, in the order of their names; empty where partners do not rotate.

    `beyond` is one Newton step from the fit of individuals towards a parameter of the partnership's own:
    what it won beyond expectation, over the curvature there. The error is clustered by deal; that the
    individuals' ratings are estimates themselves is left out of it.
    """
    names = tally.names
    if not any(table.mixed for table in tally.numbered()):
        return []
    value = individuals(tally, [np.arange(len(names))], {}).value
    parts = list(_together(tally, value))
    if not parts:
        return []
    key, deal, beyond, pull, weight, score = (np.concatenate(column) for column in zip(*parts, strict=True))
    found = []
    for number in np.unique(key).tolist():
        mine = key == number
        curvature = float(pull[mine].sum())
        first, second = divmod(number, len(names))
        found.append(
            Partnership(
                first=names[first],
                second=names[second],
                deals=len(np.unique(deal[mine])),
                share=float(score[mine].sum() / weight[mine].sum()),
                beyond=ELO * float(beyond[mine].sum()) / curvature,
                error=_error(deal[mine], beyond[mine], curvature),
            )
        )
    return found


def _together(tally: Tally, value: Floats) -> Iterator[tuple[Ints, Ints, Floats, Floats, Floats, Floats]]:
    """For each two members of a side, in each comparison: who, deal, surprise, curvature, weight, score."""
    count = len(tally.names)
    for table in tally.numbered():
        for _, _, pair in compared(table.where(table.blamed < 0)):
            chance = expected((value[pair.parameter] * pair.amount).sum(axis=1))
            beyond, pull = pair.score - pair.weight * chance, pair.weight * chance * (1 - chance)
            for one, two in combinations(range(pair.parameter.shape[1]), 2):
                if pair.amount[:1, one] == pair.amount[:1, two]:
                    ahead = pair.amount[0, one] > 0
                    members = np.sort(pair.parameter[:, [one, two]], axis=1)
                    key = members[:, 0] * count + members[:, 1]
                    surprise = beyond if ahead else -beyond
                    score = pair.score if ahead else pair.weight - pair.score
                    yield key, pair.deal, surprise, pull, pair.weight, score


def _error(deal: Ints, surprise: Floats, curvature: float) -> float | None:
    _, where = np.unique(deal, return_inverse=True)
    deals = int(where.max()) + 1
    if deals < 2:
        return None
    per_deal = summed(where, surprise, deals)
    spread = float(np.sqrt((per_deal**2).sum() * deals / (deals - 1)))
    return ELO * half_interval(deals) * spread / curvature

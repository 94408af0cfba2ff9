"""How many deals it takes to see a difference, judged by how much a season's own deals vary."""

from collections.abc import Sequence
from statistics import median

import numpy as np
from msgspec import Struct

from arena.ratings.quantiles import normal_quantile
from arena.ratings.table import EloTable


class Needed(Struct, frozen=True):
    """To see a difference of `elo` points it takes `times` as many deals as the season has: `deals`."""

    elo: float
    times: float
    deals: int


class Power(Struct, frozen=True):
    """Judged by `pairs` pairs of entrants; `deals` is how many the season has.

    `error` is half the 95 % interval of the difference between two of them, in the median.
    """

    pairs: int
    deals: int
    error: float
    needed: tuple[Needed, ...]


def power(
    table: EloTable,
    deals: int,
    differences: Sequence[float],
    alpha: float,
    beta: float,
    names: Sequence[str] = (),
) -> Power | None:
    """Deals until a true difference is seen with probability 1 - `beta` by a two-sided test at `alpha`.

    The variance of a difference goes down as the deals go up, all meetings growing alike: with standard error
    s now, d is seen after (z(1 - alpha/2) + z(1 - beta))^2 s^2 / d^2 times as many deals. Of `names`, all if
    empty, every pair in one group with known errors counts; the median of their variances is taken. None
    when there is no such pair.
    """
    variances = _variances(table, names)
    if not variances:
        return None
    variance = median(variances)
    reach = normal_quantile(1 - alpha / 2) + normal_quantile(1 - beta)
    return Power(
        pairs=len(variances),
        deals=deals,
        error=normal_quantile(0.975) * variance**0.5,
        needed=tuple(
            Needed(elo, times, int(np.ceil(times * deals)))
            for elo in differences
            for times in [reach**2 * variance / elo**2]
        ),
    )


def _variances(table: EloTable, names: Sequence[str]) -> list[float]:
    rows = [row for row in table.rows if row.error is not None and (not names or row.name in names)]
    found = []
    for number, row in enumerate(rows):
        for other in rows[:number]:
            if row.group == other.group and table.covariance is not None:
                pair = [table.rated.index(row.name), table.rated.index(other.name)]
                block = table.covariance[np.ix_(pair, pair)]
                found.append(float(block[0, 0] - 2 * block[0, 1] + block[1, 1]))
    return [variance for variance in found if variance > 0]

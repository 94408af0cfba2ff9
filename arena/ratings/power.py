"""How many deals it takes to see a difference, judged by how much a season's own deals vary."""

import math
from collections.abc import Sequence
from itertools import combinations
from statistics import median

from msgspec import Struct

from arena.ratings.differences import Differences
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
    empty, every pair whose difference is known counts; the median of their variances is taken. None when
    there is no such pair.
    """
    rows, known = [row for row in table.rows if not names or row.name in names], Differences(table)
    found = [each for pair in combinations(rows, 2) if (each := known.between(*pair))]
    if not found:
        return None
    variance = median(each.variance for each in found)
    reach = normal_quantile(1 - alpha / 2) + normal_quantile(1 - beta)
    return Power(
        pairs=len(found),
        deals=deals,
        error=median(each.error for each in found),
        needed=tuple(
            Needed(elo, times, math.ceil(times * deals))
            for elo in differences
            for times in [reach**2 * variance / elo**2]
        ),
    )

"""How likely it is that one entrant is better than another."""

import numpy as np
from msgspec import Struct

from arena.ratings.quantiles import student
from arena.ratings.table import EloTable, Rating


class Superiority(Struct, frozen=True):
    """`chances[i][j]` is the probability that `names[i]` is stronger than `names[j]`, best first.

    None where matches do not tell: on the diagonal, between groups, and beside a bound or an unknown error.
    """

    names: tuple[str, ...]
    chances: tuple[tuple[float | None, ...], ...]


def superiority(table: EloTable) -> Superiority:
    """From the difference and the covariance of each two, with Student's t of the fewer deals."""
    rows = [row for row in table.rows if row.group]
    spots = [table.rated.index(row.name) for row in rows]
    chances = []
    for row, spot in zip(rows, spots, strict=True):
        line = []
        for other, its_spot in zip(rows, spots, strict=True):
            line.append(_chance(table, row, other, spot, its_spot))
        chances.append(tuple(line))
    return Superiority(tuple(row.name for row in rows), tuple(chances))


def _chance(table: EloTable, row: Rating, other: Rating, spot: int, its_spot: int) -> float | None:
    known = all(each.error is not None or each.bound == "=" for each in (row, other))
    if spot == its_spot or not known or row.group != other.group or table.covariance is None:
        return None
    assert row.elo is not None
    assert other.elo is not None
    pair = [spot, its_spot]
    own, both, its = table.covariance[np.ix_(pair, pair)].ravel()[[0, 1, 3]]
    variance = float(own - 2 * both + its)
    if variance <= 0:
        return None
    deals = min((each.deals for each in (row, other) if each.bound != "="), default=0)
    if deals < 2:
        return None
    return student((row.elo - other.elo) / variance**0.5, deals - 1)

"""How likely it is that one entrant is better than another."""

import math

from msgspec import Struct

from arena.ratings.differences import Difference, Differences
from arena.ratings.quantiles import student
from arena.ratings.table import EloTable


class Superiority(Struct, frozen=True):
    """`chances[i][j]` is the probability that `names[i]` is stronger than `names[j]`, best first.

    None where matches do not tell: on the diagonal, between groups, and beside a bound or an unknown error.
    """

    names: tuple[str, ...]
    chances: tuple[tuple[float | None, ...], ...]


def superiority(table: EloTable) -> Superiority:
    """From the difference and the covariance of each two, with Student's t of the fewer deals."""
    rows, found = [row for row in table.rows if row.group], Differences(table)
    return Superiority(
        names=tuple(row.name for row in rows),
        chances=tuple(tuple(_chance(found.between(row, other)) for other in rows) for row in rows),
    )


def _chance(found: Difference | None) -> float | None:
    return None if found is None else student(found.elo / math.sqrt(found.variance), found.deals - 1)

"""What a table knows of the difference between two entrants."""

import math

from msgspec import Struct

from arena.ratings.quantiles import half_interval
from arena.ratings.table import EloTable, Rating


class Difference(Struct, frozen=True):
    """How much the first is above the second: `elo` points, with `variance` in their square.

    `deals` are what it rests on: the fewer of the two, an anchor's aside; at least 2.
    """

    elo: float
    variance: float
    deals: int

    @property
    def error(self) -> float:
        """Half its 95 % interval, in Elo points."""
        return half_interval(self.deals) * math.sqrt(self.variance)


class Differences:
    """What a table knows of each two in it."""

    def __init__(self, table: EloTable) -> None:
        self._covariance = table.covariance
        self._spots = {name: spot for spot, name in enumerate(table.rated)}

    def between(self, row: Rating, other: Rating) -> Difference | None:
        """None where matches do not tell: one and the same, two groups, a bound or an unknown error."""
        if _unknown(row, other) or self._covariance is None:
            return None
        assert row.elo is not None
        assert other.elo is not None
        one, two = self._spots[row.name], self._spots[other.name]
        own, both, its = self._covariance[one, one], self._covariance[one, two], self._covariance[two, two]
        variance = float(own - 2 * both + its)
        if variance <= 0:
            return None
        deals = min(each.deals for each in (row, other) if each.bound != "=")
        return Difference(row.elo - other.elo, variance, deals) if deals > 1 else None


def why_unknown(row: Rating, other: Rating) -> str:
    """Why their difference is not known, as a clause."""
    return _unknown(row, other) or "no two of their deals differed yet: play more deals"


def _unknown(row: Rating, other: Rating) -> str:
    """What the rows themselves say against it; empty: nothing."""
    if row.name == other.name:
        return f"{row.name} is compared with itself"
    for each in (row, other):
        if not each.group:
            return f"{each.name} has no match yet"
    if row.group != other.group:
        return f"no chain of matches links {row.name} and {other.name}"
    if row.bound == other.bound == "=":
        return f"{row.name} and {other.name} are anchors: what lies between them is given, not measured"
    for each in (row, other):
        if each.bound in (">", "<"):
            limit = "an upper" if each.bound == ">" else "a lower"
            return f"the matches do not set {limit} limit to the Elo of {each.name}: it has no error"
    for each in (row, other):
        if each.error is None and each.bound != "=":
            return f"the error of {each.name} is not known yet: play more deals"
    return ""

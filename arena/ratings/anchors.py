"""Anchors: entrants whose Elo is given, and what the matches say of several that are."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from msgspec import Struct

from arena.newton import Floats, Ints
from arena.ratings.quantiles import half_interval
from arena.ratings.strengths import Strengths


class Misfit(Struct, frozen=True):
    """An anchor that disagrees with the others: given at `stated`, by all matches and the others at `found`.

    `error` is half the 95 % interval of what lies between; None when it is not known.
    """

    name: str
    stated: float
    found: float
    error: float | None

    def words(self) -> str:
        """One sentence."""
        error = "" if self.error is None else f" ± {self.error:.0f}"
        return (
            f"the anchors disagree: {self.name} is given as {self.stated:.0f}, by the other anchors and the"
            f" matches it stands at {self.found:.0f}{error}"
        )


def misfits(
    names: Sequence[str],
    groups: Sequence[Ints],
    anchors: Mapping[int, float],
    freely: Callable[[], Strengths],
) -> tuple[Misfit, ...]:
    """The anchors that lie outside the error of what the others lead to, among those whom matches link.

    `freely` fits the same matches without anchors; it is asked only where there are two of them.
    """
    sets = [[number for number in group.tolist() if number in anchors] for group in groups]
    sets = [each for each in sets if len(each) > 1]
    if not sets:
        return ()
    free = freely()
    return tuple(misfit for each in sets for misfit in _apart(names, each, anchors, free))


def _apart(
    names: Sequence[str], these: list[int], anchors: Mapping[int, float], free: Strengths
) -> list[Misfit]:
    count = len(these)
    stated = np.array([anchors[number] for number in these])
    off = free.elo[these] - stated
    # Each against the mean of the others.
    against: Floats = (np.eye(count) * count - 1) / (count - 1)
    apart = against @ off
    found = []
    for spot, number in enumerate(these):
        error = None
        if free.covariance is not None:
            variance = against[spot] @ free.covariance[np.ix_(these, these)] @ against[spot]
            deals = int(free.deals[these].min())
            error = half_interval(deals) * float(np.sqrt(max(variance, 0.0))) if deals > 1 else None
        if abs(apart[spot]) > max(error or 0.0, 0.5):
            found.append(Misfit(names[number], stated[spot], float(stated[spot] + apart[spot]), error))
    return found

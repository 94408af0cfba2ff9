"""The maximum of a concave log-likelihood whose parameters are strengths: only differences matter."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

_SMALL = 1e-7
"""Natural units: after a step as small as this the next would be lost in rounding."""
_LONGEST = 1.0
"""Natural units that one step may move a strength."""
_STEPS = 1000


class Frame(Struct, frozen=True, eq=False):
    """What is held still: parameters that are not `free`, and the sum of each of the `zeros`.

    A zero is a set of free parameters to all of which the same can be added without changing the
    likelihood, as the strengths of entrants none of whom is an anchor.
    """

    free: Flags
    zeros: Sequence[Ints]

    def steadied(self, curvature: Floats) -> Floats:
        """The curvature among the free parameters, made invertible along what does not matter."""
        steady = curvature.copy()
        for zero in self.zeros:
            steady[_square(zero, len(steady))] += 1 / len(zero)
        return steady if self.free.all() else steady[np.ix_(self.free, self.free)]

    def inverse(self, curvature: Floats) -> Floats:
        """The inverse curvature of what can move; 0 for what is held still."""
        found: Floats = np.zeros_like(curvature)
        found[_square(np.flatnonzero(self.free), len(found))] = np.linalg.inv(self.steadied(curvature))
        for zero in self.zeros:
            found[_square(zero, len(found))] -= 1 / len(zero)
        return found


def _square(among: Ints, count: int) -> Any:
    """The rows and columns of these; a slice when they are all, which is much quicker."""
    return np.s_[:, :] if len(among) == count else np.ix_(among, among)


def climbed(start: Floats, frame: Frame, slopes: Callable[[Floats], tuple[Floats, Floats]]) -> Floats:
    """Newton's method from `start`; `slopes` gives the slope and the (positive) curvature at a place.

    Steps are of bounded length: unbounded, one can land where the likelihood is flat and throw the next one
    out of all range.

    Raises: ArithmeticError when it does not settle, which no results are known to bring about.
    """
    place = start.copy()
    for _ in range(_STEPS):
        slope, curvature = slopes(place)
        step = np.linalg.solve(frame.steadied(curvature), slope[frame.free])
        length = float(np.abs(step).max(initial=0.0))
        place[frame.free] += step * (_LONGEST / max(length, _LONGEST))
        if length < _SMALL:
            return place
    raise ArithmeticError(f"{len(start)} strengths did not settle in {_STEPS} steps")

"""What matches can say at all: who is linked with whom, and whose strength they do not limit."""

from collections.abc import Collection
from typing import Literal

import numpy as np

from arena.newton import Flags, Ints

Bound = Literal["", ">", "<", "="]
"""`>`: the matches alone set no upper limit; `<`: no lower limit; `=`: an anchor, said and not measured."""


def linked(met: Flags) -> list[Ints]:
    """The entrants that chains of matches link, the largest group first; each alone who met nobody."""
    reach = _reach(met)
    firsts = np.unique(reach.argmax(axis=1))
    return sorted((np.flatnonzero(reach[first]) for first in firsts), key=lambda group: -len(group))


def bounded(took: Flags, groups: list[Ints], anchors: Collection[int]) -> tuple[list[Bound], Flags]:
    """Each entrant's bound, and whether the matches alone place it at all.

    The likelihood has a finite maximum only among entrants joined both ways by chains of points taken
    (Ford 1957, "Solution of a ranking problem from binary comparisons", Am. Math. Monthly 64). The most
    numerous of such circles holds firm, or the one of the anchors; who took all from it and gave nothing is
    above it without limit, who gave all is below. Where no circle is the largest, each is measured against
    all others.
    """
    bounds: list[Bound] = [""] * len(took)
    firm = np.ones(len(took), np.bool_)
    for group in groups:
        inside = np.isin(group, list(anchors))
        reach = _reach(took[np.ix_(group, group)] | np.outer(inside, inside))
        core = _core(reach & reach.T, inside)
        one_way = reach & ~reach.T
        above: Flags = np.any(one_way[:, core], axis=1)
        below: Flags = np.any(one_way[core], axis=0)
        firm[group] = ~(above | below)
        for spot, entrant in enumerate(group.tolist()):
            if inside[spot]:
                bounds[entrant] = "="
            elif above[spot] != below[spot]:
                bounds[entrant] = ">" if above[spot] else "<"
    return bounds, firm


def _core(circles: Flags, inside: Flags) -> Flags:
    """Who holds firm: the circle of the anchors, else the largest, else everyone."""
    if inside.any():
        anchored: Flags = circles[inside.argmax()]
        return anchored
    size = circles.sum(axis=1)
    core: Flags = size == size.max()
    return core if core.sum() == size.max() else np.ones(len(core), np.bool_)


def _reach(steps: Flags) -> Flags:
    """Whether a chain of steps leads from row to column; everyone reaches himself."""
    reach = steps | np.eye(len(steps), dtype=np.bool_)
    while True:
        chains = reach.astype(np.float32)
        further: Flags = chains @ chains > 0
        if np.array_equal(further, reach):
            return reach
        reach = further

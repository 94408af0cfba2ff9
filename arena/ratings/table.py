"""The Elo table: what all records together say of each entrant, whatever the order they come in.

`arena/README.md` defines every column in plain words.
"""

from collections.abc import Iterable
from typing import Literal

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from arena.fit import Floats, fitted, won
from arena.record import FOULS, MatchRecord
from arena.tally import Ints, Sums, Tally

MEAN = 1500.0
"""The mean Elo of all entrants with a match."""

_NORMAL_95 = 1.959964
_STUDENT_95 = (12.706, 4.303, 3.182, 2.776)
"""Student's quantile for 2, 3, 4 and 5 deals."""
_NO_ERROR = 1e-6
"""Elo points. An error as small as this only says that no two deals differed."""

Bound = Literal["", ">", "<"]


class Rating(Struct, frozen=True):
    """One row of the table. None is what cannot be known; shares are from 0 to 1."""

    place: int
    name: str
    elo: float | None
    error: float | None
    """Half the 95 % interval, in Elo points."""
    bound: Bound
    """`>`: the games alone set no upper limit to `elo`; `<`: no lower limit."""
    matches: int
    share: float | None
    firsts: float | None
    score: float | None
    """Mean points of a seat, over the matches that ended without a foul."""
    fouls: int
    fouls_by_kind: dict[str, int]
    ms: float | None
    """Mean milliseconds per decision."""


class EloTable(Struct, frozen=True, eq=False):
    """Ratings, best first; those without a match last.

    `covariance` (Elo points squared) is that of the entrants in `rated`, in that order; None with fewer
    than two deals. `groups` are the entrants linked by matches: Elo compares only within a group.
    """

    rows: tuple[Rating, ...]
    rated: tuple[str, ...]
    covariance: Floats | None
    groups: tuple[tuple[str, ...], ...]


def rated(records: Iterable[MatchRecord], entrants: Iterable[str] = ()) -> EloTable:
    """The table of all records; `entrants` names those who are in it even without a match."""
    tally = Tally(entrants)
    for record in records:
        tally.add(record)
    return table_of(tally)


def table_of(tally: Tally) -> EloTable:
    """The table of all that was tallied."""
    names, pairs, sums = tally.names, tally.pairs(), tally.sums()
    met = np.union1d(pairs.first, pairs.second)
    entries = [_unrated(name, number, sums) for number, name in enumerate(names)]
    if not len(met):
        return EloTable(_placed(entries), (), None, ())
    # Who met nobody has no part in the fit nor in the mean.
    pairs = structs.replace(
        pairs, first=np.searchsorted(met, pairs.first), second=np.searchsorted(met, pairs.second)
    )
    fit = fitted(pairs, len(met))
    score = won(pairs, len(met))
    groups = _groups(score + score.T > 0)
    bounds, firm = _bounds(score > 0, groups)
    for spot, number in enumerate(met):
        deals = int(fit.deals[spot])
        known = firm[spot] and deals > 1
        entries[number] = structs.replace(
            entries[number],
            elo=MEAN + float(fit.elo[spot]),
            error=_error(fit.covariance, spot, deals) if known else None,
            bound=bounds[spot],
            share=float(score[spot].sum() / (score[spot] + score[:, spot]).sum()),
        )
    return EloTable(
        rows=_placed(entries),
        rated=tuple(names[number] for number in met),
        covariance=fit.covariance,
        groups=tuple(tuple(names[met[spot]] for spot in group) for group in groups),
    )


def _unrated(name: str, number: int, sums: Sums) -> Rating:
    matches, scored, decisions = (int(x[number]) for x in (sums.matches, sums.scored, sums.decisions))
    fouls: dict[str, int] = {kind: int(times) for kind, times in zip(FOULS, sums.fouls[number], strict=True)}
    return Rating(
        place=0,
        name=name,
        elo=None,
        error=None,
        bound="",
        matches=matches,
        share=None,
        firsts=float(sums.firsts[number] / matches) if matches else None,
        score=float(sums.points[number] / scored) if scored else None,
        fouls=sum(fouls.values()),
        fouls_by_kind=fouls,
        ms=float(sums.used_us[number] / decisions / 1000) if decisions else None,
    )


def _placed(entries: list[Rating]) -> tuple[Rating, ...]:
    """Best first, unknown last; equals stay in the order they come, which is by name.

    Rounded, so that noise in the last bit decides nothing.
    """
    ranked = sorted(entries, key=lambda entry: (entry.elo is None, -round(entry.elo or 0.0, 6)))
    return tuple(structs.replace(entry, place=place) for place, entry in enumerate(ranked, 1))


def _error(covariance: Floats | None, spot: int, deals: int) -> float | None:
    if covariance is None:
        return None
    error = _quantile(deals) * float(np.sqrt(max(covariance[spot, spot], 0.0)))
    return error if error > _NO_ERROR else None


def _quantile(deals: int) -> float:
    """Standard errors in half a 95 % interval: 1.96, and more when the deals are few.

    Student's t with deals - 1 degrees of freedom, by Abramowitz and Stegun, "Handbook of Mathematical
    Functions" (1964), 26.7.5. With 1.96 throughout, six deals covered 90 % instead of 95 %.
    """
    if deals - 2 < len(_STUDENT_95):
        return _STUDENT_95[deals - 2]
    z, freedom = _NORMAL_95, deals - 1
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


Flags = NDArray[np.bool_]


def _reach(steps: Flags) -> Flags:
    """Whether a chain of steps leads from row to column; everyone reaches himself."""
    reach = steps | np.eye(len(steps), dtype=np.bool_)
    while True:
        chains = reach.astype(np.float32)
        further: Flags = chains @ chains > 0
        if np.array_equal(further, reach):
            return reach
        reach = further


def _groups(met: Flags) -> list[Ints]:
    """The entrants that are linked by matches, the largest group first."""
    linked = _reach(met)
    firsts = np.unique(linked.argmax(axis=1))
    return sorted((np.flatnonzero(linked[first]) for first in firsts), key=lambda group: -len(group))


def _bounds(took: Flags, groups: list[Ints]) -> tuple[list[Bound], Flags]:
    """Each entrant's bound, and whether the games alone place it at all.

    The likelihood has a finite maximum only among entrants joined both ways by chains of points taken
    (Ford 1957, "Solution of a ranking problem from binary comparisons", Am. Math. Monthly 64). The most
    numerous of such circles holds firm; who took all from it and gave nothing is above it without limit,
    who gave all is below. Where no circle is the largest, each is measured against all others.
    """
    bounds: list[Bound] = [""] * len(took)
    firm = np.ones(len(took), np.bool_)
    for group in groups:
        reach = _reach(took[np.ix_(group, group)])
        size = (reach & reach.T).sum(axis=1)
        core = size == size.max()
        if core.sum() > size.max():
            core[:] = True
        one_way = reach & ~reach.T
        above: Flags = np.any(one_way[:, core], axis=1)
        below: Flags = np.any(one_way[core], axis=0)
        firm[group] = ~(above | below)
        for spot, entrant in enumerate(group):
            if above[spot] != below[spot]:
                bounds[entrant] = ">" if above[spot] else "<"
    return bounds, firm

"""The Elo table: what all records together say of each entrant, whatever the order they come in.

`arena/README.md` defines every column in plain words.
"""

from collections.abc import Iterable, Mapping

import numpy as np
from msgspec import Struct, structs
from threadpoolctl import threadpool_limits

from arena.fit import won
from arena.newton import Flags, Floats, Ints
from arena.ratings.anchors import Misfit, misfits
from arena.ratings.bounds import Bound, bounded, linked
from arena.ratings.quantiles import half_interval
from arena.ratings.strengths import Model, Strengths, strengths
from arena.record import FOULS, MatchRecord
from arena.tally import Pairs, Sums, Tally

MEAN = 1500.0
"""The mean Elo of all entrants that matches link, where none of them is an anchor."""
_NO_ERROR = 1e-6
"""Elo points. An error as small as this only says that no two deals differed."""


class Rating(Struct, frozen=True):
    """One row of the table. None is what cannot be known; shares are from 0 to 1."""

    place: int
    """In its group, from 1 up; those without a match are counted on after the last group."""
    name: str
    elo: float | None
    error: float | None
    """Half the 95 % interval, in Elo points."""
    bound: Bound
    group: int
    """The number in `EloTable.groups` of its group, from 1 up; 0: it has no match."""
    deals: int
    """Deals on which it met anyone."""
    matches: int
    share: float | None
    firsts: float | None
    score: float | None
    """Mean points of a seat, over the matches that ended without a foul."""
    fouls: int
    fouls_by_kind: dict[str, int]
    decisions: int
    ms: float | None
    """Mean milliseconds per decision."""
    aspects: dict[str, float | None] = {}
    """What the game itself counts, by name; see `arena.aspects`."""


class EloTable(Struct, frozen=True, eq=False):
    """Ratings, best first, group by group; those without a match last.

    `covariance` (Elo points squared) is that of the entrants in `rated`, in that order; None with fewer
    than two deals. `groups` are the entrants linked by matches or anchors: Elo compares only within a group.
    """

    rows: tuple[Rating, ...]
    rated: tuple[str, ...]
    covariance: Floats | None
    groups: tuple[tuple[str, ...], ...]
    benched: tuple[str, ...] = ()
    """Entrants whose remaining matches are not started, as they fouled too often in a row."""
    unmet: int = 0
    """Pairs in one group that never met: what they differ rests on matches with others."""
    misfits: tuple[Misfit, ...] = ()
    aspects: tuple[str, ...] = ()
    """What rows hold of `aspects`."""


def rated(
    records: Iterable[MatchRecord],
    entrants: Iterable[str] = (),
    anchors: Mapping[str, float] | None = None,
    model: Model = "bradley-terry",
) -> EloTable:
    """The table of all records; `entrants` names those who are in it even without a match."""
    tally = Tally(entrants)
    for record in records:
        tally.add(record)
    return table_of(tally, anchors, model)


def table_of(
    tally: Tally,
    anchors: Mapping[str, float] | None = None,
    model: Model = "bradley-terry",
    pairs: Pairs | None = None,
) -> EloTable:
    """The table of all that was tallied. `anchors` holds the Elo of entrants that is given; others who are
    not in the tally are passed over. `pairs`: those of the tally, of whoever has them already.

    Raises: ValueError when the model cannot rate these matches.
    """
    names, sums = tally.names, tally.sums()
    pairs = tally.pairs() if pairs is None else pairs
    entries = [_unrated(name, number, sums) for number, name in enumerate(names)]
    if not len(pairs.deal):
        return EloTable(_placed(entries), (), None, ())
    # Linear algebra in several threads at once is no quicker here, and slower beside other work.
    with threadpool_limits(1, "blas"):
        return _fitted(tally, pairs, entries, _by_number(names, anchors or {}), model)


def _by_number(names: tuple[str, ...], anchors: Mapping[str, float]) -> dict[int, float]:
    return {number: anchors[name] - MEAN for number, name in enumerate(names) if name in anchors}


def _fitted(
    tally: Tally, pairs: Pairs, entries: list[Rating], anchors: Mapping[int, float], model: Model
) -> EloTable:
    names = tally.names
    score = won(pairs, len(names))
    met = score + score.T > 0
    by_matches = linked(met)
    anchored = np.isin(np.arange(len(names)), [number for number in anchors if met[number].any()])
    groups = linked(met | np.outer(anchored, anchored)) if anchored.sum() > 1 else by_matches
    found = strengths(tally, pairs, groups, anchors, model)
    bounds, firm = bounded(score > 0, groups, anchors)
    groups = [group for group in groups if len(group) > 1]
    for number, group in enumerate(groups, 1):
        for entrant in group.tolist():
            known = firm[entrant] and found.told[entrant] and not bounds[entrant]
            entries[entrant] = structs.replace(
                entries[entrant],
                elo=MEAN + float(found.elo[entrant]),
                error=_error(found, entrant) if known else None,
                bound=bounds[entrant],
                group=number,
                deals=int(found.deals[entrant]),
                share=float(score[entrant].sum() / (score[entrant] + score[:, entrant]).sum()),
            )
    rated = np.sort(np.concatenate(groups))
    return EloTable(
        rows=_placed(entries),
        rated=tuple(names[entrant] for entrant in rated),
        covariance=None if found.covariance is None else found.covariance[np.ix_(rated, rated)],
        groups=tuple(tuple(names[entrant] for entrant in group) for group in groups),
        unmet=_unmet(met, groups),
        misfits=tuple(
            structs.replace(misfit, stated=MEAN + misfit.stated, found=MEAN + misfit.found)
            for misfit in misfits(
                names, by_matches, anchors, lambda: strengths(tally, pairs, by_matches, {}, model)
            )
        ),
    )


def _unmet(met: Flags, groups: list[Ints]) -> int:
    """How many pairs of the same group never met."""
    count = 0
    for group in groups:
        inside = met[np.ix_(group, group)]
        count += (len(group) * (len(group) - 1) - int(inside.sum() - np.trace(inside))) // 2
    return count


def _unrated(name: str, number: int, sums: Sums) -> Rating:
    matches, scored, decisions = (int(x[number]) for x in (sums.matches, sums.scored, sums.decisions))
    fouls: dict[str, int] = {kind: int(times) for kind, times in zip(FOULS, sums.fouls[number], strict=True)}
    return Rating(
        place=0,
        name=name,
        elo=None,
        error=None,
        bound="",
        group=0,
        deals=0,
        matches=matches,
        share=None,
        firsts=float(sums.firsts[number] / matches) if matches else None,
        score=float(sums.points[number] / scored) if scored else None,
        fouls=sum(fouls.values()),
        fouls_by_kind=fouls,
        decisions=decisions,
        ms=float(sums.used_us[number] / decisions / 1000) if decisions else None,
    )


def _placed(entries: list[Rating]) -> tuple[Rating, ...]:
    """By group, best first, unknown last; equals stay in the order they come, which is by name.

    Rounded, so that noise in the last bit decides nothing.
    """
    ranked = sorted(entries, key=lambda entry: (entry.group == 0, entry.group, -round(entry.elo or 0.0, 6)))
    placed: list[Rating] = []
    for entry in ranked:
        new = placed and entry.group not in (0, placed[-1].group)
        place = 1 if new or not placed else placed[-1].place + 1
        placed.append(structs.replace(entry, place=place))
    return tuple(placed)


def _error(found: Strengths, entrant: int) -> float | None:
    """Half the 95 % interval; None on one deal, and when no two deals differed."""
    deals = int(found.deals[entrant])
    if found.covariance is None or deals < 2:
        return None
    error = half_interval(deals) * float(np.sqrt(max(found.covariance[entrant, entrant], 0.0)))
    return error if error > _NO_ERROR else None

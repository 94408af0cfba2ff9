"""Strengths of all entrants by the model that fits the season: sides, rankings, or partners who rotate."""

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
from msgspec import Struct, structs

from arena.fit import ELO, fitted
from arena.newton import Flags, Floats, Ints
from arena.ratings.partners import individuals
from arena.ratings.plackett_luce import fitted_rankings
from arena.tally import Pairs, Tally

Model = Literal["bradley-terry", "plackett-luce"]


class Strengths(Struct, frozen=True, eq=False):
    """Elo points and their covariance, for every entrant; each group has a mean of 0 or its anchors' level.

    `told` says whose strength the matches determine at all; in a side of partners they may not.
    """

    elo: Floats
    covariance: Floats | None
    deals: Ints
    told: Flags


def strengths(
    tally: Tally, pairs: Pairs, groups: Sequence[Ints], anchors: Mapping[int, float], model: Model
) -> Strengths:
    """Fit all groups; every entrant is in one, alone if need be. `anchors` holds Elo points by entrant.

    Raises: ValueError when rankings are asked for where partners rotate.
    """
    count = len(tally.names)
    mixed = any(table.mixed for table in tally.numbered())
    if mixed and model == "plackett-luce":
        raise ValueError("plackett-luce rates sides; here partners rotate and individuals are rated")
    if mixed:
        found = individuals(tally, groups, {number: elo / ELO for number, elo in anchors.items()})
        covariance = None if found.covariance is None else ELO**2 * found.covariance
        return Strengths(ELO * found.value, covariance, found.deals, found.told)
    if model == "plackett-luce":
        fit = fitted_rankings(tally.numbered(), groups, anchors)
        return Strengths(fit.elo, fit.covariance, fit.deals, np.ones(count, np.bool_))
    return _by_group(pairs, groups, anchors, count)


def _by_group(pairs: Pairs, groups: Sequence[Ints], anchors: Mapping[int, float], count: int) -> Strengths:
    """The rating model, one group at a time."""
    elo: Floats = np.zeros(count)
    covariance: Floats = np.zeros((count, count))
    deals = np.zeros(count, np.int64)
    for group in groups:
        own = {spot: anchors[number] for spot, number in enumerate(group.tolist()) if number in anchors}
        if len(group) == 1:
            elo[group] = own.get(0, 0.0)
            continue
        inside = np.isin(pairs.first, group)
        within = Pairs(*(column[inside] for column in structs.astuple(pairs)))
        fit = fitted(
            structs.replace(
                within,
                first=np.searchsorted(group, within.first),
                second=np.searchsorted(group, within.second),
            ),
            len(group),
            own,
        )
        elo[group], deals[group] = fit.elo, fit.deals
        if fit.covariance is not None:
            covariance[np.ix_(group, group)] = fit.covariance
    return Strengths(elo, covariance if (deals > 1).any() else None, deals, np.ones(count, np.bool_))

"""The other rating model: Plackett and Luce over whole rankings, with ties.

Plackett (1975), "The analysis of permutations", Applied Statistics 24; ties as in Turner, van Etten, Firth
and Kosmidis (2020), "Modelling rankings in R: the PlackettLuce package", Computational Statistics 35,
equation 3: of the sides still to be placed the set C comes next with probability f(C) / sum of f(S) over all
sets S of at most as many as ever tied, where f(S) = delta(size of S) x the geometric mean of the worths in S,
and delta(1) = 1. A worth is exp(strength). A foul tells only that the fouling side lost to each of the
others: one pair each, weighing 1 / (sides - 1).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

import numpy as np
from msgspec import Struct

from arena.clusters import sandwich, summed, surprises
from arena.fit import ELO, VIRTUAL, Fit, expected
from arena.newton import Floats, Frame, Ints, climbed
from arena.tally import Columns

_BLOCK = 20_000
"""Choices that are looked at together."""


class _Choices(Struct, frozen=True, eq=False):
    """Choices between equally many sides, a row each, of which the first `chosen` were taken.

    `tied` says whether sides could have been taken together; `weight` is 1 for a stage of a ranking.
    """

    deal: Ints
    sides: Ints
    chosen: int = 1
    tied: bool = True
    weight: float = 1.0


class _Told(Struct, frozen=True, eq=False):
    """What choices tell of parameters: shape (choices, own parameters), and the curvature of them all."""

    parameter: Ints
    surprise: Floats
    curvature: Floats


def fitted_rankings(
    tables: Sequence[Columns], groups: Sequence[Ints], fixed: Mapping[int, float] | None = None
) -> Fit:
    """Ratings of all entrants, each of whom is in one of the `groups` that matches link.

    `tables` have their deals numbered; a side is one entrant. `fixed` holds the ratings of anchors.
    Raises: ArithmeticError when the fit does not settle.
    """
    fixed = fixed or {}
    entrants = sum(map(len, groups))
    choices = list(_choices(tables))
    most = max(each.chosen for each in choices)
    start: Floats = np.zeros(entrants + most - 1)
    free = np.ones(len(start), np.bool_)
    zeros = []
    for group in groups:
        anchors = {number: fixed[number] / ELO for number in group.tolist() if number in fixed}
        if anchors:
            start[group] = np.mean(list(anchors.values()))
            start[list(anchors)] = list(anchors.values())
            free[list(anchors)] = False
        else:
            zeros.append(group)

    def slopes(place: Floats) -> tuple[Floats, Floats]:
        slope, curvature = _prior(place, groups, entrants)
        for part in choices:
            told = _told(part, place, entrants)
            slope += summed(told.parameter.ravel(), told.surprise.ravel(), len(place))
            curvature += told.curvature
        return slope, curvature

    frame = Frame(free, zeros)
    place = climbed(start, frame, slopes)
    parts = [_told(part, place, entrants) for part in choices]
    found = surprises(
        np.concatenate(
            [np.repeat(part.deal, told.parameter.shape[1]) for part, told in zip(choices, parts, strict=True)]
        ),
        np.concatenate([told.parameter.ravel() for told in parts]),
        np.concatenate([told.surprise.ravel() for told in parts]),
        len(place),
    )
    covariance = sandwich(frame.inverse(slopes(place)[1]), found)
    return Fit(
        elo=ELO * place[:entrants],
        covariance=None if covariance is None else ELO**2 * covariance[:entrants, :entrants],
        deals=np.bincount(found.parameter, minlength=len(place))[:entrants],
    )


def _choices(tables: Sequence[Columns]) -> Iterator[_Choices]:
    """The stages of all rankings, and the pairs that fouls leave, in an order that is not the records'."""
    for table in tables:
        seats = table.sides.tolist()
        count = len(set(seats))
        sides = table.entrants[:, [seats.index(side) for side in range(count)]]
        order = np.argsort(table.places, axis=1, kind="stable")
        ranked = np.take_along_axis(sides, order, axis=1)
        places = np.take_along_axis(table.places, order, axis=1)
        played = table.blamed < 0
        for before in range(count - 1):
            begins = played & (places[:, before] == before + 1)
            last = (places == before + 1).sum(axis=1)
            for chosen in range(1, count - before + 1):
                here = begins & (last == chosen)
                yield from _blocks(table.deal[here], ranked[here, before:], chosen)
        guilty = table.sides[table.blamed]
        for side in range(count):
            for other in range(count):
                if side != other:
                    here = ~played & (guilty == side)
                    pair = sides[here][:, [other, side]]
                    yield from _blocks(table.deal[here], pair, 1, tied=False, weight=1 / (count - 1))


def _blocks(
    deal: Ints, sides: Ints, chosen: int, tied: bool = True, weight: float = 1.0
) -> Iterator[_Choices]:
    # Who tied, and who is still to come, have no order.
    sides = np.hstack((np.sort(sides[:, :chosen], axis=1), np.sort(sides[:, chosen:], axis=1)))
    order = np.lexsort((*sides.T, deal))
    deal, sides = deal[order], sides[order]
    for first in range(0, len(deal), _BLOCK):
        rows = slice(first, first + _BLOCK)
        yield _Choices(deal[rows], sides[rows], chosen, tied, weight)


@cache
def _menu(count: int, ties: int, most: int) -> tuple[Floats, dict[int, int]]:
    """The sets that can come next, as features of a choice's parameters; the row of the first 1, 2, ...

    The parameters are the strengths of `count` sides, then log delta for ties of 2 to `most`, of which the
    sets have at most `ties`.
    """
    sets = [each for size in range(1, min(count, ties) + 1) for each in combinations(range(count), size)]
    features = np.zeros((len(sets), count + most - 1))
    for row, each in enumerate(sets):
        features[row, list(each)] = 1 / len(each)
        if len(each) > 1:
            features[row, count + len(each) - 2] = 1
    return features, {len(each): row for row, each in reversed(list(enumerate(sets)))}


def _told(choices: _Choices, place: Floats, entrants: int) -> _Told:
    """The choices as multinomial logits: what was taken less what was expected, and how that varies."""
    rows, count = choices.sides.shape
    most = len(place) - entrants + 1
    features, first = _menu(count, most if choices.tied else 1, most)
    ties = np.tile(np.arange(entrants, len(place)), (rows, 1))
    parameter = np.hstack((choices.sides, ties))
    worth = place[parameter] @ features.T
    worth = np.exp(worth - worth.max(axis=1, keepdims=True))
    chance = worth / worth.sum(axis=1, keepdims=True)
    mean = chance @ features
    width = features.shape[1]
    squares = (features[:, :, None] * features[:, None, :]).reshape(len(features), width * width)
    spread = (chance @ squares).reshape(rows, width, width) - mean[:, :, None] * mean[:, None, :]
    cell = parameter[:, :, None] * len(place) + parameter[:, None, :]
    curvature = summed(cell.ravel(), choices.weight * spread.ravel(), len(place) ** 2)
    surprise = choices.weight * (features[first[choices.chosen]] - mean)
    return _Told(parameter, surprise, curvature.reshape(len(place), len(place)))


def _prior(place: Floats, groups: Sequence[Ints], entrants: int) -> tuple[Floats, Floats]:
    """Half a match each, drawn, spread over the others of the group; and half a match that is as often a
    tie of 2, 3, ... as it is not, between equals."""
    slope: Floats = np.zeros(len(place))
    curvature: Floats = np.zeros((len(place), len(place)))
    for group in groups:
        drawn = expected(place[group][:, None] - place[group])
        weight = VIRTUAL / max(len(group) - 1, 1) * (1 - np.eye(len(group)))
        slope[group] = (weight * (0.5 - drawn)).sum(axis=1)
        pull = weight * drawn * drawn.T
        curvature[np.ix_(group, group)] = np.diag(pull.sum(axis=1)) - pull
    tied = expected(place[entrants:])
    slope[entrants:] = VIRTUAL * (0.5 - tied)
    ties = np.arange(entrants, len(place))
    curvature[ties, ties] = VIRTUAL * tied * (1 - tied)
    return slope, curvature

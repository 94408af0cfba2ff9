"""Comparisons of sides whose strength is a sum of parts: partners, seats; fitted as the rating model is.

A comparison's expected score is 1 / (1 + exp(-d)) with d = sum over its parts of amount x parameter.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from msgspec import Struct

from arena.clusters import sandwich, summed, surprises
from arena.fit import VIRTUAL, expected
from arena.newton import Flags, Floats, Frame, Ints, climbed
from arena.tally import Columns

_NOTHING = 1e-8
"""Of the largest curvature: what is less is only rounding."""


class Comparisons(Struct, frozen=True, eq=False):
    """Rated pairs of sides, a row each; `parameter` and `amount` have a column for each part."""

    deal: Ints
    parameter: Ints
    amount: Floats
    weight: Floats
    score: Floats
    """The part of the weight that the first side won."""


class Solution(Struct, frozen=True, eq=False):
    """Parameters and their covariance in natural units; `deals` is how many deals told of each.

    `told` says which are determined by the comparisons, among those of their family; the others are what
    the prior makes of them.
    """

    value: Floats
    covariance: Floats | None
    deals: Ints
    told: Flags


def compared(table: Columns) -> Iterator[tuple[int, int, Comparisons]]:
    """The rated pairs of one seating by (side, other side). A side is as strong as its members' mean.

    After a foul it is the one who fouled, alone, who lost to the other sides.
    """
    sides = table.sides.tolist()
    count = len(set(sides))
    seats = [[seat for seat, its in enumerate(sides) if its == side] for side in range(count)]
    size = len(seats[0])
    guilty = table.entrants[np.arange(len(table.deal)), table.blamed]
    blamed = np.where(table.blamed < 0, -1, table.sides[table.blamed])
    members = [
        np.where((blamed == side)[:, None], guilty[:, None], table.entrants[:, seats[side]])
        for side in range(count)
    ]
    share = 2 / (count * (count - 1))
    for side, other in combinations(range(count), 2):
        rated = (blamed < 0) | (blamed == side) | (blamed == other)
        gap = np.sign(table.places[rated, other] - table.places[rated, side])
        rows = int(rated.sum())
        amount = np.array([1 / size] * size + [-1 / size] * size)
        yield (
            side,
            other,
            Comparisons(
                deal=table.deal[rated],
                parameter=np.hstack((members[side][rated], members[other][rated])),
                amount=np.tile(amount, (rows, 1)),
                weight=np.full(rows, share),
                score=share * (1 + gap) / 2,
            ),
        )


def joined(parts: Sequence[Comparisons]) -> Comparisons:
    """All of them, in an order that does not depend on theirs."""
    width = max(part.parameter.shape[1] for part in parts)
    deal = np.concatenate([part.deal for part in parts])
    parameter = np.concatenate([_widened(part.parameter, width) for part in parts])
    amount = np.concatenate([_widened(part.amount, width) for part in parts])
    weight = np.concatenate([part.weight for part in parts])
    score = np.concatenate([part.score for part in parts])
    order = np.lexsort((score, weight, *amount.T, *parameter.T, deal))
    return Comparisons(deal[order], parameter[order], amount[order], weight[order], score[order])


def solved(rows: Comparisons, families: Sequence[Ints], fixed: Mapping[int, float] | None = None) -> Solution:
    """Fit all parameters. Every one is in one of the `families`, whose members are strengths of one kind:

    in each of them the prior of the rating model holds, and only differences matter, unless some are `fixed`
    (natural units). Raises: ArithmeticError when the fit does not settle.
    """
    fixed = fixed or {}
    count = sum(map(len, families))
    free = np.ones(count, np.bool_)
    start: Floats = np.zeros(count)
    prior: Floats = np.zeros((count, count))
    zeros = []
    for family in families:
        prior[np.ix_(family, family)] = VIRTUAL / max(len(family) - 1, 1)
        anchors = [number for number in family.tolist() if number in fixed]
        if anchors:
            start[family] = np.mean([fixed[number] for number in anchors])
            free[anchors] = False
            start[anchors] = [fixed[number] for number in anchors]
        else:
            zeros.append(family)
    np.fill_diagonal(prior, 0)
    frame = Frame(free, zeros)
    value = climbed(start, frame, lambda place: _slopes(rows, prior, place))
    beyond = rows.score - rows.weight * expected(_gap(rows, value))
    owners, amounts = told(rows, beyond)
    found = surprises(*owners, amounts, count)
    return Solution(
        value=value,
        covariance=sandwich(frame.inverse(_slopes(rows, prior, value)[1]), found),
        deals=np.bincount(found.parameter, minlength=count),
        told=_determined(rows, families, free),
    )


def _widened(array: Any, width: int) -> Any:
    return np.pad(array, ((0, 0), (0, width - array.shape[1])))


def _gap(rows: Comparisons, value: Floats) -> Floats:
    gap: Floats = (value[rows.parameter] * rows.amount).sum(axis=1)
    return gap


def told(rows: Comparisons, beyond: Floats) -> tuple[tuple[Ints, Ints], Floats]:
    """What each part of each row was told: its deal and parameter, and how much."""
    width = rows.parameter.shape[1]
    amounts = (rows.amount * beyond[:, None]).ravel()
    return (np.repeat(rows.deal, width), rows.parameter.ravel()), amounts


def _slopes(rows: Comparisons, prior: Floats, place: Floats) -> tuple[Floats, Floats]:
    chance = expected(_gap(rows, place))
    beyond = rows.score * (1 - chance) - (rows.weight - rows.score) * chance
    slope = summed(rows.parameter.ravel(), (rows.amount * beyond[:, None]).ravel(), len(place))
    curved = curvature(rows, rows.weight * chance * (1 - chance), len(place))
    drawn = expected(place[:, None] - place[None, :])
    pull = prior * drawn * drawn.T
    curved += np.diag(pull.sum(axis=1)) - pull
    return slope + (prior * (0.5 - drawn)).sum(axis=1), curved


def curvature(rows: Comparisons, pull: Floats, count: int) -> Floats:
    """The curvature of `count` parameters, given that of each row's expected score: shape (count, count)."""
    total: Floats = np.zeros(count * count)
    width = rows.parameter.shape[1]
    for one in range(width):
        for other in range(one, width):
            cell = rows.parameter[:, one] * count + rows.parameter[:, other]
            total += summed(cell, pull * rows.amount[:, one] * rows.amount[:, other], count * count)
            if one != other:
                cell = rows.parameter[:, other] * count + rows.parameter[:, one]
                total += summed(cell, pull * rows.amount[:, one] * rows.amount[:, other], count * count)
    return total.reshape(count, count)


def _determined(rows: Comparisons, families: Sequence[Ints], free: Flags) -> Flags:
    """Which parameters, less the mean of their family, no direction without curvature touches."""
    curved = curvature(rows, rows.weight / 4, len(free))
    curved[~free, :] = curved[:, ~free] = 0
    curved[~free, ~free] = 1
    sizes, directions = np.linalg.eigh(curved)
    flat = directions[:, sizes < _NOTHING * sizes[-1]]
    touched: Floats = np.empty_like(flat)
    for family in families:
        mean = flat[family].mean(axis=0) if free[family].all() else 0
        touched[family] = flat[family] - mean
    return np.asarray(np.abs(touched).max(axis=1, initial=0.0) < np.sqrt(_NOTHING), np.bool_)

"""The seat effect: what a seat is worth, estimated beside the strengths of those who sat there."""

import math

import numpy as np
from msgspec import Struct

from arena.fit import ELO
from arena.ratings.linear import Comparisons, Solution, compared, joined, solved
from arena.ratings.quantiles import half_interval
from arena.tally import Tally


class SeatEffect(Struct, frozen=True):
    """What it is worth to sit in these seats, which are one side's, in a seating of so many.

    `elo` is Elo points above the mean of the seating's sides; `error` half the 95 % interval. Both are None
    where the matches cannot tell the seat from who sat there.
    """

    seats: tuple[int, ...]
    of: int
    """How many seats the table has."""
    teams: bool
    matches: int
    share: float
    """What this side won of its pairs, from 0 to 1, whoever sat there."""
    elo: float | None
    error: float | None


def seat_effects(tally: Tally) -> list[SeatEffect]:
    """The effect of each side's seats, over the matches that were played to the end, seating by seating."""
    tables = [table.where(table.blamed < 0) for table in tally.numbered()]
    tables = [table for table in tables if len(table.deal)]
    entrants = len(tally.names)
    parts, families = [], [np.arange(entrants)]
    for table in tables:
        count = len(set(table.sides.tolist()))
        first = entrants + sum(len(family) for family in families[1:])
        families.append(np.arange(first, first + count))
        parts += [_seated(pair, first + side, first + other) for side, other, pair in compared(table)]
    if not parts:
        return []
    rows = joined(parts)
    found = solved(rows, families)
    effects = []
    for table, family in zip(tables, families[1:], strict=True):
        for side, number in enumerate(family.tolist()):
            effects.append(
                SeatEffect(
                    seats=tuple(np.flatnonzero(table.sides == side).tolist()),
                    of=len(table.sides),
                    teams=len(family) < len(table.sides),
                    matches=len(table.deal),
                    share=_share(rows, number),
                    elo=ELO * float(found.value[number]) if found.told[number] else None,
                    error=_error(found, number),
                )
            )
    return effects


def _error(found: Solution, number: int) -> float | None:
    if found.covariance is None or not found.told[number]:
        return None
    variance = max(float(found.covariance[number, number]), 0.0)
    return ELO * half_interval(int(found.deals[number])) * math.sqrt(variance)


def _seated(pair: Comparisons, side: int, other: int) -> Comparisons:
    """The comparisons with two parts more: the seats of the one, less those of the other."""
    rows = len(pair.deal)
    return Comparisons(
        deal=pair.deal,
        parameter=np.hstack((pair.parameter, np.tile((side, other), (rows, 1)))),
        amount=np.hstack((pair.amount, np.tile((1.0, -1.0), (rows, 1)))),
        weight=pair.weight,
        score=pair.score,
    )


def _share(rows: Comparisons, seat: int) -> float:
    """What the seat won of its comparisons."""
    ahead, behind = ((rows.parameter == seat) & (rows.amount == sign) for sign in (1.0, -1.0))
    won = rows.score[ahead.any(axis=1)].sum() + (rows.weight - rows.score)[behind.any(axis=1)].sum()
    return float(won / rows.weight[(ahead | behind).any(axis=1)].sum())

"""How often the 95 % interval catches the truth, in imaginary seasons with lucky deals and favoured seats.

`python -m tests.ratings.coverage [SEASONS]` prints the table of arena/README.md.
"""

import sys
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
from msgspec import Struct
from tabulate import tabulate

from arena.ratings import Model, table_of
from arena.ratings.partners import partnerships
from arena.ratings.quantiles import half_interval
from arena.ratings.seats import seat_effects
from arena.record import Ending, Fixture, MatchRecord
from arena.tally import Tally
from engine.standing import places

LUCK = 1.0
"""Standard deviation of what the cards of a seat add to strength, in natural units, in all rotations."""
SEAT_BIAS = 0.6
"""What the last seat has over the first, in every deal."""
ENOUGH = 60_000
"""Matches that take the error out of the truth."""

Estimates = tuple[np.ndarray, np.ndarray]
"""Values, and half their 95 % intervals; an unknown error catches nothing and is 0."""


def _ratings(model: Model) -> Callable[[Tally], Estimates]:
    def estimates(tally: Tally) -> Estimates:
        rows = sorted(table_of(tally, model=model).rows, key=lambda row: row.name)
        return np.array([row.elo or np.nan for row in rows]), np.array([row.error or 0.0 for row in rows])

    return estimates


def _gaps(tally: Tally) -> Estimates:
    """The difference between each two, with its own error."""
    table = table_of(tally)
    covariance = np.zeros((len(table.rated),) * 2) if table.covariance is None else table.covariance
    elo = {row.name: row.elo or np.nan for row in table.rows}
    pairs = list(combinations(range(len(table.rated)), 2))
    values = [elo[table.rated[one]] - elo[table.rated[other]] for one, other in pairs]
    deals = min(row.deals for row in table.rows)
    variances = [covariance[i, i] + covariance[j, j] - 2 * covariance[i, j] for i, j in pairs]
    return np.array(values), half_interval(deals) * np.sqrt(variances)


def _seats(tally: Tally) -> Estimates:
    effects = seat_effects(tally)
    return (
        np.array([np.nan if effect.elo is None else effect.elo for effect in effects]),
        np.array([effect.error or 0.0 for effect in effects]),
    )


def _partners(tally: Tally) -> Estimates:
    """What each two are beyond their ratings."""
    found = partnerships(tally)
    beyond = [np.nan if each.beyond is None else each.beyond for each in found]
    return np.array(beyond), np.array([each.error or 0.0 for each in found])


_PAIRS = _ratings("bradley-terry")


class Setting(Struct, frozen=True):
    """A kind of season: every table of the entrants plays `deals` deals in all rotations."""

    name: str
    entrants: int
    sides: tuple[int, ...]
    deals: int
    estimates: Callable[[Tally], Estimates] = _PAIRS
    rotate: bool = False
    """Whether partners are drawn for each deal."""
    times: int = 1
    """How many times as many seasons: the intervals of two entrants are one, the other way round."""

    @property
    def tables(self) -> list[tuple[int, ...]]:
        """Who meets whom."""
        size = len(self.sides) if self.rotate else len(set(self.sides))
        return list(combinations(range(self.entrants), size))


SETTINGS = (
    Setting("2 players", 2, (0, 1), 30, times=4),
    Setting("2 players, few deals", 4, (0, 1), 3),
    Setting("4 players", 4, (0, 1, 2, 3), 30),
    Setting("4 players, few deals", 4, (0, 1, 2, 3), 6),
    Setting("4 of 6 players", 6, (0, 1, 2, 3), 4),
    Setting("6 players", 6, tuple(range(6)), 30),
    Setting("teams of 2, two", 4, (0, 1, 0, 1), 15),
    Setting("teams of 2, three", 4, (0, 1, 2, 0, 1, 2), 15),
    Setting("partners who rotate", 6, (0, 1, 0, 1), 8, rotate=True),
    Setting("partners who rotate, partnerships", 6, (0, 1, 0, 1), 8, _partners, rotate=True),
    Setting("4 of 6 players, differences", 6, (0, 1, 2, 3), 4, _gaps),
    Setting("4 players, whole rankings", 4, (0, 1, 2, 3), 30, _ratings("plackett-luce")),
    Setting("4 players, seats", 4, (0, 1, 2, 3), 60, _seats),
)


def covered(setting: Setting, seasons: int, seed: int = 5) -> float:
    """The share of intervals, over all that is estimated and all seasons, that hold the truth."""
    rng = np.random.default_rng(seed)
    tables, seats = len(setting.tables), len(setting.sides)
    many = -(-ENOUGH // (tables * seats))
    truth = setting.estimates(_tallied(season(setting, many, rng)))[0]
    caught = []
    for _ in range(seasons * setting.times):
        values, errors = setting.estimates(_tallied(season(setting, setting.deals, rng)))
        caught.append(np.abs(values - truth) <= errors)
    return float(np.mean(caught))


def season(setting: Setting, deals: int, rng: np.random.Generator) -> list[MatchRecord]:
    """The records of one season."""
    strengths = np.linspace(-0.8, 0.8, setting.entrants)
    sides = np.array(setting.sides)
    seats, count = len(sides), len(set(setting.sides))
    records = []
    for number, table in enumerate(table for table in setting.tables for _ in range(deals)):
        cards = rng.normal(0, LUCK, seats) + np.linspace(0, SEAT_BIAS, seats)
        around = rng.permutation(table)
        if not setting.rotate:
            around = around[sides]
        for rotation in range(seats):
            entrants = np.roll(around, rotation)
            form = strengths[entrants] + cards + rng.gumbel(0, 1, seats)
            keys = np.bincount(sides, form, count).tolist()
            names = [f"e{entrant}" for entrant in entrants]
            records.append(_match(number, names, places(keys), setting.sides))
    return records


def _match(deal: int, seated: Sequence[str], standing: Sequence[int], sides: tuple[int, ...]) -> MatchRecord:
    """A match with these entrants, one for each seat."""
    fixture = Fixture("m", "toy", {}, deal, sides, tuple(seated), (0,) * len(sides))
    nothing = (0,) * len(sides)
    return MatchRecord(fixture, Ending("played"), nothing, tuple(standing), nothing, (0.0,) * len(sides))


def _tallied(records: Sequence[MatchRecord]) -> Tally:
    tally = Tally()
    for record in records:
        tally.add(record)
    return tally


def main(seasons: int = 1000) -> None:
    """Print the table."""
    lines = [
        (each.name, each.entrants, each.deals * len(each.tables), f"{100 * covered(each, seasons):.1f} %")
        for each in SETTINGS
    ]
    print(tabulate(lines, ("season", "entrants", "deals", "covered"), tablefmt="github"))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""How often the 95 % interval catches the truth, in imaginary seasons with lucky deals and favoured seats.

`python -m tests.ratings.coverage [SEASONS]` prints the table of arena/README.md.
"""

import sys
from itertools import combinations

import numpy as np
from msgspec import Struct
from tabulate import tabulate

from arena.ratings import rated
from arena.record import MatchRecord
from engine.standing import places
from tests.ratings.matches import match

LUCK = 1.0
"""Standard deviation of what the cards of a seat add to strength, in natural units, in all rotations."""
SEAT_BIAS = 0.6
"""What the last seat has over the first, in every deal."""
ENOUGH = 60_000
"""Matches that take the error out of the truth."""


class Setting(Struct, frozen=True):
    """A kind of season: every table of the entrants plays `deals` deals in all rotations."""

    name: str
    entrants: int
    sides: tuple[int, ...]
    deals: int

    @property
    def tables(self) -> list[tuple[int, ...]]:
        """Who meets whom."""
        return list(combinations(range(self.entrants), len(set(self.sides))))


SETTINGS = (
    Setting("2 players", 2, (0, 1), 30),
    Setting("2 players, few deals", 4, (0, 1), 3),
    Setting("4 players", 4, (0, 1, 2, 3), 30),
    Setting("4 players, few deals", 4, (0, 1, 2, 3), 6),
    Setting("4 of 6 players", 6, (0, 1, 2, 3), 4),
    Setting("6 players", 6, tuple(range(6)), 30),
    Setting("teams of 2, two", 4, (0, 1, 0, 1), 15),
    Setting("teams of 2, three", 4, (0, 1, 2, 0, 1, 2), 15),
)


def covered(setting: Setting, seasons: int, seed: int = 5) -> float:
    """The share of intervals, over all entrants and seasons, that hold the true rating."""
    rng = np.random.default_rng(seed)
    tables, seats = len(setting.tables), len(setting.sides)
    many = -(-ENOUGH // (tables * seats))
    truth = _estimates(season(setting, many, rng))[0]
    caught = []
    for _ in range(seasons):
        ratings, errors = _estimates(season(setting, setting.deals, rng))
        caught.append(np.abs(ratings - truth) <= errors)
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
        for rotation in range(seats):
            entrants = np.roll(around, rotation)
            form = strengths[entrants[sides]] + cards + rng.gumbel(0, 1, seats)
            keys = np.bincount(sides, form, count).tolist()
            names = [f"e{entrant}" for entrant in entrants]
            records.append(match(number, names, places(keys), sides=setting.sides))
    return records


def _estimates(records: list[MatchRecord]) -> tuple[np.ndarray, np.ndarray]:
    """Rating and error by name; an unknown error catches nothing."""
    rows = sorted(rated(records).rows, key=lambda row: row.name)
    return np.array([row.elo or np.nan for row in rows]), np.array([row.error or 0.0 for row in rows])


def main(seasons: int = 1000) -> None:
    """Print the table."""
    lines = [
        (each.name, each.entrants, each.deals * len(each.tables), f"{100 * covered(each, seasons):.1f} %")
        for each in SETTINGS
    ]
    print(tabulate(lines, ("season", "entrants", "deals", "covered"), tablefmt="github"))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""How often the sequential test errs, and how many matches it needs, in imaginary games of lucky deals.

`python -m tests.ratings.sequential [RUNS]` prints the table of arena/README.md.
"""

import sys
from collections.abc import Callable, Iterator

import numpy as np
from msgspec import Struct
from tabulate import tabulate

from arena.fit import ELO
from arena.ratings.quantiles import normal_quantile
from arena.ratings.sequential import SequentialTest, Terms

SEAT_BIAS = 0.8
"""What the last seat has over the first, in every deal."""
FIELD = (0.5, 0.0, -0.5)
MANY = 100_000

Chances = Callable[[float, int, float, np.random.Generator], np.ndarray]
"""(strength beyond OLD's, deals, luck, random numbers) -> the chance in each match to be above each of the
others, given the cards: shape (deals, matches, others)."""


class Kind(Struct, frozen=True):
    """A kind of comparison; `paired`: both arms are played. `luck` is the standard deviation of what the
    cards of a seat add to strength, in natural units, in all seatings."""

    name: str
    chances: Chances
    paired: bool
    luck: float

    def arms(self, gain: float, deals: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """The chances of NEW and OLD with the same cards; OLD's are even where it is not played."""
        new = self.chances(gain, deals, self.luck, np.random.default_rng(seed))
        if not self.paired:
            return new, np.full_like(new, 0.5)
        return new, self.chances(0.0, deals, self.luck, np.random.default_rng(seed))

    def shares(self, gain: float, deals: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """What NEW and OLD won of each match, shape (deals, matches)."""
        new, old = self.arms(gain, deals, int(rng.integers(2**63)))
        won = (rng.random(new.shape) < new).mean(axis=2)
        if not self.paired:
            return won, old.mean(axis=2)
        return won, (rng.random(old.shape) < old).mean(axis=2)


def duel(gain: float, deals: int, luck: float, rng: np.random.Generator) -> np.ndarray:
    """Two sides, each deal both ways."""
    tilt = rng.normal(0, luck * 2**0.5, (deals, 1)) - SEAT_BIAS
    return _chance(gain + np.hstack((tilt, -tilt)))[:, :, None]


def field(gain: float, deals: int, luck: float, rng: np.random.Generator) -> np.ndarray:
    """In each of four seats in turn against three others."""
    seats = len(FIELD) + 1
    cards = rng.normal(0, luck, (deals, seats)) + np.linspace(0, SEAT_BIAS, seats)
    own = np.arange(seats)
    others = np.array([np.delete(own, seat) for seat in own])
    strengths = np.array([np.delete(np.roll((0.0, *FIELD), seat), seat) for seat in own])
    return _chance(gain + cards[:, :, None] - strengths - cards[:, others])


def _chance(gap: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-gap)))


KINDS = (
    Kind("two sides, some luck", duel, False, 1.0),
    Kind("two sides, much luck", duel, False, 2.5),
    Kind("field of 4, some luck", field, True, 1.0),
    Kind("field of 4, much luck", field, True, 2.5),
)


class Tried(Struct, frozen=True):
    """What came of many runs at one true difference."""

    kind: str
    elo: float
    wrong: float
    """The part of the runs that ended with the wrong verdict."""
    deals: float
    matches: float
    fixed: float
    """Matches of the test of fixed length with the same risks, on deals."""
    per_match: float
    """Matches of the sequential test that takes each match for an independent observation."""


def tried(kind: Kind, terms: Terms, elo: float, runs: int, seed: int = 7) -> Tried:
    """Run the test `runs` times where the true difference is `elo`."""
    rng = np.random.default_rng(seed)
    gain = _gain(kind, elo)
    wanted = "better" if elo >= terms.elo1 else "not better"
    wrong, deals, matches = 0, 0, 0
    each = 4 * (1 + kind.paired) if kind.paired else 2
    for _ in range(runs):
        test = SequentialTest(terms, kind.paired)
        for new, old in _by_deal(kind, gain, rng):
            standing = test.add(new, old)
            if standing.verdict:
                break
        wrong += standing.verdict != wanted
        deals += standing.deals
    for _ in range(some := max(1, runs // 10)):
        test = SequentialTest(terms, kind.paired)
        for new, old in _by_match(kind, gain, rng):
            standing = test.add(new, old)
            if standing.verdict:
                break
        matches += standing.deals * (1 + kind.paired)
    return Tried(
        kind.name,
        elo,
        wrong / runs,
        deals / runs,
        each * deals / runs,
        _fixed(kind, terms) * each,
        matches / some,
    )


def _by_deal(kind: Kind, gain: float, rng: np.random.Generator) -> Iterator[tuple[float, float]]:
    while True:
        new, old = kind.shares(gain, 500, rng)
        yield from zip(new.mean(axis=1).tolist(), old.mean(axis=1).tolist(), strict=True)


def _by_match(kind: Kind, gain: float, rng: np.random.Generator) -> Iterator[tuple[float, float]]:
    """NEW's matches and OLD's, those of one deal not set beside each other."""
    while True:
        new, old = kind.shares(gain, 500, rng)
        yield from zip(new.ravel().tolist(), rng.permutation(old.ravel()).tolist(), strict=True)


def _gain(kind: Kind, elo: float) -> float:
    """The strength that shows as so many Elo points."""
    low, high = -3.0, 3.0
    for _ in range(30):
        middle = (low + high) / 2
        new, old = (chances.mean() for chances in kind.arms(middle, MANY, 1))
        shown = ELO * (np.log(new / (1 - new)) - np.log(old / (1 - old)))
        low, high = (middle, high) if shown < elo else (low, middle)
    return low if elo else 0.0


def _fixed(kind: Kind, terms: Terms) -> float:
    """Deals of the one-sided test of fixed length."""
    new, old = kind.shares(_gain(kind, (terms.elo0 + terms.elo1) / 2), MANY, np.random.default_rng(2))
    variance = float((new.mean(axis=1) - old.mean(axis=1)).var())
    level = float(old.mean())
    logit = np.log(level / (1 - level))
    means = [1 / (1 + np.exp(-(logit + elo / ELO))) for elo in (terms.elo0, terms.elo1)]
    reach = normal_quantile(1 - terms.alpha) + normal_quantile(1 - terms.beta)
    return float(reach**2 * variance / (means[1] - means[0]) ** 2)


def main(runs: int = 2000) -> None:
    """Print the table."""
    terms = Terms(0.0, 20.0)
    lines = [tried(kind, terms, elo, runs) for kind in KINDS for elo in (terms.elo0, terms.elo1)]
    rows = [
        (
            each.kind,
            f"{each.elo:g}",
            f"{100 * each.wrong:.1f} %",
            f"{each.deals:.0f}",
            f"{each.matches:.0f}",
            f"{each.fixed:.0f}",
            f"{each.per_match:.0f}",
        )
        for each in lines
    ]
    heads = ("comparison", "true Elo", "wrong", "deals", "matches", "fixed length", "match by match")
    print(tabulate(rows, heads, tablefmt="github"))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

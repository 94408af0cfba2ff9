"""How even a schedule is."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from msgspec import Struct

from arena.record import Fixture


class Balance(Struct, frozen=True):
    """Matches that any two entrants play against each other, and that any entrant plays in any seat."""

    names: tuple[str, ...]
    pairs: dict[tuple[str, str], int]
    """Every two names in alphabetical order; partners are not counted."""
    seats: dict[str, tuple[int, ...]]
    matches: dict[str, int]
    """Of each entrant, once a match however many seats he has there."""

    def spread_of_pairs(self) -> tuple[int, int]:
        """The fewest and the most."""
        return min(self.pairs.values()), max(self.pairs.values())

    def spread_of_seats(self) -> tuple[int, int]:
        """The fewest and the most."""
        counts = [count for seats in self.seats.values() for count in seats]
        return min(counts), max(counts)


class Seated:
    """Fixtures that are counted one by one. Most have their seats in common with many others."""

    def __init__(self) -> None:
        self._times: dict[tuple[str, ...], list[int]] = {}
        self._sides: dict[tuple[str, ...], tuple[int, ...]] = {}

    def add(self, one: Fixture) -> None:
        """Count a fixture."""
        times = self._times.get(one.entrants)
        if times is None:
            self._times[one.entrants] = [1]
            self._sides[one.entrants] = one.sides
        else:
            times[0] += 1

    def balance(self, names: Iterable[str] = ()) -> Balance:
        """What was counted, also for those of `names` who were in none."""
        pairs: Counter[tuple[str, str]] = Counter()
        seats: Counter[tuple[str, int]] = Counter()
        matches: Counter[str] = Counter()
        for entrants, (count,) in self._times.items():
            chairs = list(zip(entrants, self._sides[entrants], strict=True))
            met = {
                (min(one, other), max(one, other))
                for (one, side), (other, its_side) in combinations(chairs, 2)
                if side != its_side
            }
            for pair in met:
                pairs[pair] += count
            for seat, name in enumerate(entrants):
                seats[name, seat] += count
            for name in set(entrants):
                matches[name] += count
        everyone = sorted({*matches, *names})
        most = max(map(len, self._times), default=0)
        return Balance(
            tuple(everyone),
            {pair: pairs[pair] for pair in combinations(everyone, 2)},
            {name: tuple(seats[name, seat] for seat in range(most)) for name in everyone},
            {name: matches[name] for name in everyone},
        )


def balance(fixtures: Iterable[Fixture]) -> Balance:
    """How even these fixtures are."""
    seated = Seated()
    for one in fixtures:
        seated.add(one)
    return seated.balance()

"""What matches say of who is how strong, as a ladder needs it."""

from collections.abc import Iterable

import numpy as np
from msgspec import Struct

from arena.fit import won
from arena.newton import Floats
from arena.ratings import Rating, table_of
from arena.tally import Ints, Pairs, Tally

BOUND_DEALS = 100
"""Who took everything, or nothing, never gets an error. After so many deals it is settled all the same: by
the rule of three its true share is then above 97 % (below 3 %), and more of the same would tell little."""


class Evidence(Struct, frozen=True, eq=False):
    """By entrant, in the order of their names, also of those who left; `weight` is what each pair weighs."""

    names: tuple[str, ...]
    ratings: tuple[Rating, ...]
    weight: Floats
    deals: Ints

    def settled(self, spot: int, until_error: float | None) -> bool:
        """Whether an entrant needs no more matches; without `until_error` nobody ever is settled."""
        if until_error is None:
            return False
        rating = self.ratings[spot]
        if rating.error is not None:
            return rating.error <= until_error
        return bool(rating.bound) and int(self.deals[spot]) >= BOUND_DEALS


def evidence(tally: Tally) -> Evidence:
    """The evidence in all that was tallied."""
    names, pairs = tally.names, tally.pairs()
    rows = {row.name: row for row in table_of(tally, pairs=pairs).rows}
    score = won(pairs, len(names))
    return Evidence(names, tuple(rows[name] for name in names), score + score.T, _deals(pairs, len(names)))


def _deals(pairs: Pairs, entrants: int) -> Ints:
    """How many deals each entrant met anyone on."""
    both: Iterable[Ints] = [pairs.deal * entrants + person for person in (pairs.first, pairs.second)]
    return np.bincount(np.unique(np.concatenate(list(both))) % entrants, minlength=entrants)

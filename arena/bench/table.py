"""The table: from the store of many matches of many entrants to the ratings with errors."""

import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from threadpoolctl import threadpool_limits

from arena.bench.figures import Figure
from arena.counted import Counted
from arena.fit import fitted
from arena.record import Ending, Fixture, MatchRecord
from arena.store import Store
from arena.tables import season_table

_MATCHES = 100_000
_ENTRANTS = 1000


def measure(scale: float) -> Iterator[Figure]:
    """Seconds, at the scale of a tenth of the budget's million matches unless `scale` is 10."""
    matches = max(1000, round(_MATCHES * scale))
    with tempfile.TemporaryDirectory() as scratch, closing(Store(Path(scratch), write=True)) as store:
        store.add_many(_made_up(matches))
        started = time.perf_counter()
        season_table(store)
        spent = time.perf_counter() - started
        tally = Counted(store).tally()
        pairs = tally.pairs()
        started = time.perf_counter()
        with threadpool_limits(1, "blas"):
            fitted(pairs, len(tally.names))
        fit = time.perf_counter() - started
    budget = 10.0 * matches / 1_000_000
    what = f"{matches} matches of {_ENTRANTS} entrants, with errors, from the store"
    yield Figure("table", what, spent, "s", "at most", max(budget, 3.0))
    yield Figure("table", "of which the fit", fit, "s", "at most", 2.0)


def _made_up(matches: int) -> Iterator[MatchRecord]:
    """Matches of four, each deal in four rotations, with results drawn by strength."""
    luck = random.Random(0)
    strength = [luck.gauss(0, 1) for _ in range(_ENTRANTS)]
    for number in range(0, matches, 4):
        four = luck.sample(range(_ENTRANTS), 4)
        for turn in range(4):
            seats = four[turn:] + four[:turn]
            points = tuple(round(5 * (strength[one] + luck.gauss(0, 1))) for one in seats)
            places = tuple(1 + sum(other > own for other in points) for own in points)
            names = tuple(f"bot {one}" for one in seats)
            fixture = Fixture(
                f"{number + turn:016x}", "hielenlikkers", {}, number, (0, 1, 2, 3), names, (0,) * 4
            )
            yield MatchRecord(fixture, Ending("played"), points, places, (21,) * 4, (5.0,) * 4)

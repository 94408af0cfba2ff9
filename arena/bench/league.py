"""The league: matches a second with Python bots that answer at once, and memory over many matches."""

import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from arena import pool
from arena.bench.figures import Figure
from arena.examples import bot
from arena.record import Fixture, MatchRecord, Sitting
from arena.sitting import Plan, Program
from arena.store import Store
from arena.wire import Clock

_MATCHES = 1200
_PER_SITTING = 100
_NAMES = ("a", "b", "c", "d")


def measure(scale: float) -> Iterator[Figure]:
    """One worker against two, base game, four players."""
    matches = max(2 * _PER_SITTING, round(_MATCHES * scale))
    one, _ = _rate(matches, 1)
    two, growth = _rate(matches, 2)
    yield Figure("league", "Python bots, 1 worker", one, "matches/s")
    yield Figure("league", "Python bots, 2 workers", two, "matches/s", "at least", 250.0)
    yield Figure("league", "2 workers against 1", two / one, "times", "at least", 1.8)
    yield Figure("league", f"growth of the parent over {matches} matches", growth, "MB", "at most", 5.0)


def _rate(matches: int, workers: int) -> tuple[float, float]:
    """Matches a second from the first stored to the last, and the parent's growth in MB after a tenth."""
    fast = bot("vlug-py")
    program = Program(fast.manifest.run, str(fast.folder))
    plan = Plan(dict.fromkeys(_NAMES, (program,)), Clock(), b"bench".ljust(32))
    deals = [
        Fixture(f"{deal}", "hielenlikkers", {}, deal, (0, 1, 2, 3), _NAMES, (0,) * 4)
        for deal in range(matches)
    ]
    sittings = [Sitting(tuple(deals[at : at + _PER_SITTING])) for at in range(0, matches, _PER_SITTING)]
    seen: list[tuple[float, float]] = []

    def saw(record: MatchRecord) -> None:
        seen.append((time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))

    with tempfile.TemporaryDirectory() as scratch, closing(Store(Path(scratch), write=True)) as store:
        pool.play(store, plan, sittings, workers, saw=saw)
    rate = (len(seen) - 1) / (seen[-1][0] - seen[0][0])
    return rate, seen[-1][1] - seen[len(seen) // 10][1]

"""What the sandbox costs: starts and decisions with it and without, in turn, in one run."""

import math
import time
from collections.abc import Iterator

from arena.bench.figures import Figure
from arena.bench.pipe import one_core
from arena.build import build
from arena.examples import bot
from arena.manifest import Bot
from arena.sandbox import Keeping, Limits, Sandbox
from arena.sandbox.probe import sandbox_for
from arena.transport import BotProcess
from arena.wire import LINE_LIMIT

_STARTS = 40
_ROUND_TRIPS = 20_000
_TURNS = 20
_REQUEST = b'{"type":"act","id":1,"legal":[' + b",".join([b'{"card":1}'] * 50) + b"]}\n"
_PATIENCE_S = 10


def measure(scale: float) -> Iterator[Figure]:
    """Medians of starts up to the first answer, and of killing; round trips with a C bot. Nothing where
    there is no sandbox."""
    boxed, warning = sandbox_for("auto")
    if warning:
        return
    fast = bot("vlug")
    build(fast)
    kinds = {"without": Keeping(Sandbox()), "boxed": Keeping(boxed), "paused": Keeping(boxed, Limits(), True)}
    with one_core():
        starts, ends = _starts(fast, kinds, max(5, round(_STARTS * scale)))
        moves = _moves(fast, kinds, max(100, round(_ROUND_TRIPS * scale)))
    yield Figure("sandbox", "start to first answer, without", starts["without"], "ms")
    yield Figure("sandbox", "start to first answer, boxed", starts["boxed"], "ms")
    yield Figure("sandbox", "end, without", ends["without"], "ms")
    yield Figure("sandbox", "end, boxed", ends["boxed"], "ms")
    yield Figure("sandbox", "a round trip, without", moves["without"], "us")
    yield Figure("sandbox", "boxed against without", moves["boxed"] / moves["without"], "times")
    yield Figure("sandbox", "boxed and paused between turns", moves["paused"], "us")


def _starts(fast: Bot, kinds: dict[str, Keeping], runs: int) -> tuple[dict[str, float], dict[str, float]]:
    """Medians of ms from the start to the first answer, and of ms of the end."""
    started: dict[str, list[float]] = {kind: [] for kind in kinds}
    ended: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(runs):
        for kind, keeping in kinds.items():
            before = time.perf_counter()
            process = _ready(fast, keeping)
            began = time.perf_counter()
            process.kill()
            started[kind].append((began - before) * 1000)
            ended[kind].append((time.perf_counter() - began) * 1000)
    middle = runs // 2
    return (
        {kind: sorted(times)[middle] for kind, times in started.items()},
        {kind: sorted(times)[middle] for kind, times in ended.items()},
    )


def _moves(fast: Bot, kinds: dict[str, Keeping], round_trips: int) -> dict[str, float]:
    """Us a round trip: the best of some turns, which the kinds take one after the other."""
    processes = {kind: _ready(fast, keeping) for kind, keeping in kinds.items()}
    best = dict.fromkeys(kinds, math.inf)
    each = round_trips // _TURNS
    for _ in range(_TURNS):
        for kind, process in processes.items():
            before = time.perf_counter()
            for _ in range(each):
                process.resume()
                process.send(_REQUEST)
                process.receive(time.monotonic() + _PATIENCE_S)
                if kinds[kind].pause:
                    process.pause()
            best[kind] = min(best[kind], (time.perf_counter() - before) * 1e6 / each)
    for process in processes.values():
        process.kill()
    return best


def _ready(fast: Bot, keeping: Keeping) -> BotProcess:
    process = BotProcess(fast.manifest.run, fast.folder, LINE_LIMIT, keeping)
    process.send(b'{"type":"hello"}\n')
    process.receive(time.monotonic() + _PATIENCE_S)
    return process

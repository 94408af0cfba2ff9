"""The start of the command line, against that of its library alone."""

import subprocess
import sys
import time
from collections.abc import Iterator

from arena.bench.figures import Figure

_RUNS = 10


def measure(scale: float) -> Iterator[Figure]:
    """`arena --help` against `import click`, medians, run in turn."""
    runs = max(3, round(_RUNS * scale))
    ours, floor = [], []
    for _ in range(runs):
        ours.append(_seconds("from arena.cli import main; main(['--help'])"))
        floor.append(_seconds("import click"))
    help_, click = sorted(ours)[runs // 2], sorted(floor)[runs // 2]
    yield Figure("start", "arena --help", help_ * 1000, "ms")
    yield Figure("start", "against import click", help_ / click, "times", "at most", 3.0)


def _seconds(code: str) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started

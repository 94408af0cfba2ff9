"""Ten hostile bots and four honest ones play a season of 1,092 matches: every verdict is right, no honest bot
is harmed, nothing is left, and memory stays flat.

What comes of each match is known beforehand. Who cannot start fouls before anybody plays. The others do wrong
in their second act, so he who begins does so first. Where neither can start it is nobody's loss: void.
"""

import os
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.record import Fixture
from arena.store import Store
from tests.arena.stage import ARENA, BOTS, children, living
from tests.faults.stage import box, open_folder, resident, season_of

HOSTILE = {
    # name: the words for what it does, and its verdict
    "stillborn": ("exit-at-start", "crashed"),
    "mute": ("silent", "silent"),
    "faller": ("raise@2", "crashed"),
    "sleeper": ("late@2", "late"),
    "garbler": ("b7-inside@2", "garbled"),
    "cheat": ("too-large@2", "illegal"),
    "flood": ("torrent@2", "output"),
    "bomb": ("bomb@2", "processes"),
    "hog": ("hog@2", "memory"),
    "deaf": ("deaf", "played"),
}
AT_START = ("stillborn", "mute")
HONEST = ("gulzig", "lukraak", "vleier", "vlug-py")
DEALS = 6
MATCHES = 14 * 13 * DEALS
WORKERS = 6
"""More than cores: most of the time nearly all of them wait for somebody's time to be up."""
TERMS = """\
start_ms = 2500
move_ms = 800
match_ms = 60000
[limits]
memory_mb = 128
processes = 16
output_mb = 4
[sandbox]
kind = "{}"
"""


def verdict(one: Fixture) -> tuple[str, int | None]:
    """How a match must end, and whose fault that is."""
    at_start = [seat for seat, name in enumerate(one.entrants) if name in AT_START]
    if len(at_start) == 2:
        return "void", None
    for seat in at_start or range(2):
        kind = HOSTILE.get(one.entrants[seat], ("", "played"))[1]
        if kind != "played":
            return kind, seat
    return "played", None


def season(folder: Path, kind: str) -> Path:
    """The file of the season, with all its bots in the folder."""
    bots = {name: [*words.split(), "grandchild", f"mark={folder}"] for name, (words, _) in HOSTILE.items()}
    file = season_of(folder, bots, TERMS.format(kind), f"seed = 14\nbench_after = {MATCHES}", DEALS)
    for name in HONEST:
        shutil.copytree(BOTS / name, folder / "bots" / name, ignore=shutil.ignore_patterns("__pycache__"))
        with file.open("a") as stream:
            stream.write(f'[[entrant]]\nname = "{name}"\nbot = "bots/{name}"\n')
    return file


class Memory:
    """What a run and its workers hold, looked at now and then, in MB."""

    def __init__(self) -> None:
        self.parent: list[float] = []
        self.worker: list[float] = []

    def look(self, pid: int) -> None:
        workers = [size for child in children(pid) if children(child) and (size := resident(child))]
        if len(workers) == WORKERS:
            self.parent.append(resident(pid) / 1024)
            self.worker.append(sum(workers) / len(workers) / 1024)

    def tenths(self, seen: list[float]) -> list[float]:
        """The means of each tenth of the run."""
        size = len(seen) // 10
        return [round(sum(seen[at * size : (at + 1) * size]) / size, 1) for at in range(10)]


def run(file: Path, temporary: Path, memory: Memory) -> int:
    """Play it to its end; the exit code."""
    with (file.parent / "said").open("w") as said:
        words = [ARENA, "league", file, "--results", file.parent / "results", "--workers", str(WORKERS)]
        league = subprocess.Popen(
            words, stdout=said, stderr=said, env=os.environ | {"TMPDIR": str(temporary)}
        )
        try:
            while True:
                try:
                    return league.wait(0.5)
                except subprocess.TimeoutExpired:
                    memory.look(league.pid)
        finally:
            league.kill()
            league.wait()


@pytest.fixture
def folder() -> Iterator[Path]:
    with open_folder() as folder:
        yield folder


@pytest.mark.slow
@pytest.mark.parametrize("kind", [box("bubblewrap"), "none"])
def test_a_season_of_hostile_bots_is_played_to_its_end(folder: Path, kind: str) -> None:
    temporary, memory, began = folder / "temporary", Memory(), time.monotonic()
    temporary.mkdir(mode=0o777)
    code = run(season(folder, kind), temporary, memory)
    took = time.monotonic() - began
    assert not living(str(folder))
    assert list(temporary.iterdir()) == []

    said = (folder / "said").read_text()
    store = Store(folder / "results" / "proef")
    records = list(store.records())
    store.close()
    assert len(records) == MATCHES, said
    wrong = Counter(
        f"{record.fixture.entrants}: {record.ending}"
        for record in records
        if (record.ending.kind, record.ending.seat) != verdict(record.fixture)
    )
    assert not wrong, wrong.most_common(50)
    assert code == 1
    assert f"{2 * DEALS} matches are void" in said
    assert "Traceback" not in said

    counts = Counter((record.blamed or "", record.ending.kind) for record in records)
    parent, worker = memory.tenths(memory.parent), memory.tenths(memory.worker)
    print(f"{kind}: {took:.0f} s; MB of the parent {parent}, of a worker {worker}")
    print(*sorted(counts.items()), sep="\n")
    # SQLite keeps up to 2 MB of the store in memory.
    assert parent[-1] - parent[4] < 4, parent
    assert worker[-1] - worker[4] < 2, worker

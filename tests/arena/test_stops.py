"""Stops in the middle, asked for and not: what was finished is kept, nothing is left running, and the
rerun ends with the table of a run that was never stopped.

The season hangs: one of its bots, which is deaf too, does not answer in its 40th act, on a clock of ten
minutes. It hangs once; the file that says so lets the next run pass.
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.sitting import play_sitting
from arena.store import Store
from arena.worker import Leaving
from tests.arena.stage import (
    ARENA,
    alive,
    arena,
    children,
    living,
    parent_of,
    plan_for,
    rogue,
    season_file,
    sitting_for,
    tables,
    until,
)

DEALS = 3


def season(folder: Path, *words: str) -> Path:
    """Three bots of which one does what the words say; all carry the folder in their command line."""
    bots = {"Ada": ["luck"], "Bob": ["luck", *words], "Cor": []}
    marked = {name: [*own, f"mark={folder}"] for name, own in bots.items()}
    return season_file(folder / "season", marked, top="seed = 7", schedule=f"deals = {DEALS}")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The tables of a run that nobody stopped."""
    folder = tmp_path_factory.mktemp("undisturbed")
    assert arena("league", season(folder), "--results", folder, "--no-times").returncode == 0
    return tables(folder / "try")


class Hanging:
    """A run in which a bot hangs, after some matches."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = season(folder, "hang@40", "deaf", f"once={folder / 'hung'}")
        self.results = folder / "try"
        self.words = ("league", self.file, "--results", folder, "--no-times", "--workers", "2")
        self.run = subprocess.Popen(
            [ARENA, *self.words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=heard_signals,
        )
        until(lambda: (folder / "hung").exists() and (folder / "hung").read_text())
        self.bot = int((folder / "hung").read_text())
        until(lambda: self.stored() > 0)
        self.workers = children(self.run.pid)

    def stored(self) -> int:
        """How many matches are finished."""
        store = Store(self.results)
        finished = len(store.finished())
        store.close()
        return finished

    def left(self) -> list[int]:
        """Who is still there of the run, its workers and its bots."""
        return [pid for pid in (self.run.pid, *self.workers) if alive(pid)] + living(str(self.folder))


def heard_signals() -> None:
    """As a terminal starts a program, whatever these tests were started with."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@pytest.fixture
def hanging(tmp_path: Path) -> Iterator[Hanging]:
    hanging = Hanging(tmp_path)
    yield hanging
    if hanging.run.poll() is None:
        os.killpg(hanging.run.pid, signal.SIGKILL)
    hanging.run.communicate()


def goes_on(hanging: Hanging, stored: int, undisturbed: dict[str, bytes]) -> None:
    """The next run finds what was stored and ends as if nothing had been."""
    again = arena(*hanging.words)
    assert again.returncode == 0, again.stderr
    assert f"{stored} matches stored, {6 * DEALS - stored} to play" in again.stderr
    assert tables(hanging.results) == undisturbed


STOPS: dict[str, Callable[[int], None]] = {
    "Ctrl-C in a terminal": lambda pid: os.killpg(pid, signal.SIGINT),
    "SIGINT to the parent": lambda pid: os.kill(pid, signal.SIGINT),
    "SIGTERM": lambda pid: os.kill(pid, signal.SIGTERM),
    "SIGHUP to all": lambda pid: os.killpg(pid, signal.SIGHUP),
    "SIGTERM to all": lambda pid: os.killpg(pid, signal.SIGTERM),
    "Ctrl-C, impatiently": lambda pid: [os.killpg(pid, signal.SIGINT) for _ in range(5)] and None,
}


@pytest.mark.parametrize("stop", STOPS)
def test_fault_26_27_a_stop_ends_all_within_5_seconds_and_loses_nothing(
    hanging: Hanging, stop: str, undisturbed: dict[str, bytes]
) -> None:
    began = time.monotonic()
    STOPS[stop](hanging.run.pid)
    out, err = hanging.run.communicate(timeout=20)
    assert time.monotonic() - began < 5
    assert hanging.run.returncode == 3, err
    assert "stopped; what was stored is in" in err
    assert "Traceback" not in err
    assert out == ""
    assert hanging.left() == []
    stored = hanging.stored()
    assert 0 < stored < 6 * DEALS
    assert set(tables(hanging.results)) == set(undisturbed)
    if stop == "Ctrl-C in a terminal":
        goes_on(hanging, stored, undisturbed)


def test_fault_81_a_worker_that_is_killed_costs_nothing(
    hanging: Hanging, undisturbed: dict[str, bytes]
) -> None:
    worker = parent_of(hanging.bot)
    assert worker in hanging.workers
    os.kill(worker, signal.SIGKILL)
    _, err = hanging.run.communicate(timeout=30)
    assert hanging.run.returncode == 0, err
    assert "0 fouls or void" in err
    assert tables(hanging.results) == undisturbed
    assert hanging.stored() == 6 * DEALS
    assert hanging.left() == []
    log = (hanging.results / "league.log").read_text()
    assert "has died (exit code -9); its match is played again" in log


def test_fault_20_41_a_parent_that_is_killed_takes_all_with_it(
    hanging: Hanging, undisturbed: dict[str, bytes]
) -> None:
    hanging.run.kill()
    hanging.run.wait()
    until(lambda: not hanging.left(), seconds=5)
    goes_on(hanging, hanging.stored(), undisturbed)


def test_fault_50_a_run_that_waits_costs_next_to_nothing(hanging: Hanging) -> None:
    """Parent and workers, while a bot hangs and another waits: soon there is a second of hardly any use."""
    until(lambda: len(living(f"mark={hanging.folder}")) == 2)
    until(lambda: used_in_a_second(hanging) < 0.1)


def used_in_a_second(hanging: Hanging) -> float:
    """Seconds of processor time that parent and workers take in one second of a run that goes on."""
    of_the_run = (hanging.run.pid, *hanging.workers)
    before = sum(map(processor_s, of_the_run))
    with pytest.raises(subprocess.TimeoutExpired):
        hanging.run.wait(1)
    return sum(map(processor_s, of_the_run)) - before


def processor_s(pid: int) -> float:
    """What a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_bot_that_is_killed_loses_its_match_and_no_more(hanging: Hanging) -> None:
    os.kill(hanging.bot, signal.SIGKILL)
    _, err = hanging.run.communicate(timeout=30)
    assert hanging.run.returncode == 0, err
    assert "1 fouls or void" in err
    store = Store(hanging.results)
    (fouled,) = [record for record in store.records() if record.ending.foul]
    store.close()
    assert fouled.ending.kind == "crashed"
    assert fouled.ending.seat is not None
    assert fouled.fixture.entrants[fouled.ending.seat] == "Bob"
    assert "signal SIGKILL" in fouled.ending.detail
    assert hanging.left() == []


def test_a_stop_while_bots_start_leaves_none(tmp_path: Path) -> None:
    """The stop comes while one of them has not said `ready` yet, and never will."""
    deaf = ["deaf", f"mark={tmp_path}"]
    file = season_file(tmp_path / "season", {"A": ["silent", f"once={tmp_path / 'up'}", *deaf], "B": deaf})
    run = subprocess.Popen(
        [ARENA, "league", file, "--results", tmp_path, "--workers", "2"],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        preexec_fn=heard_signals,
    )
    until(lambda: (tmp_path / "up").exists())
    run.send_signal(signal.SIGTERM)
    assert run.wait(10) == 3
    assert run.communicate()
    assert not living(str(tmp_path))


def test_a_signal_waits_until_a_started_bot_is_known(tmp_path: Path) -> None:
    """Or nobody would know what to end: it comes in the middle of a start, and is answered after it."""
    leaving, known = Leaving(), []
    before = signal.signal(signal.SIGTERM, leaving)

    def started(pids: list[int]) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        known.append(pids)

    plan = plan_for([rogue("deaf", f"mark={tmp_path}")] * 2)
    try:
        with pytest.raises(SystemExit):
            next(play_sitting(plan, sitting_for(2, 1), started, leaving.later))
    finally:
        signal.signal(signal.SIGTERM, before)
    assert len(known) == 1
    until(lambda: not living(str(tmp_path)))


def test_a_stop_before_the_first_match_leaves_nothing(tmp_path: Path) -> None:
    """Workers are still being born: they must not hear a signal before they know what to do on it."""
    file = season(tmp_path)
    run = subprocess.Popen(
        [ARENA, "league", file, "--results", tmp_path, "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heard_signals,
    )
    assert run.stderr
    assert "commitment" in run.stderr.readline()
    assert "to play" in run.stderr.readline()
    os.killpg(run.pid, signal.SIGINT)
    _, err = run.communicate(timeout=20)
    assert run.returncode == 3, err
    assert "Traceback" not in err
    assert not living(str(tmp_path))


def test_what_was_ignored_before_is_ignored(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    """`nohup arena league` outlives its terminal."""

    def nohup() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    file = season(tmp_path)
    run = subprocess.Popen(
        [ARENA, "league", file, "--results", tmp_path, "--no-times"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=nohup,
    )
    assert run.stderr
    for _ in range(3):
        run.stderr.readline()
    run.send_signal(signal.SIGHUP)
    run.communicate(timeout=30)
    assert run.returncode == 0
    assert tables(tmp_path / "try") == undisturbed

"""Runs of a season that are killed with -9 at random moments, until one gets through."""

import contextlib
import os
import random
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from arena.sandbox.tree import children, descendants
from arena.store import Store
from tests.arena.stage import ARENA, alive, tables, until

SEASON = """
name = "Try"
game = "hielenlikkers"
seats = 3
seed = 11
[schedule]
deals = 10
[clock]
start_ms = 60000
move_ms = 60000
match_ms = 600000
"""
BOTS = ("vleier", "lukraak", "gulzig", "vlug-py")


def season(folder: Path, bots: Path) -> Path:
    """The file of a season of example bots, which draw their luck from the match."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "season.toml"
    entrants = "".join(f'[[entrant]]\nbot = "{bots / name}"\n' for name in BOTS)
    file.write_text(SEASON + entrants)
    return file


class Runs:
    """One season, run again and again; `words` are further words for the command."""

    def __init__(self, file: Path, results: Path, words: Sequence[str] = ("--workers", "2")) -> None:
        self.results = results / "try"
        self._command = [ARENA, "league", file, "--results", results, "--no-times", *words]
        self._log = results / "said.txt"
        self.kills: list[str] = []

    def undisturbed(self) -> tuple[dict[str, bytes], float]:
        """Run it to its end: its tables, and the seconds it took."""
        began = time.monotonic()
        run = self._start()
        assert run.wait(300) == 0, self._log.read_text()
        return tables(self.results), time.monotonic() - began

    def killed(self, luck: random.Random, seconds: float) -> bool:
        """Run it, and kill something after a part of so many seconds; whether the run ended by itself.

        What is killed is the parent, all of the run at once, or a worker with its bots: then the run goes
        on, and is waited for as long again before the next. Only a match that took three workers down may be
        void then: the next run plays it.
        """
        run = self._start()
        try:
            while True:
                try:
                    code = run.wait(luck.uniform(0, seconds))
                except subprocess.TimeoutExpired:
                    if self._kill(run.pid, luck):
                        run.wait()
                        return False
                    continue
                void = self._void()
                assert all("3 workers died in this match" in detail for detail in void), void
                assert code == 0 or void, self._log.read_text()
                return True
        finally:
            if run.poll() is None:
                run.kill()
            run.wait()

    def _void(self) -> list[str]:
        """Why matches are void."""
        with contextlib.closing(Store(self.results)) as store:
            return [one.ending.detail for one in store.not_played() if one.ending.kind == "void"]

    def _start(self) -> "subprocess.Popen[bytes]":
        self.results.parent.mkdir(parents=True, exist_ok=True)
        with open(self._log, "w") as log:
            return subprocess.Popen(self._command, stdout=log, stderr=log, start_new_session=True)

    def _kill(self, parent: int, luck: random.Random) -> bool:
        """Kill something; whether that was the whole run."""
        what = luck.choice(("parent", "all", "worker"))
        below = descendants(parent)
        if what == "worker":
            # Children of the run alone: what a worker is about to start looks like it for a moment.
            workers = [pid for pid in children(parent) if _works(pid)]
            if not workers:
                return False
            self.kills.append(what)
            worker = luck.choice(workers)
            # Stopped first: a bot that is killed before its worker is would have lost its match.
            for pid in (worker, *descendants(worker)):
                _send(pid, signal.SIGSTOP)
            for pid in (worker, *descendants(worker)):
                _send(pid, signal.SIGKILL)
            return False
        self.kills.append(what)
        if what == "all":
            for pid in (parent, *below):
                _send(pid, signal.SIGSTOP)
            for pid in (parent, *below, *descendants(parent)):
                _send(pid, signal.SIGKILL)
        else:
            os.kill(parent, signal.SIGKILL)
        until(lambda: not any(map(alive, below)), seconds=20)
        return True


def _works(pid: int) -> bool:
    """Whether this is a worker of a run, as multiprocessing starts it."""
    with contextlib.suppress(OSError):
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def _send(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)

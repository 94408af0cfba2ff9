"""What the tests of clusters share: programs of dask, and a run that is caught in a match.

The season hangs: one of its bots, which is deaf too, does not answer in its 40th act, on a clock of ten
minutes. It hangs once; the file that says so lets the next process pass.
"""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from arena.store import Store
from tests.arena.stage import ARENA, living, parent_of, season_file, tables, until

MATCHES = 3 * 4 * 2


def season(folder: Path, *words: str, more: str = "") -> Path:
    """A season of three, with words for one of the bots and TOML for its top."""
    bots = {"Ada": ["luck"], "Bob": ["luck", *words], "Cor": []}
    marked = {name: [*own, f"mark={folder}"] for name, own in bots.items()}
    return season_file(folder / "season", marked, top=f"seed = 3\n{more}")


def free_port() -> int:
    """A port of this machine that nobody listens to."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Programs:
    """Programs that run beside a test, in the order in which they were started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self, *command: str, **more: str) -> "subprocess.Popen[bytes]":
        """Start one, with `more` in its environment; what it says is in a file in the folder."""
        with open(self.folder / f"program-{len(self.running)}.txt", "wb") as said:
            process = subprocess.Popen(
                command, stdout=said, stderr=said, start_new_session=True, env=os.environ | more
            )
        self.running.append(process)
        return process

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        for process in reversed(self.running):
            if process.poll() is None:
                os.killpg(process.pid, how)
            process.wait(timeout=30)


class Cluster(Programs):
    """A scheduler and two workers, started as their commands do, and started again."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.address = f"tcp://127.0.0.1:{free_port()}"
        self.restart()

    def restart(self) -> None:
        port = self.address.rpartition(":")[2]
        self._run("scheduler", "--host", "127.0.0.1", "--port", port)
        words = ("--nthreads", "1", "--local-directory", str(self.folder / "dask"))
        for _ in range(2):
            self._run("worker", self.address, *words, "--resources", "matches=1")

    def _run(self, what: str, *words: str) -> None:
        self.start(sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *words)


class Run:
    """A run on a cluster, in which a bot hangs after some matches."""

    def __init__(self, folder: Path, where: str) -> None:
        self.folder, self.results = folder, folder / "try"
        file = season(folder, "hang@40", "deaf", f"once={folder / 'hung'}")
        self.process = subprocess.Popen(
            [ARENA, "league", file, "--results", folder, "--no-times", "--cluster", where, "--workers", "2"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        until(lambda: (folder / "hung").exists() and (folder / "hung").read_text(), seconds=60)
        self.bot = int((folder / "hung").read_text())
        self.sitter = parent_of(self.bot)
        assert self.sitter is not None
        self.worker = parent_of(self.sitter)
        assert self.worker is not None

    def ends_well(self, undisturbed: dict[str, bytes]) -> None:
        """It ends with the table of a run without a cluster, no match is there twice, no process is left."""
        _, err = self.process.communicate(timeout=120)
        assert self.process.returncode == 0, err
        assert tables(self.results) == undisturbed
        store = Store(self.results)
        assert len(store.finished()) == len(store.all_ids()) == MATCHES
        store.close()
        until(lambda: not living(f"mark={self.folder}"), seconds=10)

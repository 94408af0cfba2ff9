"""A season on a real cluster of this machine: the same table, whatever dies.

The season hangs: one of its bots, which is deaf too, does not answer in its 40th act, on a clock of ten
minutes. It hangs once; the file that says so lets the next process pass.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.cluster.client import check_address
from arena.store import Store
from tests.arena.stage import ARENA, alive, arena, living, parent_of, season_file, tables, until

pytest.importorskip("distributed", reason="needs the extra `cluster`")

MATCHES = 3 * 4 * 2


def season(folder: Path, *words: str) -> Path:
    bots = {"Ada": ["luck"], "Bob": ["luck", *words], "Cor": []}
    marked = {name: [*own, f"mark={folder}"] for name, own in bots.items()}
    return season_file(folder / "season", marked, top="seed = 3")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The tables of a run without a cluster."""
    folder = tmp_path_factory.mktemp("undisturbed")
    assert arena("league", season(folder), "--results", folder, "--no-times").returncode == 0
    return tables(folder / "try")


class Cluster:
    """A scheduler and two workers, started as their commands do, and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        self.running: list[subprocess.Popen[bytes]] = []
        self.start()

    def start(self) -> None:
        port = self.address.rpartition(":")[2]
        self.scheduler = self._run("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
        words = ("--nthreads", "1", "--no-dashboard", "--local-directory", str(self.folder / "dask"))
        self.workers = [
            self._run("worker", self.address, *words, "--resources", "matches=1") for _ in range(2)
        ]

    def _run(self, what: str, *words: str) -> "subprocess.Popen[bytes]":
        with open(self.folder / f"{what}-{len(self.running)}.txt", "wb") as said:
            command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *words]
            process = subprocess.Popen(command, stdout=said, stderr=said, start_new_session=True)
        self.running.append(process)
        return process

    def end(self) -> None:
        for process in self.running:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path)
    yield cluster
    cluster.end()


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


def test_a_season_on_a_cluster_is_the_same(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    file = season(tmp_path)
    words = ("league", file, "--results", tmp_path, "--no-times", "--cluster", "local", "--workers", "2")
    done = arena(*words, timeout=120)
    assert done.returncode == 0, done.stderr
    assert tables(tmp_path / "try") == undisturbed
    again = arena(*words, timeout=120)
    assert f"{MATCHES} matches stored, 0 to play" in again.stderr
    assert tables(tmp_path / "try") == undisturbed
    until(lambda: not living(f"mark={tmp_path}"), seconds=10)


def test_a_worker_that_is_killed_costs_nothing_and_leaves_no_bots(
    cluster: Cluster, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    run = Run(tmp_path, cluster.address)
    os.kill(run.worker, signal.SIGKILL)
    until(lambda: not alive(run.bot) and not alive(run.sitter), seconds=10)
    run.ends_well(undisturbed)


def test_the_process_that_plays_may_be_killed(
    cluster: Cluster, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    run = Run(tmp_path, cluster.address)
    os.kill(run.sitter, signal.SIGKILL)
    until(lambda: not alive(run.bot), seconds=10)
    run.ends_well(undisturbed)
    assert "its match is played again" in (run.results / "league.log").read_text()


def test_the_scheduler_may_be_restarted(
    cluster: Cluster, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    run = Run(tmp_path, cluster.address)
    cluster.end()
    until(lambda: not alive(run.bot), seconds=10)
    cluster.start()
    run.ends_well(undisturbed)


def test_a_stop_is_quick_and_the_next_run_goes_on(
    cluster: Cluster, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    run = Run(tmp_path, cluster.address)
    began = time.monotonic()
    run.process.send_signal(signal.SIGTERM)
    _, err = run.process.communicate(timeout=30)
    assert time.monotonic() - began < 5
    assert run.process.returncode == 3, err
    assert "stopped; finished matches are in" in err
    file = tmp_path / "season" / "season.toml"
    done = arena("league", file, "--results", tmp_path, "--no-times", timeout=120)
    assert done.returncode == 0, done.stderr
    assert tables(run.results) == undisturbed


def test_no_scheduler_is_an_error_that_names_the_address(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        done = arena("league", season(tmp_path), "--results", tmp_path, "--cluster", address, timeout=120)
    assert done.returncode == 1
    assert f"no scheduler answers at {address}" in done.stderr


@pytest.mark.parametrize("address", ["foo", "tcp://foo", "foo:bar", "foo:70000", ":8786", "tcp:/foo:1"])
def test_what_is_no_address_is_bad_usage(tmp_path: Path, address: str) -> None:
    done = arena("league", season(tmp_path), "--results", tmp_path, "--cluster", address)
    assert done.returncode == 2
    assert f"expected HOST:PORT, local or slurm, got '{address}'" in done.stderr
    assert "Exception ignored" not in done.stderr


@pytest.mark.parametrize("address", ["head:8786", "tcp://127.0.0.1:1", "tls://[::1]:8786", "local", "slurm"])
def test_an_address_is_a_host_and_a_port(address: str) -> None:
    check_address(address)

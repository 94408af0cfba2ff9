"""A season on a real cluster of this machine: the same table, whatever dies."""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.cluster.client import check_address
from tests.arena.stage import ARENA, alive, arena, living, tables, until
from tests.cluster.stage import MATCHES, Cluster, Programs, Run, free_port, season

pytest.importorskip("distributed", reason="needs the extra `cluster`")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path)
    yield cluster
    cluster.end()


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


def test_status_names_what_is_being_played(cluster: Cluster, tmp_path: Path) -> None:
    run = Run(tmp_path, cluster.address)
    asked = arena("status", tmp_path / "season" / "season.toml", "--results", tmp_path, "--json")
    told = json.loads(asked.stdout)
    assert told["run"]["process"] == run.process.pid
    # Two workers, of whose sittings only the one that hangs cannot end.
    playing = [one["entrants"] for one in told["playing"]]
    assert 1 <= len(playing) <= 2
    assert any("Bob" in entrants for entrants in playing)
    run.process.send_signal(signal.SIGTERM)
    run.process.communicate(timeout=30)
    assert json.loads(arena(*asked.args[1:]).stdout)["playing"] == []


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
    cluster.restart()
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
    assert "stopped; what was stored is in" in err
    file = tmp_path / "season" / "season.toml"
    done = arena("league", file, "--results", tmp_path, "--no-times", timeout=120)
    assert done.returncode == 0, done.stderr
    assert tables(run.results) == undisturbed


@pytest.mark.slow
def test_a_run_that_waits_for_a_worker_says_so(tmp_path: Path) -> None:
    programs, port = Programs(tmp_path), str(free_port())
    dask = (sys.executable, "-m", "distributed.cli.dask_scheduler", "--no-dashboard", "--port", port)
    words = ("--results", str(tmp_path), "--cluster", f"tcp://127.0.0.1:{port}")
    try:
        programs.start(*dask, "--host", "127.0.0.1")
        programs.start(str(ARENA), "league", str(season(tmp_path)), *words)
        until(lambda: "warning: there is no worker" in (tmp_path / "program-1.txt").read_text(), seconds=40)
    finally:
        programs.end()


def test_no_scheduler_is_an_error_that_names_the_address(tmp_path: Path) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    done = arena("league", season(tmp_path), "--results", tmp_path, "--cluster", address, timeout=120)
    assert done.returncode == 1
    assert f"no scheduler answers at {address}" in done.stderr


def test_jobs_that_nothing_is_said_about_are_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    done = arena("league", season(tmp_path), "--results", tmp_path, "--cluster", "slurm", timeout=120)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: You must specify how much cores and memory per job")
    assert "see arena/cluster/README.md for jobqueue.yaml" in done.stderr


@pytest.mark.parametrize("address", ["foo", "tcp://foo", "foo:bar", "foo:70000", ":8786", "tcp:/foo:1"])
def test_what_is_no_address_is_bad_usage(tmp_path: Path, address: str) -> None:
    done = arena("league", season(tmp_path), "--results", tmp_path, "--cluster", address)
    assert done.returncode == 2
    assert f"expected HOST:PORT, local or slurm, got '{address}'" in done.stderr
    assert "Exception ignored" not in done.stderr


@pytest.mark.parametrize("address", ["head:8786", "tcp://127.0.0.1:1", "tls://[::1]:8786", "local", "slurm"])
def test_an_address_is_a_host_and_a_port(address: str) -> None:
    check_address(address)

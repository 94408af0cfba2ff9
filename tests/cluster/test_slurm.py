"""Seasons on a real Slurm cluster of one node, started for these tests, by the very lines of the READMEs."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena.stage import ARENA, ROOT, alive, arena, living, tables, until
from tests.cluster.stage import MATCHES, Programs, Run, free_port, season

pytest.importorskip("dask_jobqueue", reason="needs the extra `cluster`")
pytestmark = pytest.mark.slow

DAEMONS = ("munged", "slurmctld", "slurmd")
PLACES = os.environ["PATH"] + ":/usr/sbin"
# A node of eight cores, whatever this machine has: two of the jobs that the READMEs ask for at a time.
CONFIGURATION = """
ClusterName=arena
SlurmctldHost=localhost
SlurmctldPort={controller}
SlurmdPort={node}
SlurmUser=root
AuthInfo=socket={folder}/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
KillWait=2
SlurmdParameters=config_overrides
NodeName=here NodeAddr=127.0.0.1 NodeHostname={host} CPUs=8 RealMemory=64000
PartitionName=normal Nodes=here Default=YES MaxTime=INFINITE State=UP
"""


def block(readme: str, first: str) -> str:
    """The lines of a README's block that begins with this one."""
    found = re.search(f"^```[a-z]*\n({re.escape(first)}\n.*?)^```$", (ROOT / readme).read_text(), re.M | re.S)
    assert found, f"{readme}: no block begins with {first}"
    return found[1]


def said_by(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a cluster's configuration."""
    lacking = [name for name in DAEMONS if not shutil.which(name, path=PLACES)]
    if lacking or os.getuid():
        pytest.skip(f"needs {', '.join(lacking) or 'to be root'}, to start a Slurm cluster")
    folder = tmp_path_factory.mktemp("slurm")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{ARENA.parent}:{PLACES}")
        patch.setenv("SLURM_CONF", str(folder / "slurm.conf"))
        patch.setenv("HOME", str(folder))
        patch.setenv("DASK_DISTRIBUTED__DEPLOY__LOST_WORKER_TIMEOUT", "1s")
        yield from running(folder)


def running(folder: Path) -> Iterator[Path]:
    ports = {"controller": free_port(), "node": free_port()}
    text = CONFIGURATION.format(folder=folder, host=socket.gethostname().partition(".")[0], **ports)
    (folder / "slurm.conf").write_text(text)
    (folder / "key").write_bytes(os.urandom(128))
    (folder / "key").chmod(0o600)
    jobs = block("arena/cluster/README.md", "jobqueue:").replace("/path/to/venv", sys.prefix)
    (folder / ".config" / "dask").mkdir(parents=True)
    (folder / ".config" / "dask" / "jobqueue.yaml").write_text(jobs)
    files = {"key-file": "key", "socket": "munge", "pid-file": "munged.pid", "seed-file": "seed"}
    words = [f"--{name}={folder / file}" for name, file in (files | {"log-file": "munged.log"}).items()]
    programs = Programs(folder)
    try:
        programs.start("munged", "--foreground", "--force", *words)
        until((folder / "munge").exists)
        programs.start("slurmctld", "-D")
        programs.start("slurmd", "-D", "-N", "here")
        until(lambda: said_by("sinfo", "-h", "-o", "%t").strip() == "idle", seconds=60)
        yield folder
        said_by("scancel", "--user=root")
        until(lambda: not queued())
    finally:
        programs.end(signal.SIGTERM)


@pytest.fixture
def folder(cluster: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the test's own, in which it is: jobs leave their output where they were sent from."""
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for pid in living(f"--results\0{tmp_path}\0"):  # a run of a test that failed
        os.kill(pid, signal.SIGKILL)


def queued() -> list[str]:
    """The jobs that wait, run or end."""
    return said_by("squeue", "-h", "-o", "%A %T").splitlines()


def job_of(pid: int) -> str:
    variables = Path(f"/proc/{pid}/environ").read_bytes().decode().split("\0")
    return next(one.partition("=")[2] for one in variables if one.startswith("SLURM_JOB_ID="))


def test_jobs_that_are_cancelled_are_followed_by_others(folder: Path, undisturbed: dict[str, bytes]) -> None:
    run = Run(folder, "slurm")
    jobs = [line.partition(" ")[0] for line in queued()]
    assert job_of(run.worker) in jobs
    assert len(jobs) == 2
    said_by("scancel", *jobs)
    until(lambda: not alive(run.bot) and not alive(run.sitter))
    run.ends_well(undisturbed)
    until(lambda: not queued())


def test_ctrl_c_leaves_no_job_and_no_bot(folder: Path) -> None:
    run = Run(folder, "slurm")
    run.process.send_signal(signal.SIGINT)
    _, err = run.process.communicate(timeout=30)
    assert run.process.returncode == 3, err
    until(lambda: not queued())
    until(lambda: not living(f"mark={folder}"))


def test_jobs_of_a_run_that_is_killed_end_by_themselves(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One that has not found the run yet looks for it so long, a minute if nothing is said; one that plays
    # waits for half a minute for its match.
    monkeypatch.setenv("DASK_JOBQUEUE__SLURM__DEATH_TIMEOUT", "5")
    run = Run(folder, "slurm")
    run.process.kill()
    run.process.communicate(timeout=30)
    until(lambda: not queued(), seconds=60)
    until(lambda: not living(f"mark={folder}"))


def test_what_slurm_refuses_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DASK_JOBQUEUE__SLURM__QUEUE", "nowhere")
    done = arena("league", season(folder), "--results", folder, "--cluster", "slurm", "--workers", "2")
    assert done.returncode == 1
    assert "Error: Slurm refused each of 2 jobs: sbatch: error: invalid partition specified" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_job_that_is_refused_is_asked_for_again(folder: Path, undisturbed: dict[str, bytes]) -> None:
    run = Run(folder, "slurm")
    said_by("scontrol", "update", "PartitionName=normal", "State=DRAIN")
    try:
        said_by("scancel", "--user=root")
        until(lambda: "Slurm refused a job: sbatch: error: " in (run.results / "league.log").read_text())
    finally:
        said_by("scontrol", "update", "PartitionName=normal", "State=UP")
    run.ends_well(undisturbed)


def test_shards_are_an_array_job(folder: Path, undisturbed: dict[str, bytes]) -> None:
    # In two of its four runs at a time all would be pinned to the same cores: see results/README.md.
    file = season(folder, more="pin = false")
    script = block("results/README.md", "#!/bin/sh").replace("CONFIG", str(file))
    Path("season.sh").write_text(script)
    said_by("sbatch", "season.sh")
    until(lambda: not queued(), seconds=120)
    parts = sorted(Path("results").glob("try.shard-*"))
    assert len(parts) == 8
    assert arena("merge", *parts, "--into", "results/try").returncode == 0
    done = arena("league", file, "--no-times")
    said = [file.read_text() for file in Path().glob("slurm-*.out")]
    assert f"{MATCHES} matches stored, 0 to play" in done.stderr, said
    assert tables(Path("results/try")) == undisturbed

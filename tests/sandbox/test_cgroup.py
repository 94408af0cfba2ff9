"""Control groups: what is written where. The files of a real hierarchy are stood in for by a folder's, since
few machines that run tests let them be made; memory that the kernel counts is not tried here."""

import os
import subprocess
from pathlib import Path

import pytest

from arena.sandbox import Limits
from arena.sandbox.cgroup import Group, own, prepared


def _hierarchy(folder: Path, controllers: str) -> Path:
    group = folder / "run.scope"
    group.mkdir()
    (group / "cgroup.controllers").write_text(controllers)
    (group / "cgroup.procs").write_text(f"{os.getpid()}\n")
    (group / "cgroup.subtree_control").write_text("")
    return group


def test_own_group_is_found_in_the_v2_line(tmp_path: Path) -> None:
    """Beside those of v1 hierarchies."""
    text = "9:name=systemd:/\n4:memory:/x\n0::/user.slice/run.scope\n"
    assert own(tmp_path, text) == tmp_path / "user.slice/run.scope"
    assert own(tmp_path, "4:memory:/x\n") is None


def test_a_group_without_the_controllers_is_left_alone(tmp_path: Path) -> None:
    """Nothing is moved or made."""
    group = _hierarchy(tmp_path, "hugetlb memory")
    before = sorted(group.iterdir())
    assert prepared(group) is None
    assert sorted(group.iterdir()) == before


def test_we_move_aside_and_hand_on_the_controllers(tmp_path: Path) -> None:
    """A group that hands on controllers may hold no processes; a worker finds the same parent."""
    group = _hierarchy(tmp_path, "cpu memory pids")
    assert prepared(group) == group
    ours = group / "arena-harness"
    assert (ours / "cgroup.procs").read_text() == str(os.getpid())
    assert (group / "cgroup.subtree_control").read_text() == "+cpu +memory +pids"
    (group / "cgroup.subtree_control").write_text("cpu memory pids")
    assert prepared(ours) == group


def test_a_group_that_others_are_in_is_left_alone(tmp_path: Path) -> None:
    """Root could move somebody's whole session aside."""
    group = _hierarchy(tmp_path, "cpu memory pids")
    (group / "cgroup.procs").write_text(f"{os.getpid()}\n1\n")
    assert prepared(group) is None
    assert not (group / "arena-harness").exists()


def test_a_group_of_its_own_with_its_limits(tmp_path: Path) -> None:
    """Never the same one twice."""
    limits = Limits(memory_mb=100, processes=20)
    one, two = Group(tmp_path, limits), Group(tmp_path, limits)
    assert one.path != two.path
    written = {file.name: file.read_text() for file in one.path.iterdir()}
    assert written == {
        "memory.max": str(100 << 20), "memory.swap.max": "0", "memory.oom.group": "1", "pids.max": "23",
        "cpu.max": "100000 100000",
    }  # fmt: skip


def test_the_bot_enters_before_it_runs(tmp_path: Path) -> None:
    """The words before its command write to the group, then become it."""
    group = Group(tmp_path, Limits())
    done = subprocess.run([*group.entering(), "echo", "it runs"], capture_output=True, text=True, check=True)
    assert done.stdout == "it runs\n"
    assert (group.path / "cgroup.procs").read_text() == "0\n"


@pytest.mark.parametrize(("events", "out"), [("oom 1\noom_kill 1\n", True), ("oom 0\noom_kill 0\n", False)])
def test_the_kernel_tells_of_memory(tmp_path: Path, events: str, out: bool) -> None:
    """Whose it was that it ended."""
    group = Group(tmp_path, Limits())
    (group.path / "memory.events").write_text(events)
    assert group.out_of_memory() == out


def test_processor_time_is_the_groups(tmp_path: Path) -> None:
    """Microseconds, of all that ever ran in it."""
    group = Group(tmp_path, Limits())
    (group.path / "cpu.stat").write_text("usage_usec 2500000\nuser_usec 1\n")
    assert group.cpu_s() == 2.5
    os.unlink(group.path / "cpu.stat")
    assert group.cpu_s() == 0

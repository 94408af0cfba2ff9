"""A control group (v2) for each bot, where this process may make them: one of its own for every start.

Rootless that is so inside `systemd-run --user --scope -p Delegate=yes`. The kernel then counts memory
of the whole tree and what no process maps, which looking at processes cannot.
"""

import contextlib
import itertools
import logging
import os
from functools import cache
from pathlib import Path

from arena.sandbox import tree
from arena.sandbox.limits import Limits

log = logging.getLogger(__name__)

_NEEDED = frozenset({"memory", "pids", "cpu"})
_OURS = "arena-harness"
_PERIOD_US = 100_000
_WRAPPING = 3
"""Processes of the box itself that are counted with the bot's."""
_numbers = itertools.count()


def mount_point() -> Path | None:
    """Where the v2 hierarchy is mounted; None when it is not."""
    try:
        for line in Path("/proc/self/mountinfo").read_text().splitlines():
            before, _, after = line.partition(" - ")
            if after.startswith("cgroup2 "):
                return Path(before.split()[4])
    except OSError:
        pass
    return None


def own(mount: Path, membership: str) -> Path | None:
    """This process's group, from the text of /proc/self/cgroup."""
    for line in membership.splitlines():
        if line.startswith("0::"):
            return mount / line[3:].lstrip("/")
    return None


@cache
def delegated() -> Path | None:
    """The group in which this process may make others; None where it may not.

    A group with controllers in use holds no processes itself (cgroup-v2, no internal process constraint):
    so this process, and what it starts, moves into a group of its own beside those of the bots.
    """
    mount = mount_point()
    if mount is None:
        return None
    group = own(mount, Path("/proc/self/cgroup").read_text())
    return None if group is None else prepared(group)


def _is_given(group: Path, pids: set[int]) -> bool:
    """Whether a group was handed to us to be divided: systemd marks it so, or it holds nothing but ourselves.

    Root can divide any group, and would move somebody's whole session aside.
    """
    with contextlib.suppress(OSError, AttributeError):
        return os.getxattr(group, "user.delegate") == b"1"
    return pids <= {os.getpid(), *tree.descendants(os.getpid())}


def prepared(group: Path) -> Path | None:
    """The group to make others in, its controllers handed on to them: `group`, or its parent when `group`
    is the one that we moved into before."""
    try:
        if group.name == _OURS:
            handed = set((group.parent / "cgroup.subtree_control").read_text().split())
            return group.parent if handed >= _NEEDED else None
        if missing := _NEEDED - set((group / "cgroup.controllers").read_text().split()):
            log.debug("control group %s lacks %s", group, ", ".join(sorted(missing)))
            return None
        pids = set(map(int, (group / "cgroup.procs").read_text().split()))
        if not _is_given(group, pids):
            return None
        (group / _OURS).mkdir(exist_ok=True)
        for pid in sorted(pids):
            (group / _OURS / "cgroup.procs").write_text(str(pid))
        (group / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in sorted(_NEEDED)))
    except OSError:
        return None
    return group


class Group:
    """The group of one bot."""

    def __init__(self, parent: Path, limits: Limits) -> None:
        """Make it. Raises: OSError."""
        self.path = parent / f"bot-{os.getpid()}-{next(_numbers)}"
        self.path.mkdir()
        self._write("memory.max", str(limits.memory_mb << 20))
        self._write("memory.oom.group", "1")
        self._write("pids.max", str(limits.processes + _WRAPPING))
        self._write("cpu.max", f"{_PERIOD_US} {_PERIOD_US}")  # one core
        with contextlib.suppress(OSError):  # a machine without swap need not have the file
            self._write("memory.swap.max", "0")

    def entering(self) -> list[str]:
        """The words before a command with which it starts inside: before anything of it can fork."""
        return ["/bin/sh", "-c", 'echo 0 >"$0/cgroup.procs" && exec "$@"', str(self.path)]

    def out_of_memory(self) -> bool:
        """Whether the kernel has ended it for its memory."""
        return self._events("memory.events").get("oom_kill", 0) > 0

    def cpu_s(self) -> float:
        """Processor time so far of all that ever ran in it, in s."""
        return self._events("cpu.stat").get("usage_usec", 0) / 1e6

    def kill(self) -> None:
        """End all in it at once, where the kernel can (5.14)."""
        with contextlib.suppress(OSError):
            self._write("cgroup.kill", "1")

    def remove(self) -> None:
        """Remove it; nothing runs in it any more."""
        with contextlib.suppress(OSError):
            self.path.rmdir()

    def _write(self, name: str, text: str) -> None:
        (self.path / name).write_text(text)

    def _events(self, name: str) -> dict[str, int]:
        try:
            lines = (self.path / name).read_text().splitlines()
        except OSError:
            return {}
        return {key: int(value) for key, value in (line.split() for line in lines)}

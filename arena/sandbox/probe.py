"""What this machine can enforce: tried, not guessed."""

import os
import platform
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from arena.sandbox import bare, bubblewrap, cgroup
from arena.sandbox.confinement import Sandbox
from arena.sandbox.launch import launch
from arena.sandbox.limits import Limits
from arena.sandbox.seccomp import MACHINES

_TRIAL_S = 20
_DELEGATE = "systemd-run --user --scope -p Delegate=yes arena league ..."
_INSTALL = "Debian, Ubuntu: apt install {0}; Fedora: dnf install {0}"


class SandboxMissing(Exception):
    """There is no sandbox here; says why, and what to do about it."""


class Finding(Struct, frozen=True):
    """One promise, and how far this machine keeps it.

    `enforced`: the kernel does. `watched`: what goes beyond is seen within 50 ms and ended. `missing`: not
    at all, with what to do about it in `remedy`.
    """

    name: str
    state: Literal["enforced", "watched", "missing"]
    words: str
    remedy: str = ""


def findings() -> list[Finding]:
    """All promises."""
    return [box_finding(), _processor(), *_processes(), _memory(), _parent(), _pause()]


def sandbox_for(kind: str, hidden: tuple[str, ...] = ()) -> tuple[Sandbox, str | None]:
    """The sandbox that a season asks for, with a warning when `auto` has none to give.

    Raises: SandboxMissing for `bubblewrap` where it does not work.
    """
    cgroup.delegated()  # while this is the only process: workers are born where it moves to
    if kind == "none":
        return Sandbox("none"), None
    found = box_finding()
    if found.state == "enforced":
        return Sandbox("bubblewrap", hidden), None
    why = f"{found.words}; {found.remedy}" if found.remedy else found.words
    if kind == "bubblewrap":
        raise SandboxMissing(f'sandbox.kind = "bubblewrap", but {why}')
    return Sandbox("none"), (
        f"NO SANDBOX: {why}. Bots run as you do: they can read, write and reach what you can."
        " Play only bots that you trust; `arena doctor` tells more."
    )


@cache
def box_finding() -> Finding:
    """Whether a program in a box is kept from what it must not do."""
    name = "a bot is boxed in"
    if sys.platform != "linux":
        return Finding(name, "missing", f"there is no sandbox for {sys.platform}", "play on Linux")
    for tool, package in (("bwrap", "bubblewrap"), ("prlimit", "util-linux"), ("setpriv", "util-linux")):
        if bubblewrap.tool(tool) is None:
            return Finding(name, "missing", f"{tool} is not installed", _INSTALL.format(package))
    if bubblewrap.filter_for_here() is None:
        known = " and ".join(MACHINES)
        return Finding(name, "missing", f"system calls are known for {known}, not for {platform.machine()}")
    try:
        could = _tried()
    except (OSError, subprocess.SubprocessError, msgspec.DecodeError) as error:
        return Finding(name, "missing", f"bubblewrap does not work here: {error}", _user_namespaces())
    if could:
        return Finding(name, "missing", f"from inside the box there was a way to: {', '.join(could)}")
    who = "a user of its own" if os.geteuid() == 0 else "user namespaces"
    return Finding(name, "enforced", f"bubblewrap with {who}, {len(_filter()) // 8} instructions of filter")


def _filter() -> bytes:
    return bubblewrap.filter_for_here() or b""


def _tried() -> list[str]:
    """What was possible inside that must not be. Raises: OSError, SubprocessError, DecodeError."""
    source = Path(__file__).with_name("trial.py").read_text()
    with tempfile.TemporaryDirectory() as scratch:
        os.chmod(scratch, 0o755)
        own, others = Path(scratch, "own"), Path(scratch, "others")
        own.mkdir()
        others.mkdir()
        private = [str(others), "/etc/passwd", str(Path(__file__).parent)]
        words = [sys.executable, "-I", "-c", source, *private]
        start = launch(words, own, Limits(), Sandbox("bubblewrap"))
        try:
            ran = subprocess.run(
                start.argv, cwd=start.cwd, env=start.environment, pass_fds=start.inherited,
                stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_TRIAL_S, check=False,
            )  # fmt: skip
        finally:
            start.not_begun()
    if ran.returncode:
        raise OSError(
            ran.returncode, ran.stderr.strip().splitlines()[-1] if ran.stderr.strip() else "it says nothing"
        )
    return msgspec.json.decode(ran.stdout, type=list[str])


def _user_namespaces() -> str:
    """What to change, as far as the kernel's settings tell."""
    settings = {
        "user/max_user_namespaces": ("0", "sysctl user.max_user_namespaces=10000"),
        "kernel/unprivileged_userns_clone": ("0", "sysctl kernel.unprivileged_userns_clone=1"),
        "kernel/apparmor_restrict_unprivileged_userns": (
            "1",
            "sysctl kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile for bwrap",
        ),
    }
    for name, (bad, remedy) in settings.items():
        file = Path("/proc/sys") / name
        if file.is_file() and file.read_text().strip() == bad:
            return remedy
    return (
        "in a container, allow it to make namespaces (docker: --security-opt seccomp=unconfined"
        " --security-opt systempaths=unconfined), or play outside of it"
    )


def _processor() -> Finding:
    name = "processor time"
    if cgroup.delegated():
        return Finding(
            name, "enforced", "one core for all of a bot's processes, counted by its control group"
        )
    return Finding(name, "watched", "bots share their worker's core; time is summed over their processes")


def _processes() -> list[Finding]:
    names = ("open files, size of files", "number of processes")
    if bubblewrap.tool("prlimit") is None:
        remedy = _INSTALL.format("util-linux")
        return [Finding(name, "missing", "prlimit is not installed", remedy) for name in names]
    first = Finding(names[0], "enforced", "prlimit, for each process")
    boxed = box_finding().state == "enforced"
    if cgroup.delegated() or (boxed and (os.geteuid() == 0 or bubblewrap.counts_alone())):
        return [first, Finding(names[1], "enforced", "counted for each bot apart")]
    return [first, Finding(names[1], "watched", "the kernel counts all of a user's processes together")]


def _memory() -> Finding:
    name = "memory of all a bot's processes"
    if cgroup.delegated():
        return Finding(name, "enforced", "control groups (v2)")
    if not os.path.exists("/proc/self/stat"):
        return Finding(name, "missing", "there is no /proc to look at", "play on Linux")
    words = "each process is bounded by the kernel, their sum is looked at 20 times a second"
    return Finding(name, "watched", words, f"for the kernel to count it: {_DELEGATE}")


def _parent() -> Finding:
    name = "bots end with the arena"
    if box_finding().state == "enforced":
        return Finding(name, "enforced", "all of them, however the arena ends")
    if bare.setpriv():
        words = (
            "all of them, but for one that has left its bot and emptied its environment, when all of the"
            " arena's processes are killed with -9 at once"
        )
        return Finding(name, "watched", words)
    remedy = _INSTALL.format("util-linux")
    return Finding(name, "missing", "only when the arena itself can end them", remedy)


def _pause() -> Finding:
    if os.path.exists("/proc/self/stat"):
        return Finding("pausing between turns", "enforced", "every process of a bot is stopped")
    return Finding(
        "pausing between turns", "missing", "there is no /proc to find a bot's processes", "play on Linux"
    )

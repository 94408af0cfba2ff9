"""The command line of a bot without a box: limits for each process, and an end with its parent's. It can
read, write and reach what its user can; this is no sandbox."""

import os
from collections.abc import Sequence
from functools import cache

from arena.sandbox.bubblewrap import tool
from arena.sandbox.limits import Limits, resource_limits


def bare(words: Sequence[str], limits: Limits) -> list[str]:
    """The words to start it with. Where the system lacks the tools, as on macOS, these are its own."""
    command = list(words)
    if place := tool("prlimit"):
        # Not of processes: the kernel would count all of the user's.
        command = [place, *resource_limits(limits), "--", *command]
    if place := setpriv():
        command = [place, "--pdeathsig", "KILL", "--", *command]
    return command


def environment(mark: str) -> dict[str, str]:
    """All that a bot sees of the environment; `mark` (`NAME=value`) is how what it starts is found again."""
    name, _, value = mark.partition("=")
    return {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8", name: value}


@cache
def setpriv() -> str | None:
    """setpriv, if it is one that can tie a process to the life of its parent (util-linux 2.33)."""
    import subprocess

    place = tool("setpriv")
    if place is None:
        return None
    tried = [place, "--pdeathsig", "KILL", "--", "true"]
    return place if subprocess.run(tried, capture_output=True, check=False).returncode == 0 else None

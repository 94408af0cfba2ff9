"""What is left of bots whose parent was killed is found by a mark in its environment, and ended.

Run as a program this outlives everybody: where workers and whoever started them are killed together with
-9, none of them ends anything. Its arguments are folders to be removed then; what it hears are the process
ids of those who start bots, a line for all of them. It has the standard library only: it starts quickly.
"""

import contextlib
import os
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

_MARK = "ARENA_BOT="
_CHASE_S = 4.0
_LOOK_AGAIN_S = 0.01
_QUIET_S = 0.5


def mark_of(pid: int) -> str:
    """How the marks of bots begin that this process started; `NAME=value`, as in an environment."""
    return f"{_MARK}{pid}."


def new_mark() -> str:
    """A mark for one more start by this process."""
    return f"{mark_of(os.getpid())}{os.urandom(8).hex()}"


def bearing(mark: str) -> list[int]:
    """The processes that have a word in their environment, or two in their command line, that begins so."""
    environment, words = b"\0" + mark.encode(), b"\0" + mark.replace("=", "\0").encode()
    found = []
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        if name.isdigit():
            with contextlib.suppress(OSError):
                place = Path("/proc", name)
                if words in (place / "cmdline").read_bytes() or environment in _environment(place):
                    found.append(int(name))
    return found


def _environment(place: Path) -> bytes:
    return b"\0" + (place / "environ").read_bytes()


def end_left_behind(*pids: int, quiet_s: float = 0.03) -> None:
    """End what bots left when the processes that had started them were killed.

    Until nothing was found for `quiet_s`: what was just being started had no mark yet, or was missed because
    it came into being during a look.
    """
    now = time.monotonic()
    found, end = now, now + _CHASE_S
    while found + quiet_s > now and now < end:
        for stray in [stray for pid in pids for stray in bearing(mark_of(pid))]:
            found = time.monotonic()
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(stray, signal.SIGKILL)
        time.sleep(_LOOK_AGAIN_S)
        now = time.monotonic()


def main(scratch: Sequence[str]) -> None:
    """Hear who starts bots until nobody speaks any more, then end what these left and remove the folders."""
    starters: list[str] = []
    for line in sys.stdin:
        starters = line.split()
    if starters:
        end_left_behind(*map(int, starters), quiet_s=_QUIET_S)
        for folder in scratch:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1:])

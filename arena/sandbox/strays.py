"""What is left of bots whose parent was killed is found by a mark in its environment, and ended.

Run as a program this outlives everybody: where workers and whoever started them are killed together with
-9, none of them ends anything. It has the standard library only, so that it starts quickly.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

_MARK = "ARENA_BOT="
_CHASE_S = 4.0
_LOOK_AGAIN_S = 0.01
_QUIET_S = 0.5


def mark_of(pid: int) -> str:
    """How the marks of bots begin that this process started; `NAME=value`, as in an environment."""
    return f"{_MARK}{pid}."


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


class LastWill:
    """The program, from where it is started: it acts on what it was told last once we are gone."""

    def __init__(self) -> None:
        """Start it. Raises: OSError."""
        words = [sys.executable, "-I", "-S", __file__]
        # Not our own output: who reads that is to hear its end when we are gone.
        self._popen = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def tell(self, workers: Iterable[int]) -> None:
        """These are the processes that start bots now."""
        assert self._popen.stdin
        with contextlib.suppress(BrokenPipeError):
            self._popen.stdin.write(" ".join(map(str, workers)).encode() + b"\n")
            self._popen.stdin.flush()

    def close(self) -> None:
        """There is nothing left to be ended."""
        self.tell(())
        self._popen.communicate()


def main() -> None:
    """Hear until nobody speaks any more, then end what is left."""
    workers: list[str] = []
    for line in sys.stdin:
        workers = line.split()
    if workers:
        end_left_behind(*map(int, workers), quiet_s=_QUIET_S)


if __name__ == "__main__":
    main()

"""That nothing of bots is left behind by the process that starts them, however it ends.

Within `adopting`, what loses its parent below this process becomes its child (prctl(2), Linux alone): it is
found whatever it did to hide whose it is. What starts bots is in a session of its own, and no way leads back
from there into ours: a child of another session that we did not start ourselves is such an orphan.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from arena.sandbox import strays, tree
from arena.sandbox.strays import end_left_behind

_SET_CHILD_SUBREAPER, _GET_CHILD_SUBREAPER = 36, 37
_CHASE_S = 4.0
_LOOK_AGAIN_S = 0.001
_own: set[int] = set()
starting = threading.Lock()
"""Held from the start of a process in another session until it is claimed."""


def claim(pid: int) -> None:
    """This child of another session is one that we started, and wait for ourselves."""
    _own.add(pid)


def disclaim(pid: int) -> None:
    """We do not want it any more."""
    _own.discard(pid)


@contextlib.contextmanager
def adopting() -> Iterator[None]:
    """Within, orphans become children of this process; none of them is left afterwards."""
    before, others = _adopts(), _orphans()
    _own.update(others)
    _adopt(True)
    try:
        yield
    finally:
        end_orphans()
        _adopt(before)
        _own.difference_update(others)


def reap_orphans() -> None:
    """Forget those that have ended. Until then each keeps its process id, and a bot may make very many."""
    if _adopts() and _somebody_ended():
        with starting:
            _reap(_orphans())


def end_orphans() -> None:
    """End them all: the children of one that ends become ours in turn."""
    deadline = time.monotonic() + _CHASE_S
    while (found := _orphans()) and time.monotonic() < deadline:
        for pid in found:
            tree.send(pid, signal.SIGKILL)
        _reap(found)
        time.sleep(_LOOK_AGAIN_S)


class LastWill:
    """A program that ends what is left of our bots once we are gone: see strays.py."""

    def __init__(self, *scratch: Path) -> None:
        """Start it; it removes the `scratch` folders too. Raises: OSError."""
        words = [sys.executable, "-I", "-S", strays.__file__, *map(str, scratch)]
        # Not our own output: who reads that is to hear its end when we are gone.
        quiet = subprocess.DEVNULL
        with starting:
            self._popen = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, start_new_session=True
            )
            claim(self._popen.pid)

    def tell(self, starters: Iterable[int]) -> None:
        """These are the processes that start bots now."""
        assert self._popen.stdin
        with contextlib.suppress(BrokenPipeError):
            self._popen.stdin.write(" ".join(map(str, starters)).encode() + b"\n")
            self._popen.stdin.flush()

    def close(self) -> None:
        """There is nothing left to be ended."""
        self.tell(())
        self._popen.communicate()
        disclaim(self._popen.pid)


@contextlib.contextmanager
def guarded(*scratch: Path) -> Iterator[None]:
    """Within, this process itself starts bots or builds: of these nothing is left afterwards, and when it is
    killed, not even the `scratch` folders. Raises: OSError."""
    will = LastWill(*scratch)
    try:
        will.tell([os.getpid()])
        with adopting():
            yield
    finally:
        end_left_behind(os.getpid())
        will.close()


@contextlib.contextmanager
def guarded_folder() -> Iterator[Path]:
    """The same, with a folder for what is needed until then. Raises: OSError."""
    with tempfile.TemporaryDirectory() as folder, guarded(Path(folder)):
        yield Path(folder)


@cache
def _prctl() -> Callable[..., object] | None:
    return ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def _adopt(whether: bool) -> None:
    if prctl := _prctl():
        prctl(_SET_CHILD_SUBREAPER, int(whether), 0, 0, 0)


def _adopts() -> bool:
    found = ctypes.c_int(0)
    if prctl := _prctl():
        prctl(_GET_CHILD_SUBREAPER, ctypes.byref(found), 0, 0, 0)
    return bool(found.value)


def _somebody_ended() -> bool:
    """Whether a child, of whatever kind, has ended and was not waited for yet."""
    with contextlib.suppress(ChildProcessError):
        return os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    return False


def _orphans() -> list[int]:
    """Those that have ended too, until they are reaped."""
    return [pid for pid in tree.children(os.getpid()) if pid not in _own and _is_elsewhere(pid)]


def _is_elsewhere(pid: int) -> bool:
    try:
        return os.getsid(pid) != os.getsid(0)
    except ProcessLookupError:
        return False


def _reap(pids: Iterable[int]) -> None:
    for pid in pids:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)

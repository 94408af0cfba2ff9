"""A probe started as a bot is, and what it wrote; as root, or as an ordinary user."""

import ctypes
import os
import pickle
import select
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

from arena.sandbox import Launch, Limits, Sandbox, launch, probe
from arena.sandbox.cgroup import delegated

PROBES = Path(__file__).parent / "probes"
SYSTEM_PYTHON = "/usr/bin/python3"
PYTHON = SYSTEM_PYTHON if os.path.exists(SYSTEM_PYTHON) else sys.executable
"""Whoever an ordinary user is here, he can run the system's interpreter."""
BOXED, BARE = Sandbox("bubblewrap"), Sandbox("none")
USUAL = Limits()
PATIENCE_S = 15.0
_NOBODY = 65534
_PR_SET_DUMPABLE = 4


class Started:
    """One probe that runs; leaving the block ends it."""

    def __init__(
        self,
        folder: Path,
        name: str,
        *words: object,
        limits: Limits = USUAL,
        sandbox: Sandbox = BOXED,
        python: str = PYTHON,
        broken: bool = False,
    ) -> None:
        """`broken`: the box is to show a path that is not there."""
        argv = [python, str(folder / f"{name}.py"), *map(str, words)]
        self.launch: Launch = launch(argv, folder, limits, sandbox)
        if broken:
            at = self.launch.argv.index("--proc")
            self.launch.argv[at:at] = ["--ro-bind", "/nowhere", "/nowhere"]
        self.popen = subprocess.Popen(
            self.launch.argv,
            cwd=self.launch.cwd,
            env=self.launch.environment,
            pass_fds=self.launch.inherited,
            start_new_session=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,  # what was read ahead would not be seen by select
        )
        self.launch.begun(self.popen.pid)

    def __enter__(self) -> "Started":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.launch.close()
        self.popen.wait()
        for stream in (self.popen.stdin, self.popen.stdout, self.popen.stderr):
            assert stream
            stream.close()

    def line(self) -> str:
        """The next line that it writes, empty when it has ended."""
        assert self.popen.stdout
        assert select.select([self.popen.stdout], [], [], PATIENCE_S)[0], "the probe says nothing"
        return self.popen.stdout.readline().decode().strip()

    def whole(self) -> str:
        """All that it writes until it ends; if that is nothing, what it wrote to stderr fails the test."""
        assert self.popen.stdin
        self.popen.stdin.close()
        assert self.popen.stdout
        assert self.popen.stderr
        text = self.popen.stdout.read().decode()
        return text or pytest.fail(self.popen.stderr.read().decode() or "the probe wrote nothing")

    def errors(self) -> str:
        """All that it wrote to stderr, once it has ended."""
        assert self.popen.stderr
        return self.popen.stderr.read().decode()

    def exit_words(self) -> str:
        """How it ended, once it has."""
        how = os.WEXITED | os.WNOWAIT | os.WNOHANG
        until(lambda: os.waitid(os.P_PID, self.popen.pid, how), "it ends")
        found = os.waitid(os.P_PID, self.popen.pid, how)
        assert found
        return self.launch.exit_words(found.si_status if found.si_code == os.CLD_EXITED else -found.si_status)


def until(true: Callable[[], object], what: str) -> None:
    """Look until it is so."""
    deadline = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < deadline, f"{what}: not within {PATIENCE_S} s"
        select.select([], [], [], 0.01)


def as_user(body: Callable[[], Any]) -> Any:
    """What `body` returns when an ordinary user runs it: in a fork that has become nobody."""
    delegated()  # looks at /proc/self, which the fork may not
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        os.setgroups([])
        os.setresgid(_NOBODY, _NOBODY, _NOBODY)
        os.setresuid(_NOBODY, _NOBODY, _NOBODY)
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 1)
        try:
            result: tuple[str, object] = ("", body())
        except BaseException:
            result = (traceback.format_exc(), None)
        with open(writing, "wb") as stream:
            pickle.dump(result, stream)
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as stream:
        words, value = pickle.load(stream)
    os.waitpid(pid, 0)
    if words:
        pytest.fail(words)
    return value


def missing() -> str | None:
    """Why there is no sandbox on this machine; None when there is."""
    found = probe.findings()[0]
    return None if found.state == "enforced" else f"{found.words} ({found.remedy})"

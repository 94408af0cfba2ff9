"""A bot's process: started in a session of its own, spoken to in lines under a deadline, ended whole.

Raw descriptors and `poll`: see the measurements in the README beside this file.
"""

import contextlib
import math
import os
import select
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable, Sequence
from pathlib import Path

from arena.sandbox import Breach, Keeping, Launch, launch, starting

_READ = 1 << 16
"""How much is read at once, in bytes: all that a pipe holds."""
STDERR_KEPT = 1 << 13
"""How much of the end of a bot's stderr is kept, in bytes."""
_LEAVE_S = 0.25
"""How long a bot may take to leave after its stdin is closed, and again after SIGTERM."""

_LOOK_AGAIN_S = 0.01
"""How often an exit is looked for where it cannot be waited for."""

_UNBOXED = Keeping()

_IN = select.POLLIN | select.POLLHUP | select.POLLERR


class Gone(Exception):
    """The process has ended or closed its output."""


class LineTooLong(Exception):
    """The bot wrote more than the limit without ending a line."""


class CannotStart(OSError):
    """The machine could not start the process; not the bot's fault."""


def command_words(run: Sequence[str]) -> list[str]:
    """The words to start a program with: `python3` as first word is the interpreter that runs arena.

    A shim in front of the interpreter costs 2 to 5 times its own start.
    """
    return [sys.executable, *run[1:]] if run[0] == "python3" else list(run)


class BotProcess:
    """One running bot."""

    def __init__(
        self, run: Sequence[str], folder: Path, line_limit: int, keeping: Keeping = _UNBOXED
    ) -> None:
        """Start the program in its folder. Raises: CannotStart."""
        try:
            self._launch = launch(command_words(run), folder, keeping.limits, keeping.sandbox)
            self._popen = _started(self._launch)
        except OSError as error:
            raise CannotStart(error.errno, f"{run[0]}: {error.strerror}") from error
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        assert self._popen.stderr is not None
        self._stdin = self._popen.stdin.fileno()
        self._stdout = self._popen.stdout.fileno()
        self._stderr = self._popen.stderr.fileno()
        for descriptor in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(descriptor, False)
        self._exit = _exit_descriptor(self._popen.pid)
        self._poll = select.poll()
        self.watched: dict[int, int] = {}
        """What to wait for: descriptors with the events of `poll`."""
        for descriptor in (self._stdout, self._stderr, self._exit):
            if descriptor >= 0:
                self._watch(descriptor, _IN)
        self._limit = line_limit
        self.woken = -math.inf
        """When the last wait for it was over (time.monotonic, s)."""
        self._looked_for = -math.inf
        self._unsent = b""
        self._lines: deque[bytes] = deque()
        self._unended = b""
        self._stderr_tail = b""
        self._gone = self._ended = False

    @property
    def pid(self) -> int:
        """The process id, which is also that of its group and session."""
        return self._popen.pid

    def descriptors(self) -> tuple[int, int]:
        """Those of the bot's stdin and stdout, for measuring what the pipe itself costs."""
        return self._stdin, self._stdout

    def send(self, line: bytes) -> None:
        """Write a line as far as the pipe takes it; `receive` writes the rest while it waits."""
        self._unsent += line
        self._write()
        if self._unsent:
            self._watch(self._stdin, select.POLLOUT)

    def overheard(self) -> list[bytes]:
        """The lines that have come by now: they answer nothing that is sent after this."""
        if self._poll.poll(0):
            self._wait(0.0)
        lines = list(self._lines)
        self._lines.clear()
        return lines

    def receive(self, deadline: float) -> bytes | None:
        """The next line, without its end; None when none has come by `deadline` (time.monotonic, s).

        Raises: Gone, LineTooLong.
        """
        while not self._lines:
            if len(self._unended) > self._limit:
                raise LineTooLong
            if self._gone:
                raise Gone
            left = deadline - time.monotonic()
            if left <= 0:
                # What came while we did not run, on a busy machine, came in time. One look for each
                # deadline: a flood of lines must not move it.
                if self._looked_for == deadline:
                    return None
                self._looked_for = deadline
            self._wait(max(0.0, left))
        line = self._lines.popleft()
        if len(line) > self._limit:
            raise LineTooLong
        return line

    def stderr_tail(self) -> str:
        """The last that the bot wrote to stderr."""
        self._drain_stderr()
        return self._stderr_tail.decode("utf-8", "replace")

    def exit_words(self) -> str:
        """How the process ended, in words; waits a moment for an exit that is under way."""
        self.left_by(time.monotonic() + _LEAVE_S)
        if not self._exited():
            return "closed its output"
        return self._launch.exit_words(self._exit_code())

    def breach(self) -> Breach | None:
        """The limit that the bot was ended for, if it was."""
        return self._launch.breach()

    def crashed_over(self, how: str) -> Breach | None:
        """For one that has crashed, with these `exit_words`: the limit that it had come to, if it did."""
        return self._launch.crash_kind(f"{self.stderr_tail()}\n{how}")

    def never_ran(self) -> bool:
        """For one that has ended: whether it was its sandbox that failed."""
        return self._launch.never_ran()

    def fresh_match(self) -> None:
        """What is limited for each match is counted from here."""
        self._launch.fresh_match()

    @property
    def seen_cpu_s(self) -> float:
        """The processor time that all of it had had when it was last looked at: now and then."""
        return self._launch.seen_cpu_s

    def cpu_s(self) -> float:
        """The processor time that all of it has had by now."""
        return self._launch.cpu_s()

    def wants_core(self) -> bool:
        """Whether anything of it runs, or waits for a core to run on."""
        return self._launch.wants_core()

    def pause(self) -> None:
        """Stop all of the bot's processes."""
        self._launch.pause()

    def resume(self) -> None:
        """Let them go on, if they were stopped."""
        self._launch.resume()

    def left_by(self, deadline: float) -> bool:
        """Whether the process has ended by then; what it still writes is read and thrown away."""
        while not self._exited():
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            self._wait(left)
            self._lines.clear()
            self._unended = b""
        return True

    def close_stdin(self) -> None:
        """Tell the bot that nothing more comes."""
        self.resume()
        self._unsent = b""
        # The number may soon be that of another bot's pipe.
        self._unwatch(self._stdin)
        assert self._popen.stdin
        with contextlib.suppress(OSError):
            self._popen.stdin.close()

    def end(self) -> None:
        """Close stdin, wait a moment, SIGTERM to the group, wait, SIGKILL, reap: nothing is left."""
        self.close_stdin()
        if not self.left_by(time.monotonic() + _LEAVE_S):
            self._signal(signal.SIGTERM)
            self.left_by(time.monotonic() + _LEAVE_S)
        self.kill()

    def kill(self) -> None:
        """End all of its processes at once, and reap it. May be called again."""
        if self._ended:
            return
        self.close_stdin()
        self._launch.close()
        self._popen.wait()
        for stream in (self._popen.stdout, self._popen.stderr):
            if stream:
                stream.close()
        if self._exit >= 0:
            os.close(self._exit)
        # Its number may be another's from now on.
        self._ended = True

    def _exited(self) -> bool:
        """Whether the process has ended. It is not reaped here, so that its group keeps its number."""
        if self._exit < 0:
            return self._popen.poll() is not None
        watch = select.poll()
        watch.register(self._exit, select.POLLIN)
        return bool(watch.poll(0))

    def _exit_code(self) -> int:
        """That of a process that has ended, as `subprocess` gives it; not reaped where that is possible."""
        if self._exit < 0:
            return self._popen.wait()
        how = os.waitid(os.P_PIDFD, self._exit, os.WEXITED | os.WNOWAIT)
        assert how is not None
        return how.si_status if how.si_code == os.CLD_EXITED else -how.si_status

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, number)

    def _wait(self, seconds: float) -> None:
        """Wait for output, room in stdin, an exit or the time to pass; then move what can be moved."""
        if self._exit < 0 or self._gone:
            seconds = min(seconds, _LOOK_AGAIN_S)
        # Rounded up: a wait that ends early would spin.
        ready = [descriptor for descriptor, _ in self._poll.poll(math.ceil(seconds * 1000))]
        self.woken = time.monotonic()
        if self._stderr in ready:
            self._drain_stderr()
        if self._stdin in ready:
            self._write()
            if not self._unsent:
                self._unwatch(self._stdin)
        if self._exit in ready:
            # It has ended: what it wrote before is in the pipe. Whoever of its children still holds the
            # pipe does not answer in its stead.
            self._read()
            self._gone = True
            self._unwatch(self._exit)
            self._unwatch(self._stdout)
        elif self._stdout in ready:
            self._read()

    def _watch(self, descriptor: int, events: int) -> None:
        self.watched[descriptor] = events
        self._poll.register(descriptor, events)

    def _unwatch(self, descriptor: int) -> None:
        if self.watched.pop(descriptor, None) is not None:
            self._poll.unregister(descriptor)

    def _read(self) -> None:
        try:
            chunk = os.read(self._stdout, _READ)
        except BlockingIOError:
            return
        self._launch.wrote(len(chunk))
        if not chunk:
            self._gone = True
            self._unwatch(self._stdout)
            return
        *lines, self._unended = (self._unended + chunk).split(b"\n")
        self._lines.extend(lines)

    def _write(self) -> None:
        try:
            written = os.write(self._stdin, self._unsent)
        except BlockingIOError:
            return
        except OSError:
            # Whether it is gone shows in its output: it may have answered before it left.
            self._unsent = b""
            return
        self._unsent = self._unsent[written:]

    def _drain_stderr(self) -> None:
        try:
            chunk = os.read(self._stderr, _READ)
        except (BlockingIOError, ValueError):
            return
        self._launch.wrote(len(chunk))
        if not chunk:
            self._unwatch(self._stderr)
        self._stderr_tail = (self._stderr_tail + chunk)[-STDERR_KEPT:]


def wait_for_any(processes: Iterable[BotProcess], deadline: float) -> None:
    """Wait until one of them has something to be taken in, or until `deadline` (time.monotonic, s)."""
    poll = select.poll()
    for process in processes:
        for descriptor, events in process.watched.items():
            poll.register(descriptor, events)
    poll.poll(math.ceil(max(0.0, deadline - time.monotonic()) * 1000))


def _started(start: Launch) -> subprocess.Popen[bytes]:
    """Raises: OSError."""
    with starting:
        try:
            popen = subprocess.Popen(
                start.argv,
                cwd=start.cwd,
                env=start.environment,
                pass_fds=start.inherited,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError:
            start.not_begun()
            raise
        start.begun(popen.pid)
    return popen


def _exit_descriptor(pid: int) -> int:
    """A descriptor that becomes readable when the process ends; -1 where the system has none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return -1

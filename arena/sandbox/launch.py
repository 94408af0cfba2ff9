"""A bot's start as it is to be done, and its tree of processes from then on: looked at, paused, ended.

`launch` makes the command line and says what to inherit; whoever starts it tells the process id to
`begun`. Start bots from the main thread: they are ended when the thread that started them is.
"""

import contextlib
import errno
import logging
import os
import re
import select
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from arena.sandbox import tree
from arena.sandbox.bare import bare, environment
from arena.sandbox.bubblewrap import box, filter_for_here
from arena.sandbox.cgroup import Group, delegated
from arena.sandbox.confinement import Sandbox
from arena.sandbox.guard import claim, disclaim
from arena.sandbox.limits import Breach, Limits, complaint
from arena.sandbox.paths import found
from arena.sandbox.strays import bearing, new_mark
from arena.sandbox.watch import Watch

log = logging.getLogger(__name__)

_DEATH_MS = 5_000
"""How long the kernel may take to end a tree that was killed."""
_SIGNALLED = 128


def launch(words: Sequence[str], folder: Path, limits: Limits, sandbox: Sandbox) -> "Launch":
    """A start of these words in this folder. Raises: OSError."""
    parent = delegated()
    group = Group(parent, limits) if parent else None
    try:
        started = (
            _boxed(words, folder, limits, sandbox)
            if sandbox.kind == "bubblewrap"
            else _bare(words, folder, limits)
        )
    except OSError:
        if group:
            group.remove()
        raise
    if group:
        started.argv[:0] = group.entering()
        started.group = group
    return started


def _boxed(words: Sequence[str], folder: Path, limits: Limits, sandbox: Sandbox) -> "Launch":
    program = filter_for_here()
    if program is None:
        raise OSError(errno.EAGAIN, "no filter of system calls for this architecture")
    reading, writing = os.pipe()
    status, told = os.pipe()
    os.set_blocking(status, False)
    try:
        os.write(writing, program)
        argv = box(words, folder, sandbox, limits, reading, told, new_mark())
    except BaseException:
        for descriptor in (reading, status, told):
            os.close(descriptor)
        raise
    finally:
        os.close(writing)
    return Launch(argv, Path("/"), {}, (reading, told), limits, status=status)


def _bare(words: Sequence[str], folder: Path, limits: Limits) -> "Launch":
    mark = new_mark()
    found(words[0], folder)
    return Launch(bare(words, limits), folder, environment(mark), (), limits, mark=mark)


class Launch:
    """One start, and what came of it."""

    def __init__(
        self,
        argv: list[str],
        cwd: Path,
        environment: dict[str, str],
        inherited: tuple[int, ...],
        limits: Limits,
        status: int = -1,
        mark: str = "",
    ) -> None:
        """`status` is where bwrap tells its state, -1 without a box; `mark` finds strays without a box."""
        self.argv, self.cwd, self.environment, self.inherited = argv, cwd, environment, inherited
        self.group: Group | None = None
        self._limits, self._status, self._mark = limits, status, mark
        self._told = b""
        self._pid = 0
        self._watch: Watch | None = None
        self._paused = self._killed = False

    @property
    def boxed(self) -> bool:
        """Whether the bot is in a sandbox."""
        return not self._mark

    def begun(self, pid: int) -> None:
        """It has started under this process id; do not reap it before `close`. Raises: OSError."""
        self._forget_inherited()
        self._pid = pid
        claim(pid)
        self._watch = Watch(self.members, self.kill_tree, self._limits, self.boxed, self.group)
        try:
            self._watch.start()
        except RuntimeError as error:
            self.kill_tree()
            raise OSError(errno.EAGAIN, "no thread can be started to look at a bot") from error

    def not_begun(self) -> None:
        """It could not be started."""
        self._forget_inherited()
        self._release()

    def members(self) -> list[int]:
        """The bot's processes; in a box its first one too, which a bot may be able to take over."""
        below = tree.descendants(self._pid)
        return below if self.boxed else [self._pid, *below]

    def fresh_match(self) -> None:
        """What is limited for each match is counted from here."""
        assert self._watch
        self._watch.fresh_match()

    @property
    def seen_cpu_s(self) -> float:
        """The processor time that the bot had had when it was last looked at: now and then."""
        assert self._watch
        return self._watch.cpu_s

    def cpu_s(self) -> float:
        """The processor time that the bot has had by now."""
        assert self._watch
        return self._watch.processor_s()

    def wants_core(self) -> bool:
        """Whether anything of the bot runs, or waits for a core to run on."""
        return tree.wants_core(self.members())

    def wrote(self, count: int) -> None:
        """The bot has written this many bytes."""
        assert self._watch
        self._watch.wrote(count)

    def breach(self) -> Breach | None:
        """The limit that the bot was ended for, if it was."""
        if self.group and self.group.out_of_memory():
            return Breach("memory", f"more than {self._limits.memory_mb} MB of memory")
        return self._watch.breach if self._watch else None

    def crash_kind(self, last_words: str) -> Breach | None:
        """For a bot that crashed: the limit it had reached, as it was seen or as its last words say."""
        kind = complaint(last_words)
        if kind:
            return Breach(kind, "it was refused more, and did not cope")
        return self._watch.reached() if self._watch else None

    def exit_words(self, code: int) -> str:
        """How it ended, from the exit code as subprocess gives it."""
        if self.boxed and code - _SIGNALLED in signal.valid_signals():
            code = _SIGNALLED - code  # bwrap tells of a signal as a shell does
        return f"exit code {code}" if code >= 0 else f"signal {_signal_name(-code)}"

    def never_ran(self) -> bool:
        """For a start that has ended: whether it was the box that failed, before anything of the bot ran."""
        self._listen()
        return self._status >= 0 and b"exit-code" not in self._told and not self._killed

    def pause(self) -> None:
        """Stop every process of the bot."""
        tree.stop(self.members)
        self._paused = True

    def resume(self) -> None:
        """Let them go on."""
        if self._paused:
            for pid in self.members():
                tree.send(pid, signal.SIGCONT)
            self._paused = False

    def kill_tree(self) -> None:
        """End every process of the bot; on return none runs. May be called again, and from any thread."""
        self._killed = True
        if self.group:
            self.group.kill()
        if self.boxed:
            self._kill_box()
        else:
            self._kill_bare()

    def close(self) -> None:
        """End what is left and give back what this held; the process itself may be reaped after this."""
        if self._watch:
            self._watch.end()
        if self._pid:
            self.kill_tree()
            disclaim(self._pid)
        self._release()

    def _kill_box(self) -> None:
        """The box ends with the first process in it, and that is over when all the others are."""
        # Only when it has stopped it makes no more children. One that is missed here, while the box does not
        # stand yet, would wait for ever for what bwrap has to tell it.
        tree.stop(lambda: [self._pid])
        children = {*tree.children(self._pid), *self._first()}
        firsts = [fd for child in children if (fd := _watched(child)) >= 0]
        for first in firsts:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(first, signal.SIGKILL)
        tree.send(self._pid, signal.SIGKILL)
        for first in firsts:
            watch = select.poll()
            watch.register(first, select.POLLIN)
            if not watch.poll(_DEATH_MS):
                log.error("a killed bot (process %d) does not end", self._pid)
            os.close(first)

    def _kill_bare(self) -> None:
        """Everything that descends from it or bears its mark, until a look finds nothing more."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)
        deadline = time.monotonic() + _DEATH_MS / 1000
        while alive := [pid for pid in self._strays() if tree.member(pid)]:
            for pid in alive:
                tree.send(pid, signal.SIGKILL)
            if time.monotonic() > deadline:
                log.error("killed processes of a bot do not end: %s", alive)
                return

    def _strays(self) -> set[int]:
        return {*self.members(), *bearing(self._mark)}

    def _first(self) -> list[int]:
        """The first process in the box, as bwrap tells it: it may still be ending when bwrap has gone."""
        self._listen()
        found = re.search(rb'"child-pid": (\d+)', self._told)
        return [int(found[1])] if found and tree.name(int(found[1])) == "bwrap" else []

    def _listen(self) -> None:
        """Take in what bwrap has told so far."""
        with contextlib.suppress(OSError):
            while self._status >= 0 and (text := os.read(self._status, 4096)):
                self._told += text

    def _forget_inherited(self) -> None:
        for descriptor in self.inherited:
            os.close(descriptor)
        self.inherited = ()

    def _release(self) -> None:
        if self._status >= 0:
            self._listen()
            os.close(self._status)
            self._status = -1
        if self.group:
            self.group.remove()
            self.group = None


def _watched(pid: int) -> int:
    """A descriptor of a process; -1 when it has ended."""
    try:
        return os.pidfd_open(pid)
    except OSError:
        return -1


def _signal_name(number: int) -> str:
    """A real-time signal has a number only."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)

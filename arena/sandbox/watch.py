"""Looks at a bot's processes now and then, in a thread of its own: also while others have the turn.

Where the bot has a control group, the kernel counts; what is seen here is then the same or less.
"""

import contextlib
import os
import threading
from collections.abc import Callable

from arena.record import Limit
from arena.sandbox import tree
from arena.sandbox.cgroup import Group
from arena.sandbox.guard import reap_orphans
from arena.sandbox.limits import Breach, Limits

_EVERY_S = 0.05
_MB = 1 << 20
_FILES_PER_MB = 1024
"""As many files may lie in /tmp for each MB of it: empty ones take memory too."""
_NEARLY = 0.95
"""From this part of a limit on, a crash is put down to it."""


class Watch:
    """What one bot uses, and the first limit that it went beyond."""

    def __init__(
        self,
        members: Callable[[], list[int]],
        kill: Callable[[], None],
        limits: Limits,
        boxed: bool,
        group: Group | None,
    ) -> None:
        """`members` finds the bot's processes, `kill` ends them; a boxed bot has a /tmp of its own."""
        self.breach: Breach | None = None
        self._members, self._kill, self._limits, self._boxed, self._group = (
            members,
            kill,
            limits,
            boxed,
            group,
        )
        self._reached: dict[Limit, str] = {}
        self._processor: dict[tuple[int, int], float] = {}
        self.cpu_s = self._cpu_before_s = 0.0
        self._written = 0
        self._over = threading.Event()
        self._looking = threading.Lock()
        self._thread = threading.Thread(target=self._look_on, name="watch", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def end(self) -> None:
        """Look no more."""
        self._over.set()
        self._thread.join()

    def fresh_match(self) -> None:
        """Count what is limited for each match from here."""
        self._written = 0
        if self._limits.cpu_s is not None:
            self._cpu_before_s = self.processor_s()

    def wrote(self, count: int) -> None:
        """The bot wrote this many bytes."""
        self._written += count
        if self._written > self._limits.output_mb * _MB:
            self._break("output", f"more than {self._limits.output_mb} MB of output in a match")

    def reached(self) -> Breach | None:
        """A limit that it had come to when it was last looked at, without having been ended for it."""
        for kind, words in self._reached.items():
            return Breach(kind, words)
        return None

    def processor_s(self) -> float:
        """The processor time that the bot has had by now."""
        with self._looking:
            self._look_at_processor(self._seen())
            return self.cpu_s

    def look(self) -> None:
        """Look once: judge what is used now."""
        with self._looking:
            seen = self._seen()
            self._look_at_memory(seen)
            self._look_at_count(sum(one.threads for one in seen) - self._boxed)
            self._look_at_processor(seen)
            if self._boxed and seen:
                self._look_at_disk(seen[-1].pid)

    def _seen(self) -> list[tree.Member]:
        return [one for pid in self._members() if (one := tree.member(pid))]

    def _look_on(self) -> None:
        while not self._over.wait(_EVERY_S) and not self.breach:
            self.look()
            reap_orphans()

    def _look_at_memory(self, seen: list[tree.Member]) -> None:
        most = self._limits.memory_mb * _MB
        used = sum(one.memory for one in seen)
        if used > most * _NEARLY:
            used = tree.proportional_memory(one.pid for one in seen)
        if self._group is None and sum(one.mapped for one in seen) > most:
            used = max(used, tree.memory_with_shared([one.pid for one in seen]))
        words = f"{used // _MB} MB of memory, of {self._limits.memory_mb}"
        self._judge("memory", used, most, words)

    def _look_at_count(self, threads: int) -> None:
        words = f"{threads} processes and threads, of {self._limits.processes}"
        self._judge("processes", threads, self._limits.processes, words)

    def _look_at_processor(self, seen: list[tree.Member]) -> None:
        """Of those that have ended, what was last seen, or what the one that waited for them was charged."""
        for one in seen:
            self._processor[one.pid, one.started] = one.own_s
        charged = sum(one.own_s + one.children_s for one in seen)
        self.cpu_s = self._group.cpu_s() if self._group else max(sum(self._processor.values()), charged)
        if (most := self._limits.cpu_s) is not None:
            used = self.cpu_s - self._cpu_before_s
            if used > most:
                self._break("cpu", f"{used:.1f} s of processor time in a match, of {most:g}")

    def _look_at_disk(self, pid: int) -> None:
        with contextlib.suppress(OSError):  # it may hide its own
            place = f"/proc/{pid}/root/tmp"
            if os.stat(place).st_dev == os.stat("/tmp").st_dev:
                return  # the box is still being made, and this is everybody's
            found = os.statvfs(place)
            used, whole = (found.f_blocks - found.f_bfree) * found.f_frsize, found.f_blocks * found.f_frsize
            self._reach("disk", used, whole, f"{used // _MB} MB in /tmp, of {self._limits.disk_mb}")
            files, most = found.f_files - found.f_ffree, self._limits.disk_mb * _FILES_PER_MB
            self._judge("disk", files, most, f"{files} files in /tmp, of {most}")

    def _judge(self, kind: Limit, used: int, most: int, words: str) -> None:
        self._reach(kind, used, most, words)
        if used > most:
            self._break(kind, words)

    def _reach(self, kind: Limit, used: int, most: int, words: str) -> None:
        if used >= most * _NEARLY:
            self._reached[kind] = words
        else:
            self._reached.pop(kind, None)

    def _break(self, kind: Limit, words: str) -> None:
        self.breach = self.breach or Breach(kind, words)
        self._kill()

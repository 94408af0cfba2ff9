"""Whether workers get the cores that they want: a busy machine is said to be one."""

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

_JUDGED_S = 5.0
"""From how much on, of running and waiting together, waiting is judged."""
_MUCH = 1 / 3
"""The part of it that is too much. A worker and the bots on its core take turns, and hardly wait."""


class Load(Struct, frozen=True):
    """How long workers ran, and how long they were ready to but had no core, all together."""

    ran_s: float = 0.0
    waited_s: float = 0.0

    @property
    def words(self) -> str:
        """The same for people."""
        return f"workers ran for {self.ran_s:.1f} s, and waited {self.waited_s:.1f} s more for a core"

    @property
    def too_much(self) -> bool:
        """Whether the machine, not the bots, decided how long things took."""
        together = self.ran_s + self.waited_s
        return together >= _JUDGED_S and self.waited_s > _MUCH * together


def load_of(pids: Iterable[int]) -> Load:
    """That of the main threads of these processes; nothing for one that has ended, or where it is not told.

    /proc/PID/schedstat: ns on a core, ns on a run queue (Documentation/scheduler/sched-stats.rst of Linux).
    """
    ran = waited = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/schedstat").read_text().split()
        except OSError:
            continue
        ran, waited = ran + int(fields[0]), waited + int(fields[1])
    return Load(ran / 1e9, waited / 1e9)


def crowded(workers: int, cores: int) -> str | None:
    """What to say of more workers than cores; None when there are enough."""
    if workers <= cores:
        return None
    return f"{workers} workers share {cores} cores: bots take longer, and those near their limit may be late"

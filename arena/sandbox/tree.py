"""A process and all that descend from it, as /proc shows them. Without /proc everything here is empty."""

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec import Struct

_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")
_STOPPING_S = 0.1
_LOOK_AGAIN_S = 0.0001


class Member(Struct, frozen=True):
    """One process. `memory` is what is resident and `mapped` what may become so, both in bytes; pages that
    processes share count for each."""

    pid: int
    started: int
    stopped: bool
    threads: int
    memory: int
    mapped: int
    own_s: float
    children_s: float
    """Processor time of children that have ended and were waited for, in s."""


def children(pid: int) -> list[int]:
    """The children of a process; each of its threads has its own."""
    return [
        int(child)
        for thread in _threads(pid)
        for child in _read(f"/proc/{pid}/task/{thread}/children").split()
    ]


def descendants(pid: int) -> list[int]:
    """All that descend from a process, nearest first, itself left out."""
    found: list[int] = []
    below = children if os.path.exists(f"/proc/{os.getpid()}/task/{os.getpid()}/children") else _by_parents()
    ask = [pid]
    while ask:
        ask = [child for parent in ask for child in below(parent)]
        found += ask
    return found


def member(pid: int) -> Member | None:
    """What /proc tells of a process; None when it has ended."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as stream:
            text = stream.read()
    except OSError:
        return None
    # proc(5): the name, in brackets, may hold anything; fields are counted from the state after it.
    fields = text[text.rindex(b")") + 2 :].split()
    if fields[0] in (b"Z", b"X"):
        return None
    user, system, user_below, system_below = (int(field) / _TICKS for field in fields[11:15])
    return Member(
        pid=pid,
        started=int(fields[19]),
        stopped=fields[0] in (b"T", b"t"),
        threads=int(fields[17]),
        memory=int(fields[21]) * _PAGE,
        mapped=int(fields[20]),
        own_s=user + system,
        children_s=user_below + system_below,
    )


def proportional_memory(pids: Iterable[int]) -> int:
    """Bytes of memory of these together, shared pages counted once (proc(5), smaps_rollup: Pss)."""
    return sum(_pss(pid)[0] for pid in pids)


def memory_with_shared(pids: Sequence[int]) -> int:
    """As `proportional_memory`, but memory that is shared and in no file counts whole, resident or not.

    madvise(2) takes such pages from every process, and they are still there. 0 when there are none.
    """
    shared = _shared_anonymous(pids)
    return shared and shared + sum(whole - shmem for whole, shmem in map(_pss, pids))


def name(pid: int) -> str:
    """What the kernel calls a process, empty when there is none."""
    return _read(f"/proc/{pid}/comm").decode("utf-8", "replace").rstrip("\n")


def wants_core(pids: Iterable[int]) -> bool:
    """Whether a thread of one of these runs, or waits for a core to run on."""
    return any(_state(f"/proc/{pid}/task/{thread}/stat") == b"R" for pid in pids for thread in _threads(pid))


def stop(members: Callable[[], list[int]]) -> None:
    """Stop all of them, those that were just being started too.

    A fork that is under way when the signal comes is finished first. So a look that finds nobody new, after
    all who were known stand still, has found everybody.
    """
    sent: set[int] = set()
    while new := [pid for pid in members() if pid not in sent]:
        sent.update(new)
        for pid in new:
            send(pid, signal.SIGSTOP)
        _wait_until_stopped(new)


def _wait_until_stopped(pids: list[int]) -> None:
    """Not for ever: one that waits in vfork(2) for a child of its that was stopped does not stop itself."""
    deadline = time.monotonic() + _STOPPING_S
    while any((one := member(pid)) and not one.stopped for pid in pids) and time.monotonic() < deadline:
        time.sleep(_LOOK_AGAIN_S)


def send(pid: int, number: signal.Signals) -> None:
    """Send a signal to a process, if there is one and it is ours."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _by_parents() -> Callable[[int], list[int]]:
    """As `children`, on kernels without that file: from one look at every process."""
    below: dict[int, list[int]] = {}
    for pid in _all():
        if text := _read(f"/proc/{pid}/stat"):
            below.setdefault(int(text[text.rindex(b")") + 2 :].split()[1]), []).append(pid)
    return lambda pid: below.get(pid, [])


def _threads(pid: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []


def _state(file: str) -> bytes:
    """The letter for it, as proc(5) has them; empty when it has ended."""
    return _read(file).rpartition(b")")[2].strip()[:1]


def _all() -> list[int]:
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []


def _pss(pid: int) -> tuple[int, int]:
    """A process's part of what is resident, in bytes, and how much of that lies in shared memory or tmpfs."""
    text = _read(f"/proc/{pid}/smaps_rollup")
    if not text:
        # Some hide it; what is resident is then all that can be known.
        seen = member(pid)
        return (seen.memory if seen else 0), 0
    found = dict(line.split()[:2] for line in text.splitlines()[1:])
    # Before Linux 5.3 it is not told apart: then all of it may be shared.
    return int(found[b"Pss:"]) * 1024, int(found.get(b"Pss_Shmem:", found[b"Pss:"])) * 1024


def _shared_anonymous(pids: Iterable[int]) -> int:
    """Bytes that these have mapped of memory that is shared and in no file; what several map counts once."""
    sizes: dict[bytes, int] = {}
    for pid in pids:
        for line in _read(f"/proc/{pid}/maps").splitlines():
            if line.endswith(b" /dev/zero (deleted)"):  # proc(5): so mmap(2) with MAP_ANONYMOUS is shown
                span, _, offset, _, inode = line.split()[:5]
                begin, end = (int(place, 16) for place in span.split(b"-"))
                sizes[inode] = max(sizes.get(inode, 0), int(offset, 16) + end - begin)
    return sum(sizes.values())


def _read(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError:
        return b""

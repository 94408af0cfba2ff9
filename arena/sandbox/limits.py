"""What a bot may use, and how going beyond it is called."""

import re
from typing import Annotated

from msgspec import Meta, Struct

from arena.record import Limit

_MB = 1 << 20
_SEEN_MB = 128
"""More than a process can take, page by page, between two looks at it."""

Megabytes = Annotated[int, Meta(ge=1, le=1 << 22, description="megabytes, at least 1")]
Count = Annotated[int, Meta(ge=1, le=1 << 20, description="an integer of at least 1")]
Seconds = Annotated[float, Meta(gt=0, le=86_400, description="seconds, more than 0")]


class Limits(Struct, frozen=True, kw_only=True):
    """What one bot may use, all its processes together. A MB is 2**20 bytes."""

    memory_mb: Megabytes = 512
    """Memory; more ends the bot: `memory`."""
    processes: Count = 64
    """Processes and threads at a time; the next one is refused. A bot that fails over it: `processes`."""
    open_files: Annotated[int, Meta(ge=16, le=1 << 20, description="an integer of at least 16")] = 256
    """Descriptors of each process; the next one is refused. A bot that fails over it: `files`."""
    disk_mb: Megabytes = 64
    """What its /tmp holds; more is refused. A bot that fails over it, or fills it with files: `disk`."""
    output_mb: Megabytes = 64
    """What it writes to stdout and stderr in one match; more ends it: `output`."""
    cpu_s: Seconds | None = None
    """Processor time in one match, others' turns included; more ends it: `cpu`. None: as much as it gets."""


class Breach(Struct, frozen=True):
    """A limit that a bot went beyond."""

    kind: Limit
    words: str


def resource_limits(limits: Limits) -> list[str]:
    """The limits that the kernel keeps for each process, as words for prlimit(1); that of their number apart.

    Memory is RLIMIT_DATA: RLIMIT_AS counts what node and java only reserve. It leaves more than the limit, so
    that a bot that grows is seen to go beyond it before it is refused memory and dies of that.
    """
    return [
        f"--data={(limits.memory_mb + max(limits.memory_mb // 4, _SEEN_MB)) * _MB}",
        f"--nofile={limits.open_files}",
        f"--fsize={limits.disk_mb * _MB}",
        "--core=0",
    ]


_COMPLAINTS: dict[Limit, tuple[str, ...]] = {
    "memory": (
        *("cannot allocate memory", "out of memory", "memoryerror", "outofmemoryerror", "bad_alloc"),
        *("failed to allocate memory", "memory allocation of", "allocation failed", "not enough memory"),
    ),
    "files": ("too many open files", "emfile"),
    "disk": (
        *("no space left on device", "enospc", "file too large", "efbig", "file size limit exceeded"),
        "signal sigxfsz",
    ),
    "processes": (
        *("resource temporarily unavailable", "eagain", "cannot fork", "can't start new thread"),
        *("native thread", "failed to create new os thread", "err_worker_init_failed"),
    ),
}
"""How the runtimes of many languages say that the kernel refused them something, in small letters."""
_LAST = 500
"""How many characters tell why a program died; before them may stand what it coped with long ago."""
_TRACE = re.compile(
    r"^(?:(?:runtime stack:|goroutine \d+ .*)(?:\n.+)*|[ \t]+(?:at|from) .*| *\d+: 0x.*)\n?", re.MULTILINE
)
"""The stack that Go, Java, Node and Ruby print after the words."""


def complaint(last_words: str) -> Limit | None:
    """The limit that a crashed bot's last words, its exit among them, tell of: refused more, it did not cope.

    Words can be forged, but only about oneself and only when one has crashed: a foul of either name.
    """
    text = _TRACE.sub("", last_words.lower())[-_LAST:]
    found = [(text.rfind(word), kind) for kind in _COMPLAINTS for word in _COMPLAINTS[kind] if word in text]
    return max(found)[1] if found else None

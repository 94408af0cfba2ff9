"""What a bot may use, and how going beyond it is called."""

from typing import Annotated

from msgspec import Meta, Struct

from arena.record import Limit

_MB = 1 << 20

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

    Memory is RLIMIT_DATA: RLIMIT_AS counts what node and java only reserve. It leaves a quarter more than
    the limit, so that a bot that grows is seen to go beyond it before it is refused memory.
    """
    memory = limits.memory_mb * _MB
    return [
        f"--data={memory + memory // 4}",
        f"--nofile={limits.open_files}",
        f"--fsize={limits.disk_mb * _MB}",
        "--core=0",
    ]


_COMPLAINTS: tuple[tuple[Limit, tuple[str, ...]], ...] = (
    ("memory", ("MemoryError", "bad_alloc", "OutOfMemoryError", "out of memory", "Cannot allocate memory")),
    ("files", ("Too many open files",)),
    ("disk", ("No space left on device", "File too large")),
    ("processes", ("Resource temporarily unavailable", "can't start new thread", "native thread")),
)


def complaint(stderr: str) -> Limit | None:
    """The limit that a crashed bot's last words complain of: the kernel refused it and it did not cope.

    Words can be forged, but only about oneself and only when one has crashed: a foul of either name.
    """
    found = [(stderr.rfind(word), kind) for kind, words in _COMPLAINTS for word in words if word in stderr]
    return max(found)[1] if found else None

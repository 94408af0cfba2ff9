"""What was seen of a bot: pure values, so that the judgement can be tested without playing."""

from msgspec import Struct

from arena.manifest import Manifest
from arena.record import Ending
from arena.wire import Clock


class Played(Struct, frozen=True):
    """One trial: its words, and how it went. Without an ending it was cut short or never begun."""

    words: str
    ending: Ending | None
    own: bool = False
    """Whether the bot itself is to blame for the ending, if that is a foul."""
    decisions: int = 0
    by_choice: int = 0
    """Answers with `choice`."""
    by_moves: int = 0
    """Answers with `moves`."""


class Twice(Struct, frozen=True):
    """What came when a bot was asked again before it had answered: the ids of its answers, in order."""

    asked: tuple[int, ...]
    answered: tuple[int, ...]
    trouble: str = ""


class Leaving(Struct, frozen=True):
    """How a bot left. `after_ms` None: it had not left when the time was up."""

    after_ms: float | None
    words: str
    stayed: int = 0
    """How many of the processes that it had started were still there."""


class Found(Struct, kw_only=True):
    """All that was seen of a bot. What is None was never tried, or could not be measured here."""

    folder: str
    clock: Clock
    manifest: Manifest | None = None
    manifest_trouble: str = ""
    built: bool | None = None
    """False: it has no build command."""
    build_trouble: str = ""
    ready_ms: float | None = None
    start_foul: Ending | None = None
    played: list[Played] = []
    next_match: Ending | None = None
    """How the second match of one process ended."""
    repeated: bool | None = None
    """Whether the same match in another process was played with the same moves."""
    twice: Twice | None = None
    own_ms: list[float] = []
    """Own time of each decision."""
    match_ms: list[float] = []
    """Own time of each whole match."""
    memory: int | None = None
    """The most that all its processes held together, in bytes."""
    memory_limit: int
    after_bye: Leaving | None = None
    after_eof: Leaving | None = None
    stray: list[str] = []
    """What the arena logged of lines that were no answers."""
    stderr: str | None = None
    """The end of what it wrote to stderr."""

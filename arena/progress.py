"""Live progress on a terminal, plain lines otherwise, on stderr; the table alone goes to stdout."""

import sys
import time
from types import TracebackType
from typing import Any, Protocol

from arena.record import MatchRecord

_EVERY_S = 2.0


class Progress(Protocol):
    """What a run tells while it plays. Use as a context manager."""

    def __enter__(self) -> "Progress":
        """Begin to show."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop showing."""

    def saw(self, record: MatchRecord) -> None:
        """A match is stored."""

    def expect(self, matches: int) -> None:
        """There are so many more to play."""


def progress(missing: int, done: int) -> Progress:
    """The progress of `missing` matches to play, `done` being stored already."""
    return _Live(missing, done) if sys.stderr.isatty() else _Plain(missing, done)


class _Plain:
    """The first match at once, then a line every few seconds, and the last."""

    def __init__(self, missing: int, done: int) -> None:
        self._missing, self._before = missing, done
        self._played = self._fouls = 0
        self._started = self._told = time.monotonic()

    def __enter__(self) -> "_Plain":
        print(f"{self._before} matches stored, {self._missing} to play", file=sys.stderr, flush=True)
        return self

    def __exit__(self, *how: object) -> None:
        pass

    def expect(self, matches: int) -> None:
        self._missing += matches

    def saw(self, record: MatchRecord) -> None:
        self._played += 1
        self._fouls += record.ending.kind != "played"
        now = time.monotonic()
        if self._played in (1, self._missing) or now - self._told >= _EVERY_S:
            self._told = now
            rate = self._played / max(now - self._started, 1e-9)
            left = (self._missing - self._played) / rate
            print(
                f"{self._played}/{self._missing} played, {rate:.0f} matches/s, {left:.0f} s left,"
                f" {self._fouls} fouls or void",
                file=sys.stderr,
                flush=True,
            )


class _Live:
    """One bar with rate, time left and fouls."""

    def __init__(self, missing: int, done: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bars

        self._fouls = self._played = 0
        self._total = missing + done
        self._started = time.monotonic()
        self._bars = Bars(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]:.0f} matches/s"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[fouls]} fouls or void"),
            console=Console(stderr=True),
        )
        self._task: Any = self._bars.add_task("playing", total=self._total, completed=done, rate=0.0, fouls=0)

    def __enter__(self) -> "_Live":
        self._bars.start()
        return self

    def __exit__(self, *how: object) -> None:
        self._bars.stop()

    def expect(self, matches: int) -> None:
        self._total += matches
        self._bars.update(self._task, total=self._total)

    def saw(self, record: MatchRecord) -> None:
        self._played += 1
        self._fouls += record.ending.kind != "played"
        rate = self._played / max(time.monotonic() - self._started, 1e-9)
        self._bars.update(self._task, advance=1, rate=rate, fouls=self._fouls)

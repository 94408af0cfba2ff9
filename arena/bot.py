"""A player that speaks the wire over a process. Every misbehaviour becomes a `Foul`."""

import logging
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Raw

from arena import wire
from arena.record import Option
from arena.referee import Foul, Result
from arena.transport import BotProcess, Gone, LineTooLong
from engine.game import Game
from engine.seating import Seating
from engine.sight import View
from engine.values import Seat

log = logging.getLogger(__name__)

MARGIN_MS = 20
"""What a bot may be late without a foul: the machine's own delay, not thinking time."""
_EXCERPT = 200
_LOGGED_PER_REQUEST = 3
"""How many dropped lines of one request the log shows; a flood is counted."""


class BotPlayer:
    """The player of one seat, over one process that is kept from match to match.

    `used_ms` is the own time in this match: from the writing of each request to its answer.
    """

    def __init__(
        self,
        name: str,
        run: Sequence[str],
        folder: Path,
        game: Game,
        options: dict[str, Option],
        seating: Seating,
        seat: Seat,
        clock: wire.Clock,
    ) -> None:
        """Start the process and greet it; `wait_until_ready` hears the answer. Raises: CannotStart."""
        self.name = name
        self.used_ms = 0.0
        self._game = game
        self._clock = clock
        self._seat = seat
        self._match = ""
        self._requests = 0
        self._dropped = 0
        self._stray = b""
        self._started = time.monotonic()
        self._process = BotProcess(run, folder, wire.LINE_LIMIT)
        self._process.send(
            wire.line(wire.Hello(wire.PROTOCOL, game.name, options, seat, seating.sides, clock))
        )

    @property
    def pid(self) -> int:
        """The process id, which is also that of its group."""
        return self._process.pid

    def wait_until_ready(self) -> None:
        """Hear `ready` within the start limit. Raises: Foul."""
        deadline = self._started + self._clock.start_ms / 1000
        while (text := self._line(deadline, "start")) is not None:
            if wire.is_ready(text):
                self._heard()
                return
            self._drop(text, "while `ready` was expected")
        limit = f"start: no `ready` within {self._clock.start_ms} ms"
        if self._stray:
            raise Foul("garbled", f"{limit}; instead it wrote {_excerpt(self._stray)}")
        raise Foul("silent", f"{limit}, nor anything else (is its output flushed after each line?)")

    def start(self, match: str) -> None:
        """A fresh match begins."""
        self._match = match
        self.used_ms = 0.0
        self._process.send(wire.line(wire.Start(match)))

    def act(self, view: View[Any], news: list[Raw], legal: Sequence[Any]) -> int | Sequence[Any]:
        """Ask for a decision and wait for it. The clock starts when the request is written. Raises: Foul."""
        self._requests += 1
        left_ms = min(float(self._clock.move_ms), self._clock.match_ms - self.used_ms)
        self._process.send(
            wire.line(wire.Act(self._requests, view.painted(), news, legal, max(0, int(left_ms))))
        )
        written = time.monotonic()
        try:
            return self._answer(written + (left_ms + MARGIN_MS) / 1000, left_ms)
        finally:
            self.used_ms += (time.monotonic() - written) * 1000
            self._heard()

    def over(self, result: Result, news: list[Raw]) -> None:
        """Tell how the match ended. A process that has gone hears nothing."""
        self._process.send(
            wire.line(wire.Over(self._match, result.ending, result.points, result.places, news))
        )

    def dismiss(self) -> None:
        """Say goodbye; `end` makes sure of it."""
        self._process.send(wire.line(wire.Bye()))
        self._process.close_stdin()

    def end(self) -> None:
        """End the process and all of its group."""
        self._process.end()

    def kill(self) -> None:
        """End the process and all of its group, without waiting."""
        self._process.kill()

    def _answer(self, deadline: float, left_ms: float) -> int | Sequence[Any]:
        expected = self._requests
        while (text := self._line(deadline, f"request {expected}")) is not None:
            number = wire.addressee(text)
            if number != expected:
                why = "no answer" if number is None else f"an answer to request {number}"
                self._drop(text, f"{why}, while {expected} was asked", stray=number is None)
                continue
            try:
                answer = wire.read_answer(self._game, text)
            except ValueError as error:
                raise Foul("garbled", f"request {expected}: {error} in {_excerpt(text)}") from None
            if answer.choice is not None:
                return answer.choice
            assert answer.moves is not None
            return answer.moves
        if self._stray:
            last = _excerpt(self._stray)
            raise Foul("garbled", f"request {expected}: no answer within {left_ms:.0f} ms, but {last}")
        raise Foul("late", f"request {expected}: no answer within {left_ms:.0f} ms")

    def _line(self, deadline: float, when: str) -> bytes | None:
        try:
            return self._process.receive(deadline)
        except Gone:
            words = self._process.exit_words()
            tail = self._process.stderr_tail().strip()
            last = f"; its stderr ends: {tail[-_EXCERPT:]}" if tail else ""
            raise Foul("crashed", f"{when}: {words}{last}") from None
        except LineTooLong:
            raise Foul("garbled", f"{when}: a line of more than {wire.LINE_LIMIT} bytes") from None

    def _drop(self, text: bytes, why: str, stray: bool = True) -> None:
        """Log a line that is no answer and forget it; the last stray one explains a foul."""
        self._dropped += 1
        if stray:
            self._stray = text[: _EXCERPT + 1] or b"(an empty line)"
        if self._dropped <= _LOGGED_PER_REQUEST:
            log.warning("%s (seat %d) wrote %s; dropped: %s", self.name, self._seat, _excerpt(text), why)

    def _heard(self) -> None:
        """What was asked for is settled: what was dropped before it explains nothing any more."""
        if self._dropped > _LOGGED_PER_REQUEST:
            log.warning("%s (seat %d): %d lines dropped", self.name, self._seat, self._dropped)
        self._dropped = 0
        self._stray = b""


def _excerpt(text: bytes) -> str:
    words = text[:_EXCERPT].decode("utf-8", "backslashreplace")
    return repr(words + ("..." if len(text) > _EXCERPT else ""))

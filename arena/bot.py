"""A player that speaks the wire over a process. Every misbehaviour becomes a `Foul`."""

import errno
import logging
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Raw

from arena import wire
from arena.record import Evidence, Option
from arena.referee import Foul, Result
from arena.sandbox import Keeping
from arena.transport import BotProcess, CannotStart, Gone, LineTooLong, wait_for_any
from arena.words import one_line
from engine.game import Game
from engine.seating import Seating
from engine.sight import View
from engine.values import Seat

log = logging.getLogger(__name__)

MARGIN_MS = 20
"""What a bot may be late without a foul: the machine's own delay, not thinking time."""
EVIDENCE_KEPT = 1 << 16
"""How much of the last request and of the last output is kept for a bot's owner, in bytes."""
_LONGEST = 4
"""How many times its limit one may take that has to wait for a core."""
_UNBOXED = Keeping()
_EXCERPT = 200
_LOGGED_PER_REQUEST = 3
"""How many dropped lines of one request the log shows; a flood is counted."""


class BotPlayer:
    """The player of one seat, over one process that is kept from match to match.

    `used_ms` is the own time in this match: from the writing of each request until its answer was there, or
    the limit. `delay_ms` is all other time that its decisions took: ours and the machine's. `requests` is the
    number of the last request, counted on from match to match.
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
        keeping: Keeping = _UNBOXED,
    ) -> None:
        """Start the process and greet it; `wait_until_ready` hears the answer. Raises: CannotStart."""
        self.name = name
        self.used_ms = self.delay_ms = 0.0
        self.requests = 0
        self._game = game
        self._clock = clock
        self._seat = seat
        self._match = ""
        self._dropped = 0
        self._stray = b""
        self._asked = self._said = b""
        self._end = "still running"
        self._began = time.monotonic()
        self._ready_by = self._began + clock.start_ms / 1000
        self._pauses = keeping.pause
        self._process = BotProcess(run, folder, wire.LINE_LIMIT, keeping)
        self._ask(wire.Hello(wire.PROTOCOL, game.name, options, seat, seating.sides, clock))

    @property
    def pid(self) -> int:
        """The process id, which is also that of its group."""
        return self._process.pid

    @property
    def process(self) -> BotProcess:
        """The process itself, for those who look at more than its play."""
        return self._process

    def wait_until_ready(self) -> None:
        """Hear `ready` within the start limit. Raises: Foul."""
        while not self.is_ready():
            wait_for_one_of([self])

    def is_ready(self) -> bool:
        """Take in what it has said: whether `ready` was among it. Raises: Foul, also when it is too late."""
        now = time.monotonic()
        while (text := self._line(now, "start")) is not None:
            if wire.is_ready(text):
                self._process.cpu_s()  # seen now, what the start took is not put down to the first request
                self._heard()
                self._pause()
                return True
            self._drop(text, "while `ready` was expected")
        if now >= self._ready_by and (later := self._later(self._began, 0.0, self._clock.start_ms)):
            self._ready_by = later
        if now < self._ready_by:
            return False
        limit = f"start: no `ready` within {self._clock.start_ms} ms"
        if self._stray:
            raise Foul("garbled", f"{limit}; instead it wrote {_excerpt(self._stray)}")
        raise Foul("silent", f"{limit}, nor anything else (is its output flushed after each line?)")

    def start(self, match: str) -> None:
        """A fresh match begins."""
        self._match = match
        self.used_ms = self.delay_ms = 0.0
        self._process.fresh_match()
        self._process.send(wire.line(wire.Start(match)))

    def act(self, view: View[Any], news: list[Raw], legal: Sequence[Any]) -> int | Sequence[Any]:
        """Ask for a decision and wait for it. The clock starts when the request is written. Raises: Foul."""
        began = time.monotonic()
        self.requests += 1
        left_ms = max(0.0, min(float(self._clock.move_ms), self._clock.match_ms - self.used_ms))
        self._process.resume()
        self._ask(wire.Act(self.requests, view.painted(), news, legal, int(left_ms)))
        written = time.monotonic()
        try:
            return self._answer(written, left_ms)
        finally:
            taken_ms = min(max(0.0, self._process.woken - written) * 1000, left_ms + MARGIN_MS)
            self.used_ms += taken_ms
            self._heard()
            self._pause()
            self.delay_ms += (time.monotonic() - began) * 1000 - taken_ms

    def over(self, result: Result, news: list[Raw]) -> None:
        """Tell how the match ended. A process that has gone hears nothing."""
        self._process.send(
            wire.line(wire.Over(self._match, result.ending, result.points, result.places, news))
        )

    def dismiss(self) -> None:
        """Say goodbye; `end` makes sure of it."""
        self._process.resume()
        self._process.send(wire.line(wire.Bye()))
        self._process.close_stdin()

    def end(self) -> None:
        """End the process and all of its group."""
        self._process.end()

    def kill(self) -> None:
        """End the process and all of its group, without waiting."""
        self._process.kill()

    def evidence(self) -> Evidence:
        """What was seen of it last, after a foul."""
        kept = self._asked[:EVIDENCE_KEPT], self._said[:EVIDENCE_KEPT]
        return Evidence(self._end, *kept, self._process.stderr_tail())

    def _ask(self, message: wire.Hello | wire.Act) -> None:
        self._asked = wire.line(message)
        if self.requests:
            self._overhear()
        self._process.send(self._asked)

    def _overhear(self) -> None:
        """Drop what came before a request: it cannot be an answer to it, nor explain why there is none."""
        for text in self._process.overheard():
            self._said = text
            self._drop(text, f"it came before request {self.requests} was sent", stray=False)

    def _answer(self, written: float, left_ms: float) -> int | Sequence[Any]:
        expected, cpu_before_s = self.requests, self._process.seen_cpu_s
        deadline: float | None = written + (left_ms + MARGIN_MS) / 1000
        while deadline is not None:
            text = self._line(deadline, f"request {expected}")
            if text is None:
                deadline = self._later(written, cpu_before_s, left_ms)
                continue
            try:
                answer = wire.read_answer(self._game, text)
                number: int | None = answer.id
            except ValueError as error:
                number = wire.addressee(text)
                if number == expected:
                    raise Foul("garbled", f"request {expected}: {error} in {_excerpt(text)}") from None
            if number != expected:
                why = "no answer" if number is None else f"an answer to request {number}"
                self._drop(text, f"{why}, while {expected} was asked", stray=number is None)
                continue
            if answer.choice is not None:
                return answer.choice
            assert answer.moves is not None
            return answer.moves
        limit = f"no answer within {left_ms:.0f} ms"
        if left_ms < self._clock.move_ms:
            limit += f", all that was left of the match's {self._clock.match_ms} ms"
        if self._stray:
            raise Foul("garbled", f"request {expected}: {limit}, but {_excerpt(self._stray)}")
        raise Foul("late", f"request {expected}: {limit}")

    def _later(self, began: float, cpu_before_s: float, limit_ms: float) -> float | None:
        """A later deadline for one that had to wait for a core; None when it has had its time.

        It has while nothing of it wants a core: it sleeps. Otherwise its time is that in which it ran, so
        that nobody thinks for longer on a busy machine.
        """
        now, limit_s = time.monotonic(), limit_ms / 1000
        ran_s = self._process.cpu_s() - cpu_before_s
        left_s = min(limit_s - ran_s, began + _LONGEST * limit_s - now)
        if left_s <= MARGIN_MS / 1000 or not self._process.wants_core():
            return None
        words = "the machine is overloaded: %s (seat %d) ran for %.0f of %.0f ms, and may go on"
        log.warning(words, self.name, self._seat, ran_s * 1000, (now - began) * 1000)
        return now + left_s

    def _line(self, deadline: float, when: str) -> bytes | None:
        try:
            text = self._process.receive(deadline)
            if text is not None:
                self._said = text
            return text
        except Gone:
            raise self._foul_of_its_end(when) from None
        except LineTooLong:
            raise Foul("garbled", f"{when}: a line of more than {wire.LINE_LIMIT} bytes") from None

    def _foul_of_its_end(self, when: str) -> Foul:
        """What to make of a process that has gone. Raises: CannotStart when it was not the bot's doing."""
        words = self._end = self._process.exit_words()
        tail = self._process.stderr_tail().strip()
        last = f"; its stderr ends: {tail[-_EXCERPT:]}" if tail else ""
        if self._process.never_ran():
            raise CannotStart(errno.EAGAIN, one_line(f"the sandbox could not be set up{last}"))
        if breach := self._process.breach():
            return Foul(breach.kind, f"{when}: {breach.words}{last}")
        if reached := self._process.crashed_over(words):
            return Foul(reached.kind, f"{when}: {words}, {reached.words}{last}")
        return Foul("crashed", f"{when}: {words}{last}")

    def _pause(self) -> None:
        if self._pauses:
            self._process.pause()

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


def wait_for_one_of(players: Sequence[BotPlayer]) -> None:
    """Wait until one of these, who are not ready yet, says something or runs out of time."""
    wait_for_any([player._process for player in players], min(player._ready_by for player in players))


def _excerpt(text: bytes) -> str:
    words = text[:_EXCERPT].decode("utf-8", "backslashreplace")
    return repr(words + ("..." if len(text) > _EXCERPT else ""))

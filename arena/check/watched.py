"""The player that is examined, with what is noted of it, and the strangers that it plays against."""

import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Raw

from arena.bot import BotPlayer
from arena.referee import Result
from arena.sandbox import tree
from engine.sight import View


class TimeUp(Exception):
    """The check has taken as long as it may."""


class Watched:
    """A player that passes everything on to a bot and notes how it answers."""

    def __init__(self, player: BotPlayer, deadline: float) -> None:
        """`deadline`: time.monotonic() from which it is asked nothing more, in s."""
        self.player = player
        self.own_ms: list[float] = []
        self.by_choice = self.by_moves = 0
        self.memory = peak_memory(player.pid)
        self._deadline = deadline

    @property
    def requests(self) -> int:
        return self.player.requests

    def start(self, match: str) -> None:
        self.player.start(match)

    def act(self, view: View[Any], news: list[Raw], legal: Sequence[Any]) -> int | Sequence[Any]:
        """As the bot answers. Raises: Foul, TimeUp."""
        if time.monotonic() > self._deadline:
            raise TimeUp
        before = self.player.used_ms
        try:
            answer = self.player.act(view, news, legal)
        finally:
            self.own_ms.append(self.player.used_ms - before)
            self.memory = max(self.memory, peak_memory(self.player.pid))
        if isinstance(answer, int):
            self.by_choice += 1
        else:
            self.by_moves += 1
        return answer

    def over(self, result: Result, news: list[Raw]) -> None:
        self.player.over(result, news)


class Stranger:
    """Plays anything at once, always the same in the same match and seat."""

    requests = 0  # it never fouls, so that nobody is told

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._luck = random.Random()

    def start(self, match: str) -> None:
        self._luck = random.Random(f"{match} {self._seat}")

    def act(self, view: View[Any], news: list[Raw], legal: Sequence[Any]) -> int:
        return self._luck.randrange(len(legal))

    def over(self, result: Result, news: list[Raw]) -> None:
        pass


def peak_memory(pid: int) -> int:
    """The most that a process and its descendants have held so far, in bytes (proc(5), VmHWM); 0: unknown.

    Who has ended is forgotten, and pages that processes share count for each.
    """
    return sum(map(_high_water, (pid, *tree.descendants(pid))))


def _high_water(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))

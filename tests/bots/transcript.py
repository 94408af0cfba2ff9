"""Writes bots/transcript.jsonl, a match as one seat hears it and answers: python -m tests.bots.transcript"""

from collections.abc import Sequence
from typing import Any

from msgspec import Raw, json

from arena import wire
from arena.referee import Result, play_match
from engine.chance import Chance
from engine.registry import GAMES
from engine.seating import free_for_all
from engine.sight import View
from engine.table import Table
from tests.bots.seated import BOTS, Stranger

FILE = BOTS / "transcript.jsonl"
MATCH = "5eed0f0a1b2c3d4e"
SEAT = 1
GAME = GAMES["hielenlikkers"]
SEATING = free_for_all(2)
CLOCK = wire.Clock()


class Scribe(Stranger):
    """Plays anything and writes down every line: `> ` to the bot, `< ` from it.

    Every other turn it answers at once with all three cards: table, own domain, the opponent's.
    """

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.lines: list[str] = []

    def hear(self, message: wire.Hello | wire.Start | wire.Act | wire.Over | wire.Bye) -> None:
        self.lines.append("> " + wire.line(message).decode().rstrip())

    def say(self, answer: Any) -> None:
        self.lines.append("< " + json.encode(answer).decode())

    def start(self, match: str) -> None:
        super().start(match)
        self.hear(wire.Start(match))

    def act(self, view: View[Any], news: list[Raw], legal: Sequence[Any]) -> int | Sequence[Any]:
        self.requests += 1
        self.hear(wire.Act(self.requests, view.painted(), news, legal, CLOCK.move_ms))
        hand = view.board.hands[self.seat]
        answer = {"id": self.requests}
        if len(hand) == 3 and len(view.board.pile) // 6 % 2:
            places = ("above", self.seat, 1 - self.seat)
            moves = [GAME.move(card, where) for card, where in zip(hand, places, strict=True)]
            self.say(answer | {"moves": moves})
            return moves
        choice = self.luck.randrange(len(legal))
        self.say(answer | {"choice": choice})
        return choice

    def over(self, result: Result, news: list[Raw]) -> None:
        self.hear(wire.Over(MATCH, result.ending, result.points, result.places, news))


def transcript() -> str:
    """The match, a line a message."""
    table = Table.dealt(GAME, SEATING, GAME.options(), Chance(MATCH.encode()))
    scribe = Scribe(SEAT)
    scribe.hear(wire.Hello(wire.PROTOCOL, GAME.name, {}, SEAT, SEATING.sides, CLOCK))
    scribe.say(wire.Ready())
    play_match(table, [Stranger(0), scribe], MATCH)
    scribe.hear(wire.Bye())
    return "\n".join(scribe.lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(transcript())

"""Seats for tests of bots: a program over its pipe, and a stranger who plays anything."""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Raw

from arena.bot import BotPlayer
from arena.build import build
from arena.manifest import read_bot
from arena.referee import Player, Result, play_match
from arena.wire import Clock
from engine.chance import Chance
from engine.game import Game
from engine.seating import Seating
from engine.sight import View
from engine.table import Table

BOTS = Path(__file__).parents[2] / "bots"


def bots_for(game: str) -> list[str]:
    """The folders of the example bots that play a game, but for starters: tests/check tries those."""
    folders = (manifest.parent for manifest in sorted(BOTS.glob("*/bot.toml")))
    examples = (folder for folder in folders if not folder.name.startswith("starter-"))
    return [folder.name for folder in examples if game in read_bot(folder).manifest.games]


class Stranger:
    """Plays any move; its luck hangs on the match and the seat."""

    requests = 0

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.luck = random.Random()

    def start(self, match: str) -> None:
        self.luck = random.Random(f"{match} {self.seat}")

    def act(self, view: View[Any], news: list[Raw], legal: Sequence[Any]) -> int | Sequence[Any]:
        return self.luck.randrange(len(legal))

    def over(self, result: Result, news: list[Raw]) -> None:
        pass


class Played(NamedTuple):
    """How a match went, and the moves of the seat that was looked at."""

    result: Result
    moves: list[Any]


@contextmanager
def seated(folder: Path, game: Game, seating: Seating, seat: int, **options: Any) -> Iterator[BotPlayer]:
    """A running bot; it is gone afterwards."""
    bot = read_bot(folder)
    build(bot)
    player = BotPlayer(
        bot.manifest.name, bot.manifest.run, bot.folder, game, options, seating, seat, Clock(move_ms=5000)
    )
    try:
        player.wait_until_ready()
        yield player
        player.dismiss()
    finally:
        player.end()


def played(player: Player, game: Game, seating: Seating, seat: int, match: str, **options: Any) -> Played:
    """A match of a player against strangers; its name fixes deal and strangers."""
    table = Table.dealt(game, seating, game.options(**options), Chance(match.encode()))
    players: list[Player] = [Stranger(other) for other in range(seating.seats)]
    players[seat] = player
    result = play_match(table, players, match)
    return Played(result, [move for mover, move in table.moves if mover == seat])

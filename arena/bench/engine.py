"""The engine alone: random play, legal list and `play`."""

import random
import time
from collections.abc import Iterator

from arena.bench.figures import Figure
from engine.chance import Chance
from engine.game import Game
from engine.registry import GAMES
from engine.seating import free_for_all
from engine.table import Table

_BUDGET_US = {"hielenlikkers": 20.0, "kerstenen": 20.0, "richelieu": 40.0}
_MATCHES = 200


def measure(scale: float) -> Iterator[Figure]:
    """Microseconds a decision of every game at four players; hielenlikkers with the expansion."""
    for name, game in GAMES.items():
        options = game.options(expansion=True) if name == "hielenlikkers" else game.options()
        us, moves = _random_play(game, options, max(1, round(_MATCHES * scale)))
        yield Figure("engine", f"{name}, 4 players: a decision", us, "us", "at most", _BUDGET_US.get(name))
        yield Figure("engine", f"{name}, 4 players: legal moves", moves, "moves")


def _random_play(game: Game, options: object, matches: int) -> tuple[float, float]:
    luck = random.Random(0)
    decisions = moves = 0
    started = time.process_time()
    for number in range(matches):
        table = Table.dealt(game, free_for_all(4), options, Chance(number.to_bytes(8, "big")))
        while table.turn() is not None:
            legal = table.legal()
            table.play_unchecked(legal[int(luck.random() * len(legal))])
            decisions += 1
            moves += len(legal)
    return (time.process_time() - started) * 1e6 / decisions, moves / decisions

"""Every game that can be played, by name."""

from engine.game import Game
from engine.hielenlikkers import GAME as HIELENLIKKERS

GAMES: dict[str, Game] = {game.name: game for game in (HIELENLIKKERS,)}

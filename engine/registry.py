"""Every game that can be played, by name."""

from engine.game import Game
from engine.hielenlikkers import GAME as HIELENLIKKERS
from engine.kerstenen import GAME as KERSTENEN
from engine.richelieu import GAME as RICHELIEU

GAMES: dict[str, Game] = {game.name: game for game in (HIELENLIKKERS, KERSTENEN, RICHELIEU)}

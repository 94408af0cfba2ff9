"""Richelieu (White Goblin Games, 2012). The rulings: RULES.md; the tiles and tracks: tiles.json."""

from engine.richelieu.rules import GAME, game_with

__all__ = ["GAME", "game_with"]

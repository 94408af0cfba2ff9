"""Kerstenen (Christening): pagans are won by the clergy laid at them. The rulings: RULES.md."""

from engine.kerstenen.rules import GAME

__all__ = ["GAME"]

"""Hielenlikkers (Courtisans), with the expansion Diplomaten & Vertrouwelingen. The rulings: RULES.md."""

from engine.hielenlikkers.rules import GAME

__all__ = ["GAME"]

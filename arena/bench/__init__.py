"""The budgets, measured: each against a floor or a rival measured in the same run.

A figure is a fact about one machine at one moment; compare within a run.
"""

from arena.bench.figures import PARTS, Figure, measured

__all__ = ["PARTS", "Figure", "measured"]

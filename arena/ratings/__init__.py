"""Ratings: from match records to a table, and what can be asked of it; `arena/README.md` has the numbers."""

from arena.ratings.bounds import Bound
from arena.ratings.strengths import Model
from arena.ratings.table import MEAN, EloTable, Rating, rated, table_of

__all__ = ["MEAN", "Bound", "EloTable", "Model", "Rating", "rated", "table_of"]

"""The pagans and the clergy, and what each cleric counts for (R1, R2).

Faces carry no suit: the only thing that a suit tells is which ace is the pope, and that is a title (R3).
"""

from typing import Literal, get_args

from engine.values import Face

Title = Literal["nun", "priest", "bishop", "cardinal", "pope"]

CONVERSION: dict[Title, int] = {"nun": 1, "priest": 2, "bishop": 4, "cardinal": 6, "pope": 12}
"""Conversion points of a cleric (R2)."""
CLERGY: dict[Title, int] = {"nun": 4, "priest": 4, "bishop": 4, "cardinal": 3, "pope": 1}
"""How many there are of each (R2)."""

RANKS = range(2, 11)
PER_RANK = 4
SPECIAL = (3, 6, 7)
"""Ranks that are worth nothing by themselves (R20)."""

HAND = 4
ROW = 4


class Pagan(Face, frozen=True, tag="pagan"):
    """A pagan, by its rank from 2 to 10."""

    rank: int

    @property
    def special(self) -> bool:
        """Whether it is a 3, a 6 or a 7."""
        return self.rank in SPECIAL


class Cleric(Face, frozen=True, tag="cleric", order=True):
    """A cleric, by title. The order is that of the alphabet and means nothing."""

    title: Title

    @property
    def points(self) -> int:
        """What the cleric adds at a pagan."""
        return CONVERSION[self.title]


def pagans() -> list[Pagan]:
    """All 36."""
    return [Pagan(rank) for rank in RANKS for _ in range(PER_RANK)]


def clergy() -> list[Cleric]:
    """All 16."""
    return [Cleric(title) for title in get_args(Title) for _ in range(CLERGY[title])]

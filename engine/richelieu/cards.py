"""What is printed on agents and intrigue tiles, and the words for it (R1, R2)."""

from typing import Literal, get_args

from engine.values import Face

Camp = Literal["richelieu", "opposition"]
"""The two sides of an intrigue, each a tile in the same box."""
CAMPS: tuple[Camp, ...] = get_args(Camp)

Faction = Literal["Richelieu", "England", "France", "Habsburg", "Protestants"]
FACTIONS: tuple[Faction, ...] = get_args(Faction)

Pawn = Literal["eminence", "queen"]
PAWN_CAMPS: dict[Pawn, Camp] = {"eminence": "opposition", "queen": "richelieu"}
"""On which tiles each of them may stand (R28)."""
PAWN_VALUE = 3

Gain = Literal["prestige", "money", "income", "military"]
Choice = Literal["agent", "corruption", "eminence", "queen"]
Kind = Literal[Gain, Choice]
CHOICES: tuple[Choice, ...] = get_args(Choice)
"""The bonuses that ask for a decision."""

BOXES = 3
FIELDS = 5


class Agent(Face, frozen=True, tag="agent", order=True):
    """An agent, by its value from -2 to 3."""

    value: int


class Tile(Face, frozen=True, tag="tile"):
    """An intrigue tile: its name, faction, the cost of each field from the left, and its three frames."""

    code: str
    faction: Faction
    costs: tuple[int, ...]
    first: tuple[tuple[Kind, int], ...]
    """Left frame: bonuses of the first place, as (kind, amount)."""
    second: tuple[tuple[Kind, int], ...]
    """Middle frame: bonuses of the second place."""
    cardinal: int
    """Right frame: how far the cardinal goes, back if negative."""

    @property
    def camp(self) -> Camp:
        """The camp it belongs to."""
        return "richelieu" if self.faction == "Richelieu" else "opposition"

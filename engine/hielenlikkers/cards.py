"""The courtiers, the twenty missions and how many of each a table uses (R1-R4, R30-R35)."""

from functools import cache
from typing import Literal, get_args

from engine.values import Face

Family = Literal["butterfly", "toad", "nightingale", "hare", "stag", "carp"]
Role = Literal["plain", "noble", "spy", "assassin", "guard", "diplomat", "confidant"]
FAMILIES: tuple[Family, ...] = get_args(Family)

PER_FAMILY: dict[Role, int] = {"noble": 4, "spy": 2, "assassin": 2, "guard": 3, "plain": 4}
EXPANSION_PER_FAMILY: dict[Role, int] = {"diplomat": 2, "confidant": 1}

BOXED = {2: 30, 3: 18, 4: 6, 5: 0}
"""Courtiers put back unseen, by number of players (R3)."""
EXPANSION_BOXED = {2: 36, 3: 18, 4: 12, 5: 3, 6: 0}

HAND = 3

MissionCode = Literal[
    "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "B10",
    "W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8", "W9", "W10",
]  # fmt: skip
MISSION_POINTS = 3


class Courtier(Face, frozen=True, tag="courtier"):
    """A courtier: one family, at most one role (`plain` is none)."""

    family: Family
    role: Role

    @property
    def weight(self) -> int:
        """What the card counts for status and points (R20)."""
        return 2 if self.role == "noble" else 1


class Mission(Face, frozen=True, tag="mission"):
    """A secret mission, by its code: B for a blue back, W for a white one."""

    code: MissionCode


@cache
def courtiers(expansion: bool) -> tuple[Courtier, ...]:
    """Every courtier in use, boxed ones included (R1, R2)."""
    roles = PER_FAMILY | (EXPANSION_PER_FAMILY if expansion else {})
    return tuple(
        Courtier(family, role) for family in FAMILIES for role, count in roles.items() for _ in range(count)
    )


@cache
def missions(back: Literal["B", "W"]) -> tuple[Mission, ...]:
    """The ten missions of one back."""
    return tuple(Mission(code) for code in get_args(MissionCode) if code[0] == back)

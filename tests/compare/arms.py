"""A comparison of made-up bots, and records of its matches as if they had been played."""

from collections.abc import Callable
from pathlib import Path

from arena.compare import Comparison, compared
from arena.record import Ending, Fixture, Kind, MatchRecord

BOTS = Path(__file__).resolve().parents[2] / "bots"


def comparison(*against: str, teams: bool = False, seats: int | None = None) -> Comparison:
    """LUKRAAK against GULZIG, before a field of example bots."""
    folders = [BOTS / name for name in ("lukraak", "gulzig", *against)]
    return compared(folders[0], folders[1], folders[2:], "hielenlikkers", {"expansion": "true"}, teams, seats)


def record(one: Fixture, key: Callable[[str], float], kind: Kind = "played") -> MatchRecord:
    """The match as if each side's result were the key of its first entrant."""
    count = len(one.sides)
    if kind == "void":
        return MatchRecord(one, Ending("void"), (), (), (0,) * count, (0.0,) * count)
    keys = [key(one.entrants[one.sides.index(side)]) for side in range(one.side_count)]
    places = tuple(1 + sum(other > own for other in keys) for own in keys)
    return MatchRecord(one, Ending("played"), (0,) * count, places, (1,) * count, (1.0,) * count)

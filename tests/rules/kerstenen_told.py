"""What a worked case of Kerstenen tells: its players, options and cards, and what it expects."""

import warnings
from typing import Any

import msgspec

from engine.kerstenen.board import Options
from tests.rules.kerstenen_positions import PAGANS, named

Case = dict[str, Any]

SEATS = "ABCD"


def agree(expected: Case, found: Case) -> None:
    """What the case expects was found. Words that no check knows are warned of; there must be others."""
    known = expected.keys() & found.keys()
    assert known, f"the case expects {sorted(expected)}, which no check looks at"
    if len(known) < len(expected):
        warnings.warn(f"not checked: {sorted(expected.keys() - known)}", stacklevel=2)
    assert {key: found[key] for key in known} == {key: expected[key] for key in known}


def players_of(position: Case) -> int:
    """How many play: as told, or as many as the letters of players go."""
    if "players" in position:
        return int(position["players"])
    told = {seat for key in ("laid", "won", "hands") for seat in position.get(key, {})}
    return max([2, *(SEATS.index(seat) + 1 for seat in told)])


def options_of(case: Case) -> Options:
    """The options a case is played with, said beside its position or in it."""
    position = case.get("position", {})
    chosen = {**case.get("options", {}), **position.get("options", {})}
    chosen |= {name: position[name] for name in Options.__struct_fields__ if name in position}
    if chosen.get("starter") in tuple(SEATS):
        del chosen["starter"]  # a seat, and no option
    return msgspec.convert(chosen, Options)


def by_seat(players: int, told: dict[str, list[str]]) -> list[list[str]]:
    return [told.get(SEATS[seat], []) for seat in range(players)]


def spare(*taken: Any) -> str:
    """A pagan that a case does not name: where cards may be laid that do not matter to it."""
    used = {named(name) for names in taken for name in names if name}
    return next(name for name in PAGANS if name not in used)

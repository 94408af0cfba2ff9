"""How a match stands at its end: points per seat, a place per side."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

Aspects: TypeAlias = Mapping[str, Sequence[float | None]]
"""What a game counts beside points: by name, a number for each seat, None where it had no chance of one."""


class Standing(Struct, frozen=True):
    """Points per seat and places per side; place 1 is best, equal sides share the better place."""

    points: tuple[int, ...]
    places: tuple[int, ...]


def places(keys: Sequence[Any]) -> tuple[int, ...]:
    """The place of each side by its key, the greatest key first: (5, 7, 5) gives (2, 1, 2)."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)

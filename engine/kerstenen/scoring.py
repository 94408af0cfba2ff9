"""The score of Kerstenen (R20-R26): works on ranks, so that a worked example can be checked by hand."""

from collections.abc import Sequence

from engine.kerstenen.board import Options
from engine.kerstenen.cards import Pagan

BLESSED = 10
"""For three or four 3s (R21)."""
CANONISED = 20
"""For three or four 7s (R22)."""
PER_SIX = -10
BEAST = -30
"""For everybody but the owner of exactly three 6s (R24)."""


def points(won: Sequence[Sequence[Pagan]], options: Options) -> tuple[int, ...]:
    """Per seat, what its pagans are worth."""
    beasts = [count(pagans, 6) == 3 for pagans in won]
    return tuple(
        _own(pagans, options) + BEAST * (sum(beasts) - beast)
        for pagans, beast in zip(won, beasts, strict=True)
    )


def count(pagans: Sequence[Pagan], rank: int) -> int:
    """How many of a rank there are."""
    return sum(pagan.rank == rank for pagan in pagans)


def _own(pagans: Sequence[Pagan], options: Options) -> int:
    """What pagans are worth to their owner, whatever the others have."""
    total = sum(options.specials_count_one or not pagan.special for pagan in pagans)
    if count(pagans, 3) >= 3:
        total += BLESSED
    if count(pagans, 7) >= 3:
        total += CANONISED
    sixes = count(pagans, 6)
    return total if sixes == 3 else total + PER_SIX * sixes

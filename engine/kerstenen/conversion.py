"""Who converts a pagan (R12-R15): works on faces, so that a worked example can be checked by hand."""

from collections.abc import Sequence

from engine.kerstenen.cards import Cleric
from engine.values import Seat

Laying = Sequence[Sequence[Cleric]]
"""The clergy at one pagan, per seat."""


def sums(laid: Laying) -> list[int]:
    """Conversion points per seat."""
    return [sum(cleric.points for cleric in clerics) for clerics in laid]


def converter(laid: Laying) -> Seat | None:
    """The seat that takes the pagan; None when it stays (R12-R16).

    The highest sum takes it (R12). Among equal leaders, and no others: who laid the pope (R13), else who
    laid strictly most nuns (R14), else nobody (R15).
    """
    points = sums(laid)
    highest = max(points)
    if highest == 0:
        return None
    leaders = [seat for seat, its_points in enumerate(points) if its_points == highest]
    if len(leaders) == 1:
        return leaders[0]
    for seat in leaders:
        if _count(laid[seat], "pope"):
            return seat
    nuns = [_count(laid[seat], "nun") for seat in leaders]
    most = max(nuns)
    return leaders[nuns.index(most)] if nuns.count(most) == 1 else None


def _count(clerics: Sequence[Cleric], title: str) -> int:
    return sum(cleric.title == title for cleric in clerics)

"""In which orders the same people sit round a table: over the deals, and on one deal.

An arrangement says for each seat who of a meeting sits there. Sides keep their seats; the people move.
"""

from collections.abc import Sequence
from functools import cache
from itertools import permutations, product

from engine.values import Side

Place = tuple[int, int]
"""Who sits in a seat: which entrant of the meeting, which of its bots."""
Arrangement = tuple[Place, ...]
"""A place for each seat."""
Members = tuple[tuple[int, ...], ...]
"""For each entrant of a meeting, its bots; one that is there twice has one number."""


def cyclic_orders(count: int) -> list[list[int]]:
    """Ways to sit round a table in which everyone is everyone's left neighbour equally often.

    Walecki's zigzag: number `count - 1` in the middle, the others on a ring of which the path
    0, 1, -1, 2, -2, ... is turned one on each time; each order is followed by its mirror image.
    (B. Alspach, The wonderful Walecki construction, Bulletin of the ICA 52, 2008.)
    """
    ring = count - 1
    found: dict[tuple[int, ...], list[int]] = {}
    for turn in range(ring):
        path = [(turn + (step + 1) // 2 * (-1) ** (step + 1)) % ring for step in range(ring)]
        for order in ([ring, *path], [ring, *reversed(path)]):
            found.setdefault(tuple(order), order)
    return list(found.values())


@cache
def orders(sides: tuple[Side, ...], members: Members) -> tuple[Arrangement, ...]:
    """The orders round the table over which a meeting's deals are spread, no two a rotation of each other."""
    found: dict[Arrangement, Arrangement] = {}
    for within in product(*map(permutations, members)):
        for order in cyclic_orders(len(members)):
            places = _seated(sides, order, within)
            found.setdefault(min(rotations(places)), places)
    return tuple(found.values())


@cache
def every_order(sides: tuple[Side, ...], members: Members) -> tuple[Arrangement, ...]:
    """Every way to seat a meeting with partners on one side; bots that are the same are not swapped."""
    found = {
        _seated(sides, order, within)
        for order in permutations(range(len(members)))
        for within in product(*map(permutations, members))
    }
    return tuple(sorted(found))


def rotations(places: Arrangement) -> tuple[Arrangement, ...]:
    """The arrangement with everyone moved 0, 1, 2, ... seats on, until it is as it was."""
    turned = (places[-seats:] + places[:-seats] for seats in range(len(places)))
    return tuple(dict.fromkeys(turned))


def _seated(sides: tuple[Side, ...], order: Sequence[int], within: Sequence[tuple[int, ...]]) -> Arrangement:
    """Entrant `order[side]` on each side, its bots in the order of its `within`."""
    waiting = [iter(own) for own in within]
    return tuple((order[side], next(waiting[order[side]])) for side in sides)

"""The final score of Richelieu (R32-R34), from faces, so that an example can be checked by hand."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from engine.richelieu.cards import Tile
from engine.standing import Standing, places

JEWEL_POINTS = 4
MOST, SECOND, SHARED_MOST = 8, 4, 4
"""Points for Richelieu tiles: the most, the second most, and the most if several have as many."""


class Estate(Struct, frozen=True):
    """What one player ends with."""

    prestige: int
    income: int
    military: int
    jewels: int
    money: int
    tiles: Sequence[Tile]


def tile_points(won: Sequence[Sequence[Tile]]) -> list[int]:
    """Per player, the points for the tiles won (R32)."""
    richelieu = richelieu_points([sum(tile.camp == "richelieu" for tile in tiles) for tiles in won])
    return [points + opposition_points(tiles) for points, tiles in zip(richelieu, won, strict=True)]


def opposition_points(tiles: Sequence[Tile]) -> int:
    """1, 4, 9 or 16 points for 1 to 4 tiles of the same faction."""
    factions = Counter(tile.faction for tile in tiles if tile.camp == "opposition")
    return sum(count * count for count in factions.values())


def richelieu_points(counts: Sequence[int]) -> list[int]:
    """Per player, the points for having so many Richelieu tiles; without any there is no place."""
    ranks = sorted({count for count in counts if count}, reverse=True)
    points = [0] * len(counts)
    if not ranks:
        return points
    most = [seat for seat, count in enumerate(counts) if count == ranks[0]]
    for seat in most:
        points[seat] = MOST if len(most) == 1 else SHARED_MOST
    if len(most) == 1 and len(ranks) > 1 and counts.count(ranks[1]) == 1:
        points[counts.index(ranks[1])] = SECOND
    return points


def ranked(estates: Sequence[Estate]) -> Standing:
    """Points and places; equal points are decided by money, equal money is shared (R33, R34)."""
    points = tuple(
        estate.prestige + estate.income + estate.military + of_tiles + JEWEL_POINTS * estate.jewels
        for estate, of_tiles in zip(estates, tile_points([estate.tiles for estate in estates]), strict=True)
    )
    keys = [(total, estate.money) for total, estate in zip(points, estates, strict=True)]
    return Standing(points, places(keys))

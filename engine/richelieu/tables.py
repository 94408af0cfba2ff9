"""The tiles, tracks and amounts of a game as a value, and the table that comes with it: tiles.json.

It is JSON and not Python so that whoever holds the printed game can correct it without reading code.
It is read once, when the game is imported, as the interpreter reads the modules beside it.
"""

from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from engine.richelieu.cards import CAMPS, FIELDS, Camp, Faction, Kind, Tile

Symbol = Literal["prestige", "income"]


class TableError(ValueError):
    """A table that no game can be played with."""


class Income(Struct, frozen=True, forbid_unknown_fields=True):
    """The income track: spaces 0 to `max`; a space is worth its number in coins."""

    max: int


class Military(Struct, frozen=True, forbid_unknown_fields=True):
    """The military track: spaces 1 to `max`, what each costs in coins, and the symbols on some (R8)."""

    max: int
    cost: dict[int, int]
    symbol: dict[int, Symbol]


class Tracks(Struct, frozen=True, forbid_unknown_fields=True):
    """The tracks that have an end."""

    income: Income
    military: Military


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """Where everyone begins. `jewels` are behind each screen; `money` is the starting player's, in coins."""

    prestige: int
    income: int
    military: int
    cardinal: int
    jewels: int
    money: int
    money_per_later_seat: int


class Print(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile as the file writes it."""

    id: str
    faction: Faction
    costs: tuple[int, ...]
    first: tuple[tuple[Kind, int], ...]
    second: tuple[tuple[Kind, int], ...]
    cardinal: int


class Tables(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is printed or counted out: the value that makes a game of the rules.

    Raises, when made: TableError.
    """

    status: str
    """Which of it is known and which is reconstructed."""
    agents: tuple[int, ...]
    """The values of one player's agents."""
    jewels: int
    """How many there are in all."""
    setup: Setup
    tracks: Tracks
    tiles: tuple[Print, ...]

    def __post_init__(self) -> None:
        for tile in self.tiles:
            if len(tile.costs) != FIELDS or min(tile.costs) < 0:
                raise TableError(f"tile {tile.id}: expected {FIELDS} costs of at least 0, got {tile.costs}")
            if any(amount < 1 for _, amount in (*tile.first, *tile.second)):
                raise TableError(f"tile {tile.id}: a bonus below 1")
        sizes = [len(self.faces(camp)) for camp in CAMPS]
        if sizes[0] != sizes[1] or not sizes[0]:
            raise TableError(f"expected as many Richelieu tiles as opposition tiles, got {sizes}")
        if len({tile.id for tile in self.tiles}) < len(self.tiles):
            raise TableError("two tiles have the same id")
        if not self.agents:
            raise TableError("nobody has agents")
        missing = set(range(1, self.tracks.military.max + 1)) - set(self.tracks.military.cost)
        if missing:
            raise TableError(f"no cost for the military spaces {sorted(missing)}")

    def faces(self, camp: Camp) -> list[Tile]:
        """The tiles of a camp, in the order of the file."""
        faces = [
            Tile(tile.id, tile.faction, tile.costs, tile.first, tile.second, tile.cardinal)
            for tile in self.tiles
        ]
        return [face for face in faces if face.camp == camp]


def read(text: bytes) -> Tables:
    """The tables in a JSON text. Raises: TableError, with the path of what is wrong."""
    try:
        return msgspec.json.decode(text, type=Tables)
    except msgspec.DecodeError as error:
        raise TableError(str(error)) from None


TABLES = read((files("engine.richelieu") / "tiles.json").read_bytes())

"""The table of Richelieu as everyone sees it."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from engine.richelieu.cards import BOXES, CAMPS, Camp, Pawn
from engine.richelieu.events import Bonus, Once
from engine.richelieu.tables import Tables, Tracks
from engine.seating import Seating, free_for_all
from engine.sight import Closed
from engine.values import CardId, ImpossibleTable, Seat

Occupant = Seat | Literal["eminence", "queen"]
Spot = tuple[int, Camp, int]
"""A field: box (0 is the top one), tile, field from the left."""


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Richelieu has no options."""


class Intrigue(Struct, frozen=True):
    """The intrigue that is being resolved, while bonuses are due."""

    box: int
    winner: Camp
    first: Seat | None


class Board(Struct):
    """Pieces where they lie. Lists of numbers are per seat; an empty box is an empty dict.

    `occupants[box][tile][field]` says who stands on a field, `agents[box][tile][field]` with which card.
    """

    options: Options
    sides: tuple[int, ...]
    tracks: Tracks
    turn: Seat | None
    """Whose turn it is; the next decision is that of the first bonus due, if there is one."""
    actions: int
    """How many actions are left in this turn."""
    used: list[Once]
    """Those done in this turn that may not be repeated (R17)."""
    quiet: int
    """How many turns since an agent or a pawn was placed, this one included (R35)."""
    prestige: list[int]
    income: list[int]
    military: list[int]
    money: list[int]
    """Public: whoever counts along knows it (R37)."""
    jewels: list[int]
    city_jewels: int
    cardinal: int
    tiles: list[dict[Camp, CardId]]
    occupants: list[dict[Camp, list[Occupant | None]]]
    agents: list[dict[Camp, list[CardId | None]]]
    hands: list[list[CardId]]
    """The agents behind each screen."""
    city: list[list[CardId]]
    """The agents in the city, open."""
    won: list[list[CardId]]
    removed: list[CardId]
    """Tiles that left the game."""
    richelieu_stack: Closed
    opposition_stack: Closed
    intrigue: Intrigue | None
    bonuses: list[Bonus]
    """The bonuses still due in it, in this order."""


def seatings(options: Options) -> tuple[Seating, ...]:
    """Two to four players, each for himself."""
    return tuple(map(free_for_all, (2, 3, 4)))


def blank(tables: Tables, seating: Seating, options: Options) -> Board:
    """An empty table, the markers on their first spaces (R6). Raises: ImpossibleTable."""
    if seating not in seatings(options):
        choice = ", ".join(table.words() for table in seatings(options))
        raise ImpossibleTable(f"richelieu is played at tables of: {choice}; not {seating.words()}")
    setup, seats = tables.setup, seating.seats
    return Board(
        options=options,
        sides=seating.sides,
        tracks=tables.tracks,
        turn=None,
        actions=0,
        used=[],
        quiet=0,
        prestige=[setup.prestige] * seats,
        income=[setup.income] * seats,
        military=[setup.military] * seats,
        money=[0] * seats,
        jewels=[setup.jewels] * seats,
        city_jewels=tables.jewels - setup.jewels * seats,
        cardinal=setup.cardinal,
        tiles=[{} for _ in range(BOXES)],
        occupants=[{} for _ in range(BOXES)],
        agents=[{} for _ in range(BOXES)],
        hands=[[] for _ in range(seats)],
        city=[[] for _ in range(seats)],
        won=[[] for _ in range(seats)],
        removed=[],
        richelieu_stack=[],
        opposition_stack=[],
        intrigue=None,
        bonuses=[],
    )


def copied(board: Board) -> Board:
    """A board that goes its own way from here; made by hand because every decision needs one."""
    return Board(
        board.options,
        board.sides,
        board.tracks,
        board.turn,
        board.actions,
        board.used[:],
        board.quiet,
        board.prestige[:],
        board.income[:],
        board.military[:],
        board.money[:],
        board.jewels[:],
        board.city_jewels,
        board.cardinal,
        [tiles.copy() for tiles in board.tiles],
        [{camp: row[:] for camp, row in rows.items()} for rows in board.occupants],
        [{camp: row[:] for camp, row in rows.items()} for rows in board.agents],
        [cards[:] for cards in board.hands],
        [cards[:] for cards in board.city],
        [cards[:] for cards in board.won],
        board.removed[:],
        board.richelieu_stack[:],
        board.opposition_stack[:],
        board.intrigue,
        board.bonuses[:],
    )


def turn(board: Board) -> Seat | None:
    """Whose decision is next: of who is due the first bonus, else of who is on turn."""
    return board.bonuses[0].seat if board.bonuses else board.turn


def allowance(board: Board, seat: Seat) -> int:
    """How many actions a turn has that `seat` begins now (R11)."""
    return 2 if board.prestige[seat] < board.cardinal else 1


def closed_box(board: Board) -> int | None:
    """The box whose fields bonuses may not touch (R27)."""
    return None if board.intrigue is None else board.intrigue.box


def free_spots(board: Board) -> list[Spot]:
    """Every free field outside the closed box, boxes from the top, Richelieu's tile first."""
    closed = closed_box(board)
    return [
        (box, camp, field)
        for box, rows in enumerate(board.occupants)
        if box != closed
        for camp, row in rows.items()
        for field, occupant in enumerate(row)
        if occupant is None
    ]


def where_is(board: Board, pawn: Pawn) -> Spot | None:
    """The field a pawn stands on; None when it is in its palace."""
    for box, rows in enumerate(board.occupants):
        for camp, row in rows.items():
            if pawn in row:
                return box, camp, row.index(pawn)
    return None


def foreign_agents(board: Board, seat: Seat) -> Iterator[CardId]:
    """The agents of the other players outside the closed box."""
    closed = closed_box(board)
    for box, rows in enumerate(board.agents):
        if box == closed:
            continue
        for camp in CAMPS:
            if camp in rows:
                owners = board.occupants[box][camp]
                for card, owner in zip(rows[camp], owners, strict=True):
                    if card is not None and owner != seat:
                        yield card


def full_box(board: Board) -> int | None:
    """The topmost box with a tile whose fields are all occupied (R18, R25)."""
    for box, rows in enumerate(board.occupants):
        for row in rows.values():
            if None not in row:
                return box
    return None


def stuck_box(board: Board) -> int | None:
    """The fullest box, when the next turn may not begin before it is resolved (R35)."""
    seats = len(board.hands)
    if any(board.hands) and board.quiet < 5 * seats:
        return None
    occupied = {
        box: sum(occupant is not None for row in rows.values() for occupant in row)
        for box, rows in enumerate(board.occupants)
        if rows
    }
    return max(occupied, key=lambda box: (occupied[box], -box))

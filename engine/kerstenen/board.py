"""The table of Kerstenen as everyone sees it, and how events change it."""

from typing import Literal

from msgspec import Struct

from engine.kerstenen.events import AnyEvent, Arrived, Cleared, Converted, Drew, Laid, Opened, Shuffled
from engine.seating import Seating, free_for_all
from engine.sight import Closed
from engine.values import CardId, ImpossibleTable, Seat

IDLE_ROUNDS = 4
"""So many rounds in a row without a conversion end the game (R18)."""


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table may agree on beforehand."""

    starter: Literal["rotate", "fixed"] = "rotate"
    """Who begins a round: the left neighbour of who began the last one, or always the same seat (R6)."""
    specials_count_one: bool = False
    """Count 3s, 6s and 7s one point each, as the other pagans (R20)."""


class Board(Struct):
    """Cards where they lie. `laid[i][s]` are the clergy of seat s at the pagan `row[i]`."""

    options: Options
    turn: Seat | None
    starter: Seat
    """Who began this round."""
    row: list[CardId]
    laid: list[list[list[CardId]]]
    hands: list[list[CardId]]
    won: list[list[CardId]]
    pagans: Closed
    clergy: Closed
    used: list[CardId]
    """Clergy laid since the last shuffle, the cards on the table excepted."""
    idle: int
    """How many rounds in a row, up to the last finished one, converted nobody (R18)."""


def seatings(options: Options) -> tuple[Seating, ...]:
    """Two to four players, each for himself (R4)."""
    return tuple(map(free_for_all, (2, 3, 4)))


def blank(seating: Seating, options: Options) -> Board:
    """An empty table. Raises: ImpossibleTable."""
    if seating not in seatings(options):
        tables = ", ".join(table.words() for table in seatings(options))
        raise ImpossibleTable(f"kerstenen is played at tables of: {tables}; not {seating.words()}")
    return Board(
        options=options,
        turn=None,
        starter=0,
        row=[],
        laid=[],
        hands=[[] for _ in seating.sides],
        won=[[] for _ in seating.sides],
        pagans=[],
        clergy=[],
        used=[],
        idle=0,
    )


def apply(board: Board, event: AnyEvent) -> None:
    """Change the board as the event says."""
    match event:
        case Laid(seat=seat):
            card = event.cards[0]
            board.hands[seat].remove(card)
            board.laid[board.row.index(event.pagan)][seat].append(card)
            board.turn = (seat + 1) % len(board.hands)
        case Drew():
            for card in event.cards:
                board.clergy.remove(card)
            board.hands[event.seat].extend(event.cards)
        case Converted(seat=seat):
            place = board.row.index(event.cards[0])
            board.won[seat].append(board.row.pop(place))
            for cards in board.laid.pop(place):
                board.used.extend(cards)
        case Cleared():
            _clear(board, event)
        case Opened():
            board.starter = board.turn = event.seat
        case Arrived():
            del board.pagans[: len(event.cards)]
            board.row.extend(event.cards)
            board.laid += [[[] for _ in board.hands] for _ in event.cards]
        case Shuffled(pile="pagans"):
            board.pagans.extend(event.cards)
        case Shuffled():
            board.used.clear()
            board.clergy.extend(event.cards)


def _clear(board: Board, event: Cleared) -> None:
    for at_pagan in board.laid:
        for cards in at_pagan:
            board.used.extend(cards)
            cards.clear()
    board.idle = event.idle
    board.turn = None


def over(pagans_left: int, idle: int) -> bool:
    """Whether a finished round was the last: no pagan in pile and row, or nobody converts any (R17, R18)."""
    return pagans_left == 0 or idle == IDLE_ROUNDS

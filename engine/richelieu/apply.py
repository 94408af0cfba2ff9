"""How events change the table of Richelieu."""

from engine.richelieu.board import Board, Intrigue
from engine.richelieu.cards import CAMPS, FIELDS, Camp
from engine.richelieu.events import (
    Acted,
    AnyEvent,
    Began,
    Change,
    Cleared,
    Corrupted,
    Exposed,
    Hidden,
    Lapsed,
    Opened,
    Paid,
    Placed,
    Recalled,
    Recruited,
    Resolved,
    Rewarded,
    Sent,
    Stacked,
    Stayed,
    Stopped,
    Strode,
)
from engine.values import CardId


def apply(board: Board, event: AnyEvent) -> None:
    """Change the board as the event says."""
    match event:
        case Hidden() | Placed():
            _place(board, event)
            if board.bonuses:
                del board.bonuses[0]
            else:
                board.actions -= 1
        case Began():
            board.turn, board.actions = event.seat, event.actions
            board.used.clear()
            board.quiet += 1
        case Acted():
            _change(board, event)
            board.actions -= 1
            board.used.append(event.action)
        case Stopped():
            board.actions = 0
        case Recalled() | Recruited():
            board.city[event.seat].clear()
            board.hands[event.seat].extend(event.cards)
        case _:
            _intrigue(board, event)


def _intrigue(board: Board, event: AnyEvent) -> None:
    match event:
        case Resolved():
            board.intrigue = Intrigue(event.box, event.winner, event.first)
            board.bonuses.extend(event.bonuses)
            if event.valve:
                board.quiet = 0
        case Rewarded():
            _change(board, event)
            del board.bonuses[0]
        case Lapsed() | Stayed():
            del board.bonuses[0]
        case Corrupted() | Exposed():
            owner = _lift(board, event.cards[0])
            board.agents[event.box][event.tile][event.field] = event.cards[0]
            board.occupants[event.box][event.tile][event.field] = owner
            del board.bonuses[0]
        case Sent():
            _send(board, event)
            del board.bonuses[0]
        case Strode():
            board.cardinal = event.to
        case Cleared():
            _clear(board, event.box)
        case _:
            _set_up(board, event)


def _set_up(board: Board, event: AnyEvent) -> None:
    match event:
        case Stacked():
            _stack(board, event.tile).extend(event.cards)
        case Opened():
            for camp, card in zip(CAMPS, event.cards, strict=True):
                _stack(board, camp).remove(card)
                board.tiles[event.box][camp] = card
                board.occupants[event.box][camp] = [None] * FIELDS
                board.agents[event.box][camp] = [None] * FIELDS
        case Paid():
            board.money[:] = event.money


def _stack(board: Board, camp: Camp) -> list[CardId]:
    return board.richelieu_stack if camp == "richelieu" else board.opposition_stack


def _place(board: Board, event: Hidden | Placed) -> None:
    card = event.cards[0]
    board.hands[event.seat].remove(card)
    board.agents[event.box][event.tile][event.field] = card
    board.occupants[event.box][event.tile][event.field] = event.seat
    if isinstance(event, Hidden):
        board.money[event.seat] -= event.price
    board.quiet = 0


def _change(board: Board, event: Change) -> None:
    seat = event.seat
    board.money[seat] += event.money
    board.prestige[seat] += event.prestige
    board.income[seat] += event.income
    board.military[seat] += event.military
    board.jewels[seat] += event.jewels
    board.city_jewels -= event.jewels


def _lift(board: Board, card: CardId) -> int:
    """Take an agent off its field; whose it is."""
    for box, rows in enumerate(board.agents):
        for camp, row in rows.items():
            if card in row:
                field = row.index(card)
                owner = board.occupants[box][camp][field]
                row[field] = board.occupants[box][camp][field] = None
                assert isinstance(owner, int)
                return owner
    raise ValueError(f"card {card} does not lie in an intrigue")


def _send(board: Board, event: Sent) -> None:
    for rows in board.occupants:
        for row in rows.values():
            if event.pawn in row:
                row[row.index(event.pawn)] = None
    board.occupants[event.box][event.tile][event.field] = event.pawn
    board.quiet = 0


def _clear(board: Board, box: int) -> None:
    """Empty a box (R24); with the last tiles of the game gone, nobody is on turn any more (R31)."""
    intrigue = board.intrigue
    assert intrigue is not None
    for camp in CAMPS:
        for owner, card in zip(board.occupants[box][camp], board.agents[box][camp], strict=True):
            if card is not None:
                assert isinstance(owner, int)
                board.city[owner].append(card)
        tile = board.tiles[box][camp]
        if camp == intrigue.winner and intrigue.first is not None:
            board.won[intrigue.first].append(tile)
        else:
            board.removed.append(tile)
    board.tiles[box], board.occupants[box], board.agents[box] = {}, {}, {}
    board.intrigue = None
    if not any(board.tiles) and not (board.richelieu_stack and board.opposition_stack):
        board.turn = None

"""What a seat may do in its turn, and what its decisions bring about at once (R11-R17)."""

from engine.richelieu.board import Board, free_spots
from engine.richelieu.bonuses import distinct, march
from engine.richelieu.cards import Camp, Pawn
from engine.richelieu.course import CardinalView, Course
from engine.richelieu.events import (
    Acted,
    AnyEvent,
    Corrupted,
    Exposed,
    Hidden,
    Placed,
    Sent,
    Stayed,
    Stopped,
)
from engine.richelieu.moves import Agent, AnyMove, Buy, Commission, Corrupt, Income, Sell, Send, Stop
from engine.values import Seat

SELLING, BUYING = 5, 8
"""What a jewel brings and what it costs, in coins (R14)."""
_INCOME, _COMMISSION, _SELL, _BUY, _STOP = Income(), Commission(), Sell(), Buy(), Stop()


def allowed(view: CardinalView, seat: Seat) -> list[AnyMove]:
    """Every action that is still open to the seat in this turn and that it can pay, and to stop (R10-R15)."""
    board, faces = view.board, view.faces
    used, money = board.used, board.money[seat]
    moves: list[AnyMove] = []
    if "income" not in used:
        moves.append(_INCOME)
    price = commission_price(board, seat)
    if "commission" not in used and price is not None and price <= money:
        moves.append(_COMMISSION)
    if "sell" not in used and "buy" not in used:
        if board.jewels[seat]:
            moves.append(_SELL)
        if board.city_jewels and money >= BUYING:
            moves.append(_BUY)
    cards = distinct(view, seat)
    costs = [{camp: faces[card].costs for camp, card in tiles.items()} for tiles in board.tiles]
    spots = [(box, camp, field) for box, camp, field in free_spots(board) if costs[box][camp][field] <= money]
    moves += [Agent(card, *spot) for card in cards for spot in spots]
    moves.append(_STOP)
    return moves


def commission_price(board: Board, seat: Seat) -> int | None:
    """What the next space of the military track costs; None at its end (R13)."""
    return board.tracks.military.cost.get(board.military[seat] + 1)


def effect(course: Course, move: AnyMove, seat: Seat) -> AnyEvent:
    """What a legal move does at once."""
    board = course.board
    match move:
        case Agent():
            return _placed(course, move, seat)
        case Income():
            return Acted(seat=seat, action="income", money=board.income[seat])
        case Commission():
            price = commission_price(board, seat)
            assert price is not None
            steps, prestige, income = march(board, seat, 1)
            return Acted(
                seat=seat, action="commission", money=-price, military=steps, prestige=prestige, income=income
            )
        case Sell():
            return Acted(seat=seat, action="sell", money=SELLING, jewels=-1)
        case Buy():
            return Acted(seat=seat, action="buy", money=-BUYING, jewels=1)
        case Stop():
            return Stopped(seat=seat)
        case Corrupt():
            return _corrupted(course, move, seat)
    return _pawn(board, move, seat)


def _placed(course: Course, move: Agent, seat: Seat) -> Hidden | Placed:
    """Open on a field of value 0, else face down; only an action is paid for (R12, R27)."""
    cost = field_cost(course, move.box, move.tile, move.field)
    cards = (move.card,)
    if cost == 0:
        faces = (course.agent(move.card),)
        return Placed(seat=seat, box=move.box, tile=move.tile, field=move.field, cards=cards, faces=faces)
    price = 0 if course.board.bonuses else cost
    return Hidden(seat=seat, box=move.box, tile=move.tile, field=move.field, cards=cards, price=price)


def _corrupted(course: Course, move: Corrupt, seat: Seat) -> Corrupted | Exposed:
    """Turned open on a field of value 0, else it lies as it lay (R29)."""
    cards = (move.card,)
    if field_cost(course, move.box, move.tile, move.field):
        return Corrupted(seat=seat, box=move.box, tile=move.tile, field=move.field, cards=cards)
    faces = (course.agent(move.card),)
    return Exposed(seat=seat, box=move.box, tile=move.tile, field=move.field, cards=cards, faces=faces)


def _pawn(board: Board, move: AnyMove, seat: Seat) -> Sent | Stayed:
    pawn: Pawn = "queen" if board.bonuses[0].kind == "queen" else "eminence"
    if isinstance(move, Send):
        return Sent(seat=seat, pawn=pawn, box=move.box, tile=move.tile, field=move.field)
    return Stayed(seat=seat, pawn=pawn)


def field_cost(course: Course, box: int, camp: Camp, field: int) -> int:
    """The value of a field, in coins."""
    return course.tile(course.board.tiles[box][camp]).costs[field]

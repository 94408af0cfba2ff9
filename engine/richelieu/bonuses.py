"""The bonuses of an intrigue: what each gives, whether it can be executed, which choices it leaves."""

from typing import cast

from engine.richelieu.board import Board, foreign_agents, free_spots, where_is
from engine.richelieu.cards import CHOICES, PAWN_CAMPS, Pawn
from engine.richelieu.course import CardinalView, Course
from engine.richelieu.events import Bonus, Lapsed, Rewarded
from engine.richelieu.moves import Agent, AnyMove, Corrupt, Send, Stay
from engine.values import CardId, Seat


def grant(course: Course) -> bool:
    """Hand out the bonuses due, up to the first that asks for a choice; whether all are done."""
    board = course.board
    while board.bonuses:
        bonus = board.bonuses[0]
        if bonus.kind not in CHOICES:
            course.happen(reward(board, bonus))
        elif possible(board, bonus):
            return False
        else:
            course.happen(Lapsed(seat=bonus.seat, bonus=bonus.kind))
    return True


def reward(board: Board, bonus: Bonus) -> Rewarded:
    """A bonus of coins or steps."""
    seat, amount = bonus.seat, bonus.amount
    match bonus.kind:
        case "prestige":
            return Rewarded(seat=seat, bonus=bonus.kind, prestige=amount)
        case "money":
            return Rewarded(seat=seat, bonus=bonus.kind, money=amount)
        case "income":
            return Rewarded(seat=seat, bonus=bonus.kind, income=income_steps(board, seat, amount))
    steps, prestige, income = march(board, seat, amount)
    return Rewarded(seat=seat, bonus=bonus.kind, military=steps, prestige=prestige, income=income)


def income_steps(board: Board, seat: Seat, steps: int) -> int:
    """How many of these steps the income track has room for (R9)."""
    return min(steps, board.tracks.income.max - board.income[seat])


def march(board: Board, seat: Seat, steps: int) -> tuple[int, int, int]:
    """(steps, prestige, income) of an advance on the military track, symbols passed included (R8)."""
    track, start = board.tracks.military, board.military[seat]
    end = min(start + steps, track.max)
    symbols = [track.symbol.get(space) for space in range(start + 1, end + 1)]
    return end - start, symbols.count("prestige"), income_steps(board, seat, symbols.count("income"))


def possible(board: Board, bonus: Bonus) -> bool:
    """Whether a bonus that asks for a choice leaves one (R26)."""
    match bonus.kind:
        case "agent":
            return bool(board.hands[bonus.seat]) and bool(free_spots(board))
        case "corruption":
            return bool(free_spots(board)) and any(True for _ in foreign_agents(board, bonus.seat))
    pawn = cast(Pawn, bonus.kind)
    return where_is(board, pawn) is not None or any(
        camp == PAWN_CAMPS[pawn] for _, camp, _ in free_spots(board)
    )


def choices(view: CardinalView) -> list[AnyMove]:
    """The moves that the first bonus due leaves."""
    board = view.board
    bonus = board.bonuses[0]
    spots = free_spots(board)
    match bonus.kind:
        case "agent":
            return [Agent(card, *spot) for card in distinct(view, bonus.seat) for spot in spots]
        case "corruption":
            return [Corrupt(card, *spot) for card in foreign_agents(board, bonus.seat) for spot in spots]
    pawn = cast(Pawn, bonus.kind)
    standing = where_is(board, pawn)
    moves: list[AnyMove] = [] if standing is None else [Stay()]
    for spot in spots:
        # A pawn that is in an intrigue already may only go to another one (R30).
        if spot[1] == PAWN_CAMPS[pawn] and (standing is None or spot[0] != standing[0]):
            moves.append(Send(*spot))
    return moves


def distinct(view: CardinalView, seat: Seat) -> list[CardId]:
    """The agents behind a screen, one of each value: the one that lies first."""
    first: dict[object, CardId] = {}
    faces = view.faces
    for card in view.board.hands[seat]:
        first.setdefault(faces[card], card)
    return list(first.values())

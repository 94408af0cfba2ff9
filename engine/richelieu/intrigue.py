"""The end of an intrigue: turning up, ranking, the cardinal, clearing and what comes after it (R18-R25)."""

from msgspec import Struct

from engine.richelieu.board import allowance, full_box, stuck_box
from engine.richelieu.bonuses import grant
from engine.richelieu.cards import CAMPS, CHOICES, PAWN_VALUE, Camp, Kind
from engine.richelieu.course import Course
from engine.richelieu.events import Began, Bonus, Cleared, Opened, Resolved, Strode
from engine.values import CardId, Seat


class Rank(Struct, frozen=True, order=True):
    """A player's claim to a place, best first: the contribution, negated, then the leftmost agent's field."""

    lack: int
    leftmost: int
    seat: Seat


def carry_on(course: Course) -> None:
    """All that follows by itself up to the next decision: bonuses, full boxes from the top, the next turn."""
    board = course.board
    while True:
        if board.intrigue is not None:
            if not grant(course):
                return
            conclude(course)
        elif (box := full_box(board)) is not None:
            resolve(course, box)
        elif board.turn is None or board.actions:
            return
        elif (box := stuck_box(board)) is not None:
            resolve(course, box, valve=True)
        else:
            seat = (board.turn + 1) % len(board.hands)
            course.happen(Began(seat=seat, actions=allowance(board, seat)))


def resolve(course: Course, box: int, *, valve: bool = False) -> None:
    """Turn up a box, compare both sides and rank the players of the winning one (R19-R21)."""
    totals = {camp: total(course, box, camp) for camp in CAMPS}
    winner: Camp = "opposition" if totals["opposition"] > totals["richelieu"] else "richelieu"
    ranks = ranking(course, box, winner)
    tile = course.tile(course.board.tiles[box][winner])
    bonuses: list[Bonus] = []
    for rank, frame in zip(ranks, (tile.first, tile.second), strict=False):
        bonuses += due(rank.seat, frame)
    cards = tuple(card for camp in CAMPS for card in course.board.agents[box][camp] if card is not None)
    course.happen(
        Resolved(
            box=box,
            cards=cards,
            faces=tuple(map(course.agent, cards)),
            richelieu=totals["richelieu"],
            opposition=totals["opposition"],
            winner=winner,
            first=ranks[0].seat if ranks else None,
            second=ranks[1].seat if len(ranks) > 1 else None,
            bonuses=tuple(bonuses),
            valve=valve,
        )
    )


def total(course: Course, box: int, camp: Camp) -> int:
    """What the agents and pawns on a tile add up to (R19)."""
    agents = sum(course.agent(card).value for card in course.board.agents[box][camp] if card is not None)
    pawns = sum(isinstance(occupant, str) for occupant in course.board.occupants[box][camp])
    return agents + PAWN_VALUE * pawns


def ranking(course: Course, box: int, camp: Camp) -> list[Rank]:
    """The players with a positive contribution to a tile, first place first (R20, R21)."""
    contributions: dict[Seat, int] = {}
    leftmost: dict[Seat, int] = {}
    board = course.board
    for field, (owner, card) in enumerate(
        zip(board.occupants[box][camp], board.agents[box][camp], strict=True)
    ):
        if isinstance(owner, int) and card is not None:
            contributions[owner] = contributions.get(owner, 0) + course.agent(card).value
            leftmost.setdefault(owner, field)
    return sorted(Rank(-value, leftmost[seat], seat) for seat, value in contributions.items() if value > 0)


def due(seat: Seat, frame: tuple[tuple[Kind, int], ...]) -> list[Bonus]:
    """The bonuses of a frame, from the left; a choice that is due twice is asked twice (R26)."""
    bonuses: list[Bonus] = []
    for kind, amount in frame:
        if kind in CHOICES:
            bonuses += [Bonus(seat, kind, 1)] * amount
        else:
            bonuses.append(Bonus(seat, kind, amount))
    return bonuses


def conclude(course: Course) -> None:
    """With both places served: the cardinal moves, the box is cleared and filled again (R22-R24)."""
    board = course.board
    intrigue = board.intrigue
    assert intrigue is not None
    box, first = intrigue.box, intrigue.first
    steps = course.tile(board.tiles[box][intrigue.winner]).cardinal
    course.happen(Strode(to=max(0, board.cardinal + steps)))
    if intrigue.winner == "richelieu" and first is not None and board.cardinal < board.prestige[first]:
        course.happen(Strode(to=board.prestige[first], joined=first))
    course.happen(Cleared(box=box))
    for seat in range(len(board.hands)):
        course.recall(seat)
    if board.richelieu_stack and board.opposition_stack:
        cards: tuple[CardId, CardId] = (board.richelieu_stack[0], board.opposition_stack[0])
        course.happen(Opened(box=box, cards=cards, faces=tuple(map(course.tile, cards))))

"""The rules of Richelieu as the kernel asks for them, and the game that a set of tables makes of them."""

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from engine.chance import Chance
from engine.game import Game
from engine.richelieu.actions import allowed, effect
from engine.richelieu.apply import apply
from engine.richelieu.board import Board, Options, allowance, blank, seatings, turn
from engine.richelieu.bonuses import choices
from engine.richelieu.cards import BOXES, CAMPS, Agent, Tile
from engine.richelieu.course import CardinalView, Course
from engine.richelieu.events import AnyEvent, Began, Hidden, Opened, Paid, Placed, Recruited, Stacked
from engine.richelieu.intrigue import carry_on
from engine.richelieu.moves import Agent as PlaceAgent
from engine.richelieu.moves import AnyMove
from engine.richelieu.scoring import Estate, ranked
from engine.richelieu.tables import TABLES, Tables
from engine.standing import Standing
from engine.values import Seat


def deal(tables: Tables, board: Board, chance: Chance) -> Iterator[AnyEvent]:
    """Stack the tiles, open three of each, hand out agents and coins, draw who begins (R4-R6)."""
    seats = len(board.hands)
    stacks = []
    for camp in CAMPS:
        cards, tiles = chance.pile(tables.faces(camp))
        yield Stacked(tile=camp, cards=cards, faces=tiles)
        stacks.append((cards, tiles))
    (red, red_tiles), (yellow, yellow_tiles) = stacks
    for box in range(min(BOXES, len(red))):
        yield Opened(box=box, cards=(red[box], yellow[box]), faces=(red_tiles[box], yellow_tiles[box]))
    for seat in range(seats):
        cards, agents = chance.pile([Agent(value) for value in sorted(tables.agents)])
        yield Recruited(seat=seat, cards=cards, faces=agents)
    starter = chance.below(seats)
    setup = tables.setup
    later = [(seat - starter) % seats for seat in range(seats)]
    yield Paid(money=tuple(setup.money + setup.money_per_later_seat * rank for rank in later))
    yield Began(seat=starter, actions=allowance(board, starter))


def legal(view: CardinalView) -> list[AnyMove]:
    """The choices of the bonus due, else the actions of the turn."""
    board = view.board
    if board.bonuses:
        return choices(view)
    assert board.turn is not None
    return allowed(view, board.turn)


def same(view: CardinalView, move: AnyMove) -> AnyMove:
    """The move as `legal` names it: with the first of the agents of equal value behind the screen."""
    seat = turn(view.board)
    if seat is None or not isinstance(move, PlaceAgent):
        return move
    hand, faces = view.board.hands[seat], view.faces
    if move.card not in hand:
        return move
    return replace(move, card=next(card for card in hand if faces[card] == faces[move.card]))


def play(view: CardinalView, move: AnyMove, chance: Chance) -> Sequence[AnyEvent]:
    """One decision, and all that follows from it up to the next one (R16-R31)."""
    seat = turn(view.board)
    assert seat is not None
    course = Course(view, chance)
    event = effect(course, move, seat)
    course.happen(event)
    if isinstance(event, Hidden | Placed):
        course.recall(seat)
    carry_on(course)
    return course.events


def standing(view: CardinalView) -> Standing:
    """Points and places (R32-R34)."""
    board = view.board

    def estate(seat: Seat) -> Estate:
        return Estate(
            prestige=board.prestige[seat],
            income=board.income[seat],
            military=board.military[seat],
            jewels=board.jewels[seat],
            money=board.money[seat],
            tiles=[view.faces[card] for card in board.won[seat]],
        )

    return ranked([estate(seat) for seat in range(len(board.won))])


def game_with(tables: Tables) -> Game:
    """Richelieu with these tiles, tracks and amounts."""
    return Game(
        name="richelieu",
        seatings=seatings,
        options=Options,
        move=AnyMove,  # type: ignore[arg-type]
        event=AnyEvent,  # type: ignore[arg-type]
        board=Board,
        face=Agent | Tile,  # type: ignore[arg-type]
        blank=partial(blank, tables),
        deal=partial(deal, tables),
        apply=apply,
        turn=turn,
        legal=legal,
        play=play,
        standing=standing,
        same=same,
    )


GAME = game_with(TABLES)

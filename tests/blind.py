"""Blind, the smallest whole game: two cards each, one is laid face down, all are turned, the highest wins."""

from msgspec import Struct

from engine.game import Game
from engine.seating import free_for_all
from engine.sight import Closed, ClosedCards
from engine.standing import Standing, places
from engine.values import Audience, CardId, Event, Face, Move, Seat


class Options(Struct, frozen=True):
    pass


class Number(Face, frozen=True):
    value: int


class Lay(Move, frozen=True):
    card: CardId


class BlindEvent(Event, frozen=True, kw_only=True):
    faces: tuple[Number, ...] = ()


class Shuffled(BlindEvent, frozen=True):
    shown_to = Audience.NOBODY
    cards: ClosedCards


class Drew(BlindEvent, frozen=True):
    shown_to = Audience.OWNER
    seat: Seat


class Laid(BlindEvent, frozen=True):
    shown_to = Audience.NOBODY
    seat: Seat


class Turned(BlindEvent, frozen=True):
    shown_to = Audience.EVERYONE


class Board(Struct):
    turn: Seat | None
    hands: list[list[CardId]]
    laid: list[CardId]
    pile: Closed


def deal(board, chance):
    cards, faces = chance.pile([Number(value) for value in range(1, 11)])
    yield Shuffled(cards=cards, faces=faces)
    for seat in range(len(board.hands)):
        yield Drew(seat=seat, cards=cards[2 * seat : 2 * seat + 2], faces=faces[2 * seat : 2 * seat + 2])


def apply(board, event):
    match event:
        case Shuffled():
            board.pile += event.cards
        case Drew():
            board.hands[event.seat] += board.pile[:2]
            del board.pile[:2]
        case Laid():
            board.hands[event.seat].remove(event.cards[0])
            board.laid += event.cards
            board.turn = event.seat + 1 if event.seat + 1 < len(board.hands) else None


def play(view, move, chance):
    laid = [*view.board.laid, move.card]
    yield Laid(seat=view.board.turn, cards=(move.card,))
    if len(laid) == len(view.board.hands):
        yield Turned(cards=tuple(laid), faces=tuple(view.faces[card] for card in laid))


def standing(view):
    points = tuple(view.faces[card].value for card in view.board.laid)
    return Standing(points, places(points))


BLIND = Game(
    name="blind",
    options=Options,
    move=Lay,
    event=Shuffled | Drew | Laid | Turned,
    board=Board,
    face=Number,
    seatings=lambda options: (free_for_all(2), free_for_all(3)),
    blank=lambda seating, options: Board(0, [[] for _ in seating.sides], [], []),
    deal=deal,
    apply=apply,
    play=play,
    standing=standing,
    turn=lambda board: board.turn,
    legal=lambda view: [Lay(card) for card in view.board.hands[view.observer]],
)

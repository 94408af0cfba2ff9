"""Hoogste, a whole game in one file: the highest card of a round scores, then cards are shuffled back in."""

from collections.abc import Iterator

from msgspec import Struct

from engine.chance import Chance
from engine.game import Game
from engine.seating import Seating, free_for_all
from engine.sight import Closed, ClosedCards, View
from engine.standing import Standing, places
from engine.values import Audience, CardId, Event, Face, ImpossibleTable, Move, Seat

ROUNDS = 3


class Options(Struct, frozen=True):
    lowest_wins: bool = False


class Number(Face, frozen=True):
    value: int


DECK = [Number(value) for value in (1, 2, 3, 4, 5, 6) for _ in range(2)]


class Lay(Move, frozen=True):
    card: CardId


class ToyEvent(Event, frozen=True, kw_only=True):
    faces: tuple[Number, ...] = ()


class Shuffled(ToyEvent, frozen=True):
    shown_to = Audience.NOBODY
    cards: ClosedCards


class Drew(ToyEvent, frozen=True):
    shown_to = Audience.OWNER
    seat: Seat


class Laid(ToyEvent, frozen=True):
    shown_to = Audience.EVERYONE
    seat: Seat


class Gathered(ToyEvent, frozen=True):
    """The end of a round: the laid cards go back into the pile, which is shuffled as new cards."""

    shown_to = Audience.NOBODY
    winner: Seat | None


class Board(Struct):
    options: Options
    turn: Seat | None
    round: int
    points: list[int]
    hands: list[list[CardId]]
    laid: list[CardId]
    pile: Closed


def seatings(options: Options) -> tuple[Seating, ...]:
    return free_for_all(2), free_for_all(3)


def blank(seating: Seating, options: Options) -> Board:
    if seating not in seatings(options):
        raise ImpossibleTable(f"hoogste is for 2 or 3 players, not {seating.words()}")
    seats = seating.seats
    return Board(options, 0, 0, [0] * seats, [[] for _ in range(seats)], [], [])


def deal(board: Board, chance: Chance) -> Iterator[Event]:
    cards, faces = chance.pile(DECK)
    yield Shuffled(cards=cards, faces=faces)
    for seat in range(len(board.hands)):
        top = slice(2 * seat, 2 * seat + 2)
        yield Drew(seat=seat, cards=cards[top], faces=faces[top])


def apply(board: Board, event: Event) -> None:
    match event:
        case Shuffled():
            board.pile = list(event.cards)
        case Drew():
            del board.pile[: len(event.cards)]
            board.hands[event.seat] += event.cards
        case Laid():
            board.hands[event.seat].remove(event.cards[0])
            board.laid += event.cards
            board.turn = (event.seat + 1) % len(board.hands)
        case Gathered():
            board.laid.clear()
            board.pile = list(event.cards)
            board.round += 1
            if event.winner is not None:
                board.points[event.winner] += 1
            board.turn = None if board.round == ROUNDS else 0


def legal(view: View[Board]) -> list[Lay]:
    hand = view.board.hands[view.observer]
    return [Lay(card) for card in {view.faces[card]: card for card in reversed(hand)}.values()]


def same(view: View[Board], move: Lay) -> Lay:
    hand = view.board.hands[view.observer]
    if move.card not in hand:
        return move
    return Lay(next(card for card in hand if view.faces[card] == view.faces[move.card]))


def play(view: View[Board], move: Lay, chance: Chance) -> list[Event]:
    board, faces = view.board, view.faces
    assert board.turn is not None
    laid = [*board.laid, move.card]
    events: list[Event] = [Laid(seat=board.turn, cards=(move.card,), faces=(faces[move.card],))]
    if len(laid) == len(board.hands):
        values = [faces[card].value for card in laid]
        best = min(values) if board.options.lowest_wins else max(values)
        winner = values.index(best) if values.count(best) == 1 else None
        hidden = sorted((faces[card] for card in [*board.pile, *laid]), key=lambda face: face.value)
        cards, new = chance.pile(hidden)
        events.append(Gathered(winner=winner, cards=cards, faces=new))
        events += [Drew(seat=seat, cards=(cards[seat],), faces=(new[seat],)) for seat in range(len(laid))]
    return events


def standing(view: View[Board]) -> Standing:
    points = tuple(view.board.points)
    return Standing(points, places(points))


TOY = Game(
    name="hoogste",
    seatings=seatings,
    options=Options,
    move=Lay,
    event=Shuffled | Drew | Laid | Gathered,  # type: ignore[arg-type]
    board=Board,
    face=Number,
    blank=blank,
    deal=deal,
    apply=apply,
    turn=lambda board: board.turn,
    legal=legal,
    play=play,
    standing=standing,
    same=same,
)

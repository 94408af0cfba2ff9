"""The rules of Kerstenen as the kernel asks for them."""

from collections.abc import Iterator, Sequence

from engine.chance import Chance
from engine.game import Game
from engine.kerstenen.board import Board, Options, apply, blank, over, seatings
from engine.kerstenen.cards import Cleric, Pagan, clergy, pagans
from engine.kerstenen.events import AnyEvent, Laid, Shuffled
from engine.kerstenen.moves import Lay
from engine.kerstenen.rounds import ParishView, Stock, closing, opening
from engine.kerstenen.scoring import points
from engine.standing import Standing, places
from engine.values import CardId, Seat


def deal(board: Board, chance: Chance) -> Iterator[AnyEvent]:
    """Shuffle both piles, draw who begins, open the first round (R5-R7)."""
    players = len(board.hands)
    of_pagans, ranks = chance.pile(pagans())
    yield Shuffled(pile="pagans", cards=of_pagans, faces=ranks)
    of_clergy, titles = chance.pile(clergy())
    yield Shuffled(pile="clergy", cards=of_clergy, faces=titles)
    stock = Stock(
        stayed=0,
        pagans=list(zip(of_pagans, ranks, strict=True)),
        clergy=list(zip(of_clergy, titles, strict=True)),
        used=(),
    )
    yield from opening(chance.below(players), players, stock, chance)


def turn(board: Board) -> Seat | None:
    """Whose card is next."""
    return board.turn


def legal(view: ParishView) -> list[Lay]:
    """Every card in hand at every pagan (R9, R10); what nobody can tell apart is named once, by the first."""
    board, faces = view.board, view.faces
    assert board.turn is not None
    row = _distinct(view)
    moves: list[Lay] = []
    offered: set[Cleric] = set()
    for card in board.hands[board.turn]:
        face = faces[card]
        if face not in offered:
            offered.add(face)
            moves += [Lay(card, pagan) for pagan in row]
    return moves


def _distinct(view: ParishView) -> list[CardId]:
    """The pagans in the row, one of each rank with the same clergy of the same seats at it."""
    row, faces = view.board.row, view.faces
    if len({faces[pagan].rank for pagan in row}) == len(row):
        return row
    first: dict[object, CardId] = {}
    for place, pagan in enumerate(row):
        first.setdefault(_likeness(view, place), pagan)
    return list(first.values())


def _likeness(view: ParishView, place: int) -> tuple[object, ...]:
    """What is to be seen of a pagan in the row: its rank, and who laid what there in whatever order."""
    faces = view.faces
    board = view.board
    placed = (tuple(sorted(faces[card].title for card in cards)) for cards in board.laid[place])
    return (faces[board.row[place]].rank, *placed)


def same(view: ParishView, move: Lay) -> Lay:
    """The move as `legal` names it: with the first of the cards that nobody could tell apart."""
    board, faces = view.board, view.faces
    if board.turn is None:
        return move
    hand, row = board.hands[board.turn], board.row
    if move.card not in hand or move.pagan not in row:
        return move
    card = next(other for other in hand if faces[other] == faces[move.card])
    likeness = _likeness(view, row.index(move.pagan))
    pagan = next(other for place, other in enumerate(row) if _likeness(view, place) == likeness)
    return Lay(card, pagan)


def play(view: ParishView, move: Lay, chance: Chance) -> Sequence[AnyEvent]:
    """Lay one card; after everyone's last, convert, clear, and open the next round or end (R11-R18)."""
    board = view.board
    seat = board.turn
    assert seat is not None
    laid = Laid(seat=seat, pagan=move.pagan, cards=(move.card,), faces=(view.faces[move.card],))
    if sum(map(len, board.hands)) > 1:
        return (laid,)
    closed, stock, idle = closing(view, move, seat)
    if over(stock.stayed + len(stock.pagans), idle):
        return (laid, *closed)
    players = len(board.hands)
    starter = board.starter
    if board.options.starter == "rotate":
        starter = (starter + 1) % players
    return (laid, *closed, *opening(starter, players, stock, chance))


def standing(view: ParishView) -> Standing:
    """Points and places; equal points share the better place (R20-R26)."""
    won = [[view.faces[card] for card in cards] for cards in view.board.won]
    result = points(won, view.board.options)
    return Standing(result, places(result))


GAME = Game(
    name="kerstenen",
    seatings=seatings,
    options=Options,
    move=Lay,
    event=AnyEvent,  # type: ignore[arg-type]
    board=Board,
    face=Pagan | Cleric,  # type: ignore[arg-type]
    blank=blank,
    deal=deal,
    apply=apply,
    turn=turn,
    legal=legal,
    play=play,
    standing=standing,
    same=same,
)

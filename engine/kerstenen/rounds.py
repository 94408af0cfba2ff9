"""How a round of Kerstenen begins and ends: refill and deal (R5-R8), conversion and clearing (R12-R18)."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.chance import Chance
from engine.kerstenen.board import Board
from engine.kerstenen.cards import HAND, ROW, Cleric, Pagan
from engine.kerstenen.conversion import converter
from engine.kerstenen.events import AnyEvent, Arrived, Cleared, Converted, Drew, Opened, Shuffled
from engine.kerstenen.moves import Lay
from engine.sight import View
from engine.values import CardId, Seat

ParishView = View[Board]


class Stock(Struct, frozen=True):
    """What a round begins with: how many pagans stayed, both piles from the top, the used clergy."""

    stayed: int
    pagans: Sequence[tuple[CardId, Pagan]]
    clergy: Sequence[tuple[CardId, Cleric]]
    used: Sequence[Cleric]


def opening(starter: Seat, players: int, stock: Stock, chance: Chance) -> Iterator[AnyEvent]:
    """A round begins: the row is filled up, everyone gets four clergy (R5-R8)."""
    yield Opened(seat=starter)
    arriving = stock.pagans[: ROW - stock.stayed]
    if arriving:
        cards, faces = zip(*arriving, strict=True)
        yield Arrived(cards=cards, faces=faces)
    yield from _hands(starter, players, stock, chance)


def _hands(starter: Seat, players: int, stock: Stock, chance: Chance) -> Iterator[AnyEvent]:
    """One card at a time from the starter on, clockwise; an event for what a seat gets from one pile (R7)."""
    pile, used = stock.clergy, stock.used
    given, wanted = 0, players * HAND
    while given < wanted:
        if not pile:
            # Sorted, so that the deal does not depend on the order in which cards were laid (R8).
            cards, faces = chance.pile(sorted(used))
            yield Shuffled(pile="clergy", cards=cards, faces=faces)
            pile, used = list(zip(cards, faces, strict=True)), ()
        batch, pile = pile[: wanted - given], pile[wanted - given :]
        for place in range(players):
            own = batch[(place - given) % players :: players]
            if own:
                cards, faces = zip(*own, strict=True)
                yield Drew(seat=(starter + place) % players, cards=cards, faces=faces)
        given += len(batch)


def closing(view: ParishView, last: Lay, seat: Seat) -> tuple[list[AnyEvent], Stock, int]:
    """A round ends with a last card: (what happens, what is left for the next, rounds without conversion)."""
    board, faces = view.board, view.faces
    converted: list[AnyEvent] = []
    on_table: list[CardId] = []
    for pagan, at_pagan in zip(board.row, board.laid, strict=True):
        placed = [
            [*cards, last.card] if pagan == last.pagan and its_seat == seat else cards
            for its_seat, cards in enumerate(at_pagan)
        ]
        on_table += [card for cards in placed for card in cards]
        winner = converter([[faces[card] for card in cards] for cards in placed])
        if winner is not None:
            converted.append(Converted(seat=winner, cards=(pagan,)))
    idle = 0 if converted else board.idle + 1
    stock = Stock(
        stayed=len(board.row) - len(converted),
        pagans=[(card, faces[card]) for card in board.pagans],
        clergy=[(card, faces[card]) for card in board.clergy],
        used=[faces[card] for card in (*board.used, *on_table)],
    )
    return [*converted, Cleared(idle=idle, cards=tuple(on_table))], stock, idle

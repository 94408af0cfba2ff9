"""The table of Hielenlikkers as everyone sees it, and how events change it."""

from typing import Literal

from msgspec import Struct

from engine.hielenlikkers.cards import BOXED, EXPANSION_BOXED, Courtier
from engine.hielenlikkers.events import (
    AnyEvent,
    Drew,
    Entrusted,
    Fetched,
    Killed,
    Played,
    Prepared,
    Shuffled,
    Slipped,
    Unmasked,
)
from engine.hielenlikkers.moves import Where
from engine.seating import Seating, free_for_all, teams_of_two
from engine.sight import Closed
from engine.values import CardId, ImpossibleTable, Seat

Area = Literal["table", "own", "other"]


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table may agree on beforehand."""

    expansion: bool = False
    """Play with Diplomaten & Vertrouwelingen."""
    noble_counts_two_in_missions: bool = False
    """Count a noble as two cards in missions B8 and W1-W6 (R33)."""


class Board(Struct):
    """Cards where they lie. Spies lie face down on the side or in the domain where they were played."""

    options: Options
    sides: tuple[int, ...]
    turn: Seat | None
    above: list[CardId]
    below: list[CardId]
    domains: list[list[CardId]]
    hands: list[list[CardId]]
    missions: list[list[CardId]]
    pile: Closed
    box: Closed
    unused_missions: Closed
    discard: list[CardId]
    used: list[Area]
    """Areas that this turn's cards went to (R8)."""
    bonus: Where | None
    """Where the confidant lies that was the last card played this turn (R26)."""


def seatings(options: Options) -> tuple[Seating, ...]:
    """Two to five players; with the expansion two to six, and teams of two (R5)."""
    if not options.expansion:
        return tuple(map(free_for_all, BOXED))
    return (*map(free_for_all, EXPANSION_BOXED), teams_of_two(4), teams_of_two(6))


def blank(seating: Seating, options: Options) -> Board:
    """An empty table. Raises: ImpossibleTable."""
    if seating not in seatings(options):
        deck = "with" if options.expansion else "without"
        tables = ", ".join(table.words() for table in seatings(options))
        raise ImpossibleTable(
            f"hielenlikkers {deck} the expansion is played at tables of: {tables}; not {seating.words()}"
        )
    each: list[list[CardId]] = [[] for _ in seating.sides]
    return Board(
        options=options,
        sides=seating.sides,
        turn=0,
        above=[],
        below=[],
        domains=each,
        hands=[[] for _ in seating.sides],
        missions=[[] for _ in seating.sides],
        pile=[],
        box=[],
        unused_missions=[],
        discard=[],
        used=[],
        bonus=None,
    )


def apply(board: Board, event: AnyEvent) -> None:
    """Change the board as the event says."""
    match event:
        case Played() | Slipped():
            _place(board, event)
        case Killed():
            _lift(board, event.cards[0])
            board.discard.append(event.cards[0])
        case Fetched():
            _lift(board, event.cards[0])
            board.domains[event.seat].append(event.cards[0])
        case Drew():
            del board.pile[: len(event.cards)]
            board.hands[event.seat].extend(event.cards)
        case Shuffled():
            board.box.extend(event.cards[: event.boxed])
            board.pile.extend(event.cards[event.boxed :])
        case Prepared():
            board.unused_missions.extend(event.cards)
        case Entrusted():
            for card in event.cards:
                board.unused_missions.remove(card)
            board.missions[event.seat].extend(event.cards)
        case Unmasked():
            pass


def area(where: Where, seat: Seat) -> Area:
    """Which of the three areas of `seat` a place belongs to (R7)."""
    if isinstance(where, str):
        return "table"
    return "own" if where == seat else "other"


def _place(board: Board, event: Played | Slipped) -> None:
    card, seat, where = event.cards[0], event.seat, event.where
    hand = board.hands[seat]
    hand.remove(card)
    pile_at(board, where).append(card)
    if hand:
        board.used.append(area(where, seat))
        face = event.faces[0] if event.faces else None
        confidant = isinstance(face, Courtier) and face.role == "confidant"
        board.bonus = where if confidant else None
        return
    # The third card ends the turn; when nobody has cards left, the game (R12).
    board.used.clear()
    board.bonus = None
    following = (seat + 1) % len(board.hands)
    board.turn = following if board.hands[following] else None


def pile_at(board: Board, where: Where) -> list[CardId]:
    """The cards that lie at a place."""
    if where == "above":
        return board.above
    if where == "below":
        return board.below
    assert not isinstance(where, str)
    return board.domains[where]


def _lift(board: Board, card: CardId) -> None:
    for cards in (board.above, board.below, *board.domains):
        if card in cards:
            cards.remove(card)
            return
    raise ValueError(f"card {card} does not lie in play")


def last_card(board: Board, seat: Seat) -> bool:
    """Whether the card that `seat` is about to play is the last of the game."""
    others = sum(len(hand) for hand in board.hands) - len(board.hands[seat])
    return not board.pile and others == 0 and len(board.hands[seat]) == 1

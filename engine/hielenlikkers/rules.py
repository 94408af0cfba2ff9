"""The rules of Hielenlikkers as the kernel asks for them."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from engine.chance import Chance
from engine.game import Game
from engine.hielenlikkers.board import Board, Options, apply, area, blank, last_card, seatings
from engine.hielenlikkers.cards import BOXED, EXPANSION_BOXED, HAND, Courtier, Mission, courtiers, missions
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
from engine.hielenlikkers.moves import Play, Where
from engine.hielenlikkers.scoring import Court, ranked
from engine.sight import View
from engine.standing import Aspects, Standing
from engine.values import CardId, Seat

CourtView = View[Board]


def deal(board: Board, chance: Chance) -> Iterator[AnyEvent]:
    """Shuffle, put the box aside, give everyone three cards and two missions (R3, R4)."""
    players = len(board.hands)
    expansion = board.options.expansion
    cards, faces = chance.pile(courtiers(expansion))
    boxed = (EXPANSION_BOXED if expansion else BOXED)[players]
    yield Shuffled(cards=cards, faces=faces, boxed=boxed)
    for seat in range(players):
        first = boxed + seat * HAND
        yield Drew(seat=seat, cards=cards[first : first + HAND], faces=faces[first : first + HAND])
    blue, blue_faces = chance.pile(missions("B"))
    white, white_faces = chance.pile(missions("W"))
    yield Prepared(cards=blue + white, faces=blue_faces + white_faces)
    for seat in range(players):
        yield Entrusted(
            seat=seat, cards=(blue[seat], white[seat]), faces=(blue_faces[seat], white_faces[seat])
        )


def turn(board: Board) -> Seat | None:
    """Whose card is next."""
    return board.turn


def legal(view: CourtView) -> list[Play]:
    """Every card in hand to every open place, with every victim or fetched card, or with none.

    Cards that nobody could tell apart are named once, by the one that lies first (R15).
    """
    board, faces = view.board, view.faces
    seat = board.turn
    assert seat is not None
    places = open_places(board, seat)
    nameable: dict[Where, list[CardId]] = {}
    moves: list[Play] = []
    offered: set[Courtier] = set()
    for card in board.hands[seat]:
        face = faces[card]
        if face in offered:
            continue
        offered.add(face)
        moves += [Play(card, where) for where in places]
        if face.role not in ("assassin", "diplomat"):
            continue
        nameable = nameable or targets(view, places)
        if face.role == "assassin":
            for where in places:
                moves += [Play(card, where, victim) for victim in nameable[where]]
        else:
            for where in places:
                if where != seat:
                    moves += [Play(card, where, None, fetched) for fetched in nameable[where]]
    return moves


def open_places(board: Board, seat: Seat) -> list[Where]:
    """Where the next card of this turn may go (R7, R8, R26, R27)."""
    used, bonus = board.used, board.bonus
    places: list[Where] = []
    if "table" not in used or isinstance(bonus, str):
        places += ["above", "below"]
    if "own" not in used or bonus == seat:
        places.append(seat)
    if "other" not in used:
        places += [other for other in range(len(board.hands)) if other != seat]
    elif bonus is not None and area(bonus, seat) == "other":
        places.append(bonus)
    return places


def targets(view: CourtView, places: Sequence[Where]) -> dict[Where, list[CardId]]:
    """What an assassin or a diplomat may name, by where he is played: all but guards (R13, R14, R24)."""
    board = view.board
    found: dict[Where, list[CardId]] = {}
    for where in places:
        if not isinstance(where, str):
            found[where] = _distinct(view, board.domains[where])
        elif where == "above":  # below is open with it, and either reaches both
            found["above"] = found["below"] = [*_distinct(view, board.above), *_distinct(view, board.below)]
    return found


def _distinct(view: CourtView, cards: Sequence[CardId]) -> list[CardId]:
    """One of each open face that is not a guard, and every spy: those can be told apart by their backs."""
    faces = view.faces
    found: list[CardId] = []
    taken: set[Courtier] = set()
    for card in cards:
        face = faces.get(card)
        if face is None or face.role == "spy":
            found.append(card)
        elif face.role != "guard" and face not in taken:
            taken.add(face)
            found.append(card)
    return found


def same(view: CourtView, move: Play) -> Play:
    """The move as `legal` names it: with the first of the cards that nobody could tell apart (R15)."""
    board = view.board
    if board.turn is None:
        return move
    target = move.victim if move.victim is not None else move.fetched
    if isinstance(move.where, str):
        nearby = [board.above, board.below]
    else:
        nearby = board.domains[move.where : move.where + 1] if move.where >= 0 else []
    twin = _first_twin(view, next((cards for cards in nearby if target in cards), []), target)
    return replace(
        move,
        card=_first_twin(view, board.hands[board.turn], move.card),
        victim=twin if move.victim is not None else None,
        fetched=twin if move.fetched is not None else None,
    )


def _first_twin(view: CourtView, cards: Sequence[CardId], card: Any) -> Any:
    face = view.faces.get(card)
    if face is None or card not in cards:
        return card
    in_hand = view.board.turn is not None and cards is view.board.hands[view.board.turn]
    if face.role == "spy" and not in_hand:
        return card
    return next(other for other in cards if view.faces.get(other) == face)


def play(view: CourtView, move: Play, chance: Chance) -> list[AnyEvent]:
    """One card, its effect, and after the third card the draw or the end (R9-R17)."""
    board = view.board
    seat = board.turn
    assert seat is not None
    face = view.faces[move.card]
    events: list[AnyEvent] = []
    if face.role == "spy":
        events.append(Slipped(seat=seat, where=move.where, cards=(move.card,)))
    else:
        events.append(Played(seat=seat, where=move.where, cards=(move.card,), faces=(face,)))
    if move.victim is not None:
        events.append(Killed(seat=seat, cards=(move.victim,)))
    elif move.fetched is not None:
        events.append(Fetched(seat=seat, cards=(move.fetched,)))
    if len(board.hands[seat]) == 1:
        if board.pile:
            drawn = tuple(board.pile[:HAND])
            events.append(Drew(seat=seat, cards=drawn, faces=tuple(view.faces[card] for card in drawn)))
        elif last_card(board, seat):
            events.append(_unmasked(view, move))
    return events


def _unmasked(view: CourtView, last: Play) -> Unmasked:
    """Every spy still in play and every mission held, as they lie after the last card (R17, R18)."""
    board, faces = view.board, view.faces
    in_play = [*board.above, *board.below, last.card]
    for domain in board.domains:
        in_play += domain
    shown = [card for card in in_play if faces[card].role == "spy" and card != last.victim]
    for held in board.missions:
        shown += held
    return Unmasked(cards=tuple(shown), faces=tuple(faces[card] for card in shown))


def standing(view: CourtView) -> Standing:
    """Status, domains, missions, places (R18-R22, R30-R36)."""
    return ranked(_court(view).points(), view.board.sides)


def aspects(view: CourtView) -> Aspects:
    """The part of its missions that each seat achieved."""
    court = _court(view)
    achieved = [
        [court.achieved(seat, mission) for mission in held] for seat, held in enumerate(court.missions)
    ]
    return {"missions": [sum(done) / len(done) if done else None for done in achieved]}


def _court(view: CourtView) -> Court:
    """What scoring looks at, from a view that knows all that lies in play."""
    board, face = view.board, view.faces.__getitem__
    return Court(
        above=list(map(face, board.above)),
        below=list(map(face, board.below)),
        domains=[list(map(face, domain)) for domain in board.domains],
        missions=[list(map(face, held)) for held in board.missions],
        options=board.options,
    )


GAME = Game(
    name="hielenlikkers",
    seatings=seatings,
    options=Options,
    move=Play,
    event=AnyEvent,  # type: ignore[arg-type]
    board=Board,
    face=Courtier | Mission,  # type: ignore[arg-type]
    blank=blank,
    deal=deal,
    apply=apply,
    turn=turn,
    legal=legal,
    play=play,
    standing=standing,
    aspects=aspects,
    same=same,
)

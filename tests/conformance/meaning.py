"""When two moves mean the same, and moves that are probably wrong."""

import random
from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec

from engine.sight import REFEREE, View, holds_cards
from engine.table import Table
from engine.values import CardId, Seat
from tests.conformance.tables import observers

Renaming = dict[CardId, CardId]
"""Cards that change numbers with each other."""


def card_fields(kind: Any) -> tuple[str, ...]:
    """The fields of a move or event class that hold card numbers."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(name for name in kind.__struct_fields__ if holds_cards(hints[name]))


def named_cards(move: Any) -> dict[str, CardId]:
    """The cards that a move names, by field."""
    fields = {name: getattr(move, name) for name in card_fields(type(move))}
    return {name: card for name, card in fields.items() if card is not None}


def shape(view: View[Any], move: Any) -> str:
    """A move with what its mover knows of the cards in place of their numbers."""
    looks = {name: repr(view.faces.get(card, card)) for name, card in named_cards(move).items()}
    plain = {name: getattr(move, name) for name in move.__struct_fields__ if name not in looks}
    return f"{type(move).__name__} {plain} {looks}"


def renaming(move: Any, other: Any) -> Renaming:
    """What turns the cards of one move into those of another of the same shape, and back."""
    mine, its = named_cards(move), named_cards(other)
    pairs = [(card, its[name]) for name, card in mine.items() if its[name] != card]
    return dict(pairs) | {card: before for before, card in pairs}


def outcome(table: Table, names: Renaming, *, anywhere: bool = False) -> list[Any]:
    """What everyone sees of a table, some cards renamed, each heap of cards in order of number.

    With `anywhere`, other lists are ordered too: two places that are alike may be exchanged.
    """
    seen = []
    for observer in observers(table):
        view = msgspec.json.decode(msgspec.json.encode(table.view(observer).painted()))
        for name in card_fields(table.game.board):
            view[name] = _renamed(view[name], names, anywhere)
        seen.append(view)
    return seen


def _renamed(value: Any, names: Renaming, anywhere: bool) -> Any:
    if isinstance(value, dict):
        return {key: _renamed(part, names, anywhere) for key, part in value.items()}
    if not isinstance(value, list) or not value:
        return value
    if isinstance(value[0], int):
        return [names.get(CardId(value[0]), value[0]), *value[1:]]
    parts = [_renamed(part, names, anywhere) for part in value]
    return sorted(parts, key=repr) if anywhere or _heap(value) else parts


def told_apart(table: Table, observer: Seat, names: Renaming) -> bool:
    """Whether the observer could tell these cards apart: by their faces or by how they came here."""
    faces = table.view(observer).faces
    unknown = [card for card in names if card not in faces]
    if not unknown:
        return any(faces[card] != faces[other] for card, other in names.items())
    if len(unknown) < len(names):
        return True
    return _history(table, observer, {}) != _history(table, observer, names)


def placed_alike(table: Table, names: Renaming) -> bool:
    """Whether cards that lie in one row have the same beside them, in lists that run along with the row."""
    board = msgspec.json.decode(msgspec.json.encode(table.view(REFEREE).painted()))
    lists = [held for held in board.values() if isinstance(held, list)]
    for row in filter(_heap, lists):
        for beside in lists:
            if len(beside) == len(row) and beside is not row:
                alike = {_faces(beside[place]) for place, look in enumerate(row) if look[0] in names}
                if len(alike) > 1:
                    return False
    return True


def _heap(value: list[Any]) -> bool:
    """Whether this list of a painted view is a list of cards."""
    return all(isinstance(part, list) and part and isinstance(part[0], int) for part in value)


def _faces(value: Any) -> str:
    """What lies in a part of a painted view, without the numbers of the cards and their order."""
    if not isinstance(value, list):
        return repr(value)
    return repr(value[1:] if value and isinstance(value[0], int) else sorted(map(_faces, value)))


def _history(table: Table, observer: Seat, names: Renaming) -> list[Any]:
    told: list[Any] = []
    for event in table.seen(observer):
        cards = {name: getattr(event, name) for name in card_fields(type(event))}
        moved = {
            name: sorted(names.get(card, card) for card in held)
            if isinstance(held, tuple)
            else names.get(held, held)
            for name, held in cards.items()
        }
        told.append((type(event), moved))
    return told


def doubtful_moves(table: Table, luck: random.Random) -> Iterator[Any]:
    """Moves like the legal ones with another number in one place: of another card, of no card, of a seat."""
    numbers = [-1, -2, 10**9, *luck.sample(range(120), 6), *range(table.seating.seats + 1)]
    for move in luck.sample(table.legal(), min(4, len(table.legal()))):
        hints = get_type_hints(type(move), include_extras=True)
        for name in move.__struct_fields__:
            if holds_cards(hints[name]) or type(getattr(move, name)) is int:
                for number in luck.sample(numbers, 4):
                    yield msgspec.structs.replace(move, **{name: number})

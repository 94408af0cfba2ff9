"""The values that games are made of: seats, cards, faces, moves, events, audiences."""

from enum import Enum
from typing import Any, ClassVar, NewType, TypeAlias

from msgspec import Struct

Seat: TypeAlias = int
"""A place at the table, clockwise from 0. The left neighbour of seat s is s + 1."""

Side: TypeAlias = int
"""Who wins together. In a free-for-all every seat is a side of its own."""

CardId = NewType("CardId", int)
"""The number on the back of a card. Only `Chance.pile` makes them, so they tell nothing of the face."""


class Face(Struct, frozen=True, array_like=True):
    """What is printed on a card. Fields are words and numbers; on the wire they follow the card's number."""


class Move(Struct, frozen=True, omit_defaults=True):
    """One decision of one seat."""


class Audience(Enum):
    """To whom the faces of an event are shown."""

    NOBODY = "nobody"
    OWNER = "owner"
    EVERYONE = "everyone"


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag=str.lower):
    """Something that happened. Everything but `faces` is public.

    A concrete event declares `shown_to` once, for the class. An event shown to its owner has a
    field `seat`. `faces` holds what is printed on `cards`, in the same order, or is empty.
    """

    shown_to: ClassVar[Audience]
    cards: tuple[CardId, ...] = ()
    faces: tuple[Any, ...] = ()


class IllegalMove(ValueError):
    """A move that the rules do not allow `seat` to make now. The position is unchanged."""

    def __init__(self, move: object, seat: Seat | None) -> None:
        self.move = move
        self.seat = seat
        super().__init__(f"illegal move for seat {seat}: {move!r}")


class ImpossibleTable(ValueError):
    """A seating or an option that a game cannot be played with."""

"""What happens in Kerstenen, and to whom its faces are shown."""

from typing import Literal

from engine.kerstenen.cards import Cleric, Pagan
from engine.sight import ClosedCards
from engine.values import Audience, CardId, Event, Seat

Pile = Literal["pagans", "clergy"]


class ParishEvent(Event, frozen=True, kw_only=True):
    """An event of this game: its faces are pagans or clerics."""

    faces: tuple[Pagan | Cleric, ...] = ()


class Shuffled(ParishEvent, frozen=True):
    """A new face-down pile; a pile of clergy takes in all the used cards, which get new numbers (R8)."""

    shown_to = Audience.NOBODY
    cards: ClosedCards
    pile: Pile


class Opened(ParishEvent, frozen=True):
    """A round begins; `seat` is dealt the first card and lays first."""

    shown_to = Audience.EVERYONE
    seat: Seat


class Arrived(ParishEvent, frozen=True):
    """The top pagans of the pile come into the row."""

    shown_to = Audience.EVERYONE


class Drew(ParishEvent, frozen=True):
    """A seat is dealt clergy."""

    shown_to = Audience.OWNER
    seat: Seat


class Laid(ParishEvent, frozen=True):
    """A seat lays a cleric, open, at a pagan."""

    shown_to = Audience.EVERYONE
    seat: Seat
    pagan: CardId


class Converted(ParishEvent, frozen=True):
    """A seat takes a pagan from the row; everybody has seen its face already."""

    shown_to = Audience.EVERYONE
    seat: Seat


class Cleared(ParishEvent, frozen=True):
    """The round ends: all clergy on the table are used cards now, and `idle` rounds converted nobody."""

    shown_to = Audience.EVERYONE
    idle: int


AnyEvent = Shuffled | Opened | Arrived | Drew | Laid | Converted | Cleared

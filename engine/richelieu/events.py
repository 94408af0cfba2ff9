"""What happens in Richelieu, and to whom its faces are shown."""

from typing import Literal

from msgspec import Struct

from engine.richelieu.cards import Agent, Camp, Kind, Pawn, Tile
from engine.sight import ClosedCards
from engine.values import Audience, Event, Seat

Once = Literal["income", "commission", "sell", "buy"]
"""The actions that a turn has once; selling and buying are one of them (R14)."""


class Bonus(Struct, frozen=True):
    """A bonus that `seat` is due; one that asks for a choice always has the amount 1."""

    seat: Seat
    kind: Kind
    amount: int


class CardinalEvent(Event, frozen=True, kw_only=True):
    """An event of this game: its faces are agents or tiles."""

    faces: tuple[Agent | Tile, ...] = ()


class Change(CardinalEvent, frozen=True, kw_only=True):
    """An event that moves the markers of `seat`: coins, steps and jewels, by how much each changes."""

    seat: Seat
    money: int = 0
    prestige: int = 0
    income: int = 0
    military: int = 0
    jewels: int = 0


class Recruited(CardinalEvent, frozen=True):
    """A seat receives its agents behind its screen."""

    shown_to = Audience.OWNER
    seat: Seat


class Stacked(CardinalEvent, frozen=True):
    """The tiles of a camp are shuffled into a face-down stack."""

    shown_to = Audience.NOBODY
    cards: ClosedCards
    tile: Camp


class Opened(CardinalEvent, frozen=True):
    """The top tiles of both stacks, Richelieu's first, are laid open in a box."""

    shown_to = Audience.EVERYONE
    box: int


class Paid(CardinalEvent, frozen=True):
    """Everyone receives the first coins, per seat."""

    shown_to = Audience.EVERYONE
    money: tuple[int, ...]


class Began(CardinalEvent, frozen=True):
    """The turn of `seat` begins, with so many actions."""

    shown_to = Audience.EVERYONE
    seat: Seat
    actions: int


class Stopped(CardinalEvent, frozen=True):
    """A seat ends its turn before its actions are used up."""

    shown_to = Audience.EVERYONE
    seat: Seat


class Acted(Change, frozen=True):
    """A seat takes income, a commission, or sells or buys a jewel."""

    shown_to = Audience.EVERYONE
    action: Once


class Placed(CardinalEvent, frozen=True):
    """A seat places an agent open, on a field of value 0."""

    shown_to = Audience.EVERYONE
    seat: Seat
    box: int
    tile: Camp
    field: int


class Hidden(CardinalEvent, frozen=True):
    """A seat places an agent face down, for `price` coins."""

    shown_to = Audience.NOBODY
    seat: Seat
    box: int
    tile: Camp
    field: int
    price: int


class Recalled(CardinalEvent, frozen=True):
    """All agents of a seat in the city go back behind its screen, as new cards."""

    shown_to = Audience.OWNER
    seat: Seat


class Resolved(CardinalEvent, frozen=True):
    """All agents of a box are turned up, Richelieu's tile first; `bonuses` are due in this order.

    `richelieu` and `opposition` are the totals; `valve` says that no tile was full (R35).
    """

    shown_to = Audience.EVERYONE
    box: int
    richelieu: int
    opposition: int
    winner: Camp
    first: Seat | None
    second: Seat | None
    bonuses: tuple[Bonus, ...]
    valve: bool = False


class Rewarded(Change, frozen=True):
    """A seat receives a bonus of coins or steps; steps beyond the end of a track are lost."""

    shown_to = Audience.EVERYONE
    bonus: Kind


class Lapsed(CardinalEvent, frozen=True):
    """A bonus cannot be executed and is lost."""

    shown_to = Audience.EVERYONE
    seat: Seat
    bonus: Kind


class Corrupted(CardinalEvent, frozen=True):
    """A seat moves another's agent, which lies as it lay."""

    shown_to = Audience.NOBODY
    seat: Seat
    box: int
    tile: Camp
    field: int


class Exposed(CardinalEvent, frozen=True):
    """A seat moves another's agent to a field of value 0, where it lies open."""

    shown_to = Audience.EVERYONE
    seat: Seat
    box: int
    tile: Camp
    field: int


class Sent(CardinalEvent, frozen=True):
    """A seat puts a pawn on a field."""

    shown_to = Audience.EVERYONE
    seat: Seat
    pawn: Pawn
    box: int
    tile: Camp
    field: int


class Stayed(CardinalEvent, frozen=True):
    """A seat leaves a pawn in the intrigue where it is."""

    shown_to = Audience.EVERYONE
    seat: Seat
    pawn: Pawn


class Strode(CardinalEvent, frozen=True):
    """The cardinal goes to a space of the prestige track; `joined` is the seat whose space he goes to."""

    shown_to = Audience.EVERYONE
    to: int
    joined: Seat | None = None


class Cleared(CardinalEvent, frozen=True):
    """An intrigue is over: agents to the city, pawns home, one tile to its winner, the rest out."""

    shown_to = Audience.EVERYONE
    box: int


AnyEvent = (
    Recruited
    | Stacked
    | Opened
    | Paid
    | Began
    | Stopped
    | Acted
    | Placed
    | Hidden
    | Recalled
    | Resolved
    | Rewarded
    | Lapsed
    | Corrupted
    | Exposed
    | Sent
    | Stayed
    | Strode
    | Cleared
)

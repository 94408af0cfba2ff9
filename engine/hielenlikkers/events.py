"""What happens in Hielenlikkers, and to whom its faces are shown."""

from engine.hielenlikkers.cards import Courtier, Mission
from engine.hielenlikkers.moves import Where
from engine.sight import ClosedCards
from engine.values import Audience, Event, Seat


class CourtEvent(Event, frozen=True, kw_only=True):
    """An event of this game: its faces are courtiers or missions."""

    faces: tuple[Courtier | Mission, ...] = ()


class Shuffled(CourtEvent, frozen=True):
    """The courtiers are shuffled: the first `boxed` of `cards` go back unseen, the rest is the draw pile."""

    shown_to = Audience.NOBODY
    cards: ClosedCards
    boxed: int


class Prepared(CourtEvent, frozen=True):
    """The missions are shuffled, each back apart; they lie unseen until they are given out."""

    shown_to = Audience.NOBODY
    cards: ClosedCards


class Entrusted(CourtEvent, frozen=True):
    """A seat receives its two missions."""

    shown_to = Audience.OWNER
    seat: Seat


class Drew(CourtEvent, frozen=True):
    """A seat takes the top cards of the draw pile."""

    shown_to = Audience.OWNER
    seat: Seat


class Played(CourtEvent, frozen=True):
    """A seat plays a card face up."""

    shown_to = Audience.EVERYONE
    seat: Seat
    where: Where


class Slipped(CourtEvent, frozen=True):
    """A seat plays a spy, face down."""

    shown_to = Audience.NOBODY
    seat: Seat
    where: Where


class Killed(CourtEvent, frozen=True):
    """An assassin's victim goes to the discard pile as it lies; a spy stays unseen."""

    shown_to = Audience.NOBODY
    seat: Seat


class Fetched(CourtEvent, frozen=True):
    """A diplomat brings a card to the domain of `seat` as it lies; a spy stays unseen."""

    shown_to = Audience.NOBODY
    seat: Seat


class Unmasked(CourtEvent, frozen=True):
    """The end: the spies in play are turned up and the missions in players' hands shown."""

    shown_to = Audience.EVERYONE


AnyEvent = Shuffled | Prepared | Entrusted | Drew | Played | Slipped | Killed | Fetched | Unmasked

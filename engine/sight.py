"""All the hiding there is: who sees the faces of an event, and what a seat sees of the board.

An observer is a seat, SPECTATOR (shown what everyone is shown) or REFEREE (shown all).
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import attrgetter
from typing import Annotated, Any, Generic, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, defstruct

from engine.values import Audience, CardId, Event, Seat

SPECTATOR: Seat = -1
REFEREE: Seat = -2

_COUNTED = Meta(extra_json_schema={"description": "how many cards lie here"})
Closed = Annotated[list[CardId], _COUNTED]
"""A hidden pile on a board: everybody sees how many cards it has."""
ClosedCards = Annotated[tuple[CardId, ...], _COUNTED]
"""The `cards` of an event that makes a hidden pile: news tell how many there are."""

B = TypeVar("B")

_encoder = msgspec.json.Encoder()


def sees(event: Event, observer: Seat) -> bool:
    """Whether the observer is shown the faces of this event."""
    if observer == REFEREE or event.shown_to is Audience.EVERYONE:
        return True
    return event.shown_to is Audience.OWNER and event.seat == observer  # type: ignore[attr-defined]


def project(event: Event, observer: Seat) -> Event:
    """The event as the observer sees it. Logs, news, replays and spectators all come through here."""
    if not event.faces or sees(event, observer):
        return event
    return msgspec.structs.replace(event, faces=())


Shown = dict[CardId, Raw]
"""How each card looks to one observer, as JSON: `[17,"hare","noble"]`, or `[23]` when it is closed."""


class View(Generic[B]):
    """What one observer knows: the board, and the faces that he has been shown.

    It looks at the live board: read it now, do not keep it, do not change it.
    """

    __slots__ = ("_learnt", "_looks", "_shown", "board", "caught_up", "faces", "observer")

    def __init__(
        self, observer: Seat, board: B, faces: dict[CardId, Any], looks: Shown | None = None
    ) -> None:
        """`looks` holds how open cards look, and is shared by the views of one table."""
        self.observer = observer
        self.board = board
        self.faces = faces
        self.caught_up = 0
        """How much of what was shown to everyone it remembers: see `catch_up`."""
        self._shown: Shown = {}
        self._learnt = list(faces.items())
        self._looks = {} if looks is None else looks

    def learn(self, event: Event) -> None:
        """Remember the faces that an event shows."""
        new = list(zip(event.cards, event.faces, strict=True))
        self.faces.update(new)
        self._learnt += new

    def catch_up(self, shown: list[tuple[CardId, Any]]) -> None:
        """Remember what was shown to everyone since the last time; `shown` only ever grows."""
        new = shown[self.caught_up :]
        self.caught_up = len(shown)
        self.faces.update(new)
        self._learnt += new

    def copy(self, board: B, looks: Shown) -> "View[B]":
        """The same knowledge of another board."""
        twin = View(self.observer, board, self.faces.copy(), looks)
        twin.caught_up = self.caught_up
        return twin

    def knows(self, cards: Iterable[CardId]) -> bool:
        """Whether it has been shown the face of any of these cards."""
        return not self.faces.keys().isdisjoint(cards)

    def painted(self) -> Struct:
        """The view ready for encoding as JSON: each card where it lies, piles as counts."""
        return self._paint(self.board, self.observer if self.observer >= 0 else UNSET)

    def painted_event(self, event: Event) -> Struct:
        """An event ready for encoding as JSON: each card with its face if this observer knows it."""
        return self._paint(event, event.__struct_config__.tag)

    def written(self, event: Event) -> Raw:
        """The same as JSON."""
        return Raw(_encoder.encode(self.painted_event(event)))

    def _paint(self, struct: Any, last: Any) -> Struct:
        """Paint a board or an event, with what comes after its own fields.

        Both are the hot path: looks of cards are kept until more is learnt.
        """
        if self._learnt:
            for card, face in self._learnt:
                look = self._looks.get(card)
                if look is None:
                    look = self._looks[card] = _look(card, face)
                self._shown[card] = look
            self._learnt.clear()
        paint = _painter(struct.__class__)
        try:
            return paint(struct, self._shown, last)
        except KeyError as unseen:
            self._shown = _closed_up_to(unseen.args[0]) | self._shown
            return self._paint(struct, last)


def places(board: Any) -> dict[str, list[CardId]]:
    """Every place of a board or an event that holds cards, by field name, nested lists joined, piles too."""
    found: dict[str, list[CardId]] = {}
    for name, hint in fields(board.__class__):
        if holds_cards(hint):
            found[name] = _flat(getattr(board, name))
    return found


def shown_cards(struct: Any) -> Sequence[CardId]:
    """Every card of a board or an event that a painting shows one by one."""
    names = _shown_fields(struct.__class__)
    if names == ("cards",):
        cards: Sequence[CardId] = struct.cards
        return cards
    return [card for name in names for card in _flat(getattr(struct, name))]


@cache
def _shown_fields(kind: Any) -> tuple[str, ...]:
    return tuple(name for name, hint in fields(kind) if holds_cards(hint) and not closed_pile(hint))


def holds_cards(hint: Any) -> bool:
    """Whether a field of this type holds card numbers."""
    return hint is CardId or any(holds_cards(part) for part in get_args(hint))


def closed_pile(hint: Any) -> bool:
    """Whether a field of this type is a `Closed` pile."""
    return get_origin(hint) is Annotated and _COUNTED in hint.__metadata__


def _flat(value: Any) -> list[CardId]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return [card for part in value for card in _flat(part)]
    return [] if value is None else [value]


@cache
def fields(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a board or an event class with their types."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((name, hints[name]) for name in kind.__struct_fields__)


Painter = Callable[[Any, Shown], Any]


def _look(card: CardId, face: Any) -> Raw:
    return Raw(b"[%d%b]" % (card, _printed(face)))


def _closed_up_to(card: CardId) -> Shown:
    """Closed cards, this one among them: many at once, since most come into being together."""
    return _closed_cards(max(128, 1 << card.bit_length()))


@cache
def _closed_cards(count: int) -> Shown:
    return {CardId(card): Raw(b"[%d]" % card) for card in range(count)}


@cache
def _printed(face: Any) -> bytes:
    return b"".join(b"," + msgspec.json.encode(word) for word in msgspec.structs.astuple(face))


@cache
def _painter(kind: Any) -> Callable[[Any, Shown, Any], Struct]:
    """The function that paints a board or an event: made once for each type, since it is the hot path."""
    parts = {name: _part(hint) for name, hint in fields(kind) if name != "faces"}
    values_of = _values_of(tuple(parts))
    painted = [(number, part) for number, part in enumerate(parts.values()) if part is not None]
    # A struct is made and encoded faster than a dict.
    seen = defstruct(kind.__name__, [*parts, "event" if issubclass(kind, Event) else "seat"])

    def paint(struct: Any, shown: Shown, last: Any) -> Struct:
        values = [*values_of(struct), last]
        for number, part in painted:
            values[number] = part(values[number], shown)
        return seen(*values)

    return paint


def _values_of(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """All these attributes of a struct at once; at least two, or `attrgetter` would not give a tuple."""
    return attrgetter(*names) if len(names) > 1 else lambda struct: tuple(getattr(struct, n) for n in names)


def _part(hint: Any) -> Painter | None:
    """How to paint a field of this type; None when it holds no cards and may go as it is."""
    if closed_pile(hint):
        return lambda cards, shown: len(cards)
    if not holds_cards(hint):
        return None
    if hint is CardId:
        return lambda card, shown: shown[card]
    origin, args = get_origin(hint), get_args(hint)
    if origin in (list, tuple):
        if args[0] is CardId:
            return _row
        if args[0] == list[CardId]:
            return _rows
        inner = _part(args[0])
        assert inner is not None
        return lambda parts, shown: [inner(part, shown) for part in parts]
    if origin is dict:
        of_values = _part(args[1])
        assert of_values is not None
        return lambda parts, shown: {key: of_values(part, shown) for key, part in parts.items()}
    some = [_part(arg) for arg in args if arg is not type(None)]
    if len(some) == 1 and some[0] is not None and type(None) in args:
        of_card = some[0]
        return lambda part, shown: None if part is None else of_card(part, shown)
    raise TypeError(f"a board or event field of type {hint} cannot be shown")


# These two are the hottest of all, hence spelt out: before Python 3.12 a comprehension is a call of its own.


def _row(cards: Sequence[CardId], shown: Shown) -> list[Raw]:
    painted = []
    for card in cards:
        painted.append(shown[card])
    return painted


def _rows(rows: Sequence[Sequence[CardId]], shown: Shown) -> list[list[Raw]]:
    painted = []
    for cards in rows:
        row = []
        for card in cards:
            row.append(shown[card])
        painted.append(row)
    return painted

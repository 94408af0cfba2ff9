"""Who sees the faces of an event, and what a view shows of the board."""

import msgspec
import pytest
from msgspec import Struct

from engine.sight import REFEREE, SPECTATOR, Closed, View, places, project, sees
from engine.values import Audience, CardId, Event, Face, Seat


class Letter(Face, frozen=True):
    name: str
    value: int


class Shown(Event, frozen=True, kw_only=True):
    shown_to = Audience.EVERYONE


class Handed(Event, frozen=True, kw_only=True):
    shown_to = Audience.OWNER
    seat: Seat


class Covered(Event, frozen=True, kw_only=True):
    shown_to = Audience.NOBODY
    seat: Seat


class Desk(Struct):
    turn: Seat
    heap: list[CardId]
    hands: list[list[CardId]]
    top: CardId | None
    slots: list[CardId | None]
    boxes: dict[str, list[CardId]]
    pile: Closed


A, B = Letter("a", 1), Letter("b", 2)


@pytest.mark.parametrize(
    ("event", "observers"),
    [
        (Shown(cards=(CardId(0),), faces=(A,)), {0, 1, SPECTATOR, REFEREE}),
        (Handed(seat=1, cards=(CardId(0),), faces=(A,)), {1, REFEREE}),
        (Covered(seat=1, cards=(CardId(0),), faces=(A,)), {REFEREE}),
    ],
)
def test_fault_71_the_class_of_an_event_says_who_sees_its_faces(event: Event, observers: set[Seat]) -> None:
    assert {observer for observer in (0, 1, SPECTATOR, REFEREE) if sees(event, observer)} == observers
    for observer in (0, 1, SPECTATOR, REFEREE):
        seen = project(event, observer)
        assert seen.cards == event.cards
        assert seen.faces == (event.faces if observer in observers else ())


def desk() -> Desk:
    card = [CardId(number) for number in range(10)]
    return Desk(1, card[:2], [[card[2]], []], card[3], [None, card[4]], {"x": [card[5]]}, card[6:])


def test_a_view_shows_each_card_where_it_lies_with_the_face_it_knows() -> None:
    view = View(1, desk(), {})
    view.learn(Handed(seat=1, cards=(CardId(1), CardId(4)), faces=(A, B)))
    assert msgspec.json.decode(msgspec.json.encode(view.painted())) == {
        "turn": 1,
        "heap": [[0], [1, "a", 1]],
        "hands": [[[2]], []],
        "top": [3],
        "slots": [None, [4, "b", 2]],
        "boxes": {"x": [[5]]},
        "pile": 4,
        "seat": 1,
    }


def test_a_face_learnt_later_is_painted_from_then_on() -> None:
    view = View(0, desk(), {})
    view.painted()
    view.learn(Shown(cards=(CardId(0),), faces=(B,)))
    assert msgspec.json.decode(msgspec.json.encode(view.painted()))["heap"] == [[0, "b", 2], [1]]


def test_the_spectator_has_no_seat() -> None:
    assert "seat" not in msgspec.json.decode(msgspec.json.encode(View(SPECTATOR, desk(), {}).painted()))


def test_an_event_is_painted_with_the_faces_the_observer_knows() -> None:
    view = View(0, desk(), {})
    view.learn(Shown(cards=(CardId(0),), faces=(B,)))
    told = view.painted_event(Covered(seat=1, cards=(CardId(0), CardId(7)), faces=(A, A)))
    assert msgspec.json.decode(msgspec.json.encode(told)) == {
        "event": "covered",
        "seat": 1,
        "cards": [[0, "b", 2], [7]],
    }


def test_places_lists_every_card_of_a_board_once() -> None:
    lying = places(desk())
    assert set(lying) == {"heap", "hands", "top", "slots", "boxes", "pile"}
    assert sorted(card for cards in lying.values() for card in cards) == list(range(10))

"""Games and tables that betray something on purpose: the suite's checks catch each of them."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest

from engine.chance import Chance
from engine.game import Game
from engine.sight import REFEREE, SPECTATOR, View
from engine.table import Table
from engine.values import Audience, Event, IllegalMove, Seat
from tests.conformance import checks, hiding
from tests.conformance.tables import Setting, settings
from tests.toy import DECK, TOY, Board, Drew, Gathered, Lay, Shuffled, ToyEvent


def no_trace(setting: Setting, seed: int) -> None:
    hiding.hidden_faces_leave_no_trace(setting, seed, swaps=100)


def evenly(setting: Setting, seed: int) -> None:
    hiding.numbers_are_even(setting, deals=200)


def toy(table: type[Table] = Table, **changes: Any) -> Setting:
    """The toy game at its largest table with parts of it, or the way it is run, replaced."""
    game: Game = msgspec.structs.replace(TOY, **changes)
    return settings(game)[-1]._replace(table=table)


def keeps_numbers(view: View[Board], move: Lay, chance: Chance) -> list[Event]:
    """Gathers the cards under the numbers that they had: whoever saw one knows it in the pile."""
    events = TOY.play(view, move, chance)
    gathered = next((event for event in events if isinstance(event, Gathered)), None)
    if gathered is None:
        return list(events)
    free = chance.shuffled([*view.board.pile, *view.board.laid, move.card])
    old = dict(zip(gathered.cards, free, strict=True))
    truth = view.faces
    return [
        msgspec.structs.replace(
            event,
            cards=tuple(old.get(card, card) for card in event.cards),
            faces=tuple(truth[old[card]] if card in old else truth[card] for card in event.cards),
        )
        for event in events
    ]


def numbers_in_face_order(board: Board, chance: Chance) -> Iterable[Event]:
    """Deals at random, but from cards numbered in the order of their faces."""
    cards, _ = chance.pile(DECK)
    order = chance.shuffled(range(len(DECK)))
    dealt = tuple(cards[place] for place in order)
    faces = tuple(DECK[place] for place in order)
    yield Shuffled(cards=dealt, faces=faces)
    for seat in range(len(board.hands)):
        top = slice(2 * seat, 2 * seat + 2)
        yield Drew(seat=seat, cards=dealt[top], faces=faces[top])


class Weighed(ToyEvent, frozen=True):
    shown_to = Audience.OWNER
    seat: Seat
    total: int


def announces_totals(board: Board, chance: Chance) -> Iterable[Event]:
    """Says out loud how much a hand is worth."""
    for event in TOY.deal(board, chance):
        yield event
        if isinstance(event, Drew):
            total = sum(face.value for face in event.faces)
            yield Weighed(seat=event.seat, total=total)


def applies_totals(board: Board, event: Event) -> None:
    if not isinstance(event, Weighed):
        TOY.apply(board, event)


def sorts_hands(board: Board, chance: Chance) -> Iterable[Event]:
    """Hands out each hand in the order of its faces."""
    for event in TOY.deal(board, chance):
        if isinstance(event, Drew):
            order = sorted(zip(event.faces, event.cards, strict=True), key=lambda held: held[0].value)
            yield Drew(
                seat=event.seat, cards=tuple(held[1] for held in order), faces=tuple(f for f, _ in order)
            )
        else:
            yield event


class OpenLog(Table):
    """Shows the spectator the log as it is."""

    def seen(self, observer: Seat, since: int = 0) -> list[Event]:
        return self.log[since:] if observer == SPECTATOR else super().seen(observer, since)


class OpenErrors(Table):
    """Explains a refused move with the faces on the table."""

    def play(self, move: Any) -> Any:
        try:
            return super().play(move)
        except IllegalMove as error:
            raise IllegalMove(f"{move} among {self.view(REFEREE).faces}", error.seat) from None


class OpenView(Table):
    """Takes the referee for the spectator."""

    def view(self, observer: Seat) -> View[Any]:
        return super().view(REFEREE if observer == SPECTATOR else observer)


class OpenReplay(Table):
    """Everyone sees everything in a replay."""

    @classmethod
    def replayed(cls, game: Game, seating: Any, options: Any, log: Iterable[Event]) -> Table:
        again = Table.replayed(game, seating, options, log)
        for observer in range(-1, seating.seats):
            for card, face in again.view(REFEREE).faces.items():
                again.view(observer).learn(Shuffled(cards=(card,), faces=(face,)))
        return again


class Signed(ToyEvent, frozen=True):
    shown_to = Audience.EVERYONE
    seed: str


def signs_the_deal(board: Board, chance: Chance) -> Iterable[Event]:
    """Says for later proof from which luck the cards came."""
    yield Signed(seed=chance.seed.hex())
    yield from TOY.deal(board, chance)


def applies_signature(board: Board, event: Event) -> None:
    if not isinstance(event, Signed):
        TOY.apply(board, event)


def plays_from_hidden(view: View[Board], move: Lay, chance: Chance) -> list[Event]:
    """Lets a card that is still in hand decide who wins the round."""
    held = view.faces[view.board.hands[0][0]].value
    return [
        msgspec.structs.replace(event, winner=held % len(view.board.hands))
        if isinstance(event, Gathered)
        else event
        for event in TOY.play(view, move, chance)
    ]


LEAKS: list[tuple[str, Setting, Callable[[Setting, int], None]]] = [
    ("a number follows its card into the pile", toy(play=keeps_numbers), hiding.numbers_tell_nothing),
    ("numbers in the order of faces", toy(deal=numbers_in_face_order), hiding.numbers_tell_nothing),
    ("numbers in the order of faces, by counting", toy(deal=numbers_in_face_order), evenly),
    ("a public number made from faces", toy(deal=announces_totals, apply=applies_totals), no_trace),
    ("hands in the order of their faces", toy(deal=sorts_hands), no_trace),
    ("a result that hangs on a hidden face", toy(play=plays_from_hidden), no_trace),
    ("a log with its own filter", toy(OpenLog), no_trace),
    ("an error text with its own filter", toy(OpenErrors), no_trace),
    ("a spectator with its own filter", toy(OpenView), no_trace),
    ("a replay with its own filter", toy(OpenReplay), checks.replay_equals_play),
    ("the seed in an event", toy(deal=signs_the_deal, apply=applies_signature), hiding.seed_stays_secret),
]


@pytest.mark.parametrize(("setting", "check"), [leak[1:] for leak in LEAKS], ids=[leak[0] for leak in LEAKS])
def test_a_planted_leak_is_caught(setting: Setting, check: Callable[[Setting, int], None]) -> None:
    # A leak may happen not to show in one match.
    assert any(caught(check, setting, seed) for seed in range(3))


def caught(check: Callable[[Setting, int], None], setting: Setting, seed: int) -> bool:
    try:
        check(setting, seed)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize(
    "check",
    [hiding.numbers_tell_nothing, evenly, no_trace, checks.replay_equals_play, hiding.seed_stays_secret],
)
def test_the_honest_toy_passes(check: Callable[[Setting, int], None]) -> None:
    check(toy(), 3)


def test_a_wrong_audience_changes_the_policy() -> None:
    class Drew(ToyEvent, frozen=True):
        shown_to = Audience.EVERYONE
        seat: Seat

    talkative = msgspec.structs.replace(TOY, event=Shuffled | Drew)
    assert "drew        everyone" in hiding.policy(talkative)
    assert "drew        owner" in hiding.policy(TOY)


def test_a_face_shown_without_an_audience_is_no_event() -> None:
    class Whispered(ToyEvent, frozen=True):
        seat: Seat

    with pytest.raises(AttributeError):
        hiding.policy(msgspec.structs.replace(TOY, event=Shuffled | Whispered))

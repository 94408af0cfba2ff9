"""A table checks moves, keeps everyone's knowledge apart, and can be branched and replayed."""

import msgspec
import pytest

from engine.chance import Chance
from engine.seating import free_for_all
from engine.sight import SPECTATOR, View
from engine.table import Table
from engine.values import Audience, CardId, Event, IllegalMove, ImpossibleTable, Seat
from tests.toy import TOY, Board, Drew, Laid, Lay, Options, Shuffled, ToyEvent


def dealt() -> Table:
    return Table.dealt(TOY, free_for_all(2), Options(), Chance(b"table"))


def test_a_table_that_the_game_is_not_played_at_is_refused() -> None:
    with pytest.raises(ImpossibleTable, match="not 4 players"):
        Table(TOY, free_for_all(4), Options(), Chance(b""))


def test_an_illegal_move_says_what_and_whose_and_changes_nothing() -> None:
    table = dealt()
    foreign = Lay(table.board.hands[1][0])
    before = (msgspec.json.encode(table.board), len(table.log), len(table.moves), table.chance.draws)
    with pytest.raises(IllegalMove, match="illegal move for seat 0: ") as caught:
        table.play(foreign)
    assert (caught.value.move, caught.value.seat) == (foreign, 0)
    assert (msgspec.json.encode(table.board), len(table.log), len(table.moves), table.chance.draws) == before


def test_a_copy_goes_its_own_way() -> None:
    table = dealt()
    twin = table.copy()
    before = msgspec.json.encode([table.board, table.log, table.view(1).painted()])
    while twin.legal():
        twin.play(twin.legal()[0])
    assert msgspec.json.encode([table.board, table.log, table.view(1).painted()]) == before
    while table.legal():
        table.play(table.legal()[0])
    assert table.log == twin.log


def test_news_since_an_event_are_the_log_from_there() -> None:
    table = dealt()
    since = len(table.log)
    table.play(table.legal()[0])
    assert [type(event) for event in table.seen(1, since)] == [Laid]
    assert [type(event) for event in table.seen(1)] == [Shuffled, Drew, Drew, Laid]
    assert table.seen(1)[1].faces == ()
    assert len(table.seen(1)[2].faces) == 2


class Compared(ToyEvent, frozen=True):
    """Shows one card beside another that stays closed to the others."""

    shown_to = Audience.EVERYONE
    seat: Seat
    beside: CardId


def test_news_give_every_observer_what_it_knows_itself() -> None:
    def play(view: View[Board], move: Lay, chance: Chance) -> list[Event]:
        (held,) = [card for card in view.board.hands[0] if card != move.card]
        shown = Compared(seat=0, beside=held, cards=(move.card,), faces=(view.faces[move.card],))
        return [shown, *TOY.play(view, move, chance)]

    def apply(board: Board, event: Event) -> None:
        if not isinstance(event, Compared):
            TOY.apply(board, event)

    game = msgspec.structs.replace(TOY, play=play, apply=apply)
    table = Table.dealt(game, free_for_all(2), Options(), Chance(b"table"))
    table.play(table.legal()[0])
    told = {
        seat: [msgspec.json.decode(text) for text in table.news(seat)][3]["beside"]
        for seat in (0, 1, SPECTATOR)
    }
    assert [len(told[seat]) for seat in (0, 1, SPECTATOR)] == [2, 1, 1]


def test_news_that_come_late_show_what_has_been_opened_meanwhile() -> None:
    table = dealt()
    drawn = [Drew.__struct_config__.tag, 0]

    def heard() -> list[list[list[int]]]:
        told = [msgspec.json.decode(text) for text in table.news(1)]
        return [event["cards"] for event in told if [event["event"], event.get("seat")] == drawn]

    (hand,) = heard()
    assert [len(card) for card in hand] == [1, 1]
    move = table.legal()[0]
    table.play(move)
    (again,) = heard()
    assert [len(card) > 1 for card in again] == [card == [move.card] for card in hand]

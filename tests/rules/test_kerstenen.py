"""The rulings of Kerstenen, by the numbers of engine/kerstenen/RULES.md; most have worked cases as well."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from engine.chance import Chance
from engine.kerstenen import GAME
from engine.kerstenen.board import IDLE_ROUNDS, Options
from engine.kerstenen.cards import Cleric, Pagan, clergy, pagans
from engine.kerstenen.conversion import converter, sums
from engine.kerstenen.events import AnyEvent, Arrived, Cleared, Converted, Drew, Opened, Shuffled
from engine.kerstenen.moves import Lay
from engine.kerstenen.scoring import points
from engine.seating import free_for_all, teams_of_two
from engine.sight import SPECTATOR, places
from engine.table import Table
from engine.values import IllegalMove, ImpossibleTable
from tests.rules.kerstenen_positions import NUMBERS, Position, cleric, named, names, pagan


def dealt(players: int, seed: bytes = b"a match", options: Options | None = None) -> Table:
    return Table.dealt(GAME, free_for_all(players), options or Options(), Chance(seed))


def played(table: Table, luck: int) -> Table:
    choose = random.Random(luck)
    while legal := table.legal():
        table.play(choose.choice(legal))
    return table


def winner_of(*laid: str) -> int | None:
    return converter([[cleric(name) for name in names.split()] for names in laid])


def worth(*won: str, options: Options | None = None) -> tuple[int, ...]:
    return points([[pagan(name) for name in names.split()] for names in won], options or Options())


def of_kind(events: Sequence[AnyEvent], kind: type[AnyEvent]) -> list[AnyEvent]:
    return [event for event in events if isinstance(event, kind)]


def test_r1_r2_the_cards() -> None:
    assert len(pagans()) == 36
    assert sum(face.special for face in pagans()) == 12
    assert Counter(face.points for face in clergy()) == {1: 4, 2: 4, 4: 4, 6: 3, 12: 1}


def test_r3_only_the_ace_of_spades_is_the_pope_and_cards_of_equal_rank_are_alike() -> None:
    assert [cleric(name).title for name in ("AS", "AH", "AD", "AC")] == ["pope", *["cardinal"] * 3]
    assert pagan("6S") == pagan("6H")


def test_r4_two_to_four_players_each_for_himself() -> None:
    for seating in (free_for_all(1), free_for_all(5), teams_of_two(4)):
        with pytest.raises(ImpossibleTable, match=r"2 players, 3 players, 4 players; not"):
            GAME.blank(seating, Options())


def test_r5_the_row_is_filled_to_four_from_the_top() -> None:
    position = Position(2, row=["6D", "2S"], pile=["3H", "9C", "TD", "8S"], hands=[["KS"]])
    position.lay("KS", "2S")
    assert names(position.table.board.row) == ["6D", "3H", "9C", "TD"]
    assert names(position.table.board.pagans) == ["8S"]


@pytest.mark.parametrize(("starter", "steps"), [("rotate", 1), ("fixed", 0)])
def test_r6_the_first_starter_is_drawn_and_the_others_follow(starter: str, steps: int) -> None:
    firsts = set()
    for number in range(30):
        table = dealt(3, b"%d" % number, Options(starter=starter))
        played(table, 0)
        seats = [event.seat for event in of_kind(table.log, Opened)]
        firsts.add(seats[0])
        assert seats == [(seats[0] + steps * place) % 3 for place in range(len(seats))]
        laid_first = [table.moves[12 * place][0] for place in range(len(seats))]
        assert laid_first == seats
    assert firsts == {0, 1, 2}


def test_r7_cards_are_dealt_one_at_a_time_from_the_starter() -> None:
    table = dealt(3)
    pile = of_kind(table.log, Shuffled)[1].cards
    for event in of_kind(table.log, Drew):
        place = (event.seat - table.board.starter) % 3
        assert event.cards == pile[place:12:3]


def test_r7_r8_three_players_get_what_is_left_before_the_used_cards_are_shuffled() -> None:
    table = dealt(3)
    left = list(table.board.clergy)
    second = (table.board.starter + 1) % 3
    while not of_kind(events := table.play(table.legal()[0]), Opened):
        pass
    deal = [event for event in events if isinstance(event, Drew | Shuffled)]
    assert [type(event) for event in deal] == [Drew, Drew, Drew, Shuffled, Drew, Drew, Drew]
    assert [event.cards for event in deal[:3]] == [(left[0], left[3]), (left[1],), (left[2],)]
    assert [event.seat for event in deal[:3]] == [(second + place) % 3 for place in range(3)]
    shuffled = deal[3].cards
    # The starter has had two cards and the others one: the fifth card is the second player's.
    assert [event.cards for event in deal[4:]] == [shuffled[2:8:3], shuffled[0:8:3], shuffled[1:8:3]]
    assert [len(hand) for hand in table.board.hands] == [4, 4, 4]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r8_play_cannot_change_a_deal(players: int) -> None:
    """Two matches of one deal, played differently: as long as both last they get the same cards."""

    def cards(luck: int) -> list[AnyEvent]:
        log = played(dealt(players), luck).log
        return [event for event in log if isinstance(event, Drew | Shuffled)]

    one, other = cards(1), cards(2)
    shared = min(len(one), len(other))
    assert shared > 9 * players
    assert one[:shared] == other[:shared]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r8_shuffled_cards_are_new_cards(players: int) -> None:
    table = played(dealt(players), 3)
    numbers = [card for event in of_kind(table.log, Shuffled) for card in event.cards]
    assert numbers == list(range(len(numbers)))
    held = [event.cards for event in of_kind(table.log, Drew)]
    assert len({card for cards in held for card in cards}) == sum(map(len, held))


def test_r9_a_round_is_four_cards_each_in_turn() -> None:
    table = dealt(4)
    first = table.board.starter
    while not of_kind(table.play(table.legal()[-1]), Cleared):
        pass
    assert [seat for seat, _ in table.moves] == [(first + place) % 4 for place in range(16)]


def test_r9_r10_every_card_may_go_to_every_pagan_and_only_that() -> None:
    position = Position(2, row=["6D", "2S"], laid={"2S": [["QS"], ["AS"]]}, hands=[["KH", "JH"], ["QH"]])
    pairs = {(move.card, move.pagan) for move in position.table.legal()}
    assert pairs == {(NUMBERS[card], NUMBERS[place]) for card in ("KH", "JH") for place in ("6D", "2S")}
    for card, place in (("QH", "6D"), ("QS", "6D"), ("KS", "6D"), ("KH", "3S"), ("KH", "QS")):
        with pytest.raises(IllegalMove):
            position.lay(card, place)


def test_r3_moves_that_mean_the_same_are_listed_once_and_played_as_named() -> None:
    row = ["6D", "6S", "6H", "2S"]
    hand = ["AS", "AH", "AD", "KS", "KH"]
    laid = {"6D": [["QS", "JS"], []], "6S": [["JH", "QH"], []], "6H": [[], ["QD", "JD"]]}
    position = Position(2, row=row, laid=laid, hands=[hand, ["QC"]])
    table = position.table
    listed = {(move.card, move.pagan) for move in table.legal()}
    assert listed == {
        (NUMBERS[card], NUMBERS[place]) for card in ("AS", "AH", "KS") for place in ("6D", "6H", "2S")
    }
    twin = Lay(NUMBERS["KH"], NUMBERS["6S"])
    assert GAME.same(table.view(0), twin) == Lay(NUMBERS["KS"], NUMBERS["6D"])
    table.play(twin)
    assert table.board.laid[1][0][-1] == NUMBERS["KH"]


def test_r11_with_one_pagan_left_everyone_still_gets_and_lays_four() -> None:
    position = Position(3, row=["6D", "9C"], hands=[["QD"]])
    position.lay("QD", "9C")
    assert names(position.table.board.row) == ["6D"]
    assert [len(hand) for hand in position.table.board.hands] == [4, 4, 4]


@pytest.mark.parametrize(
    ("laid", "winner"),
    [
        (("KH QS", "AH"), 1),
        (("QD", "JC"), 1),
        (("QC", ""), 0),
        (("", ""), None),
        (("AS", "AH AD"), 0),
        (("AH KH JH", "AS"), 1),
        (("KC", "JD QH QS"), 1),
        (("AC", "KC JD"), None),
        (("AH QH", "AD QD"), None),
        (("AS", "AH KH KD", "AD AC JH"), None),
        (("AS", "AH KH KD", "AD AC QS QH"), 2),
        (("QS QH JS", "JH JD", "KS"), 0),
        (("QS QH JS", "JH JD", "KS", "AC"), 3),
        (("QS JS QH", "JH QD QC", "KS"), None),
        (("QS QH QD", "JH QC", "KS"), 2),
    ],
)
def test_r12_to_r16_who_converts(laid: tuple[str, ...], winner: int | None) -> None:
    assert winner_of(*laid) == winner


def test_r12_sums() -> None:
    assert sums([[Cleric("bishop"), Cleric("nun")], [Cleric("pope"), Cleric("priest")], []]) == [5, 14, 0]


def test_r17_pagans_are_settled_each_by_itself_and_the_last_one_ends_the_game() -> None:
    laid = {"6D": [["KS"], ["JS"]], "2S": [["QS"], ["AH"]], "9C": [["KH"], ["KD"]]}
    position = Position(2, row=["6D", "2S", "9C"], laid=laid, hands=[["QD"]])
    position.lay("QD", "2S")
    taken = [(event.seat, names(event.cards)) for event in of_kind(position.news(), Converted)]
    assert taken == [(0, ["6D"]), (1, ["2S"])]
    board = position.table.board
    assert (names(board.row), board.laid, position.table.turn()) == (["9C"], [[[], []]], 1)
    last = Position(2, row=["9C"], hands=[["QD"]])
    last.lay("QD", "9C")
    assert last.table.turn() is None
    assert not of_kind(last.news(), Opened)


@pytest.mark.parametrize(("idle", "over"), [(IDLE_ROUNDS - 2, False), (IDLE_ROUNDS - 1, True)])
def test_r18_four_rounds_in_a_row_without_a_conversion_end_the_game(idle: int, over: bool) -> None:
    laid = {"9C": [["KS"], ["KH"]]}
    position = Position(
        3, row=["6D", "9C"], pile=["7S"], laid=laid, hands=[[], [], ["QD"]], active=2, idle=idle
    )
    position.lay("QD", "9C")
    assert position.table.board.idle == idle + 1
    assert (position.table.turn() is None) == over
    assert position.table.standing().points == (0, 0, 0)


def test_r18_a_conversion_starts_the_count_again() -> None:
    position = Position(2, row=["6D", "9C"], hands=[["QD"]], idle=IDLE_ROUNDS - 1)
    position.lay("QD", "9C")
    assert position.table.board.idle == 0
    assert position.table.turn() is not None


@pytest.mark.parametrize(
    ("won", "total"),
    [
        ("2S 4S 5S 8S 9S TS", 6),
        ("3S 7S", 0),
        ("3S 3H", 0),
        ("3S 3H 3D", 10),
        ("3S 3H 3D 3C", 10),
        ("7S 7H", 0),
        ("7S 7H 7D", 20),
        ("7S 7H 7D 7C", 20),
        ("6S", -10),
        ("6S 6H", -20),
        ("6S 6H 6D 6C", -40),
    ],
)
def test_r20_to_r23_what_pagans_are_worth_to_their_owner(won: str, total: int) -> None:
    assert worth(won, "") == (total, 0)
    specials = sum(pagan(name).special for name in won.split())
    assert worth(won, "", options=Options(specials_count_one=True)) == (total + specials, 0)


def test_r24_three_sixes_cost_everyone_else_thirty() -> None:
    assert worth("6S 6H 6D 2S", "6C 2H", "4S 4H") == (1, -39, -28)
    assert worth("6S 6H 6D", "6C") == (0, -40)


def test_r26_equal_totals_share_the_place() -> None:
    won = [["2S", "2H"], ["4S", "4H"], ["5S"]]
    assert Position(3, won=won).table.standing().places == (1, 1, 3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_keeps_its_cards_and_seats_know_only_what_they_were_shown(players: int) -> None:
    table = dealt(players)
    choose = random.Random(5)
    while legal := table.legal():
        board = table.board
        lying = places(board)
        assert len({card for name in ("clergy", "used", "hands", "laid") for card in lying[name]}) == 16
        assert len({card for name in ("pagans", "row", "won") for card in lying[name]}) == 36
        assert sum(map(len, lying.values())) == 52
        hidden = {*board.clergy, *board.pagans}
        for seat, hand in enumerate(board.hands):
            assert hidden.isdisjoint(table.view(seat).faces)
            assert all(
                set(hand).isdisjoint(table.view(other).faces)
                for other in (*range(players), SPECTATOR)
                if other != seat
            )
        table.play(choose.choice(legal))


def test_names_may_be_spelt_with_ten() -> None:
    assert pagan("10S") == Pagan(10) == pagan(named("ts"))


def test_a_pagan_that_arrives_is_seen_by_all() -> None:
    table = dealt(2)
    (arrived,) = of_kind(table.seen(SPECTATOR), Arrived)
    assert len(arrived.faces) == 4

"""Richelieu, ruling by ruling: each test carries the number it has in engine/richelieu/RULES.md."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import engine.richelieu
from engine.chance import Chance
from engine.richelieu import GAME, game_with
from engine.richelieu.board import Options, where_is
from engine.richelieu.cards import CAMPS
from engine.richelieu.events import Began, Lapsed, Recalled, Resolved, Rewarded, Strode
from engine.richelieu.moves import Agent, Buy, Commission, Corrupt, Income, Sell, Send, Stay, Stop
from engine.richelieu.tables import TABLES, TableError, read
from engine.seating import free_for_all
from engine.sight import SPECTATOR
from engine.table import Table
from engine.values import IllegalMove, ImpossibleTable
from tests.rules.richelieu_positions import EMPTY, Position

RULES = Path(engine.richelieu.__file__).with_name("RULES.md").read_text(encoding="utf-8")
TWO, THREE = ["Red", "Yellow"], ["Red", "Yellow", "Blue"]


def dealt(seats: int, seed: bytes = b"deal") -> Table:
    return Table.dealt(GAME, free_for_all(seats), Options(), Chance(seed))


def boxes(*told: tuple[str, str]) -> list[dict[str, Any]]:
    """Boxes as `("R02 Red:1d Red:2d", "HA1 Yellow:1d")`: fields from the left, `-` free."""
    return [{camp: _tile(words) for camp, words in zip(CAMPS, box, strict=True)} for box in told]


def _tile(words: str) -> dict[str, Any]:
    code, *fields = words.split()
    marks = [None if mark == "-" else mark for mark in fields]
    return {"tile": code, "fields": [*marks, *EMPTY][:5]}


def position(
    *told: tuple[str, str], players: list[str] = TWO, active: str | None = None, **more: Any
) -> Position:
    if told:
        more["boxes"] = boxes(*told)
    return Position({"players": players, **more}, active)


def place(at: Position, value: int, box: int, tile: Any, field: int) -> Any:
    """Play an own agent; what happened."""
    table = at.table
    hand = table.board.hands[table.turn()]
    card = next(card for card in hand if at.value(card) == value)
    return table.play(Agent(card, box, tile, field))


def only(events: Any, kind: type) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def closing(*others: tuple[str, str], red: str = "R02", **more: Any) -> Position:
    """Red closes box 0 with a 1 on the last field of a tile of Richelieu on which it leads."""
    first = (f"{red} Red:2d Red:1d Red:1d Yellow:1d", "HA1")
    rest = others or (("R04", "FR1"), ("R03", "HA2"))
    return position(first, *rest, **more)


def close(at: Position) -> Any:
    return place(at, 2, 0, "richelieu", 4)


def test_R1_ten_agents() -> None:
    table = dealt(3)
    for seat in range(3):
        hand = table.board.hands[seat]
        assert sorted(table.view(seat).faces[card].value for card in hand) == [-2, -2, 1, 1, 1, 2, 2, 2, 3, 3]


def test_R2_thirteen_tiles_of_each_camp_and_every_frame_of_the_known_one() -> None:
    assert [len(TABLES.faces(camp)) for camp in CAMPS] == [13, 13]
    known = next(tile for tile in TABLES.tiles if tile.id == "EN1")
    assert known.first == (("prestige", 3), ("income", 1))
    assert (known.second, known.cardinal) == ((("prestige", 3), ("money", 3)), -2)


def test_R3_four_tiles_of_england_three_of_the_others() -> None:
    factions = [tile.faction for tile in TABLES.tiles]
    assert [factions.count(name) for name in ("England", "France", "Habsburg", "Protestants")] == [4, 3, 3, 3]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_R4_a_pair_in_each_box_and_the_rest_on_the_stacks(seats: int) -> None:
    board = dealt(seats).board
    assert [list(tiles) for tiles in board.tiles] == [list(CAMPS)] * 3
    assert len(board.richelieu_stack) == len(board.opposition_stack) == 10


def test_R5_the_starter_is_drawn_and_later_seats_have_two_coins_more() -> None:
    tables = [dealt(4, bytes([seed])) for seed in range(30)]
    assert {table.board.turn for table in tables} == {0, 1, 2, 3}
    for table in tables:
        starter = table.board.turn
        assert [table.board.money[(starter + rank) % 4] for rank in range(4)] == [5, 7, 9, 11]


def test_R6_first_spaces() -> None:
    board = dealt(3).board
    assert (board.prestige, board.military, board.income, board.jewels) == (
        [0] * 3,
        [0] * 3,
        [3] * 3,
        [2] * 3,
    )
    assert (board.city_jewels, board.cardinal) == (4, 8)
    assert where_is(board, "queen") is where_is(board, "eminence") is None


def test_R7_any_agent_may_be_chosen_and_equal_ones_are_named_once() -> None:
    at = position()
    offered = {move.card for move in at.table.legal() if isinstance(move, Agent)}
    assert sorted(map(at.value, offered)) == [-2, 1, 2, 3]
    twins = [card for card in at.board.hands[0] if at.value(card) == 1]
    assert len(twins) == 3
    at.table.play(Agent(twins[-1], 0, "richelieu", 4))
    assert at.board.agents[0]["richelieu"][4] == twins[-1]


def test_R8_symbols_entered_or_passed_pay_once_each() -> None:
    at = position(military=[1, 0], money=[9, 0])
    at.table.play(Commission())
    assert (at.board.military[0], at.board.prestige[0], at.board.money[0]) == (2, 1, 6)
    at = closing(red="R04", military=[3, 0])
    close(at)
    assert (at.board.military[0], at.board.income[0], at.board.prestige[0]) == (5, 4, 4)


def test_R9_steps_beyond_the_end_are_lost() -> None:
    at = closing(red="R08", income=[9, 10])
    close(at)
    assert at.board.income == [10, 10]
    at = closing(red="R04", military=[11, 0])
    close(at)
    assert (at.board.military[0], at.board.prestige[0]) == (12, 5)


def test_R10_a_turn_may_be_empty_and_goes_clockwise() -> None:
    at = position(players=THREE, active="Blue")
    assert at.table.play(Stop())[-1] == Began(seat=0, actions=2)
    assert at.table.turn() == 0


def test_R11_two_actions_behind_the_cardinal_one_level_or_ahead() -> None:
    for prestige, actions in ((7, 2), (8, 1), (9, 1)):
        assert position(prestige=[0, prestige]).table.play(Stop())[-1] == Began(seat=1, actions=actions)


def test_R11_the_number_stays_when_the_marker_passes_the_cardinal() -> None:
    at = closing(prestige=[7, 0])
    close(at)
    assert at.board.prestige[0] > 8
    assert (at.table.turn(), at.board.actions) == (0, 1)


def test_R12_face_down_for_coins_open_for_none() -> None:
    at = position(money=[5, 0])
    place(at, 3, 0, "richelieu", 0)
    place(at, 2, 0, "richelieu", 4)
    assert at.fields(0, "richelieu") == ["Red:3d", None, None, None, "Red:2u"]
    assert at.seen_fields(0, "richelieu", "Yellow") == ["Red:?", None, None, None, "Red:2"]
    assert at.board.money == [2, 0]
    zeros = {(move.box, move.tile, move.field) for move in at.table.legal() if isinstance(move, Agent)}
    assert zeros == {(0, "opposition", 4), (1, "richelieu", 4), (1, "opposition", 4), (2, "richelieu", 3),
                     (2, "richelieu", 4), (2, "opposition", 4)}  # fmt: skip


def test_R13_no_commission_without_the_coins_or_at_the_end() -> None:
    assert Commission() not in position(money=[1, 0]).table.legal()
    assert Commission() in position(money=[2, 0]).table.legal()
    assert Commission() not in position(military=[12, 0], money=[50, 0]).table.legal()


def test_R14_sell_for_5_or_buy_for_8_not_both() -> None:
    at = position(money=[8, 0])
    assert Buy() in at.table.legal()
    at.table.play(Sell())
    assert (at.board.money[0], at.board.jewels[0], at.board.city_jewels) == (13, 1, 7)
    assert Sell() not in at.table.legal()
    assert Buy() not in at.table.legal()
    at = position(money=[8, 0])
    at.table.play(Buy())
    assert (at.board.money[0], at.board.jewels[0], at.board.city_jewels) == (0, 3, 5)
    assert Sell() not in at.table.legal()
    for poor in (position(money=[7, 0]), position(money=[9, 0], cityJewels=0)):
        assert Buy() not in poor.table.legal()
    assert Sell() not in position(jewels=[0, 2]).table.legal()


def test_R15_income_is_the_space_of_the_marker() -> None:
    at = position(income=[5, 3], money=[1, 1])
    at.table.play(Income())
    assert at.board.money == [6, 1]


def test_R16_the_last_agent_placed_brings_those_in_the_city_back_as_new_cards() -> None:
    at = position(hand={"Red": [2]}, city={"Red": [3, -2, 1]})
    known = set(at.board.city[0])
    place(at, 2, 0, "richelieu", 4)
    hand = at.board.hands[0]
    assert sorted(map(at.value, hand)) == [-2, 1, 3]
    assert not at.board.city[0]
    assert not known & set(hand)
    assert not set(hand) & set(at.table.view(SPECTATOR).faces)


def test_R16_recall_comes_before_the_resolution_and_waits_for_an_empty_city() -> None:
    at = closing(hand={"Red": [2]}, city={"Red": [3]})
    close(at)
    assert sorted(map(at.value, at.board.hands[0])) == [3]
    assert len(at.board.city[0]) == 4
    at = closing(hand={"Red": [2]})
    events = close(at)
    assert len(only(events, Recalled)) == 1
    assert sorted(map(at.value, at.board.hands[0])) == [1, 1, 2, 2]


def test_R16_who_gets_which_new_card_does_not_depend_on_the_order_in_the_city() -> None:
    hands = []
    for city in ([3, -2, 1], [1, 3, -2]):
        at = position(hand={"Red": [2]}, city={"Red": city})
        place(at, 2, 0, "richelieu", 4)
        hands.append([at.value(card) for card in at.board.hands[0]])
    assert hands[0] == hands[1]


def test_R17_only_placing_may_be_done_twice() -> None:
    at = position(money=[20, 0])
    at.table.play(Income())
    assert Income() not in at.table.legal()
    assert {Commission(), Sell(), Buy()} <= set(at.table.legal())
    at = position(money=[20, 0])
    at.table.play(Commission())
    assert Commission() not in at.table.legal()
    at = position()
    place(at, 1, 0, "richelieu", 4)
    place(at, 1, 1, "richelieu", 4)
    assert at.table.turn() == 1


def test_R17_the_next_turn_has_them_again() -> None:
    at = position()
    at.table.play(Income())
    at.table.play(Stop())
    at.table.play(Stop())
    assert at.table.turn() == 0
    assert Income() in at.table.legal()


def test_R18_one_full_tile_is_enough_and_pawns_fill() -> None:
    at = position(("R02 Red:1d Red:2d Yellow:1d Yellow:1d", "HA1"), ("R04", "FR1"))
    assert only(place(at, 1, 0, "richelieu", 4), Resolved)
    at = position(("R02 QUEEN Red:2d Yellow:1d Yellow:1d", "HA1"), ("R04", "FR1"))
    assert only(place(at, 1, 0, "richelieu", 4), Resolved)
    at = position(("R02 Red:1d Red:2d Yellow:1d", "HA1 Yellow:1d Yellow:2d Yellow:2d Red:1d"), ("R04", "FR1"))
    assert not only(place(at, 1, 0, "richelieu", 4), Resolved)


def test_R19_pawns_count_three_and_a_tie_is_richelieus() -> None:
    at = position(("R02 QUEEN Red:-2d Red:1d Yellow:1d", "HA1 EMINENCE Yellow:1d"), ("R04", "FR1"))
    (event,) = only(place(at, 1, 0, "richelieu", 4), Resolved)
    assert (event.richelieu, event.opposition, event.winner) == (4, 4, "richelieu")
    at = position(("R02 QUEEN Red:-2d Red:1d Yellow:1d", "HA1 EMINENCE Yellow:2d"), ("R04", "FR1"))
    (event,) = only(place(at, 1, 0, "richelieu", 4), Resolved)
    assert event.winner == "opposition"


def test_R20_negatives_count_and_only_more_than_zero_ranks() -> None:
    at = position(("R02 Red:2d Red:2d Yellow:2d Yellow:-2d", "HA1"), ("R04", "FR1"))
    (event,) = only(place(at, -2, 0, "richelieu", 4), Resolved)
    assert (event.first, event.second) == (0, None)
    assert at.board.prestige == [5, 0]


def test_R21_equal_contributions_go_by_the_leftmost_agent_whatever_its_value() -> None:
    at = position(
        ("R02 Yellow:-2d Red:1d Red:1d Yellow:3d", "HA1"), ("R04", "FR1"), players=THREE, active="Yellow"
    )
    (event,) = only(place(at, 1, 0, "richelieu", 4), Resolved)
    assert (event.first, event.second) == (1, 0)
    at = position(
        ("R02 Red:1d Yellow:-2d Red:1d Yellow:3d", "HA1"), ("R04", "FR1"), players=THREE, active="Yellow"
    )
    (event,) = only(place(at, 1, 0, "richelieu", 4), Resolved)
    assert (event.first, event.second) == (0, 1)
    assert [at.code(card) for card in at.board.won[0]] == ["R02"]
    assert [at.code(card) for card in at.board.removed] == ["HA1"]


def test_R22_the_cardinal_moves_after_the_bonuses_and_not_below_zero() -> None:
    at = position(("R02", "HA1 Red:3d Red:1d Red:1d Yellow:1d"), ("R04", "FR1"), cardinal=2)
    events = place(at, 1, 0, "opposition", 4)
    assert at.board.cardinal == 0
    kinds = [type(event) for event in events]
    assert kinds.index(Strode) > max(place for place, kind in enumerate(kinds) if kind is Rewarded)


def test_R23_the_cardinal_joins_the_first_only_when_richelieu_won_and_from_behind() -> None:
    at = closing(prestige=[14, 3], cardinal=9)
    assert [event.to for event in only(close(at), Strode)] == [12, 19]
    at = closing(prestige=[2, 30], cardinal=9)
    assert [event.to for event in only(close(at), Strode)] == [12]
    at = position(("R02", "HA1 Red:3d Red:1d Red:1d Yellow:1d"), ("R04", "FR1"), prestige=[14, 3])
    place(at, 1, 0, "opposition", 4)
    assert at.board.cardinal == 5


def test_R24_agents_to_the_city_open_pawns_home_new_tiles_in() -> None:
    at = position(("R02 QUEEN Red:2d Yellow:1d Yellow:1d", "HA1 EMINENCE Yellow:-2d"), ("R04", "FR1"))
    place(at, 1, 0, "richelieu", 4)
    assert [sorted(map(at.value, cards)) for cards in at.board.city] == [[1, 2], [-2, 1, 1]]
    assert {card for cards in at.board.city for card in cards} <= set(at.table.view(SPECTATOR).faces)
    assert where_is(at.board, "queen") is where_is(at.board, "eminence") is None
    assert [at.code(card) for card in at.board.tiles[0].values()] == ["R12", "PR2"]
    at = closing(stacks={"richelieu": [], "opposition": []})
    close(at)
    assert at.board.tiles[0] == {}
    assert at.table.turn() is not None


def test_R25_then_the_topmost_full_box() -> None:
    nearly = "Red:1d Yellow:1d Red:1d Yellow:1d"
    at = position(
        (f"R04 {nearly}", "FR1"),
        ("R03 Red:2d QUEEN EMINENCE Yellow:2d", "HA2"),
        ("R06 Red:2d Red:2d Yellow:2d Yellow:1d", "HA1"),
    )
    place(at, 3, 2, "richelieu", 4)
    place(at, 3, 1, "richelieu", 4)
    assert at.table.turn() == 1
    events = place(at, 3, 0, "richelieu", 4)
    assert [event.box for event in only(events, Resolved)] == [0, 1]


def test_R25_a_box_that_is_not_full_any_more_is_not_resolved() -> None:
    full = "R03 Red:2d Yellow:1d Yellow:2d Yellow:2d Red:-2u"
    at = closing((full, "FR1"), ("R04", "HA2"), red="R07")
    close(at)
    moved = at.board.agents[1]["richelieu"][1]
    events = at.table.play(Corrupt(moved, 2, "richelieu", 0))
    assert not only(events, Resolved)
    assert at.board.intrigue is None


def test_R26_first_place_completely_then_second_from_left_to_right() -> None:
    at = closing(red="R01")
    rewards = [(event.seat, event.bonus) for event in only(close(at), Rewarded)]
    assert rewards == [(0, "prestige"), (0, "income"), (1, "prestige"), (1, "money")]


def test_R26_a_bonus_that_cannot_be_executed_is_lost_and_one_that_can_may_not_be_declined() -> None:
    at = position(("R07 Red:2d Red:1d Red:1d Red:1d", "HA1"), ("R04", "FR1"))
    assert [event.bonus for event in only(place(at, 2, 0, "richelieu", 4), Lapsed)] == ["corruption"]
    at = closing(("R04 Yellow:1d", "FR1"), red="R07")
    close(at)
    assert all(isinstance(move, Corrupt) for move in at.table.legal())


def test_R26_a_bonus_agent_is_lost_with_nobody_behind_the_screen() -> None:
    at = closing(red="R06", hand={"Red": [2]})
    assert [event.bonus for event in only(close(at), Lapsed)] == ["agent"]


def test_R27_a_bonus_agent_costs_nothing_lies_face_down_and_not_in_the_closed_box() -> None:
    at = closing(red="R06", money=[0, 0])
    close(at)
    assert {move.box for move in at.table.legal()} == {1, 2}
    place(at, 3, 1, "richelieu", 0)
    assert at.fields(1, "richelieu")[0] == "Red:3d"
    assert at.board.money == [0, 0]


def test_R28_the_queen_goes_to_free_fields_of_richelieu() -> None:
    at = closing(("R04 Yellow:1d", "FR1"), ("R03", "HA2"), red="R13")
    close(at)
    assert at.table.legal() == [Send(1, "richelieu", field) for field in range(1, 5)] + [
        Send(2, "richelieu", field) for field in range(5)
    ]
    at.table.play(Send(1, "richelieu", 3))
    assert where_is(at.board, "queen") == (1, "richelieu", 3)


def test_R28_the_eminence_goes_to_free_fields_of_the_opposition() -> None:
    at = position(("R02", "HA3 Red:3d Red:1d Red:1d Yellow:1d"), ("R04", "FR1 Yellow:2d"))
    place(at, 1, 0, "opposition", 4)
    assert at.table.legal() == [Send(1, "opposition", field) for field in range(1, 5)]


def test_R29_corruption_moves_others_agents_anywhere_and_shows_them_on_a_zero_only() -> None:
    at = closing(("R04 Yellow:3d Red:2d QUEEN", "FR1 Yellow:2u"), ("R03", "HA2"), red="R07")
    close(at)
    sources = {at.board.agents[1]["richelieu"][0], at.board.agents[1]["opposition"][0]}
    assert {move.card for move in at.table.legal()} == sources
    hidden, turned = at.board.agents[1]["richelieu"][0], at.board.agents[1]["opposition"][0]
    onto_paid = at.table.copy()
    onto_paid.play(Corrupt(hidden, 2, "opposition", 0))
    assert onto_paid.board.agents[2]["opposition"][0] == hidden
    assert hidden not in onto_paid.view(0).faces
    stays_open = at.table.copy()
    stays_open.play(Corrupt(turned, 2, "richelieu", 0))
    assert stays_open.view(SPECTATOR).faces[turned].value == 2
    at.table.play(Corrupt(hidden, 2, "richelieu", 4))
    assert at.fields(2, "richelieu")[4] == "Yellow:3u"
    assert at.board.occupants[1]["richelieu"] == [None, 0, "queen", None, None]


def test_R30_a_pawn_in_an_intrigue_may_stay_or_go_to_another() -> None:
    at = closing(("R04 QUEEN", "FR1"), ("R03 Red:-2d", "HA2"), red="R13")
    close(at)
    assert at.table.legal() == [Stay(), *(Send(2, "richelieu", field) for field in range(1, 5))]
    at.table.play(Stay())
    assert where_is(at.board, "queen") == (1, "richelieu", 0)


def test_R30_a_pawn_may_leave_the_box_that_is_being_resolved() -> None:
    at = position(("R13 QUEEN Red:2d Red:1d Yellow:1d", "HA1"), ("R04", "FR1"))
    place(at, 1, 0, "richelieu", 4)
    at.table.play(Send(1, "richelieu", 0))
    assert where_is(at.board, "queen") == (1, "richelieu", 0)


def test_R31_the_last_intrigue_ends_the_game_at_once() -> None:
    last = [None, boxes(("R02", "HA1 Red:3d Red:1d Yellow:1d Yellow:1d"))[0], None]
    at = Position({"players": TWO, "boxes": last, "stacks": {"richelieu": [], "opposition": []}})
    place(at, 2, 1, "opposition", 4)
    assert at.table.turn() is None
    assert at.table.legal() == []


@pytest.mark.parametrize(
    ("won", "points"),
    [
        ([["R01", "R02"], ["R03"], []], (8, 4, 0)),
        ([["R01", "R02"], ["R03", "R04"], ["R05"]], (4, 4, 0)),
        ([["R01", "R02"], ["R03"], ["R04"]], (8, 0, 0)),
        ([["R01", "R02"], [], []], (8, 0, 0)),
        ([["EN1", "EN2", "EN3", "EN4"], ["FR1", "FR2", "FR3"], ["HA1", "PR1", "PR2"]], (16, 9, 5)),
    ],
)
def test_R32_points_for_tiles(won: list[list[str]], points: tuple[int, ...]) -> None:
    at = position(players=THREE, income=[0] * 3, jewels=[0] * 3, won=dict(zip(THREE, won, strict=True)))
    assert at.table.standing().points == points


def test_R33_prestige_income_military_and_four_a_jewel() -> None:
    at = position(prestige=[33, 1], income=[6, 0], military=[5, 0], jewels=[1, 3], money=[40, 0])
    assert at.table.standing().points == (48, 13)


def test_R34_equal_points_are_decided_by_coins_and_else_shared() -> None:
    assert position(money=[3, 4]).table.standing().places == (2, 1)
    assert position(money=[4, 4]).table.standing().places == (1, 1)


def test_R35_the_fullest_box_when_five_rounds_went_by_without_a_placement() -> None:
    crowd = (("R02 Red:1d", "HA1"), ("R04 Red:2d", "FR2 Yellow:3d"), ("R03 Red:1d", "HA2"))
    at = position(*crowd, turnsWithoutPlacement=9)
    assert not only(at.table.play(Stop()), Resolved)
    (event,) = only(at.table.play(Stop()), Resolved)
    assert (event.box, event.valve, at.table.turn(), at.board.quiet) == (1, True, 0, 1)


def test_R35_of_equally_full_boxes_the_topmost() -> None:
    at = position(("R02", "HA1"), ("R04 Red:2d", "FR2"), ("R03 Red:1d", "HA2"), turnsWithoutPlacement=10)
    assert [event.box for event in only(at.table.play(Stop()), Resolved)] == [1]


def test_R35_a_pawn_is_a_placement_too() -> None:
    at = closing(("R04", "FR1"), ("R03", "HA2"), red="R13")
    close(at)
    at.board.quiet = 7
    at.table.play(Send(1, "richelieu", 0))
    assert at.board.quiet == 0


def test_R35_the_fullest_box_when_nobody_has_an_agent_left() -> None:
    at = position(("R02 Red:1d", "HA1"), ("R04", "FR1"), hand={"Red": [], "Yellow": []})
    assert [event.box for event in only(at.table.play(Stop()), Resolved)] == [0]
    assert [sorted(map(at.value, cards)) for cards in at.board.hands] == [[1], []]


def test_R35_a_placement_starts_the_count_anew() -> None:
    at = position(turnsWithoutPlacement=9)
    place(at, 1, 0, "richelieu", 4)
    at.table.play(Stop())
    assert at.board.quiet == 1


def test_R36_nobody_positive_gets_nothing_and_both_tiles_go() -> None:
    at = position(("R02", "HA1 Red:-2d Red:1d Yellow:-2d Yellow:1d"), ("R04", "FR1"))
    place(at, 1, 0, "opposition", 4)
    assert (at.board.prestige, at.board.won, at.board.cardinal) == ([0, 0], [[], []], 11)
    assert sorted(map(at.code, at.board.removed)) == ["HA1", "R02"]


def test_R37_a_face_down_agent_is_a_number_to_everybody_but_its_owner() -> None:
    at = position()
    place(at, 3, 0, "richelieu", 0)
    card = at.board.agents[0]["richelieu"][0]
    seen = [
        msgspec.json.decode(msgspec.json.encode(at.table.view(seat).painted())) for seat in (0, 1, SPECTATOR)
    ]
    assert [view["agents"][0]["richelieu"][0] for view in seen] == [[card, 3], [card], [card]]
    assert seen[1]["money"] == [2, 5]


def test_another_table_makes_another_game() -> None:
    text = msgspec.json.encode(TABLES)
    changed = msgspec.json.decode(text)
    changed["tiles"] = [tile for tile in changed["tiles"] if tile["id"] in ("R01", "R02", "EN1", "EN2")]
    changed["tiles"][0]["costs"] = [4, 4, 4, 4, 4]
    changed["setup"]["money"] = 50
    changed["tracks"]["income"]["max"] = 3
    game = game_with(read(msgspec.json.encode(changed)))
    table = Table.dealt(game, free_for_all(2), Options(), Chance(b"other"))
    assert [len(tiles) for tiles in table.board.tiles] == [2, 2, 0]
    assert table.board.money[table.board.turn] == 50
    dear = next(
        box for box in (0, 1) if table.view(0).faces[table.board.tiles[box]["richelieu"]].code == "R01"
    )
    card = table.board.hands[table.board.turn][0]
    table.play(Agent(card, dear, "richelieu", 0))
    assert 46 in table.board.money
    while table.turn() is not None:
        table.play(table.legal()[0])
    assert max(table.board.income) == 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda table: table["tiles"].pop(), "as many Richelieu tiles as opposition tiles"),
        (lambda table: table["tiles"][0]["costs"].pop(), "tile R01: expected 5 costs"),
        (lambda table: table["tiles"][0].update(faction="Spain"), "Spain"),
        (lambda table: table["tiles"][1].update(id="R01"), "the same id"),
        (lambda table: table["tracks"]["military"]["cost"].pop("7"), r"military spaces \[7\]"),
        (lambda table: table.update(colour="red"), "colour"),
    ],
)
def test_a_table_that_no_game_can_be_played_with_is_refused(change: Any, message: str) -> None:
    table = msgspec.json.decode(msgspec.json.encode(TABLES))
    change(table)
    with pytest.raises(TableError, match=message):
        read(msgspec.json.encode(table))


def test_five_do_not_fit_and_nonsense_is_illegal() -> None:
    with pytest.raises(ImpossibleTable, match="not 5 players"):
        dealt(5)
    at = position()
    card, foreign = at.board.hands[0][0], at.board.hands[1][0]
    for move in (
        Agent(card, 7, "richelieu", 0),
        Agent(card, 0, "richelieu", -1),
        Agent(foreign, 0, "richelieu", 0),
        Send(0, "richelieu", 0),
        Stay(),
    ):
        with pytest.raises(IllegalMove):
            at.table.play(move)


def test_every_ruling_has_a_test_and_every_test_a_ruling() -> None:
    ruled = set(re.findall(r"^\| (R\d+) \|", RULES, re.MULTILINE))
    tested = set(re.findall(r"^def test_(R\d+)_", Path(__file__).read_text(encoding="utf-8"), re.MULTILINE))
    assert ruled == tested

"""The rulings of Hielenlikkers on diplomats and confidants, each worked out by hand."""

import pytest

from engine.hielenlikkers.board import Options
from engine.hielenlikkers.events import Fetched
from tests.rules.hielenlikkers_positions import Position
from tests.rules.hielenlikkers_turns import PLAIN, places, targets, turn_ends

EXPANSION = Options(expansion=True)


def test_R24_a_diplomat_fetches_from_its_area_to_its_player_s_domain() -> None:
    position = Position(
        3,
        options=EXPANSION,
        above=["HA.N", "HA.G", "BU.S"],
        below=["TO.D", "ST.C"],
        domains=[["CA.N"], ["BU.A"]],
        hands={0: ["CA.D", "BU.-", "TO.-"]},
    )
    assert targets(position, "CA.D", "above") == {"HA.N", "BU.S", "TO.D", "ST.C"}
    assert targets(position, "CA.D", 1) == {"BU.A"}
    assert targets(position, "CA.D", 0) == set()
    assert places(position, "CA.D") == {"above", "below", 0, 1, 2}
    position.play("CA.D", 1, "BU.A")
    assert [position.called(domain) for domain in position.table.board.domains] == [
        ["BU.A", "CA.N"],
        ["CA.D"],
        [],
    ]


def test_R24_it_works_in_a_teammate_s_domain() -> None:
    position = Position(
        4, options=EXPANSION, teams=True, domains=[[], [], ["ST.N"]], hands={0: ["CA.D", "BU.-", "TO.-"]}
    )
    position.play("CA.D", 2, "ST.N")
    assert position.called(position.table.board.domains[0]) == ["ST.N"]


def test_R25_a_fetched_spy_stays_face_down_and_keeps_its_number() -> None:
    position = Position(
        2, options=EXPANSION, above=[("BU.S", 1)], hands={0: ["CA.D", "BU.-", "TO.-"], 1: PLAIN}
    )
    spy = position.lying("BU.S")
    position.play("CA.D", "below", "BU.S")
    assert position.table.board.domains[0] == [spy]
    assert spy not in position.table.view(0).faces
    assert spy in position.table.view(1).faces


def test_R25_a_fetched_assassin_does_not_act_again() -> None:
    position = Position(
        2, options=EXPANSION, domains=[["ST.N"], ["BU.A"]], hands={0: ["CA.D", "BU.-", "TO.-"], 1: PLAIN}
    )
    assert [type(event) for event in position.play("CA.D", 1, "BU.A")][1:] == [Fetched]
    assert all(move.victim is None for move in position.table.legal())


def test_R26_after_a_confidant_the_same_place_is_open() -> None:
    hand = ["BU.C", "TO.-", "NI.-"]
    position = Position(4, options=EXPANSION, hands={0: hand, 1: PLAIN})
    at_table = position.table.copy()
    position.play("BU.C", 2)
    assert places(position, "TO.-") == {"above", "below", 0, 2}
    position.table = at_table
    position.play("BU.C", "above")
    assert places(position, "TO.-") == {"above", "below", 0, 1, 2, 3}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_R26_a_turn_with_one_confidant(players: int) -> None:
    position = Position(players, options=EXPANSION, hands={0: ["BU.C", "TO.-", "NI.-"], 1: PLAIN})
    assert len(turn_ends(position)) == 28 * players - 16


def test_R27_the_bonus_is_for_the_next_card_alone() -> None:
    position = Position(3, options=EXPANSION, hands={0: ["BU.C", "TO.-", "NI.-"], 1: PLAIN})
    position.play("BU.C", "above")
    position.play("TO.-", 0)
    assert places(position, "NI.-") == {1, 2}


def test_R27_two_confidants_bring_all_three_cards_to_one_area() -> None:
    position = Position(3, options=EXPANSION, hands={0: ["BU.C", "TO.C", "NI.S"], 1: PLAIN})
    for name in ("BU.C", "TO.C", "NI.S"):
        position.play(name, 2)
    assert position.called(position.table.board.domains[2]) == ["BU.C", "NI.S", "TO.C"]


def test_R27_a_confidant_played_last_does_nothing() -> None:
    position = Position(3, options=EXPANSION, hands={0: ["NI.-", "TO.-", "BU.C"], 1: PLAIN})
    position.play("NI.-", 0)
    position.play("TO.-", 2)
    position.play("BU.C", "above")
    assert position.table.turn() == 1
    assert places(position, "BU.-") == {"above", "below", 0, 1, 2}


def test_R27_a_second_confidant_gives_its_own_bonus() -> None:
    position = Position(3, options=EXPANSION, hands={0: ["NI.C", "BU.C", "TO.-"], 1: PLAIN})
    position.play("NI.C", 0)
    position.play("BU.C", "below")
    assert places(position, "TO.-") == {"above", "below", 1, 2}


@pytest.mark.parametrize(("players", "ends"), [(2, 64), (3, 101), (4, 138), (5, 175), (6, 212)])
def test_R27_a_turn_with_two_confidants(players: int, ends: int) -> None:
    position = Position(players, options=EXPANSION, hands={0: ["BU.C", "TO.C", "NI.-"], 1: PLAIN})
    assert len(turn_ends(position)) == ends


def test_R28_a_card_just_played_can_be_killed_by_the_next() -> None:
    position = Position(3, options=EXPANSION, hands={0: ["BU.C", "NI.A", "TO.-"], 1: PLAIN})
    position.play("BU.C", "above")
    position.play("NI.A", "below", "BU.C")
    assert position.called(position.table.board.discard) == ["BU.C"]


def test_R28_so_can_a_card_just_fetched() -> None:
    position = Position(2, options=EXPANSION, above=["HA.N"], hands={0: ["CA.D", "NI.A", "TO.-"], 1: PLAIN})
    position.play("CA.D", "above", "HA.N")
    assert targets(position, "NI.A", 0) == {"HA.N"}

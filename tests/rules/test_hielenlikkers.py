"""The rulings of Hielenlikkers on cards, turns and knowledge, each worked out by hand."""

from collections import Counter
from itertools import permutations

import pytest

from engine.chance import Chance
from engine.hielenlikkers import GAME
from engine.hielenlikkers.board import Options
from engine.hielenlikkers.events import (
    Drew,
    Entrusted,
    Killed,
    Prepared,
    Shuffled,
    Slipped,
    Unmasked,
)
from engine.hielenlikkers.moves import Play, Where
from engine.seating import Seating, free_for_all, teams_of_two
from engine.sight import REFEREE, SPECTATOR
from engine.table import Table
from engine.values import ImpossibleTable, Seat
from tests.rules.hielenlikkers_positions import FAMILIES, Position, short
from tests.rules.hielenlikkers_turns import PLAIN, places, refused, targets, turn_ends

BASE, EXPANSION = Options(), Options(expansion=True)


def dealt(players: int, options: Options = BASE) -> Table:
    return Table.dealt(GAME, free_for_all(players), options, Chance(b"rules"))


def shuffled(table: Table) -> Shuffled:
    return next(event for event in table.log if isinstance(event, Shuffled))


def test_R1_ninety_courtiers_fifteen_a_family() -> None:
    for family in FAMILIES.values():
        roles = Counter(face.role for face in shuffled(dealt(5)).faces if face.family == family)
        assert roles == {"noble": 4, "spy": 2, "assassin": 2, "guard": 3, "plain": 4}


def test_R2_the_expansion_adds_two_diplomats_and_a_confidant_a_family() -> None:
    faces = Counter(map(short, shuffled(dealt(6, EXPANSION)).faces))
    assert sum(faces.values()) == 108
    assert {faces[f"{family}.D"] for family in FAMILIES} == {2}
    assert {faces[f"{family}.C"] for family in FAMILIES} == {1}


@pytest.mark.parametrize(
    ("players", "options", "boxed", "pile"),
    [
        (2, BASE, 30, 54), (3, BASE, 18, 63), (4, BASE, 6, 72), (5, BASE, 0, 75),
        (2, EXPANSION, 36, 66), (3, EXPANSION, 18, 81), (4, EXPANSION, 12, 84), (5, EXPANSION, 3, 90),
        (6, EXPANSION, 0, 90),
    ],
)  # fmt: skip
def test_R3_the_box_and_the_pile(players: int, options: Options, boxed: int, pile: int) -> None:
    board = dealt(players, options).board
    assert (len(board.box), len(board.pile)) == (boxed, pile)


def test_R4_three_cards_and_a_mission_of_each_back_all_different() -> None:
    table = dealt(5)
    assert [len(hand) for hand in table.board.hands] == [3] * 5
    given = [face.code for event in table.log if isinstance(event, Entrusted) for face in event.faces]
    assert len(set(given)) == 10
    assert [code[0] for code in given] == ["B", "W"] * 5
    assert len(table.board.unused_missions) == 10


def test_R5_who_may_play() -> None:
    assert GAME.seatings(BASE) == tuple(map(free_for_all, (2, 3, 4, 5)))
    fives = tuple(map(free_for_all, (2, 3, 4, 5, 6)))
    assert GAME.seatings(EXPANSION) == (*fives, teams_of_two(4), teams_of_two(6))


@pytest.mark.parametrize(
    ("seating", "options"), [(free_for_all(6), BASE), (teams_of_two(4), BASE), (free_for_all(7), EXPANSION)]
)
def test_R5_who_may_not(seating: Seating, options: Options) -> None:
    with pytest.raises(ImpossibleTable, match=seating.words()):
        Table.dealt(GAME, seating, options, Chance(b""))


def test_R6_seat_0_begins_and_the_next_seat_follows() -> None:
    table = dealt(3)
    seats = []
    while table.turn() is not None:
        seats.append(table.turn())
        table.play(table.legal()[0])
    assert seats[:12] == [0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0, 0]


def test_R7_three_areas_and_two_sides_at_the_table() -> None:
    position = Position(4, active=1, hands={1: PLAIN})
    assert places(position, "TO.-") == {"above", "below", 0, 1, 2, 3}


def test_R8_one_card_to_each_area() -> None:
    position = Position(4, hands={0: PLAIN, 1: PLAIN})
    position.play("BU.-", 2)
    assert places(position, "TO.-") == {"above", "below", 0}
    refused(position, "TO.-", 3)
    position.play("TO.-", "below")
    assert places(position, "NI.-") == {0}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_R8_a_turn_of_three_plain_cards_has_twelve_ends_for_each_opponent(players: int) -> None:
    position = Position(players, options=EXPANSION, hands={0: PLAIN, 1: PLAIN})
    assert len(turn_ends(position)) == 12 * (players - 1)


@pytest.mark.parametrize("where", ["above", "below", 0, 1])
def test_R9_spies_lie_face_down_everywhere_others_open(where: Where) -> None:
    position = Position(2, hands={0: ["BU.S", "TO.N", "NI.-"], 1: PLAIN})
    spy, noble = position.held("BU.S"), position.held("TO.N")
    branch = position.table.copy()
    assert isinstance(branch.play(Play(spy, where))[0], Slipped)
    assert spy not in branch.view(1).faces
    branch = position.table.copy()
    branch.play(Play(noble, where))
    assert short(branch.view(1).faces[noble]) == "TO.N"


def test_R10_an_effect_comes_at_once_or_not_at_all() -> None:
    position = Position(2, above=["HA.N"], hands={0: ["NI.A", "TO.-", "BU.-"], 1: PLAIN})
    assert [type(event) for event in after_events(position, "NI.A", "above", "HA.N")][1:] == [Killed]
    assert len(after_events(position, "NI.A", "above", None)) == 1
    position.play("NI.A", "above")
    assert all(move.victim is None for move in position.table.legal())


def after_events(position: Position, name: str, where: Where, target: str | None) -> list[object]:
    return list(position.table.copy().play(position.move(name, where, target)))


def test_R11_without_confidants_the_order_of_the_cards_does_not_matter() -> None:
    ends = set()
    spots = {"BU.-": "above", "TO.A": 0, "NI.S": 1}
    for order in permutations(spots):
        position = Position(2, domains=[["CA.-"], []], hands={0: list(spots), 1: PLAIN})
        for name in order:
            position.play(name, spots[name], "CA.-" if name == "TO.A" else None)
        board = position.table.board
        ends.add(repr([board.above, board.below, board.domains, board.discard]))
    assert len(ends) == 1


def test_R12_three_cards_are_drawn_after_the_third() -> None:
    position = Position(2, hands={0: PLAIN, 1: PLAIN}, pile=6)
    assert not isinstance(position.play("BU.-", 0)[-1], Drew)
    position.play("TO.-", 1)
    drew = position.play("NI.-", "above")[-1]
    assert isinstance(drew, Drew)
    assert len(drew.cards) == 3
    assert len(position.table.board.pile) == 3
    assert position.table.turn() == 1


def test_R12_without_a_pile_it_was_the_last_turn() -> None:
    position = Position(2, hands={0: PLAIN, 1: PLAIN}, pile=0)
    for seat in (0, 1):
        assert position.table.turn() == seat
        for name, where in zip(PLAIN, (0, 1, "above"), strict=True):
            position.play(name, where)
    assert position.table.turn() is None


def test_R13_an_assassin_reaches_the_whole_table() -> None:
    position = Position(
        3,
        above=["HA.N", "HA.G", "BU.S"],
        below=["TO.A", "CA.-"],
        domains=[["ST.-"]],
        hands={0: ["NI.A", "BU.-", "TO.-"]},
    )
    assert targets(position, "NI.A", "below") == {"HA.N", "BU.S", "TO.A", "CA.-"}
    assert targets(position, "NI.A", 0) == {"ST.-"}
    assert targets(position, "NI.A", 2) == set()


def test_R13_an_assassin_cannot_kill_itself() -> None:
    position = Position(2, above=["HA.N"], hands={0: ["NI.A", "BU.-", "TO.-"]})
    refused(position, "NI.A", "above", "NI.A")
    refused(position, "NI.A", 1, "HA.N")


def test_R14_guards_cannot_be_killed_or_fetched() -> None:
    position = Position(
        2, options=EXPANSION, below=["HA.G"], domains=[[], ["ST.G"]], hands={0: ["NI.A", "CA.D", "TO.-"]}
    )
    refused(position, "NI.A", "above", "HA.G")
    refused(position, "CA.D", "below", "HA.G")
    refused(position, "NI.A", 1, "ST.G")
    refused(position, "CA.D", 1, "ST.G")


def test_R15_twins_are_named_once_and_all_accepted() -> None:
    hand = ["BU.-#1", "NI.A", "BU.-#2"]
    position = Position(2, above=["HA.-#1", "HA.-#2", "CA.S#1", "CA.S#2"], below=["HA.-#3"], hands={0: hand})
    first, second = position.held("BU.-#1"), position.held("BU.-#2")
    assert {move.card for move in position.table.legal()} == {first, position.held("NI.A")}
    twin = position.table.copy()
    twin.play(Play(second, 0))
    assert twin.board.domains[0] == [second]
    killed = {position.names[move.victim] for move in position.table.legal() if move.victim is not None}
    assert killed == {"HA.-#1", "HA.-#3", "CA.S#1", "CA.S#2"}
    position.play("NI.A", "above", "HA.-#2")
    assert position.called(position.table.board.discard) == ["HA.-#2"]


def test_R16_the_dead_count_for_nothing_and_dead_spies_stay_unseen() -> None:
    position = Position(
        2,
        above=["HA.N"],
        below=["CA.-"],
        domains=[["CA.S", "HA.-"], []],
        hands={0: ["NI.A", "TO.A", "ST.-"], 1: PLAIN},
        pile=0,
    )
    spy, noble = position.lying("CA.S"), position.lying("HA.N")
    position.play("NI.A", "above", "HA.N")
    position.play("TO.A", 0, "CA.S")
    position.play("ST.-", 1)
    for name, where in zip(PLAIN, (0, 1, "below"), strict=True):
        position.play(name, where)
    table = position.table
    assert table.board.discard == [noble, spy]
    assert spy not in table.view(0).faces
    assert spy not in table.view(SPECTATOR).faces
    assert short(table.view(SPECTATOR).faces[noble]) == "HA.N"
    assert GAME.standing(table.view(SPECTATOR)).points == (0, 0)


def test_R38_hands_and_missions_are_their_owner_s() -> None:
    table = dealt(3)
    for seat in range(3):
        own = {*table.board.hands[seat], *table.board.missions[seat]}
        assert table.view(seat).faces.keys() == own
    assert table.view(SPECTATOR).faces == {}
    assert [len(hand) for hand in table.view(1).painted().hands] == [3, 3, 3]


@pytest.mark.parametrize("owner", [0, 1, 2])
def test_R39_only_who_held_a_spy_knows_it(owner: Seat) -> None:
    position = Position(3, active=1, hands={1: ["CA.S", "TO.-", "NI.-"], 2: PLAIN})
    spy = position.held("CA.S")
    position.play("CA.S", owner)
    knowing = [seat for seat in (0, 1, 2, SPECTATOR) if spy in position.table.view(seat).faces]
    assert knowing == [1]
    assert position.table.board.domains[owner] == [spy]


def test_R39_a_killed_spy_keeps_its_number() -> None:
    position = Position(2, domains=[[], [("CA.S", 1)]], hands={0: ["NI.A", "TO.-", "BU.-"], 1: PLAIN})
    spy = position.lying("CA.S")
    position.play("NI.A", 1, "CA.S")
    assert position.table.board.discard == [spy]
    assert [spy in position.table.view(seat).faces for seat in (0, 1)] == [False, True]


def test_R40_of_pile_box_and_unused_missions_only_the_sizes_are_shown() -> None:
    table = dealt(4, EXPANSION)
    seen = table.view(2).painted()
    assert (seen.pile, seen.box, seen.unused_missions) == (84, 12, 12)
    hidden = {*table.board.pile, *table.board.box, *table.board.unused_missions}
    assert not any(hidden & table.view(seat).faces.keys() for seat in range(-1, 4))
    assert hidden <= table.view(REFEREE).faces.keys()
    assert all(event.shown_to.value != "everyone" for event in table.log)
    assert any(isinstance(event, Prepared) for event in table.log)
    assert not any(isinstance(event, Unmasked) for event in table.log)

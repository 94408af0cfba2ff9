"""The rulings of Hielenlikkers on the end, the score, missions and teams, each worked out by hand."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

import engine.hielenlikkers
from engine.chance import Chance
from engine.hielenlikkers import GAME
from engine.hielenlikkers.board import Options
from engine.hielenlikkers.cards import Mission
from engine.hielenlikkers.events import Drew, Unmasked
from engine.hielenlikkers.scoring import Court, ranked
from engine.seating import Seating, free_for_all, teams_of_two
from engine.sight import SPECTATOR
from engine.table import Table
from tests.rules.hielenlikkers_positions import Position, courtier, short
from tests.rules.hielenlikkers_turns import PLAIN

DOUBLED = Options(noble_counts_two_in_missions=True)


def court(
    above: Sequence[str] = (),
    below: Sequence[str] = (),
    domains: Sequence[Sequence[str]] = ((), ()),
    missions: Sequence[Sequence[str]] = ((), ()),
    options: Options | None = None,
) -> Court:
    return Court(
        above=[courtier(name) for name in above],
        below=[courtier(name) for name in below],
        domains=[[courtier(name) for name in domain] for domain in domains],
        missions=[[Mission(code) for code in codes] for codes in missions],  # type: ignore[arg-type]
        options=options or Options(),
    )


def last_turn_played(position: Position, spots: dict[str, object]) -> Table:
    for name, where in spots.items():
        position.play(name, where)  # type: ignore[arg-type]
    assert position.table.turn() is None
    return position.table


def test_R17_spies_in_play_and_missions_are_shown_at_the_end() -> None:
    position = Position(
        2,
        active=1,
        above=["HA.S"],
        discard=["ST.S"],
        domains=[["CA.S"], []],
        hands={1: ["TO.S", "NI.-", "BU.-"]},
        missions=[["B1", "W1"], ["B2", "W2"]],
        pile=0,
    )
    table = last_turn_played(position, {"BU.-": 1, "NI.-": 0, "TO.S": "below"})
    unmasked = table.log[-1]
    assert isinstance(unmasked, Unmasked)
    spies = [short(face) for face in unmasked.faces if not isinstance(face, Mission)]
    missions = [face.code for face in unmasked.faces if isinstance(face, Mission)]
    assert sorted(spies) == ["CA.S", "HA.S", "TO.S"]
    assert missions == ["B1", "W1", "B2", "W2"]
    assert position.anywhere("ST.S") not in table.view(SPECTATOR).faces


def test_R17_a_spy_killed_by_the_very_last_card_is_not_shown() -> None:
    position = Position(2, active=1, domains=[["CA.S"], []], hands={1: ["TO.A", "NI.-", "BU.-"]}, pile=0)
    position.play("BU.-", 1)
    position.play("NI.-", "above")
    position.play("TO.A", 0, "CA.S")
    assert position.anywhere("CA.S") not in position.table.view(SPECTATOR).faces


def test_R18_turned_spies_count_where_they_lie() -> None:
    position = Position(
        2,
        active=1,
        above=["CA.-", "CA.S"],
        below=["CA.A"],
        domains=[["CA.S#2"], []],
        hands={1: PLAIN},
        pile=0,
    )
    table = last_turn_played(position, {"BU.-": 1, "NI.-": 0, "TO.-": "below"})
    assert table.standing().points == (1, 0)


@pytest.mark.parametrize(
    ("above", "below", "status"),
    [
        (["BU.-"], [], 1),
        ([], ["BU.-"], -1),
        (["BU.-"], ["BU.G"], 0),
        ([], [], 0),
        (["BU.N", "BU.N", "BU.N"], ["BU.-"], 1),
    ],
)
def test_R19_the_heavier_side_makes_the_status(above: list[str], below: list[str], status: int) -> None:
    assert court(above, below).status()["butterfly"] == status


def test_R20_a_noble_weighs_two_every_other_card_one() -> None:
    assert court(["ST.N"], ["ST.-"]).status()["stag"] == 1
    assert court(["ST.N"], ["ST.-", "ST.G"]).status()["stag"] == 0
    others = ["HA.A", "HA.S", "HA.G", "HA.D", "HA.C", "HA.-"]
    assert court(["HA.-"], domains=[others, ["HA.N"]]).domain_points() == [6, 2]


def test_R21_the_owner_of_a_domain_scores_its_cards() -> None:
    table = court(["BU.-", "BU.N"], ["HA.-"], [["BU.N", "BU.-", "HA.N", "CA.-"], []])
    assert table.domain_points() == [3 - 2, 0]


def test_R22_the_highest_wins_and_equals_share() -> None:
    assert ranked((5, 1, 5), (0, 1, 2)).places == (1, 3, 1)
    assert ranked((-1, -2), (0, 1)).places == (1, 2)


@pytest.mark.parametrize("expansion", [False, True])
def test_R23_everyone_has_as_many_turns_and_draws_three_or_none(expansion: bool) -> None:
    options = Options(expansion=expansion)
    turns = {2: 12, 3: 10, 4: 8, 5: 7, 6: 6} if expansion else {2: 10, 3: 8, 4: 7, 5: 6}
    for seating in GAME.seatings(options):
        table = played_out(seating, options)
        cards = Counter(seat for seat, _ in table.moves)
        assert cards == dict.fromkeys(range(seating.seats), 3 * turns[seating.seats])
        assert {len(event.cards) for event in table.log if isinstance(event, Drew)} == {3}
        assert table.moves[-1][0] == seating.seats - 1


def played_out(seating: Seating, options: Options) -> Table:
    table = Table.dealt(GAME, seating, options, Chance(b"turns"))
    while legal := table.legal():
        table.play(legal[-1])
    return table


def test_R29_diplomats_and_confidants_are_cards_of_their_family() -> None:
    table = court(["HA.D"], ["CA.C"], [["HA.C", "HA.D", "CA.D"], []], [["W4"], ["W5"]])
    assert table.domain_points() == [1, 0]
    assert table.points() == (1, 3)
    below = [f"{family}.D" for family in ("BU", "TO", "NI", "HA", "ST", "CA")]
    assert court(below=below, missions=[["B7"], []]).points() == (3, 0)


def test_R30_an_achieved_mission_gives_three_points() -> None:
    table = court(
        below=["CA.-", "HA.-"], domains=[["BU.A", "TO.A"], []], missions=[["B10", "W8"], ["B1", "W7"]]
    )
    assert table.points() == (6, 0)


def test_R30_spies_count_for_missions_once_turned() -> None:
    position = Position(
        2, active=1, above=["TO.-"], below=["TO.-#2"], hands={1: ["TO.S", "CA.-", "ST.-"]},
        missions=[["B2"], []], pile=0,
    )  # fmt: skip
    table = last_turn_played(position, {"CA.-": 0, "ST.-": 1, "TO.S": "below"})
    assert table.standing().points == (3, 0)


@pytest.mark.parametrize(
    ("code", "family"), [("B1", "BU"), ("B2", "TO"), ("B3", "NI"), ("B4", "ST"), ("B5", "HA"), ("B6", "CA")]
)
def test_R31_the_family_must_be_fallen(code: str, family: str) -> None:
    assert court(below=[f"{family}.-"], missions=[[code], []]).points() == (3, 0)
    assert court([f"{family}.-"], [f"{family}.-"], missions=[[code], []]).points() == (0, 0)
    others = [f"{other}.-" for other in ("BU", "TO", "NI", "HA", "ST", "CA") if other != family]
    assert court(below=others, missions=[[code], []]).points() == (0, 0)


def test_R32_every_family_below_the_mat() -> None:
    below = ["BU.-", "TO.S", "NI.-", "HA.-", "ST.-", "CA.-"]
    assert court(below=below, missions=[["B7"], []]).points() == (3, 0)
    assert court(["CA.-"], below[:5], missions=[["B7"], []]).points() == (0, 0)


def test_R32_five_cards_of_one_family_below_the_mat() -> None:
    five = ["HA.-", "HA.-", "HA.G", "HA.A", "HA.S"]
    assert court(["HA.N", "HA.N", "HA.N"], five, missions=[["B8"], []]).points() == (3, 0)
    assert court(five[:1], five[1:], missions=[["B8"], []]).points() == (0, 0)


def test_R32_at_most_three_esteemed_and_at_least_two_fallen() -> None:
    four = ["BU.-", "TO.-", "NI.-", "HA.-"]
    assert court(four[:3], missions=[["B9"], []]).points() == (3, 0)
    assert court(four, missions=[["B9"], []]).points() == (0, 0)
    assert court(missions=[["B9"], ["B10"]]).points() == (3, 0)
    assert court(below=four[:2], missions=[["B10"], []]).points() == (3, 0)
    assert court(below=four[:1], missions=[["B10"], []]).points() == (0, 0)


def test_R33_missions_count_a_noble_as_one_or_by_option_as_two() -> None:
    below, domains = ["CA.N", "CA.N", "CA.N"], [["BU.N"], ["BU.-", "BU.-"]]
    missions = [["B8", "W1"], []]
    assert court(below=below, domains=domains, missions=missions).points() == (3, 0)
    assert court(below=below, domains=domains, missions=missions, options=DOUBLED).points() == (3, 0)
    assert court(domains=domains, missions=[["W1"], []]).points() == (3, 0)
    assert court(domains=domains, missions=[["W1"], []], options=DOUBLED).points() == (0, 0)
    assert court(below=below, missions=[["B8"], []]).points() == (0, 0)
    assert court(below=below, missions=[["B8"], []], options=DOUBLED).points() == (3, 0)
    two = [["BU.N", "TO.N"], []]
    assert court(domains=two, missions=[["W7"], []], options=DOUBLED).points() == (0, 0)


@pytest.mark.parametrize(
    ("code", "family"), [("W1", "BU"), ("W2", "TO"), ("W3", "NI"), ("W4", "ST"), ("W5", "HA"), ("W6", "CA")]
)
def test_R34_strictly_fewer_than_the_left_neighbour(code: str, family: str) -> None:
    one, two = [f"{family}.-"], [f"{family}.-", f"{family}.S"]
    table = court(domains=[one, two, two], missions=[[code], [code], [code]])
    assert table.points() == (3, 0, 0)
    assert court(missions=[[code], []]).points() == (0, 0)
    assert court(domains=[one, two], missions=[[code], [code]]).points() == (3, 0)


@pytest.mark.parametrize(
    ("code", "role", "count"), [("W7", "N", 3), ("W8", "A", 2), ("W9", "G", 4), ("W10", "S", 3)]
)
def test_R35_enough_of_a_role_in_the_own_domain(code: str, role: str, count: int) -> None:
    cards = [f"{family}.{role}" for family in ("BU", "TO", "NI", "HA")][:count]
    assert court(domains=[cards, []], missions=[[code], []]).points() == (3, 0)
    table = court(cards[:1], cards[:1], [cards[1:], cards], [[code], []])
    assert not table.achieved(0, Mission(code))  # type: ignore[arg-type]


def test_R36_the_weaker_teammate_counts_then_the_stronger() -> None:
    sides = teams_of_two(4).sides
    assert ranked((14, 6, 5, 7), sides).places == (2, 1)
    assert ranked((4, 9, 8, 4), sides).places == (2, 1)
    assert ranked((0, 0, 0, 5, 5, 5), teams_of_two(6).sides).places == (1, 1, 1)


def test_R36_missions_are_each_player_s_own() -> None:
    domains = [["BU.-"], ["BU.N", "BU.-"], ["BU.-"], ["BU.G"]]
    table = court(["BU.-"], domains=domains, missions=[["W1"]] * 4)
    assert table.points() == (1 + 3, 3, 1, 1)
    assert ranked(table.points(), (0, 1, 0, 1)).places == (1, 2)


def test_R37_a_teammate_sees_no_more_than_an_opponent() -> None:
    options = Options(expansion=True)
    apart = Table.dealt(GAME, free_for_all(4), options, Chance(b"team"))
    together = Table.dealt(GAME, teams_of_two(4), options, Chance(b"team"))
    for _ in range(40):
        move = apart.legal()[-1]
        apart.play(move)
        together.play(move)
    for seat in range(4):
        assert together.view(seat).faces == apart.view(seat).faces


def test_every_ruling_has_a_test_and_every_test_a_ruling() -> None:
    folder = Path(engine.hielenlikkers.__file__).parent
    rulings = re.findall(
        r"^- \*\*(R\d+)\*\*", (folder / "RULES.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(set(rulings)) == len(rulings)
    tests = "".join(
        file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_hielenlikkers*.py")
    )
    assert set(re.findall(r"^def test_(R\d+)_", tests, re.MULTILINE)) == set(rulings)
    code = "".join(file.read_text(encoding="utf-8") for file in folder.glob("*.py"))
    assert set(re.findall(r"\bR\d+\b", code)) <= set(rulings)

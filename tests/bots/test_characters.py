"""What the example bots have an eye for: one position each, fed to the program by hand, a line at a time."""

import json
import subprocess
from itertools import count
from typing import Any

import pytest

from arena.build import build
from arena.manifest import read_bot
from arena.transport import command_words
from tests.bots.seated import BOTS

ALONE = [0, 1, 2]
IN_TEAMS = [0, 1, 0, 1]


def answer(name: str, view: dict[str, Any], legal: list[dict[str, Any]]) -> dict[str, Any]:
    """What a bot answers when this is the first decision of its first match."""
    bot = read_bot(BOTS / name)
    build(bot)
    hello = {"type": "hello", "protocol": 1, "game": "hielenlikkers", "options": view["options"]}
    hello |= {"seat": view["seat"], "sides": view["sides"], "clock": {}}
    act = {"type": "act", "id": 31, "view": view, "news": [], "legal": legal, "ms": 1000}
    said = [hello, {"type": "start", "match": "ab"}, act, {"type": "bye"}]
    lines = "".join(json.dumps(message, separators=(",", ":")) + "\n" for message in said)
    heard = subprocess.run(
        command_words(bot.manifest.run),
        cwd=bot.folder,
        input=lines,
        capture_output=True,
        text=True,
        check=True,
        timeout=20,
    )
    ready, reply = map(json.loads, heard.stdout.splitlines())
    assert ready == {"type": "ready"}
    assert reply.pop("id") == 31
    assert isinstance(reply, dict)
    return reply


def court(
    sides: list[int],
    hand: list[str],
    above: list[str],
    below: list[str],
    domains: list[list[str]],
    missions: tuple[str, str] = ("B7", "W10"),
    pile: int = 0,
) -> dict[str, Any]:
    """The view of seat 0. Cards are written `carp noble` and numbered: hand, above, below, domains."""
    numbers = count()

    def cards(words: list[str]) -> list[list[Any]]:
        return [[next(numbers), *card.split()] for card in words]

    lying = {"hands": [cards(hand)], "above": cards(above), "below": cards(below)}
    seats = len(sides)
    strangers = range(1, seats)
    return {
        "options": {"expansion": True},
        "sides": sides,
        "turn": 0,
        "above": lying["above"],
        "below": lying["below"],
        "domains": [cards(domain) for domain in domains],
        "hands": lying["hands"] + [[[next(numbers)]] for _ in strangers],
        "missions": [[[200, missions[0]], [201, missions[1]]]] + [[[202], [203]] for _ in strangers],
        "pile": pile,
        "box": 12,
        "unused_missions": 12,
        "discard": [],
        "used": ["own"] * (3 - len(hand)),
        "bonus": None,
        "seat": 0,
    }


FLIP = court(
    ALONE,
    hand=["toad noble", "carp plain"],
    above=["toad plain", "carp guard"],
    below=["stag guard"],
    domains=[["hare plain"], ["toad noble", "toad noble", "toad guard"], []],
)
HOME_OR_FLIP: list[dict[str, Any]] = [{"card": 1, "where": 0}, {"card": 0, "where": "below"}]


def test_gulzig_takes_a_point_at_home_rather_than_the_points_of_an_opponent() -> None:
    assert answer("gulzig", FLIP, HOME_OR_FLIP) == {"choice": 0}


@pytest.mark.parametrize("name", ["vleier", "hoveling", "intrigant", "behoedzaam"])
def test_others_bring_an_opponents_family_down_instead(name: str) -> None:
    assert answer(name, FLIP, HOME_OR_FLIP) == {"choice": 1}


def test_vleier_minds_the_best_opponent_and_hoveling_all_alike() -> None:
    view = court(
        ALONE,
        hand=["toad plain", "carp noble"],
        above=["toad plain", "carp noble"],
        below=["stag guard"],
        domains=[[], ["toad guard", "toad plain", "toad noble"], ["carp guard", "carp guard", "carp plain"]],
    )
    to_the_worse = {"card": 1, "where": "below"}  # three points down for seat 2, the others stay
    to_the_best = {"card": 0, "where": "below"}  # four points down for seat 1
    assert answer("vleier", view, [to_the_worse, to_the_best]) == {"choice": 1}
    assert answer("hoveling", view, [to_the_worse, {"card": 0, "where": "above"}]) == {"choice": 0}
    assert answer("vleier", view, [{"card": 0, "where": "above"}, to_the_worse]) == {"choice": 0}


def test_an_effect_is_weighed_too() -> None:
    view = court(
        ALONE,
        hand=["hare diplomat"],
        above=["toad plain"],
        below=[],
        domains=[[], ["toad noble", "toad plain"], []],
    )
    home, noble, plain = {"card": 0, "where": 1}, 2, 3
    legal = [home, home | {"fetched": plain}, home | {"fetched": noble}]
    for name in ("gulzig", "vleier", "hoveling", "intrigant", "behoedzaam"):
        assert answer(name, view, legal) == {"choice": 2}


@pytest.mark.parametrize("name", ["gulzig", "vleier", "hoveling", "intrigant", "behoedzaam"])
def test_a_diplomat_brings_home_what_is_worth_something_there(name: str) -> None:
    view = court(ALONE, ["hare diplomat"], ["carp plain"] * 3, [], [[], [], []])
    alone = {"card": 0, "where": "above"}
    assert answer(name, view, [alone, alone | {"fetched": 1}]) == {"choice": 1}


@pytest.mark.parametrize("name", ["gulzig", "vleier", "hoveling", "intrigant", "behoedzaam"])
def test_a_fallen_card_is_given_away(name: str) -> None:
    view = court(ALONE, ["stag noble"], [], ["stag guard"] * 3, [[], [], []])
    assert answer(name, view, [{"card": 0, "where": 0}, {"card": 0, "where": 1}]) == {"choice": 1}


@pytest.mark.parametrize("name", ["intrigant", "behoedzaam"])
def test_missions_tip_the_balance(name: str) -> None:
    view = court(
        ALONE,
        hand=["hare plain", "hare assassin"],
        above=[],
        below=[],
        domains=[["stag assassin"], [], []],
        missions=("B9", "W8"),
    )
    legal = [{"card": 0, "where": 0}, {"card": 1, "where": 0}]
    assert answer(name, view, legal) == {"choice": 1}
    assert answer("vleier", view, legal) == {"choice": 0}


def test_intrigant_does_what_a_blue_mission_asks() -> None:
    view = court(ALONE, ["hare plain"], [], [], [[], [], []], missions=("B5", "W10"))
    assert answer("intrigant", view, [{"card": 0, "where": "above"}, {"card": 0, "where": "below"}]) == {
        "choice": 1
    }


def test_behoedzaam_lifts_the_partner_who_is_behind() -> None:
    view = court(
        IN_TEAMS,
        hand=["carp noble"],
        above=["carp guard", "toad guard"] * 4,
        below=[],
        domains=[["toad guard"] * 6, ["toad guard"] * 4, ["toad guard"], ["toad guard"] * 4],
    )
    legal = [{"card": 0, "where": 0}, {"card": 0, "where": 2}]
    assert answer("behoedzaam", view, legal) == {"choice": 1}
    assert answer("vleier", view, legal) == {"choice": 0}


def test_strateeg_answers_with_its_whole_turn() -> None:
    view = court(
        ALONE,
        hand=["carp confidant", "carp noble", "toad plain"],
        above=["carp guard"],
        below=[],
        domains=[[], [], []],
    )
    moves = answer("strateeg", view, [])["moves"]
    # The confidant lets the noble follow it home; the toad, which is worth nothing, goes anywhere else.
    assert moves[:2] == [{"card": 0, "where": 0}, {"card": 1, "where": 0}]
    assert moves[2]["card"] == 2
    assert moves[2]["where"] != 0


def test_strateeg_plans_the_rest_of_a_turn_that_has_begun() -> None:
    view = court(ALONE, ["carp noble", "toad plain"], ["carp guard"], [], [[], [], []])
    moves = answer("strateeg", view, [])["moves"]
    assert sorted(move["card"] for move in moves) == [0, 1]
    assert all(move["where"] != 0 for move in moves)  # `own` is used


@pytest.mark.parametrize("name", ["vlug", "vlug-py"])
def test_vlug_reads_on_when_a_request_comes_in_pieces(name: str) -> None:
    view = court(ALONE, [], [], [], [[], [], []]) | {"long": "x" * (1 << 20)}
    assert answer(name, view, []) == {"choice": 0}

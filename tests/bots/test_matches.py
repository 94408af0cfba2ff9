"""Every example bot for Hielenlikkers plays whole matches as a program, against strangers."""

from typing import Any

import pytest

from engine.chance import Chance
from engine.registry import GAMES
from engine.seating import Seating, free_for_all, teams_of_two
from engine.table import Table
from tests.bots.seated import BOTS, bots_for, played, seated
from tests.toy import TOY

HIELENLIKKERS = GAMES["hielenlikkers"]
FOUR = free_for_all(4)
# Each plays better than chance, and thus than `lukraak`; the others answer without thinking.
THINKING = ["behoedzaam", "gulzig", "hoveling", "intrigant", "strateeg", "vleier"]
CARELESS = ["lukraak", "vlug", "vlug-py"]
NAMES = sorted(THINKING + CARELESS)

TABLES: dict[str, tuple[Seating, dict[str, bool]]] = {
    "2": (free_for_all(2), {}),
    "5": (free_for_all(5), {}),
    "3, nobles twice": (free_for_all(3), {"noble_counts_two_in_missions": True}),
    "2, expansion": (free_for_all(2), {"expansion": True}),
    "4, expansion": (FOUR, {"expansion": True}),
    "6, expansion": (free_for_all(6), {"expansion": True}),
    "2 teams": (teams_of_two(4), {"expansion": True}),
    "3 teams": (teams_of_two(6), {"expansion": True}),
}


def test_every_bot_for_hielenlikkers_is_tried_here() -> None:
    assert bots_for("hielenlikkers") == NAMES


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("table", TABLES)
def test_a_bot_plays_a_whole_match_without_a_foul(name: str, table: str) -> None:
    seating, options = TABLES[table]
    last = seating.seats - 1
    with seated(BOTS / name, HIELENLIKKERS, seating, last, **options) as player:
        match = played(player, HIELENLIKKERS, seating, last, "a1b2", **options)
    assert match.result.ending.kind == "played", match.result.ending
    assert match.result.decisions[last] == len(match.moves)


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_repeats_a_match_whatever_it_played_before(name: str) -> None:
    def moves(*matches: str) -> list[Any]:
        with seated(BOTS / name, HIELENLIKKERS, FOUR, 1, expansion=True) as player:
            return [played(player, HIELENLIKKERS, FOUR, 1, match, expansion=True).moves for match in matches]

    assert moves("c3", "d4") == [moves("c3")[0], moves("d4")[0]]


@pytest.mark.parametrize("name", CARELESS)
def test_the_careless_need_not_know_the_game(name: str) -> None:
    with seated(BOTS / name, TOY, free_for_all(3), 2) as player:
        assert played(player, TOY, free_for_all(3), 2, "e5").result.ending.kind == "played"


def test_luck_differs_by_match_and_by_seat() -> None:
    def choices(seat: int, match: str) -> list[Any]:
        view = Table(TOY, free_for_all(2), TOY.options(), Chance(b"")).view(seat)
        with seated(BOTS / "lukraak", TOY, free_for_all(2), seat) as player:
            player.start(match)
            return [player.act(view, [], list(range(1000))) for _ in range(8)]

    assert choices(0, "f6") == choices(0, "f6")
    assert choices(0, "f6") != choices(0, "a7")
    assert choices(0, "f6") != choices(1, "f6")


@pytest.mark.parametrize("name", THINKING)
def test_a_thinking_bot_beats_chance_by_more_than_150_elo(name: str) -> None:
    pairs, won = 0, 0.0
    with seated(BOTS / name, HIELENLIKKERS, FOUR, 1, expansion=True) as player:
        for number in range(60):
            points = played(player, HIELENLIKKERS, FOUR, 1, f"{number:x}", expansion=True).result.points
            others = points[:1] + points[2:]
            pairs += len(others)
            won += sum((points[1] > other) + (points[1] == other) / 2 for other in others)
    # An expected score of 1 / (1 + 10 ** (-150 / 400)) against each of them.
    assert won / pairs > 0.704

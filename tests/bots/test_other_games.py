"""Every example bot for Kerstenen and Richelieu plays whole matches; the thinking ones beat chance."""

import pytest

from engine.registry import GAMES
from engine.seating import free_for_all
from tests.bots.seated import BOTS, bots_for, played, seated

MATCHES = {"kerstenen": 40, "richelieu": 24}
"""By game, after how many a bot's score is told from chance."""
THINKING = {
    "kapelaan": "kerstenen",
    "zendeling": "kerstenen",
    "edelman": "richelieu",
    "musketier": "richelieu",
}
CARELESS = ["lukraak", "vlug", "vlug-py"]

at_each_table = pytest.mark.parametrize("seats", [2, 3, 4])
each_thinking_bot = pytest.mark.parametrize(("name", "game"), THINKING.items())


@pytest.mark.parametrize("game", MATCHES)
def test_every_bot_for_the_game_is_tried_here(game: str) -> None:
    assert bots_for(game) == sorted([*(name for name, own in THINKING.items() if own == game), *CARELESS])


@at_each_table
@pytest.mark.parametrize("name", CARELESS)
@pytest.mark.parametrize("game", MATCHES)
def test_a_careless_bot_plays_a_whole_match_without_a_foul(game: str, name: str, seats: int) -> None:
    seating = free_for_all(seats)
    with seated(BOTS / name, GAMES[game], seating, 1) as player:
        match = played(player, GAMES[game], seating, 1, "a1b2")
    assert match.result.ending.kind == "played", match.result.ending


@at_each_table
@each_thinking_bot
def test_a_thinking_bot_beats_chance_by_more_than_150_elo(name: str, game: str, seats: int) -> None:
    seating, pairs, won = free_for_all(seats), 0, 0.0
    with seated(BOTS / name, GAMES[game], seating, 1) as player:
        for number in range(MATCHES[game]):
            result = played(player, GAMES[game], seating, 1, f"{number:x}").result
            assert result.ending.kind == "played", result.ending
            others = result.points[:1] + result.points[2:]
            pairs += len(others)
            won += sum((result.points[1] > other) + (result.points[1] == other) / 2 for other in others)
    # An expected score of 1 / (1 + 10 ** (-150 / 400)) against each of them.
    assert won / pairs > 0.704


@each_thinking_bot
def test_a_thinking_bot_repeats_a_match(name: str, game: str) -> None:
    def match() -> list[object]:
        with seated(BOTS / name, GAMES[game], free_for_all(3), 0) as player:
            return played(player, GAMES[game], free_for_all(3), 0, "c3").moves

    assert match() == match()

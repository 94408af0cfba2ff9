"""Every example bot for Richelieu plays whole matches as a program, and the thinking ones beat chance."""

import pytest

from engine.registry import GAMES
from engine.seating import free_for_all
from tests.bots.seated import BOTS, bots_for, played, seated

RICHELIEU = GAMES["richelieu"]
THINKING = ["edelman", "musketier"]
CARELESS = ["lukraak", "vlug", "vlug-py"]


def test_every_bot_for_richelieu_is_tried_here() -> None:
    examples = [name for name in bots_for("richelieu") if not name.startswith("starter-")]
    assert examples == sorted(THINKING + CARELESS)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", CARELESS)
def test_a_careless_bot_plays_a_whole_match_without_a_foul(name: str, seats: int) -> None:
    seating = free_for_all(seats)
    with seated(BOTS / name, RICHELIEU, seating, 1) as player:
        match = played(player, RICHELIEU, seating, 1, "a1b2")
    assert match.result.ending.kind == "played", match.result.ending


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", THINKING)
def test_a_thinking_bot_beats_chance_by_more_than_150_elo(name: str, seats: int) -> None:
    seating, pairs, won = free_for_all(seats), 0, 0.0
    with seated(BOTS / name, RICHELIEU, seating, 1) as player:
        for number in range(24):
            result = played(player, RICHELIEU, seating, 1, f"{number:x}").result
            assert result.ending.kind == "played", result.ending
            others = result.points[:1] + result.points[2:]
            pairs += len(others)
            won += sum((result.points[1] > other) + (result.points[1] == other) / 2 for other in others)
    # An expected score of 1 / (1 + 10 ** (-150 / 400)) against each of them.
    assert won / pairs > 0.704


@pytest.mark.parametrize("name", THINKING)
def test_a_thinking_bot_repeats_a_match(name: str) -> None:
    def match() -> list[object]:
        with seated(BOTS / name, RICHELIEU, free_for_all(3), 0) as player:
            return played(player, RICHELIEU, free_for_all(3), 0, "c3").moves

    assert match() == match()

"""A player over a process: answers meet their requests, noise is harmless, clocks are fair."""

import logging
import re
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import pytest

from arena.bot import BotPlayer
from arena.referee import Foul, Result, play_match
from arena.transport import BotProcess
from arena.wire import Clock
from engine.chance import Chance
from engine.registry import GAMES
from engine.seating import free_for_all
from engine.table import Table
from tests.arena.stage import BRISK, PATIENT, ROGUE, rogue_words

GAME, TWO = GAMES["hielenlikkers"], free_for_all(2)
Seat = Callable[..., BotPlayer]


@pytest.fixture
def seated() -> Iterator[Seat]:
    """Starts a rogue bot; all are gone afterwards."""
    players: list[BotPlayer] = []

    def seat(*words: str, clock: Clock = PATIENT, number: int = 0) -> BotPlayer:
        run = rogue_words(*words)
        players.append(BotPlayer("rogue", run, ROGUE.parent, GAME, {}, TWO, number, clock))
        return players[-1]

    yield seat
    for player in players:
        player.kill()


def ask(player: BotPlayer) -> Any:
    """The answer to the first decision of a match."""
    table = Table.dealt(GAME, TWO, GAME.options(), Chance(b"deal"))
    return player.act(table.view(0), [], table.legal())


def test_fault_14_a_late_answer_never_counts_for_a_later_request(seated: Seat) -> None:
    """The late answer chooses the last move, the one in time the first."""
    player = seated("late@1", clock=BRISK)
    player.wait_until_ready()
    with pytest.raises(Foul, match="late: request 1"):
        ask(player)
    player._clock = PATIENT
    assert ask(player) == 0
    assert ask(player) == 0


def test_fault_15_a_second_answer_to_one_request_is_dropped_and_noted(
    seated: Seat, caplog: pytest.LogCaptureFixture
) -> None:
    player = seated("twice@1", clock=PATIENT)
    player.wait_until_ready()
    assert [ask(player), ask(player)] == [0, 0]
    assert re.search(r"dropped: (an answer to request 1, while 2|it came before request 2)", caplog.text)


def test_what_came_before_a_request_is_no_answer_to_it(
    seated: Seat, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither a guess of the next id, nor noise that would make the foul another one."""
    player = seated("early@1", "mute@2", clock=BRISK)
    player.wait_until_ready()
    assert ask(player) == 0
    with pytest.raises(Foul, match="late: request 2"):
        ask(player)
    assert "it came before request 2 was sent" in caplog.text


@pytest.mark.parametrize("words", ["art@1", "loud@1", "wrong-pipe@1"])
def test_fault_01_noise_before_an_answer_is_harmless(seated: Seat, words: str) -> None:
    player = seated(words)
    player.wait_until_ready()
    assert [ask(player), ask(player)] == [0, 0]


@pytest.mark.parametrize("words", ["art-at-start", "loud-at-start"])
def test_noise_before_ready_is_harmless(seated: Seat, words: str) -> None:
    player = seated(words)
    player.wait_until_ready()
    assert ask(player) == 0


def test_fault_11_noise_is_in_the_log_a_flood_of_it_counted(
    seated: Seat, caplog: pytest.LogCaptureFixture
) -> None:
    player = seated("art@1")
    player.wait_until_ready()
    ask(player)
    shown = [record for record in caplog.records if "wrote" in record.message]
    assert len(shown) == 3
    assert "rogue (seat 0) wrote" in shown[0].message
    assert "'" + "#".center(60) + "'" in shown[0].message
    assert "30 lines dropped" in caplog.text


def test_an_answer_counts_although_its_bot_leaves_with_it(seated: Seat) -> None:
    player = seated("answer-and-exit@1")
    player.wait_until_ready()
    assert ask(player) == 0
    with pytest.raises(Foul, match="crashed: request 2: exit code 0"):
        ask(player)


def test_fault_17_a_crash_is_noticed_at_once_however_long_the_clock(seated: Seat) -> None:
    player = seated("exit@1", clock=Clock(86_400_000, 86_400_000, 86_400_000))
    player.wait_until_ready()
    with pytest.raises(Foul, match="crashed"):
        ask(player)


def test_fault_46_49_the_clock_starts_when_the_request_is_written(
    seated: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the writing takes: here the clock of the machine jumps by an hour meanwhile."""
    player = seated(clock=BRISK)
    player.wait_until_ready()
    real, skew = time.monotonic, [0.0]

    def slow_send(process: BotProcess, line: bytes) -> None:
        skew[0] += 3600
        send(process, line)

    send = BotProcess.send
    monkeypatch.setattr(BotProcess, "send", slow_send)
    monkeypatch.setattr("time.monotonic", lambda: real() + skew[0])
    assert ask(player) == 0
    assert player.used_ms < 400
    assert player.delay_ms > 3_600_000


def test_fault_48_the_wall_clock_is_not_looked_at(seated: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    player = seated(clock=BRISK)
    player.wait_until_ready()
    hours = iter(range(10**6))
    monkeypatch.setattr("time.time", lambda: -3600.0 * next(hours))
    assert ask(player) == 0
    assert 0 < player.used_ms < 400


def test_fault_51_a_bot_that_thinks_for_a_millisecond_is_charged_about_one(seated: Seat) -> None:
    """In the middle of many: on a busy machine one or the other takes longer, or begins before we look."""
    player = seated("think=0.001")
    player.wait_until_ready()
    charged = []
    for match in range(30):
        player.start(f"match {match}")
        assert player.used_ms == 0
        ask(player)
        charged.append(player.used_ms)
    assert 1 <= median(charged) < 8


def test_fault_02_a_whole_match_runs_with_a_megabyte_on_stderr_a_turn(seated: Seat) -> None:
    players = [seated("loud@*", number=0), seated("art@*", number=1)]
    for player in players:
        player.wait_until_ready()
    table = Table.dealt(GAME, TWO, GAME.options(), Chance(b"deal"))
    logging.getLogger("arena").setLevel(logging.ERROR)
    try:
        result: Result = play_match(table, players, "m")
    finally:
        logging.getLogger("arena").setLevel(logging.NOTSET)
    assert result.ending.kind == "played"

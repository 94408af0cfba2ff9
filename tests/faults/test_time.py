"""What other harnesses charged to bots though it was the machine's, or their own (faults 45 to 53).

The others of this part are tested beside what they are about: 48, 49 and 51 in tests/arena/test_bot.py, 52 in
tests/sandbox/test_ends.py, 53 in tests/arena/test_endings.py.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.bot import MARGIN_MS
from arena.load import Load, load_of
from arena.pool import cores
from arena.record import MatchRecord
from arena.store import Store
from arena.wire import Clock
from tests.arena.stage import BRISK, arena, recorded, rogue, sat, season_file

HALF_A_SECOND = Clock(20_000, 500, 60_000)


@contextmanager
def one_core_with(burners: int) -> Iterator[None]:
    """Within, this process and the bots it starts have one core, and so have others who never rest."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    burn = "print(flush=True)\nwhile True: pass"
    others = [
        subprocess.Popen([sys.executable, "-I", "-S", "-c", burn], stdout=subprocess.PIPE)
        for _ in range(burners)
    ]
    try:
        for other in others:
            assert other.stdout
            other.stdout.readline()
        yield
    finally:
        for other in others:
            other.kill()
            other.communicate()
        os.sched_setaffinity(0, before)


def first_seat(*words: str, burners: int = 3) -> MatchRecord:
    """A match on a crowded core, half a second a move, of a bot that hangs in its second act."""
    with one_core_with(burners):
        (record,) = sat([rogue(*words, "hang@2"), rogue()], clock=HALF_A_SECOND)
    assert (record.ending.kind, record.ending.seat) == ("late", 0)
    return record


def test_fault_45_waiting_for_a_core_is_not_charged(caplog: pytest.LogCaptureFixture) -> None:
    """It thinks for 0.4 s of its 0.5; that takes longer here, though Linux may give its session as much of
    the core as all the others; then it sleeps, and time is up."""
    record = first_seat("burn=0.4")
    assert record.ending.detail.startswith("request 2: no answer within 500 ms"), record.ending
    assert record.used_ms[0] <= 2 * (500 + MARGIN_MS)
    assert "the machine is overloaded: bot 0 (seat 0) ran for " in caplog.text


def test_fault_45_nobody_thinks_for_longer_on_a_busy_machine() -> None:
    record = first_seat("burn=1")
    assert record.ending.detail.startswith("request 1: no answer within 500 ms"), record.ending
    assert record.used_ms[0] <= 500 + MARGIN_MS


@pytest.mark.slow
def test_fault_45_more_matches_than_cores_cost_nobody_a_match_and_are_warned_of(tmp_path: Path) -> None:
    """Three matches a core, 50 ms a move, bots that answer at once."""
    file = season_file(
        tmp_path / "season",
        {name: ["luck"] for name in "ABCDEFG"},
        schedule="deals = 2",
        clock="start_ms = 20000\nmove_ms = 50\nmatch_ms = 60000",
    )
    workers = 3 * cores()
    done = arena("league", file, "--results", tmp_path, "--workers", str(workers))
    assert done.returncode == 0, done.stderr
    assert f"warning: {workers} workers share {cores()} cores" in done.stderr
    store = Store(tmp_path / "try")
    assert {record.ending.kind for record in store.records()} == {"played"}
    store.close()
    assert "more for a core" in (tmp_path / "try" / "league.log").read_text()


def test_fault_45_enough_cores_are_not_warned_of(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", {"A": [], "B": []}, schedule="deals = 1")
    assert "warning" not in arena("league", file, "--results", tmp_path, "--workers", "1").stderr


def test_fault_45_an_overloaded_machine_is_one_where_who_wants_a_core_waits() -> None:
    assert Load(ran_s=4, waited_s=4).too_much
    assert not Load(ran_s=9, waited_s=1).too_much
    assert not Load(ran_s=0.1, waited_s=0.9).too_much, "too short to judge"
    with one_core_with(3):
        end = time.process_time() + 0.2
        before = load_of([os.getpid()])
        while time.process_time() < end:
            pass
        after = load_of([os.getpid()])
    assert after.ran_s - before.ran_s >= 0.1
    assert after.waited_s - before.waited_s >= after.ran_s - before.ran_s


@pytest.mark.slow
def test_fault_46_what_was_not_the_bots_is_kept_and_shown_for_each(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", {"A": ["think=0.05"], "B": []}, schedule="deals = 1")
    assert arena("league", file, "--results", tmp_path, "--workers", "1").returncode == 0
    store = Store(tmp_path / "try")
    for record in store.records():
        thinker = record.fixture.entrants.index("A")
        assert record.used_ms[thinker] >= 50 * record.decisions[thinker]
        assert all(
            0 < delay / made < 50 for delay, made in zip(record.delay_ms, record.decisions, strict=True)
        )
    store.close()
    shown = arena("status", file, "--results", tmp_path).stdout.splitlines()
    (heading,) = [line.split("│") for line in shown if "delay ms" in line]
    column = [word.strip() for word in heading].index("delay ms")
    for name in "AB":
        (row,) = [line.split("│") for line in shown if line.startswith(f"│ {name} ") and "." in line]
        assert 0 < float(row[column]) < 50


def test_no_bot_is_told_a_negative_time(tmp_path: Path) -> None:
    """One that is late by less than the margin has used more than its match had."""
    clock = Clock(20_000, 1000, 100)
    record = f"record={tmp_path / 'heard'}"
    sat([rogue("think=0.055", record), rogue()], clock=clock)
    told = [line.message["ms"] for line in recorded(tmp_path / "heard", "act")]
    assert told[0] == 100
    assert 0 <= min(told) < 50
    assert told == sorted(told, reverse=True)


def test_fault_44_a_bot_that_sleeps_for_ever_is_late_at_its_limit() -> None:
    record = sat([rogue(), rogue("hang@1")], clock=BRISK)[0]
    assert (record.ending.kind, record.ending.seat) == ("late", 1)
    assert 400 <= record.used_ms[1] <= 400 + MARGIN_MS

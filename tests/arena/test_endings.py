"""Every way for a match to end: verdict, who is blamed, in which words, what it counts, what comes after."""

import re
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

import arena.sitting
from arena.bot import MARGIN_MS
from arena.record import MatchRecord
from arena.sitting import Program, play_sitting
from arena.store import Store
from arena.wire import Clock
from engine.seating import teams_of_two
from engine.table import Table
from tests.arena.stage import BRISK, PATIENT, plan_for, recorded, rogue, sat, sitting_for

FOULS: dict[str, tuple[str, str, Clock]] = {
    # words of the bot in seat 1, after the fault that they are: the verdict, what its detail says, the clock
    "fault_13_16 late@3": ("late", r"request 3: no answer within 400 ms\Z", BRISK),
    "mute@1": ("late", r"request 1: no answer within 400 ms\Z", BRISK),
    "old@2": ("late", r"request 2: no answer within 400 ms\Z", BRISK),
    "huge-id@2": ("late", r"request 2: no answer", BRISK),
    "fault_56 raise@2": (
        "crashed",
        r"request 2: exit code 1; its stderr ends: .*RuntimeError: fell over in act 2",
        PATIENT,
    ),
    "exit@1": ("crashed", r"request 1: exit code 7\Z", PATIENT),
    "kill@2": ("crashed", r"request 2: signal SIGKILL\Z", PATIENT),
    "real-time-signal@2": ("crashed", r"request 2: signal 40\Z", PATIENT),
    "close@2": ("crashed", r"request 2: closed its output\Z", PATIENT),
    "close-stderr-and-exit@1": ("crashed", r"request 1: exit code 9\Z", PATIENT),
    "exit-at-start": ("crashed", r"start: exit code 1; its stderr ends: nothing to play with\Z", PATIENT),
    "silent": ("silent", r"start: no `ready` within 500 ms, .*flushed", Clock(500, 20_000, 60_000)),
    "late-ready": ("silent", r"start: no `ready` within 500 ms", Clock(500, 20_000, 60_000)),
    "art-only": ("garbled", r"start: no `ready` within 500 ms; instead .*####", Clock(500, 20_000, 60_000)),
    "no-json@2": ("garbled", r"request 2: no answer within 400 ms, but 'this is no JSON'", BRISK),
    "fault_07 b7-line@1": ("garbled", r"request 1: no answer within 400 ms, but '\\\\xb7'", BRISK),
    "deep@1": ("garbled", r"request 1: no answer within 400 ms, but ", BRISK),
    "surrogate@1": ("garbled", r"request 1: .*ud800", BRISK),
    "huge-id-digits@1": ("garbled", r"request 1: .*9999", BRISK),
    "flood@1": ("garbled", r"request 1: no answer within 400 ms, but 'flood'", BRISK),
    "fault_07 b7-inside@1": ("garbled", r"request 1: no answer within 400 ms, but .*\\\\xb7", BRISK),
    "fault_07 b7-unknown@1": ("garbled", r"request 1: no answer within 400 ms, but .*\\\\xb7", BRISK),
    "wrong-types@1": ("garbled", r"request 1: Expected `int \| null`, got `str`", PATIENT),
    "no-number@1": ("garbled", r"request 1: Expected `int \| null`, got `float`", PATIENT),
    "both@1": ("garbled", r"request 1: expected either `choice` or `moves`", PATIENT),
    "neither@1": ("garbled", r"request 1: expected either `choice` or `moves`", PATIENT),
    "no-moves@1": ("garbled", r"request 1: `moves` is empty", PATIENT),
    "wrong-words@1": ("garbled", r"request 1: Invalid enum value 'www", PATIENT),
    "deep-moves@1": ("garbled", r"request 1: no answer within 400 ms, but ", BRISK),
    "digits@1": ("garbled", r"request 1: Integer value out of range", PATIENT),
    "fault_10 long@1": ("garbled", r"request 1: a line of more than 1048576 bytes\Z", PATIENT),
    "just-too-long@1": ("garbled", r"request 1: a line of more than 1048576 bytes\Z", PATIENT),
    "fault_10 endless@1": ("garbled", r"request 1: a line of more than 1048576 bytes\Z", PATIENT),
    "negative@2": ("illegal", r"request 2: choice -1 of \d+ moves\Z", PATIENT),
    "too-large@2": ("illegal", r"request 2: choice \d+ of \d+ moves\Z", PATIENT),
    "huge@2": ("illegal", r"request 2: choice 10{30} of \d+ moves\Z", PATIENT),
    "no-such-card@2": ("illegal", r'request 2: move 1 of 1 is not allowed: {"card":10{500}', PATIENT),
    "no-such-place@2": (
        "illegal",
        r'request 2: move 1 of 1 is not allowed: {"card":\d+,"where":-7}',
        PATIENT,
    ),
    "too-many@1": ("illegal", r'request 1: move 2 of 50 is not allowed: {"card":', PATIENT),
}


def fouled(words: str, clock: Clock, tmp_path: Path) -> list[MatchRecord]:
    """Two matches of three bots; the one in seat 1 does wrong in the first."""
    steady = [f"record={tmp_path / str(seat)}" for seat in range(3)]
    wrong = rogue(words, f"once={tmp_path / 'once'}", steady[1])
    return sat([rogue(steady[0]), wrong, rogue(steady[2])], 2, clock)


@pytest.mark.parametrize("words", FOULS)
def test_a_foul_is_named_told_and_its_match_is_lost_by_its_seat_alone(words: str, tmp_path: Path) -> None:
    kind, detail, clock = FOULS[words]
    first, second = fouled(words.rpartition(" ")[2], clock, tmp_path)

    assert (first.ending.kind, first.ending.seat) == (kind, 1), first.ending
    assert re.match(detail, first.ending.detail, re.DOTALL), first.ending.detail
    assert len(first.ending.detail) < 1000
    assert (first.points, first.places) == ((), (1, 3, 1))
    assert list(first.rated_pairs()) == [(0, 1, 1.0), (1, 2, 0.0)]

    assert second.ending.kind == "played", second.ending
    assert len(second.points) == 3

    processes = [{line.pid for line in recorded(tmp_path / str(seat), "hello")} for seat in range(3)]
    assert [len(pids) for pids in processes] == [1, 2, 1]

    begun = "start" not in first.ending.detail[:5]
    for seat in (0, 2):
        told = [line.message for line in recorded(tmp_path / str(seat), "over")]
        assert [over["ending"]["kind"] for over in told] == ([kind] if begun else []) + ["played"]
        if begun:
            assert (told[0]["ending"]["seat"], told[0]["places"], told[0]["points"]) == (1, [1, 3, 1], [])


def test_a_match_without_a_foul_is_played_and_all_of_it_is_told(tmp_path: Path) -> None:
    records = [f"record={tmp_path / str(seat)}" for seat in range(3)]
    (record,) = sat([rogue("luck", words) for words in records])
    assert record.ending.kind == "played"
    assert sorted(record.places)[0] == 1
    assert len(list(record.rated_pairs())) == 3
    for seat in range(3):
        (over,) = recorded(tmp_path / str(seat), "over")
        assert over.message["points"] == list(record.points)
        assert over.message["places"] == list(record.places)


def test_a_bot_that_leaves_between_matches_is_blamed_for_the_next(tmp_path: Path) -> None:
    leaves = rogue("exit-after-over", f"once={tmp_path / 'once'}")
    first, second, third = sat([rogue(), leaves], 3)
    assert [first.ending.kind, second.ending.kind, third.ending.kind] == ["played", "crashed", "played"]
    assert second.ending.seat == 1
    assert "exit code 5" in second.ending.detail


def test_fault_53_the_clock_of_a_match_ends_it_and_ends_with_it(tmp_path: Path) -> None:
    """Each move is quick enough, all of them together are not; the next match has a whole clock again."""
    clock = Clock(20_000, 1000, 1600)
    first, second = sat([rogue(), rogue("late@2", "mute@3", f"once={tmp_path / 'once'}")], 2, clock)
    assert first.ending.kind == "late"
    assert first.used_ms[1] >= 1000
    assert second.ending.kind == "played"


def test_time_that_is_left_is_told_and_kept(tmp_path: Path) -> None:
    clock = Clock(20_000, 5000, 300)
    record, _ = sat(
        [rogue(), rogue("mute@1", f"once={tmp_path / 'once'}", f"record={tmp_path / 'r'}")], 2, clock
    )
    assert recorded(tmp_path / "r", "act")[0].message["ms"] == 300
    assert record.ending.detail.endswith("within 300 ms, all that was left of the match's 300 ms")
    assert 300 <= record.used_ms[1] < 300 + MARGIN_MS + 1000


def test_partners_of_a_fouler_are_last_with_him(tmp_path: Path) -> None:
    programs = [rogue(), rogue("exit@1"), rogue(), rogue()]
    sitting = sitting_for(4, 1, seating=teams_of_two(4), expansion=True)
    (record,) = play_sitting(plan_for(programs), sitting)
    assert (record.ending.seat, record.places) == (1, (1, 2))
    assert list(record.rated_pairs()) == [(0, 1, 1.0)]


def test_a_deal_that_cannot_be_made_is_nobodys_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A real error in the rules: the first deal raises, in the middle of the harness."""
    dealt = Table.dealt

    def failing(*of_table: Any) -> Table:
        monkeypatch.undo()
        raise ZeroDivisionError("the deck is on fire")

    monkeypatch.setattr(arena.sitting.Table, "dealt", failing)
    first, second = sat([rogue(), rogue()], 2)
    assert Table.dealt == dealt
    assert (first.ending.kind, first.ending.seat) == ("void", None)
    assert "the deck is on fire" in first.ending.detail
    assert (first.points, first.places, list(first.rated_pairs())) == ((), (), [])
    assert second.ending.kind == "played"


def test_an_error_in_the_middle_of_a_match_is_nobodys_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(table: Table) -> Any:
        monkeypatch.undo()
        raise ZeroDivisionError("no scorer at the table")

    monkeypatch.setattr(Table, "standing", failing)
    first, second = sat([rogue(), rogue()], 2)
    assert first.ending.kind == "void"
    assert "no scorer" in first.ending.detail
    assert second.ending.kind == "played"


def test_fault_54_when_no_bot_can_start_nobody_loses() -> None:
    (record,) = sat([rogue("exit-at-start"), rogue("silent")], 1, Clock(start_ms=400))
    assert (record.ending.kind, record.places) == ("void", ())
    assert "nothing to play with" in record.ending.detail
    assert "no `ready`" in record.ending.detail


@contextmanager
def few_descriptors_left(few: int) -> Iterator[None]:
    """Within, this process can open only so many more files, pipes and the like."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = {int(entry.name) for entry in Path("/proc/self/fd").iterdir()}
    free = (number for number in count() if number not in taken)
    resource.setrlimit(resource.RLIMIT_NOFILE, (next(islice(free, few, None)), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_machine_that_is_short_of_something_is_nobodys_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena.sitting, "_TRIES_S", (0.0, 0.0))
    with few_descriptors_left(12):
        first, second = sat([rogue()] * 3, 2)
    assert (first.ending.kind, second.ending.kind) == ("void", "void")
    assert "Too many open files" in first.ending.detail


def test_fault_33_a_machine_that_is_short_for_a_moment_only_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    paused: list[float] = []

    def pause(seconds: float) -> None:
        paused.append(seconds)
        resource.setrlimit(resource.RLIMIT_NOFILE, before)

    monkeypatch.setattr(arena.sitting.time, "sleep", pause)
    with few_descriptors_left(12):
        (record,) = sat([rogue()] * 3)
    assert (record.ending.kind, len(paused)) == ("played", 1)


def test_what_cannot_be_started_for_another_reason_is_a_crash_of_its_own(tmp_path: Path) -> None:
    first, _ = sat([rogue(), Program(("./nope",), str(tmp_path))], 2)
    assert (first.ending.kind, first.ending.seat) == ("crashed", 1)
    assert first.ending.detail == "start: ./nope: No such file or directory"


def test_a_void_match_is_played_again_under_the_same_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (void,) = sat([rogue("exit-at-start"), rogue("exit-at-start")])
    (played,) = sat([rogue(), rogue()])
    (other,) = sat([rogue("luck"), rogue("luck")])
    assert void.fixture.id == played.fixture.id == other.fixture.id
    store = Store(tmp_path, write=True)
    store.add(void)
    assert (store.finished(), store.void_count()) == (set(), 1)
    store.add(played)
    assert (store.finished(), store.void_count()) == ({played.fixture.id}, 0)
    store.add(other)
    store.add(void)
    assert store.whole_record(played.fixture.id) == played
    store.close()

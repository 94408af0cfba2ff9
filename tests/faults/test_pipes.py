"""What other harnesses did wrong with pipes and text (faults 1 to 19).

Most are tested beside what they are about: 1, 2, 11, 14, 15 and 17 in tests/arena/test_bot.py, 4, 5 and 10 in
test_transport.py, 7, 13 and 16 in test_endings.py, 19 in test_progress.py, 9 in tests/season/test_season.py.

Impossible by design:

03  There is no way to turn the log of a bot off: both its pipes are always read, and those of whatever it has
    started are the same two. Pinned by test_stderr_is_drained_while_an_answer_is_awaited_and_its_end_kept and
    test_fault_01_noise_before_an_answer_is_harmless.
"""

from arena.wire import Clock
from tests.arena.stage import rogue, sat


def test_fault_06_a_bot_that_does_not_flush_is_told_to() -> None:
    record = sat([rogue(), rogue("unflushed")], clock=Clock(1500, 20_000, 60_000))[0]
    assert (record.ending.kind, record.ending.seat) == ("silent", 1)
    assert record.ending.detail == (
        "start: no `ready` within 1500 ms, nor anything else (is its output flushed after each line?)"
    )

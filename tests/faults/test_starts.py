"""What other harnesses did wrong in starting, stopping and killing (faults 20 to 44).

Most are tested beside what they are about: 20, 26, 27 and 41 in tests/arena/test_stops.py, 22, 23 and 29 in
test_transport.py, 33 in test_endings.py, 36 and 37 in test_league.py, 40 in test_sittings.py, 21 in
tests/sandbox/test_ends.py; 44 is in test_time.py here.
"""

import contextlib
import os
import random
import signal
import subprocess
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from arena.sitting import play_sitting
from arena.wire import Clock
from engine.seating import teams_of_two
from tests.arena.stage import (
    ARENA,
    BRISK,
    living,
    plan_for,
    recorded,
    rogue,
    sat,
    season_file,
    sitting_for,
    until,
)
from tests.faults.stage import blind, descriptors, resident


@pytest.mark.parametrize("how", [[], ["--signal=KILL"]], ids=["", "KILL"])
def test_fault_25_nothing_is_left_when_another_program_ends_the_run(tmp_path: Path, how: list[str]) -> None:
    """`timeout` runs out while a deaf bot hangs."""
    bots = {"A": ["hang@1", "deaf", "grandchild", f"mark={tmp_path}"], "B": [f"mark={tmp_path}"]}
    file = season_file(tmp_path / "season", bots)
    run = subprocess.Popen(
        ["timeout", *how, "3", ARENA, "league", file, "--results", tmp_path],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    until(lambda: living(str(tmp_path / "season")))
    assert run.wait(20) == (-signal.SIGKILL if how else 124)
    until(lambda: not living(str(tmp_path)), seconds=5)


@pytest.mark.slow
def test_fault_32_five_thousand_matches_leave_threads_descriptors_and_memory_as_they_were() -> None:
    """In a worker, at every thousandth match. What the parent holds is in test_hostile_season.py."""
    held = []
    with blind() as game:
        plan = plan_for([rogue()] * 2)
        for _ in range(5):
            sitting = sitting_for(2, 1000, game)
            kinds = {record.ending.kind for record in play_sitting(plan, sitting)}
            assert kinds == {"played"}
            held.append((threading.active_count(), descriptors(os.getpid()), resident(os.getpid())))
    counts = {(count, open_) for count, open_, _ in held}
    assert len(counts) == 1, held
    assert held[-1][2] - held[0][2] < 2_000, held


class Killer:
    """Kills one of the processes that play, again and again, until the block is left."""

    def __init__(self) -> None:
        self.killed: dict[int, str] = {}
        """The processes that were, each with its command line."""
        self._luck = random.Random(34)
        self._playing: dict[int, int] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._kill)

    def started(self, pids: list[int]) -> None:
        """These play now, and can be told from whoever gets their numbers later."""
        self._playing |= {pid: os.pidfd_open(pid) for pid in pids if pid not in self._playing}

    def __enter__(self) -> "Killer":
        self._thread.start()
        return self

    def __exit__(self, *how: object) -> None:
        self._over.set()
        self._thread.join()
        for descriptor in self._playing.values():
            os.close(descriptor)

    def _kill(self) -> None:
        while not self._over.wait(self._luck.uniform(0.05, 0.15)):
            if pids := [pid for pid in self._playing if pid not in self.killed]:
                pid = self._luck.choice(pids)
                with contextlib.suppress(OSError):  # its match has ended it
                    words = Path(f"/proc/{pid}/cmdline").read_text()
                    signal.pidfd_send_signal(self._playing[pid], signal.SIGKILL)
                    self.killed[pid] = words


def test_fault_34_bots_are_killed_at_random_and_every_match_ends_with_the_right_loser() -> None:
    """A kill of a bot is one lost match of its seat, but for one that comes after the last."""
    programs = [rogue("think=0.002", f"mark=seat{seat}") for seat in range(2)]
    with blind() as game, Killer() as killer:
        plan = replace(plan_for(programs), bench_after=1000)
        records = list(play_sitting(plan, sitting_for(2, 200, game), killer.started))
    assert len(records) == 200
    fouls = [record.ending for record in records if record.ending.kind != "played"]
    assert {ending.kind for ending in fouls} == {"crashed"}
    assert all("signal SIGKILL" in ending.detail for ending in fouls)
    for seat in range(2):
        kills = sum(f"mark=seat{seat}" in words for words in killer.killed.values())
        assert kills > 2
        assert kills - 1 <= sum(ending.seat == seat for ending in fouls) <= kills


@pytest.mark.slow
def test_fault_39_around_the_start_limit_each_side_of_it_is_stable(tmp_path: Path) -> None:
    """A second and a half short of the limit, and a second beyond it."""
    early, late = rogue("ready-after=1.5"), rogue("ready-after=4", f"once={tmp_path / 'once'}")
    record = sat([early, late], clock=Clock(3000, 20_000, 60_000))[0]
    assert (record.ending.kind, record.ending.seat) == ("silent", 1)
    assert record.ending.detail.startswith("start: no `ready` within 3000 ms")


def test_fault_42_everyone_sits_where_he_was_put_whoever_is_ready_first(tmp_path: Path) -> None:
    """Two teams of two; the second of the first is slow."""
    programs = [
        rogue("luck", f"record={tmp_path / str(seat)}", f"ready-after={0.5 * (seat == 2)}")
        for seat in range(4)
    ]
    sitting = sitting_for(4, 1, seating=teams_of_two(4), expansion=True)
    (record,) = play_sitting(plan_for(programs), sitting)
    assert record.ending.kind == "played"
    for seat in range(4):
        (hello,) = recorded(tmp_path / str(seat), "hello")
        assert (hello.message["seat"], hello.message["sides"]) == (seat, [0, 1, 0, 1])
        acts = recorded(tmp_path / str(seat), "act")
        assert {act.message["view"]["turn"] for act in acts} == {seat}
        assert len(acts) == record.decisions[seat]


def test_fault_43_the_matches_after_a_time_out_are_played(tmp_path: Path) -> None:
    records = sat([rogue(), rogue("hang@1", "deaf", f"once={tmp_path / 'once'}")], 10, BRISK)
    assert [record.ending.kind for record in records] == ["late"] + ["played"] * 9

"""What other harnesses concluded from how a game ended (faults 54 to 65).

Most are tested beside what they are about: 54 and 56 in tests/arena/test_endings.py, 62 and 63 in
test_league.py, 61 in test_fouls.py, 58 in tests/ratings/test_columns.py.

Tested with what they belong to, without their number:

60  A machine on which bots lose by time is marked and its matches are taken back in one step:
    test_a_machine_that_loses_nearly_every_match_by_time_is_odd in tests/record/test_hosts.py, and
    test_the_matches_of_a_machine_are_taken_back_in_one_step_and_played_again in test_changes.py.
"""

import json
import os
from pathlib import Path

import pytest

from arena.sitting import play_sitting
from arena.store import Store
from tests.arena.stage import BRISK, arena, plan_for, rogue, sat, season_file, sitting_for, tables
from tests.faults.stage import blind


def test_fault_55_a_log_that_cannot_be_written_is_said_and_nobodys_loss(tmp_path: Path) -> None:
    """A full disk under the log, and a file where the folder of fouls should be. (A store that cannot be
    written ends the run: tests/record/test_faults.py.)"""
    bots = {"A": ["luck"], "B": ["luck", "raise@40", f"once={tmp_path / 'once'}"]}
    words = ("--no-times", "--workers", "1", "--seed", "1")
    file = season_file(tmp_path / "season", bots)
    whole = arena("league", file, "--results", tmp_path / "whole", *words)
    assert whole.returncode == 0, whole.stderr
    (tmp_path / "once").unlink()
    (tmp_path / "full" / "try").mkdir(parents=True)
    (tmp_path / "full" / "try" / "fouls").touch()
    os.symlink("/dev/full", tmp_path / "full" / "try" / "league.log")
    full = arena("league", file, "--results", tmp_path / "full", *words)
    assert full.returncode == 0, full.stderr
    assert "Traceback" not in full.stderr
    assert full.stderr.count("league.log: No space left on device") == 1
    assert tables(tmp_path / "full" / "try") == tables(tmp_path / "whole" / "try")


def test_fault_64_one_bad_line_in_a_hundred_matches_leaves_99_results(tmp_path: Path) -> None:
    with blind() as game:
        plan = plan_for([rogue("b7-line@40", f"once={tmp_path / 'once'}"), rogue()], BRISK)
        kinds = [record.ending.kind for record in play_sitting(plan, sitting_for(2, 100, game))]
    assert kinds == ["played"] * 39 + ["garbled"] + ["played"] * 60


@pytest.mark.parametrize("seats", [2, 4])
def test_fault_65_a_match_ends_at_the_foul_whoever_is_at_the_table(seats: int) -> None:
    """Nobody plays on, at a table of four neither: seat 0 has made its three moves, seat 1 none."""
    (record,) = sat([rogue(), rogue("raise@1"), *[rogue()] * (seats - 2)])
    assert (record.ending.kind, record.ending.seat) == ("crashed", 1)
    assert record.decisions == (3, *[0] * (seats - 1))
    assert [seat for seat, _ in json.loads(record.moves)] == [0, 0, 0]
    assert record.places == (1, seats, *[1] * (seats - 2))
    assert len(list(record.rated_pairs())) == seats - 1


def test_fault_57_the_matches_of_a_bot_that_always_crashes_are_all_in_the_table(tmp_path: Path) -> None:
    """Benching is another matter: see tests/arena/test_benched.py."""
    bots = {"A": ["raise@2"], "B": [], "C": []}
    file = season_file(tmp_path / "season", bots, top="bench_after = 100", schedule="deals = 3")
    assert arena("league", file, "--results", tmp_path).returncode == 0
    rows = {row["name"]: row for row in json.loads((tmp_path / "try" / "elo.json").read_text())}
    assert (rows["A"]["matches"], rows["A"]["fouls"]) == (12, 12)
    assert [rows[name]["matches"] for name in "BC"] == [12, 12]
    store = Store(tmp_path / "try")
    assert all(record.blamed in ("A", None) for record in store.records())
    store.close()

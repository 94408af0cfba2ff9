"""Killed with -9 at any moment, any number of times, and run again: the table is that of a run nobody killed.

At 500 moments with `pytest -m slow`; at as many as ARENA_KILLS says where it is set, as `.ci/run` does: 50.
"""

import os
import random
from pathlib import Path

import pytest

from arena.store import Store
from tests.arena.stage import BOTS
from tests.record.killed import Runs, season

KILLS = int(os.environ.get("ARENA_KILLS", "500"))


def test_a_run_that_is_killed_at_few_moments(tmp_path: Path) -> None:
    """The same as below, short enough for every day."""
    kill_and_compare(tmp_path, 3)


@pytest.mark.slow
def test_the_table_is_the_same_however_often_the_run_is_killed(tmp_path: Path) -> None:
    kill_and_compare(tmp_path, KILLS)


def kill_and_compare(folder: Path, kills: int) -> None:
    luck = random.Random(kills)
    file = season(folder / "season", BOTS)
    expected, seconds = Runs(file, folder / "undisturbed").undisturbed()
    done, number = 0, 0
    while done < kills:
        number += 1
        runs = Runs(file, folder / str(number))
        while not runs.killed(luck, seconds) and done + len(runs.kills) < kills:
            pass
        done += len(runs.kills)
        again, _ = runs.undisturbed()
        assert again == expected, f"season {number}, killed: {runs.kills}"
        store = Store(runs.results)
        assert len(store.finished()) == 4 * 10 * 3
        assert store.void_count() == 0
        store.close()

"""A wall clock that is set back, or forward, between runs and during them, changes nothing that counts."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.arena.stage import ARENA, arena, season_file, tables

BOTS = {"Ada": ["luck"], "Bob": ["luck"], "Cor": ["luck"]}
JUMPS = """
import random
import time

real = time.time
luck = random.Random(len({where!r}))
time.time = lambda: max(0.0, real() + luck.choice((-10, -1, 0, 1, 10)) * 86_400 * 365)
open({where!r}, "a").close()
"""
"""It is as if somebody set the clock by years before every look at it."""


@pytest.mark.slow
def test_a_clock_that_jumps_changes_no_table_no_order_and_no_resume(tmp_path: Path) -> None:
    for kind in ('kind = "round-robin"\ndeals = {}', 'kind = "swiss"\nrounds = {}\ndeals = 1'):
        root = tmp_path / kind[8:13].strip('"')
        steady, jumpy = root / "steady", root / "jumpy"
        jumps = root / "jumps"
        jumps.mkdir(parents=True)
        (jumps / "sitecustomize.py").write_text(JUMPS.format(where=str(root / "jumped")))
        env = os.environ | {"PYTHONPATH": str(jumps)}
        for rounds in (1, 3):
            file = season_file(root / "season", BOTS, schedule=kind.format(rounds), top="seed = 4")
            command = [ARENA, "league", file, "--results", jumpy, "--no-times", "--workers", "2"]
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
            assert done.returncode == 0, done.stderr
            status = [ARENA, "status", file, "--results", jumpy]
            told = subprocess.run(status, capture_output=True, text=True, check=False, env=env)
            assert told.returncode == 0, told.stderr
            assert "next: nothing, all is played" in told.stdout
        assert (root / "jumped").exists()
        assert arena("league", file, "--results", steady, "--no-times").returncode == 0
        assert tables(jumpy / "try") == tables(steady / "try")
        again = arena("league", file, "--results", jumpy, "--no-times")
        assert "matches stored, 0 to play" in again.stderr
        assert tables(jumpy / "try") == tables(steady / "try")
        assert arena("verify", jumpy / "try").returncode == 0

"""Seasons of every kind, played by real bots."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

CONFIGS = Path(__file__).parents[2] / "configs"
TABLES = ("elo.json", "elo.txt")
KINDS = ["zwitsers", "beker", "uitdager", "ladder", "wissel"]


def short(kind: str, folder: Path) -> Path:
    """The season that we ship, on fewer deals and on a clock that a busy machine does not run down."""
    text = (CONFIGS / f"{kind}.toml").read_text().replace('"../bots', f'"{CONFIGS.parent}/bots')
    text = re.sub(r"^deals = .*", "deals = 1", text, flags=re.MULTILINE)
    text = re.sub(r"^(\w+_ms) = .*", r"\1 = 60000", text, flags=re.MULTILINE)
    file = folder / f"{kind}.toml"
    file.write_text(text.replace("until_error = 75", "until_error = 150"))
    return file


def league(file: Path, results: Path, workers: int) -> "subprocess.Popen[str]":
    """Begin to play a season, or go on with it."""
    words = [sys.executable, "-c", "from arena.cli import main; main()", "league", str(file)]
    words += ["--results", str(results), "--workers", str(workers), "--seed", "1", "--no-times"]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def tables(file: Path, results: Path, workers: int) -> tuple[str, ...]:
    """Play a season to its end; its tables."""
    run = league(file, results, workers)
    _, told = run.communicate(timeout=300)
    assert run.returncode == 0, told
    (folder,) = results.iterdir()
    return tuple((folder / name).read_text() for name in TABLES)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_kills_and_the_number_of_workers_make_no_difference_to_the_table(kind: str, tmp_path: Path) -> None:
    file = short(kind, tmp_path)
    for steps in (1, 2):
        with league(file, tmp_path / "killed", 2) as run:
            assert run.stderr is not None
            told = (line for line in run.stderr if " played, " in line)
            # The first line is of the first match; the next when the first round, or some time, is over.
            for _ in range(steps):
                next(told, "")
            run.kill()
    assert tables(file, tmp_path / "killed", 1) == tables(file, tmp_path / "whole", 2)

"""A game that is one file and one line in the registry goes through a league like any other."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
ANY_MOVE = (ROOT / "bots" / "lukraak" / "bot.py").read_text(encoding="utf-8")

MANIFEST = """\
name = "{name}"
run = ["python3", "bot.py"]
author = "us"
language = "Python"
games = ["blind"]
"""
SEASON = """\
name = "Vierde"
game = "blind"
seats = 2
seed = 1
[schedule]
kind = "round-robin"
deals = 3
"""


def enter(folder: Path, name: str) -> str:
    (folder / name).mkdir()
    (folder / name / "bot.py").write_text(ANY_MOVE, encoding="utf-8")
    (folder / name / "bot.toml").write_text(MANIFEST.format(name=name), encoding="utf-8")
    return f'[[entrant]]\nbot = "{name}"\n'


def test_a_fourth_game_is_played_in_a_league(tmp_path: Path) -> None:
    season = tmp_path / "vierde.toml"
    season.write_text(SEASON + "".join(enter(tmp_path, name) for name in "abc"), encoding="utf-8")
    command = [sys.executable, str(ROOT / "tests" / "arena" / "fourth_game.py"), "league", str(season)]
    results = tmp_path / "results"
    played = subprocess.run(
        [*command, "--results", str(results)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    rows = json.loads((results / "vierde" / "elo.json").read_text(encoding="utf-8"))
    assert [(row["matches"], row["fouls"]) for row in rows] == [(12, 0)] * 3

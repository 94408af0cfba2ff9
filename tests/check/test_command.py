"""`arena init` and `arena check` on the command line."""

import json
import subprocess
from pathlib import Path

from tests.arena.stage import ARENA
from tests.check.bots import rogue_folder


def arena(folder: Path, *words: str) -> tuple[int, str]:
    """Exit code and output of a command run in this folder."""
    ran = subprocess.run([ARENA, *words], capture_output=True, text=True, cwd=folder, check=False)
    return ran.returncode, ran.stdout


def test_a_bot_that_was_just_begun_passes(tmp_path: Path) -> None:
    code, told = arena(tmp_path, "init", "mijn bot", "--language", "Python")
    assert (code, "arena check 'mijn bot'" in told) == (0, True)
    code, told = arena(tmp_path, "check", "mijn bot", "--json")
    report = json.loads(told)
    assert (code, report["bot"], report["passed"]) == (0, "mijn bot", True)
    assert [each["number"] for each in report["sentences"]] == list(range(1, len(report["sentences"]) + 1))


def test_a_bot_that_fails_exits_with_1(tmp_path: Path) -> None:
    code, told = arena(rogue_folder(tmp_path / "bot", ["exit-at-start"]).parent, "check", "bot")
    assert code == 1
    assert "  3. failed   It starts and says something" in told


def test_a_bot_that_is_not_there_is_bad_usage(tmp_path: Path) -> None:
    assert arena(tmp_path, "check", "nowhere") == (2, "")


def test_a_season_that_cannot_be_read_is_bad_usage(tmp_path: Path) -> None:
    assert arena(tmp_path, "check", "lukraak", "--season", "nowhere.toml")[0] == 2

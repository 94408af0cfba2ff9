"""Signals outside the playing of matches, and output that cannot be written: an exit code, no traceback."""

import json
import signal
import subprocess
from pathlib import Path

import pytest

from tests.arena.stage import ARENA, arena, bot_folder, season_file

STOPS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


def heard_signals() -> None:
    """What runs tests may ignore some; a command would too."""
    for number in STOPS:
        signal.signal(number, signal.SIG_DFL)


def stopping(folder: Path, number: signal.Signals) -> Path:
    """A bot whose build sends this signal to the command that builds it, and goes on for long."""
    build = ["sh", "-c", f"kill -{number.value} $PPID; exec sleep 60"]
    return bot_folder(folder, ["./there-is-none"], f"build = {json.dumps(build)}")


@pytest.mark.parametrize("number", STOPS)
@pytest.mark.parametrize("command", ["check", "match", "compare", "league"])
def test_a_stop_exits_with_3(command: str, number: signal.Signals, tmp_path: Path) -> None:
    bot = stopping(tmp_path / "bot", number)
    words: list[str | Path] = [bot] if command == "check" else [bot, bot]
    if command == "league":
        words = [season_file(tmp_path, {"Ada": [], "Bob": []}), "--results", tmp_path / "results"]
        stopping(tmp_path / "Ada", number)
    run = [ARENA, command, *words]
    done = subprocess.run(
        run, capture_output=True, text=True, timeout=30, check=False, preexec_fn=heard_signals
    )
    assert done.returncode == 3, done.stderr
    assert "Error: stopped" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Aborted" not in done.stderr


@pytest.mark.parametrize("words", [["--help"], ["games"], ["table", "--explain"]])
def test_a_full_device_is_one_error(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([ARENA, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        1,
        "Error: cannot write what is to be printed: No space left on device\n",
    )


def test_a_log_that_cannot_be_opened_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "try" / "league.log").mkdir(parents=True)
    done = arena("league", season_file(tmp_path, {"Ada": [], "Bob": []}), "--results", tmp_path)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"Error: {tmp_path}/try/league.log: Is a directory"


def test_two_names_of_one_folder_do_not_share_it(tmp_path: Path) -> None:
    bots: dict[str, list[str]] = {"Ada": [], "Bob": []}
    file = season_file(tmp_path, bots, schedule="deals = 1")
    assert arena("league", file, "--results", tmp_path).returncode == 0
    file.write_text(file.read_text().replace('"Try"', '"try!"'))
    done = arena("league", file, "--results", tmp_path)
    assert done.returncode == 2
    assert "holds the season 'Try', and the name 'try!' gives the same folder" in done.stderr

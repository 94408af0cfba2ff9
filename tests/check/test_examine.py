"""The check plays with bots of every kind, and ends."""

import os
import time
from pathlib import Path

import pytest

from arena.check.examine import examine
from arena.check.report import Report
from arena.check.tables import season_trials, trials
from arena.sandbox import Keeping
from arena.season import read_season
from engine.registry import GAMES
from tests.check.bots import bot_folder, rogue_folder

SEASON = """\
name = "Proef"
game = "kerstenen"
seats = 2
[schedule]
deals = 1
[clock]
start_ms = 1500
move_ms = 300
match_ms = 60000
"""
HELLO = 'import sys\nprint(\'{"type":"ready"}\', flush=True)\n'


def checked(folder: Path) -> Report:
    """Checked for a season of two players."""
    file = folder.parent / "season.toml"
    file.write_text(SEASON)
    return examine(folder, read_season(file, filled=False), Keeping())


def failed(report: Report) -> str:
    """The first sentence that failed, its advice too."""
    return next(
        f"{each.claim}: {each.seen} -> {each.advice}" for each in report.sentences if each.verdict == "failed"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["silent"], "It starts and says something: silent"),
        (["exit-at-start"], "says something: crashed: start: exit code 1; its stderr ends: nothing"),
        (["art-only"], "It answers `hello` with `ready` in time: garbled"),
        (["late@3"], "It plays a whole match: kerstenen, 2 players, seat 0: late: request 3"),
        (["raise@2"], "seat 0: crashed: request 2: exit code 1; its stderr ends:"),
        (["kill@2"], "seat 0: crashed: request 2: signal SIGKILL"),
        (["both@1"], "seat 0: garbled: request 1"),
        (["too-large@1"], "seat 0: illegal: request 1: choice"),
        (["flood@2"], "seat 0: garbled: request 2"),
        (["endless@1"], "seat 0: garbled: request 1: a line of more than"),
        (["deaf"], "It leaves after `bye`: it was still there"),
        (["exit-after-over"], "After `over` it plays another match in the same process: crashed"),
        (["grandchild", "mark=x"], "It leaves after `bye`: processes that it had started stayed behind"),
    ],
)  # fmt: skip
def test_a_hostile_bot_gets_the_same_report(words: list[str], told: str, tmp_path: Path) -> None:
    before = time.monotonic()
    report = checked(rogue_folder(tmp_path / "bot", words))
    assert told in failed(report)
    assert len(report.sentences) > 12
    assert time.monotonic() - before < 60


def test_an_honest_bot_passes_whatever_form_its_answers_have(tmp_path: Path) -> None:
    report = checked(rogue_folder(tmp_path / "bot", []))
    assert report.passed, report.text()
    assert [each.verdict for each in report.sentences].count("skipped") == 0


def test_stray_lines_are_allowed_and_shown(tmp_path: Path) -> None:
    report = checked(rogue_folder(tmp_path / "bot", ["art@1"]))
    assert report.passed, report.text()
    (stdout,) = [each for each in report.sentences if "stdout" in each.claim]
    assert "##" in stdout.seen
    assert "dropped" in stdout.seen


def test_a_bot_that_drops_a_request_when_two_wait_is_found_out(tmp_path: Path) -> None:
    program = """\
import json, os
ready, kept = False, b""
while chunk := os.read(0, 1 << 20):
    lines = (kept + chunk).split(b"\\n")
    kept = lines.pop()
    for line in lines[-1:]:
        message = json.loads(line)
        if message["type"] == "act":
            os.write(1, b'{"id":%d,"choice":0}\\n' % message["id"])
    if not ready:
        ready = os.write(1, b'{"type":"ready"}\\n')
"""
    report = checked(bot_folder(tmp_path / "bot", program))
    assert "Each answer bears the id of its request" in failed(report)


def test_luck_of_its_own_is_told(tmp_path: Path) -> None:
    program = """\
import json, random, sys
luck = random.SystemRandom()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "act":
        print(json.dumps({"id": message["id"], "choice": luck.randrange(len(message["legal"]))}), flush=True)
"""
    report = checked(bot_folder(tmp_path / "bot", program))
    assert report.passed
    assert "does not repeat from its seed" in report.text()


def test_memory_of_children_counts(tmp_path: Path) -> None:
    child = "x = bytearray(64 << 20); print(flush=True); import time; time.sleep(60)"
    program = f"""\
import json, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {child!r}], stdout=subprocess.PIPE)
child.stdout.readline()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{{"type":"ready"}}', flush=True)
    elif message["type"] == "act":
        print(json.dumps({{"id": message["id"], "choice": 0}}), flush=True)
child.kill()
"""
    report = checked(bot_folder(tmp_path / "bot", program))
    (memory,) = [each for each in report.sentences if "memory" in each.claim]
    assert int(memory.seen.split()[2]) > 64


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"games": ["schaak"]}, "bot.toml:5: games[0]: expected one of "),
        (
            {"games": ["kerstenen", "richelieux"]},
            "games[1]: expected one of hielenlikkers, kerstenen, richelieu",
        ),
        ({"games": ["kerstenem"]}, "got 'kerstenem'; did you mean 'kerstenen'?"),
        ({"games": ["richelieu"]}, "kerstenen, which the season plays, is not among them"),
        ({"run": ["./nope"]}, "there is no program './nope'"),
        ({"build": ["false"]}, "the build ended with exit code 1"),
        ({"build": ["./nope"]}, "cannot build: ./nope: No such file or directory"),
    ],
)
def test_what_cannot_be_started_is_told_and_the_rest_is_skipped(
    keys: dict[str, object], told: str, tmp_path: Path
) -> None:
    report = checked(bot_folder(tmp_path / "bot", HELLO, **keys))
    assert told in failed(report)
    assert report.text().count("failed ") == 1


def test_a_folder_without_a_bot_is_told(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    assert "bot.toml: cannot be read" in failed(checked(tmp_path / "bot"))


def test_nothing_is_left_of_a_bot_that_was_checked(tmp_path: Path) -> None:
    mark = f"checked-{os.getpid()}"
    checked(rogue_folder(tmp_path / "bot", ["deaf", "grandchild", f"mark={mark}"]))
    lines = [Path(f"/proc/{pid}/cmdline") for pid in os.listdir("/proc") if pid.isdigit()]
    assert not [line for line in lines if line.exists() and mark.encode() in line.read_bytes()]


def test_every_seating_of_every_game_is_tried_once_with_and_without_options() -> None:
    found = trials(GAMES)
    for name, game in GAMES.items():
        tried = [trial for trial in found if trial.game.name == name]
        seatings = [trial.seating for trial in tried]
        fields = {field: True for field in game.options.__struct_fields__ if field == "expansion"}
        assert set(seatings) == {*game.seatings(game.options()), *game.seatings(game.options(**fields))}
        assert len(set(seatings)) == len(seatings)
        if game.options.__struct_fields__:
            assert {bool(trial.options) for trial in tried} == {True, False}


def test_for_a_season_its_table_is_tried_from_every_seat(tmp_path: Path) -> None:
    file = tmp_path / "season.toml"
    file.write_text(SEASON)
    found = season_trials(read_season(file, filled=False))
    assert [(trial.game.name, trial.seating.seats, trial.seat) for trial in found] == [
        ("kerstenen", 2, 0),
        ("kerstenen", 2, 1),
    ]


def test_when_the_time_is_up_what_was_not_tried_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.check.examine.ENOUGH_S", 0.0)
    report = checked(rogue_folder(tmp_path / "bot", []))
    matches = [each for each in report.sentences if "whole match" in each.claim]
    assert [each.verdict for each in matches] == ["skipped", "skipped"]
    assert all("time of the check was up" in each.seen for each in matches)

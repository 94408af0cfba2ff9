"""Submitting to a season, through the command line: checked, kept, entered, played."""

import json
import os
import shutil
import stat
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from arena.entries import Entry, entered, entries
from arena.keep import content_hash
from tests.arena.stage import ARENA, BOTS
from tests.check.bots import bot_folder, rogue_folder

SEASON = """\
name = "Proef"
game = "kerstenen"
seats = 2
seed = 7
{keys}
[schedule]
deals = 1
[sandbox]
{sandbox}
[[entrant]]
name = "Vast"
bot = "{bots}/lukraak"
"""
FIRST = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "act":
        print(json.dumps({"id": message["id"], "choice": 0}), flush=True)
"""


class Stage:
    """A season in a folder, and the commands on it."""

    def __init__(self, folder: Path, sandbox: str = 'kind = "none"\ntrust = true', keys: str = "") -> None:
        self.folder = folder
        self.results = folder / "results"
        self.season = self.results / "proef"
        self.file = folder / "proef.toml"
        self.file.write_text(SEASON.format(sandbox=sandbox, bots=BOTS, keys=keys))

    def arena(self, *words: str | Path, code: int = 0) -> str:
        """What a command printed."""
        ran = subprocess.run(
            [ARENA, *words], capture_output=True, text=True, timeout=120, check=False, cwd=self.folder
        )
        assert ran.returncode == code, ran.stdout + ran.stderr
        return ran.stdout + ran.stderr

    def submit(self, bot: Path, code: int = 0) -> str:
        return self.arena("submit", bot, "--season", self.file, "--results", self.results, code=code)

    def withdraw(self, name: str, code: int = 0) -> str:
        return self.arena("withdraw", name, "--season", self.file, "--results", self.results, code=code)

    def play(self) -> list[dict[str, Any]]:
        """The league; its table."""
        self.arena("league", self.file, "--results", self.results, "--workers", "1")
        table: list[dict[str, Any]] = json.loads((self.season / "elo.json").read_text())
        return table

    def matches(self) -> dict[str, int]:
        return {row["name"]: row["matches"] for row in self.play()}

    def bots(self) -> list[tuple[str, str]]:
        told = self.arena("bots", "--season", self.file, "--results", self.results, "--json")
        return [(row["name"], row["state"]) for row in json.loads(told)]


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def test_a_bot_is_checked_entered_and_played(stage: Stage) -> None:
    told = stage.submit(bot_folder(stage.folder / "bot", FIRST))
    assert "It plays a whole match" in told
    assert "Proef has entered" in told
    assert stage.matches() == {"Vast": 2, "Proef": 2}
    assert stage.bots() == [("Vast", "entered"), ("Proef", "entered")]


def test_the_copy_is_read_only_named_by_its_content_and_apart_from_the_source(stage: Stage) -> None:
    bot = bot_folder(stage.folder / "bot", FIRST)
    stage.submit(bot)
    content = content_hash(bot)
    kept = stage.season / "bots" / content
    assert entries(stage.season) == [Entry("Proef", 1, content, kept=content_hash(kept))]
    (bot / "bot.py").write_text("changed")
    assert (kept / "bot.py").read_text() == FIRST
    assert all(not path.stat().st_mode & 0o222 for path in (kept, *kept.rglob("*")))
    assert os.listdir(stage.season / "bots") == [content]


def test_a_copy_that_was_changed_is_not_played(stage: Stage) -> None:
    """Its folder is named. A cache of Python's is no change, and put back it plays again."""
    stage.submit(bot_folder(stage.folder / "bot", FIRST))
    (kept,) = (stage.season / "bots").iterdir()
    kept.chmod(0o755)
    (kept / "__pycache__").mkdir()
    (kept / "__pycache__" / "x.pyc").touch()
    assert stage.matches() == {"Vast": 2, "Proef": 2}
    (kept / "bot.py").chmod(0o644)
    (kept / "bot.py").write_text(FIRST + "# changed\n")
    told = stage.arena("league", stage.file, "--results", stage.results, code=2)
    assert f"{kept}: these are not the files that were kept when Proef entered" in told
    (kept / "bot.py").write_text(FIRST)
    assert stage.matches() == {"Vast": 2, "Proef": 2}


def test_a_changed_copy_is_not_taken_for_what_is_submitted_once_more(stage: Stage) -> None:
    """A version that has the files of an earlier one plays from its folder."""
    for more in ("", "# better\n"):
        stage.submit(bot_folder(stage.folder / "bot", FIRST + more))
    kept = stage.season / "bots" / entries(stage.season)[0].content
    (kept / "bot.py").chmod(0o644)
    (kept / "bot.py").write_text(FIRST + "# changed\n")
    assert "Proef v3 has entered" in stage.submit(bot_folder(stage.folder / "bot", FIRST))
    told = stage.arena("league", stage.file, "--results", stage.results, code=2)
    assert f"{kept}: these are not the files that were kept when Proef v3 entered" in told


def test_a_new_version_plays_only_what_is_missing_and_the_old_one_keeps_its_matches(stage: Stage) -> None:
    stage.submit(bot_folder(stage.folder / "bot", FIRST))
    stage.play()
    told = stage.submit(bot_folder(stage.folder / "bot", FIRST + "# better\n"))
    assert "Proef v2 has entered" in told
    assert "it replaces Proef" in told
    assert stage.matches() == {"Vast": 4, "Proef": 2, "Proef v2": 2}
    assert stage.bots() == [("Vast", "entered"), ("Proef", "replaced"), ("Proef v2", "entered")]


def test_old_versions_leave_the_table_when_the_season_says_so(tmp_path: Path) -> None:
    stage = Stage(tmp_path, keys='old_versions = "drop"')
    stage.submit(bot_folder(stage.folder / "bot", FIRST))
    stage.play()
    stage.submit(bot_folder(stage.folder / "bot", FIRST + "# better\n"))
    assert stage.matches() == {"Vast": 2, "Proef v2": 2}


def test_the_same_files_once_more_change_nothing(stage: Stage) -> None:
    bot = bot_folder(stage.folder / "bot", FIRST)
    stage.submit(bot)
    with zipfile.ZipFile(stage.folder / "bot.zip", "w") as archive:
        for file in bot.iterdir():
            archive.write(file, f"bot/{file.name}")
    assert "had entered already" in stage.submit(stage.folder / "bot.zip")
    assert len(entries(stage.season)) == 1


def test_who_is_withdrawn_plays_no_more_and_can_come_back(stage: Stage) -> None:
    first = bot_folder(stage.folder / "bot", FIRST)
    stage.submit(first)
    stage.submit(bot_folder(stage.folder / "other", FIRST, "Ander"))
    stage.play()
    assert "Proef is withdrawn" in stage.withdraw("Proef")
    assert stage.bots()[1] == ("Proef", "withdrawn")
    stage.submit(bot_folder(stage.folder / "third", FIRST, "Derde"))
    matches = stage.matches()
    assert (matches["Proef"], matches["Derde"]) == (4, 4)
    assert "Proef plays no more already: it is withdrawn" in stage.withdraw("Proef", code=1)
    assert "Proef is back" in stage.submit(first)
    assert stage.bots()[1] == ("Proef", "entered")
    assert stage.matches()["Proef"] == 6
    assert "no submitted bot is called 'Nemo'" in stage.withdraw("Nemo", code=1)
    assert "take it out there" in stage.withdraw("Vast", code=1)
    assert "take it out there" in stage.withdraw("Lukraak", code=1)


def test_a_swiss_that_has_begun_takes_nobody_and_lets_nobody_go_but_by_its_file(stage: Stage) -> None:
    """Before, all is as ever."""
    swiss = 'deals = 1\nkind = "swiss"\nrounds = 2'
    stage.file.write_text(stage.file.read_text().replace("deals = 1", swiss))
    stage.submit(bot_folder(stage.folder / "bot", FIRST))
    stage.submit(bot_folder(stage.folder / "other", FIRST, "Ander"))
    stage.withdraw("Ander")
    stage.play()
    late = bot_folder(stage.folder / "late", FIRST, "Laat")
    assert "its swiss has begun" in stage.submit(late, code=1)
    assert "withdrawn = { Naam = 3 } in [schedule]" in stage.withdraw("Proef", code=1)
    swiss = swiss.replace("2", "3") + "\nwithdrawn = { Proef = 3 }"
    stage.file.write_text(stage.file.read_text().replace('deals = 1\nkind = "swiss"\nrounds = 2', swiss))
    assert stage.matches() == {"Vast": 4, "Proef": 4}


def test_whatever_version_bots_lists_withdraw_knows(stage: Stage) -> None:
    for more in ("", "# better\n", "# best\n"):
        stage.submit(bot_folder(stage.folder / "bot", FIRST + more))
    assert "Proef v2 plays no more already: it is replaced" in stage.withdraw("Proef v2", code=1)
    assert "Proef v3 is withdrawn" in stage.withdraw("Proef")
    assert [state for _, state in stage.bots()] == ["entered", "replaced", "replaced", "withdrawn"]


def test_no_secret_is_revealed_while_somebody_submitted_has_not_played(stage: Stage) -> None:
    stage.submit(bot_folder(stage.folder / "other", FIRST, "Ander"))
    stage.play()
    stage.submit(bot_folder(stage.folder / "bot", FIRST))
    refused = stage.arena("reveal", stage.season, code=1)
    assert "submitted since the last run, with matches to play: Proef, and their deals" in refused
    counted = stage.arena("reveal", stage.season, "--season", stage.file, code=1)
    assert "4 matches are not played yet" in counted
    assert not (stage.season / "revealed.json").exists()
    stage.play()
    stage.submit(bot_folder(stage.folder / "bot", FIRST + "# better\n"))
    stage.withdraw("Proef")
    assert "secret" in stage.arena("reveal", stage.season)


def test_a_secret_revealed_early_names_the_submitted_who_cannot_play(stage: Stage) -> None:
    stage.submit(bot_folder(stage.folder / "bot", FIRST))
    stage.play()
    stage.submit(bot_folder(stage.folder / "other", FIRST, "Ander"))
    told = stage.arena("reveal", stage.season, "--early")
    assert "0 matches are missing and cannot be played any more, nor any of Ander" in told
    assert json.loads((stage.season / "revealed.json").read_text())["submitted"] == ["Ander"]


def test_what_fails_the_check_is_refused_with_its_report_and_nothing_is_kept(stage: Stage) -> None:
    told = stage.submit(rogue_folder(stage.folder / "bot", ["raise@2"]), code=1)
    assert "crashed: request 2" in told
    assert "refused: " in told
    assert entries(stage.season) == []
    assert os.listdir(stage.season / "bots") == []


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"name": "Vast"}, "has an entrant called 'Vast'"),
        ({"name": "VAST"}, "has an entrant called 'Vast'"),
        ({"name": " x"}, "bot.toml:1: name: expected some words"),
        ({"build": ["false"]}, "the build ended with exit code 1"),
        ({"games": ["richelieu"]}, "kerstenen, which the season plays, is not among them"),
    ],
)
def test_what_cannot_enter_is_refused_with_the_reason(stage: Stage, keys: dict[str, Any], told: str) -> None:
    assert told in stage.submit(bot_folder(stage.folder / "bot", FIRST, **keys), code=1)
    assert entries(stage.season) == []


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"build": ["false"]}, "refused: bot: the build ended with exit code 1"),
        ({"run": ["./nope"], "build": ["true"]}, " run: there is no program './nope'"),
        ({"run": ["./nope"]}, " run: there is no program './nope'"),
        ({"games": ["kersten"]}, " bot.toml:5: games[0]: expected one of"),
        (
            {"build": ["sed", "-i", "s/^run.*/run = 1/", "bot.toml"]},
            "refused: bot: its build left a bot.toml that cannot be used:\nbot.toml:2: run: expected",
        ),
    ],
)
@pytest.mark.parametrize("kind", ["none", "bubblewrap"])
def test_what_is_said_of_a_bot_names_its_own_files(
    tmp_path: Path, kind: str, keys: dict[str, Any], told: str
) -> None:
    """Not those of the folder in which it is built."""
    stage = Stage(tmp_path, sandbox=f'kind = "{kind}"\ntrust = true')
    bot_folder(stage.folder / "bot", FIRST, **keys)
    said = stage.submit(Path("bot"), code=1)
    assert told in said
    assert ".incoming" not in said


def test_a_hostile_archive_is_refused(stage: Stage) -> None:
    with zipfile.ZipFile(stage.folder / "bot.zip", "w") as archive:
        archive.writestr("../bot.toml", "")
    assert "leads outside" in stage.submit(stage.folder / "bot.zip", code=1)


def test_a_version_cannot_take_the_name_of_another_bot(stage: Stage) -> None:
    stage.submit(bot_folder(stage.folder / "bot", FIRST))
    stage.submit(bot_folder(stage.folder / "other", FIRST, "Proef v2"))
    told = stage.submit(bot_folder(stage.folder / "bot", FIRST + "# better\n"), code=1)
    assert "there is 'Proef v2' in this season already" in told


def test_a_delivered_program_is_not_believed_but_built(stage: Stage) -> None:
    bot = bot_folder(stage.folder / "bot", FIRST, run=["./made"], build=["sh", "make.sh"])
    (bot / "make.sh").write_text("printf '#!/bin/sh\\nexec python3 bot.py\\n' > made; chmod +x made")
    (bot / "made").write_text("#!/bin/sh\nexec false\n")
    (bot / "made").chmod(0o755)
    stage.submit(bot)
    (kept,) = (stage.season / "bots").iterdir()
    assert "bot.py" in (kept / "made").read_text()
    assert stage.matches()["Proef"] == 2


def test_without_a_sandbox_nothing_is_taken_unless_the_season_trusts(tmp_path: Path) -> None:
    stage = Stage(tmp_path, sandbox='kind = "none"')
    told = stage.submit(bot_folder(tmp_path / "bot", FIRST), code=1)
    assert "[sandbox] trust = true" in told


def test_in_the_sandbox_it_is_built_checked_and_played(tmp_path: Path) -> None:
    stage = Stage(tmp_path, sandbox='kind = "bubblewrap"')
    probe = subprocess.run([ARENA, "doctor", "--json"], capture_output=True, text=True, check=False).stdout
    if shutil.which("cc") is None or '"bubblewrap' not in probe:
        pytest.skip("no sandbox that works, or no C compiler")
    (tmp_path / "bot").mkdir(mode=0o755)
    for name in ("bot.c", "bot.toml"):
        shutil.copy(BOTS / "starter-c" / name, tmp_path / "bot")
    manifest = tmp_path / "bot" / "bot.toml"
    spy = f"cat {stage.season}/season.db {stage.file} > seen"
    manifest.write_text(
        manifest.read_text().replace(
            '"cc", "-O2", "-o", "bot", "bot.c"', f'"sh", "-c", "cc -O2 -o bot bot.c; {spy}; true"'
        )
    )
    stage.submit(tmp_path / "bot")
    (kept,) = (stage.season / "bots").iterdir()
    assert (kept / "seen").read_bytes() == b""
    assert stat.S_IMODE((kept / "bot").stat().st_mode) == 0o555
    assert stage.matches() == {"Vast": 2, "Starter in C": 2}


def test_a_season_may_consist_of_submitted_bots_alone(stage: Stage) -> None:
    text = stage.file.read_text()
    stage.file.write_text(text[: text.index("[[entrant]]")])
    for name in ("Aap", "Noot"):
        stage.submit(bot_folder(stage.folder / name, FIRST, name))
    assert [entrant.name for entrant in entered(stage.file, stage.results).entrants] == ["Aap", "Noot"]
    assert stage.matches() == {"Aap": 2, "Noot": 2}

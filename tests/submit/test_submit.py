"""Submitting to a season, through the command line: checked, kept, entered, played."""

import json
import os
import shutil
import stat
import subprocess
import zipfile
from collections.abc import Callable
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

    def asked(self, command: str, code: int = 0) -> str:
        """What a command says that is given the season's file alone."""
        named = ["--season"] if command == "bots" else []
        return self.arena(command, *named, self.file, "--results", self.results, code=code)

    def with_entrant(self, name: str) -> str:
        """The season's file as it was; from now on it has one more entrant."""
        before = self.file.read_text()
        self.file.write_text(f'{before}[[entrant]]\nname = "{name}"\nbot = "{BOTS}/lukraak"\n')
        return before

    def had_entrant(self, name: str) -> None:
        """An entrant of the file plays, and is taken out of it."""
        before = self.with_entrant(name)
        self.play()
        self.file.write_text(before)

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


def change(kept: Path) -> None:
    """Write something else into a kept copy."""
    (kept / "bot.py").chmod(0o644)
    (kept / "bot.py").write_text(FIRST + "# changed\n")


def lose(kept: Path) -> None:
    """Remove a kept copy."""
    for path in (kept, *kept.rglob("*")):
        path.chmod(0o755)
    shutil.rmtree(kept)


def lose_in_part(kept: Path) -> None:
    kept.chmod(0o755)
    (kept / "bot.toml").unlink()


HARM: list[Callable[[Path], None]] = [change, lose, lose_in_part]


@pytest.mark.parametrize("harm", HARM)
def test_the_same_files_once_more_put_a_copy_back(stage: Stage, harm: Callable[[Path], None]) -> None:
    """Checked as at first, and read-only again."""
    bot = bot_folder(stage.folder / "bot", FIRST)
    (bot / "deep").mkdir()
    (bot / "deep" / "x").touch()
    stage.submit(bot)
    before = entries(stage.season)
    (kept,) = (stage.season / "bots").iterdir()
    harm(kept)
    told = stage.submit(bot)
    assert "It plays a whole match" in told
    assert "Proef had entered already, with the same files" in told
    assert "the copy of its files was gone or changed: it is put back" in told
    assert entries(stage.season) == before
    assert os.listdir(stage.season / "bots") == [kept.name]
    assert all(not path.stat().st_mode & 0o222 for path in (kept, *kept.rglob("*")))
    assert stage.matches() == {"Vast": 2, "Proef": 2}
    assert "put back" not in stage.submit(bot)


@pytest.mark.slow
def test_a_copy_is_put_back_when_a_withdrawn_bot_comes_back(stage: Stage) -> None:
    bot = bot_folder(stage.folder / "bot", FIRST)
    stage.submit(bot)
    lose(*(stage.season / "bots").iterdir())
    stage.withdraw("Proef")
    told = stage.submit(bot)
    assert "Proef is back" in told
    assert "it is put back" in told
    assert stage.matches() == {"Vast": 2, "Proef": 2}


@pytest.mark.slow
def test_a_new_version_with_the_files_of_an_old_one_puts_the_copy_back(stage: Stage) -> None:
    """It plays from the same folder."""
    for more in ("", "# better\n"):
        stage.submit(bot_folder(stage.folder / "bot", FIRST + more))
    kept = stage.season / "bots" / entries(stage.season)[0].content
    change(kept)
    told = stage.submit(bot_folder(stage.folder / "bot", FIRST))
    assert "Proef v3 has entered" in told
    assert "it is put back" in told
    assert (kept / "bot.py").read_text() == FIRST
    assert stage.matches() == {"Vast": 2, "Proef v3": 2}


@pytest.mark.slow
def test_a_build_that_comes_out_otherwise_may_put_a_copy_back(stage: Stage) -> None:
    """All versions that play from it have the new one."""
    for more in ("", "# better\n", ""):
        build = ["sh", "-c", "mktemp -u > made"]
        bot = bot_folder(stage.folder / "bot", FIRST + more, build=build)
        stage.submit(bot)
    lose(stage.season / "bots" / entries(stage.season)[0].content)
    stage.submit(bot)
    first, _, third = entries(stage.season)
    assert first.kept == third.kept == content_hash(stage.season / "bots" / third.content)
    assert stage.matches() == {"Vast": 2, "Proef v3": 2}


def test_a_copy_is_not_put_back_without_the_check(stage: Stage) -> None:
    """What passed once may fail now: then all stays as it is."""
    flag = stage.folder / "flag"
    bot = bot_folder(stage.folder / "bot", FIRST, build=["test", "!", "-e", str(flag)])
    stage.submit(bot)
    lose(*(stage.season / "bots").iterdir())
    flag.touch()
    assert "the build ended with exit code 1" in stage.submit(bot, code=1)
    assert os.listdir(stage.season / "bots") == []


@pytest.mark.parametrize("command", ["league", "status", "bots"])
def test_of_copies_that_are_gone_it_is_told_what_to_do(stage: Stage, command: str) -> None:
    """Of all of them at once."""
    for name in ("Aap", "Noot"):
        stage.submit(bot_folder(stage.folder / name, FIRST, name))
    for kept in (stage.season / "bots").iterdir():
        lose(kept)
    told = stage.asked(command, code=0 if command == "bots" else 2)
    for entry in entries(stage.season):
        assert (
            f"{stage.season / 'bots' / entry.content}: the files that were kept when {entry.name} entered are"
            " gone; put a copy of them back, submit the same files again, or withdraw"
            f" {entry.name}\n" in told
        )


@pytest.mark.parametrize("command", ["league", "bots"])
def test_of_a_copy_that_was_changed_it_is_told_what_to_do(stage: Stage, command: str) -> None:
    stage.submit(bot_folder(stage.folder / "bot", FIRST))
    (kept,) = (stage.season / "bots").iterdir()
    change(kept)
    assert (
        f"{kept}: these are not the files that were kept when Proef entered; put a copy of them back, submit"
        " the same files again, or withdraw Proef\n"
    ) in stage.asked(command, code=0 if command == "bots" else 2)


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


@pytest.mark.slow
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


@pytest.mark.slow
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
    assert "its swiss has begun" in stage.submit(stage.folder / "other", code=1)
    lose(stage.season / "bots" / entries(stage.season)[0].content)
    assert "it is put back" in stage.submit(stage.folder / "bot")
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


@pytest.mark.slow
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


def test_a_version_does_not_take_the_name_of_another_bot(stage: Stage) -> None:
    """Nor one that looks like it: it has the next number."""
    stage.submit(bot_folder(stage.folder / "bot", FIRST))
    stage.submit(bot_folder(stage.folder / "other", FIRST, "proef  V2"))
    told = stage.submit(bot_folder(stage.folder / "bot", FIRST + "# better\n"))
    assert "Proef v3 has entered" in told
    assert "it replaces Proef," in told
    assert stage.matches() == {"Vast": 4, "proef  V2": 4, "Proef v3": 4}


@pytest.mark.parametrize("name", ["Vroeger", "VROEGER"])
def test_nobody_inherits_the_matches_of_one_who_left_the_file(stage: Stage, name: str) -> None:
    stage.had_entrant(name)
    told = stage.submit(bot_folder(stage.folder / "bot", FIRST, "Vroeger"), code=1)
    assert f"{name!r} was in a run of this season before, and its matches stay" in told
    assert "give the bot another name" in told
    assert entries(stage.season) == []


@pytest.mark.slow
def test_a_version_does_not_inherit_the_matches_of_one_who_left_the_file(stage: Stage) -> None:
    stage.had_entrant("Proef v2")
    for more in ("", "# better\n"):
        told = stage.submit(bot_folder(stage.folder / "bot", FIRST + more))
    assert "Proef v3 has entered" in told
    assert stage.matches() == {"Vast": 4, "Proef v2": 2, "Proef v3": 2}


def test_a_name_of_another_submitted_bot_is_refused_however_it_is_spaced(stage: Stage) -> None:
    stage.submit(bot_folder(stage.folder / "bot", FIRST, "Mijn Bot"))
    stage.withdraw("Mijn Bot")
    told = stage.submit(bot_folder(stage.folder / "other", FIRST, "mijn  bot"), code=1)
    assert "there is 'Mijn Bot' in this season already" in told


def test_an_entrant_of_the_file_with_the_name_of_a_submitted_bot_is_told_so(stage: Stage) -> None:
    """At its own place in the file."""
    stage.submit(bot_folder(stage.folder / "bot", FIRST))
    stage.with_entrant("Proef")
    assert "entrant[1].name: expected a name of its own (a submitted bot has it), got 'Proef'" in stage.asked(
        "league", code=2
    )


def test_a_withdrawn_bot_does_not_come_back_beside_an_entrant_of_the_file_of_its_name(stage: Stage) -> None:
    """Or the season could not be played any more."""
    bot = bot_folder(stage.folder / "bot", FIRST)
    stage.submit(bot)
    stage.withdraw("Proef")
    stage.with_entrant("Proef")
    assert "has an entrant called 'Proef'" in stage.submit(bot, code=1)
    assert entries(stage.season)[0].state == "withdrawn"


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

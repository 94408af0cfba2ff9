"""The commands: help, tables in every form, games, exit codes."""

import csv
import json
import re
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli import COMMANDS, main
from engine.registry import GAMES
from tests.arena.stage import BOTS, ROOT, tables


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples_and_exit_codes(command: str) -> None:
    done = run(command, "--help")
    assert done.exit_code == 0
    assert f"Usage: main {command}" in done.stdout
    assert f"Examples:\n    arena {command}" in done.stdout
    assert re.search(r"Exit codes: 0 .*2 .*3 stopped by Ctrl-C", done.stdout, re.DOTALL)


def test_help_names_every_command() -> None:
    done = run("--help")
    assert [command for command in COMMANDS if f"\n  {command} " not in done.stdout] == []
    assert "3 stopped by Ctrl-C" in done.stdout


def test_what_is_no_command_is_bad_usage() -> None:
    assert run("leage").exit_code == 2
    assert run("league").exit_code == 2
    assert run("league", "no-such-file.toml").exit_code == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["init", "{}", "--language", "python"], 2),
        (["league", ROOT / "configs" / "duo.toml", "--results", "{}"], 1),
        (["submit", BOTS / "lukraak", "--season", ROOT / "configs" / "duo.toml", "--results", "{}"], 1),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else None,
)
def test_a_folder_that_cannot_be_made_is_named_with_the_reason(
    words: list[str | Path], code: int, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    done = run(*(str(word).format(tmp_path / "file" / "inside") for word in words))
    assert done.exit_code == code
    assert re.search(r"file/inside\S*: cannot be created: Not a directory\n\Z", done.stderr)


@pytest.mark.parametrize("form", ["txt", "md", "csv", "json"])
def test_the_table_is_what_the_league_wrote(played: Path, form: str) -> None:
    done = run("table", played, "--format", form, "--no-times")
    assert done.exit_code == 0
    assert done.stdout.encode() == tables(played)[f"elo.{form}"]


def test_the_forms_of_the_table_agree(played: Path) -> None:
    rows = json.loads(run("table", played, "--format", "json").stdout)
    assert [row["place"] for row in rows] == [1, 2, 3]
    assert {row["name"] for row in rows} == {"Ada", "Bob", "Cor"}
    assert [row["matches"] for row in rows] == [16, 16, 16]
    assert all(row["ms"] > 0 for row in rows)
    lines = list(csv.DictReader(StringIO(run("table", played, "--format", "csv").stdout)))
    assert [line["name"] for line in lines] == [row["name"] for row in rows]
    for form in ("txt", "md"):
        text = run("table", played, "--format", form).stdout
        places = [text.index(row["name"]) for row in rows]
        assert places == sorted(places)


def test_a_folder_without_a_season_is_refused(tmp_path: Path) -> None:
    for words in (["table", tmp_path], ["replay", tmp_path], ["replay", tmp_path, "--verify"]):
        refused = run(*words)
        assert refused.exit_code == 2
        assert f"{tmp_path / 'season.db'}: there is no season here yet" in refused.stderr


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "season.db").write_text("no database " * 1000)
    refused = run("table", tmp_path)
    assert refused.exit_code == 1
    assert "season.db: file is not a database" in refused.stderr


def test_games_are_listed_and_described() -> None:
    assert run("games").stdout.split() == list(GAMES)
    for name, game in GAMES.items():
        words = run("games", name).stdout
        assert all(seating.words() in words for seating in game.seatings(game.options()))
        assert all(f"  {option} = " in words for option in game.options.__struct_fields__)
    assert "expansion = true|false (default false)" in run("games", "hielenlikkers").stdout
    assert run("games", "schaak").exit_code == 2
    assert run("games", "--schema").exit_code == 2


def test_a_season_file_with_mistakes_is_refused_with_all_of_them(tmp_path: Path) -> None:
    file = tmp_path / "season.toml"
    file.write_text('name = "x"\ngame = "hielenlikker"\nseats = "2"\n[schedule]\ndeels = 1\n')
    refused = run("league", file, "--results", tmp_path)
    assert refused.exit_code == 2
    assert refused.stderr.count(f"{file}:") >= 4
    assert "did you mean 'deals'" in refused.stderr


def test_the_example_bots_are_where_the_examples_say() -> None:
    assert (BOTS / "vleier" / "bot.toml").is_file()

"""Every starter is begun, built and played: the check finds nothing wrong with any of them."""

import os
import shutil
from pathlib import Path

import pytest

from arena.check.examine import examine
from arena.examples import folder_of
from arena.manifest import MANIFEST, read_bot
from arena.sandbox import Keeping
from arena.starters import STARTERS, StarterError, begin

TOOLS = {"sh": ("sh", "jq")}
"""What a starter needs beside the first words of its `run` and `build`."""


def missing_tools(folder: Path, language: str) -> list[str]:
    manifest = read_bot(folder).manifest
    words = [manifest.run[0], *(manifest.build or ())[:1], *TOOLS.get(language, ())]
    return [word for word in words if "/" not in word and shutil.which(word) is None]


@pytest.mark.parametrize("language", STARTERS)
def test_a_starter_passes_the_check(language: str, tmp_path: Path) -> None:
    folder = tmp_path / "mijn bot"
    begin(folder, language)
    if missing := missing_tools(folder, language):
        pytest.skip(f"not installed: {', '.join(missing)}")
    report = examine(folder, None, Keeping())
    assert not [sentence for sentence in report.sentences if sentence.verdict != "passed"], report.text()
    games = {"hielenlikkers", "kerstenen", "richelieu"}
    assert games == {game for game in games if game in report.text()}


@pytest.mark.parametrize("language", STARTERS)
def test_a_starter_is_short_and_says_where_to_think(language: str) -> None:
    program = folder_of(STARTERS[language].example) / STARTERS[language].program
    text = program.read_text()
    assert len(text.splitlines()) <= 160
    assert "The place to think is" in text


def test_a_bot_is_called_as_its_folder(tmp_path: Path) -> None:
    bot = begin(tmp_path / 'Mien\'s "bot" \\ é', "python")
    assert bot.manifest.name == 'Mien\'s "bot" \\ é'
    assert sorted(file.name for file in bot.folder.iterdir()) == ["bot.py", MANIFEST]


def test_what_is_there_already_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    with pytest.raises(StarterError, match="is there already"):
        begin(tmp_path / "bot", "c")
    assert os.listdir(tmp_path / "bot") == []


def test_a_name_that_no_table_can_hold_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(StarterError, match="name: expected some words on one line"):
        begin(tmp_path / " x", "c")
    assert os.listdir(tmp_path) == []

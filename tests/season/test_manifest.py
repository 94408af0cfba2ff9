"""What a bot.toml may say."""

from pathlib import Path

import pytest

from arena.manifest import Manifest, ManifestError, read_bot

NAME = "some words on one line, without spaces at the ends, at most 60 characters"


def test_a_manifest_is_read_whole(folder: Path) -> None:
    file = folder / "bots" / "aap" / "bot.toml"
    file.write_text(file.read_text() + 'build = ["make", "all"]\n')
    bot = read_bot(file.parent)
    assert bot.folder == file.parent.resolve()
    assert bot.manifest == Manifest(
        name="aap",
        run=("python3", "bot.py"),
        build=("make", "all"),
        author="Mies",
        language="Python",
        games=("hielenlikkers",),
    )


def test_only_build_may_be_left_out(folder: Path) -> None:
    assert read_bot(folder / "bots" / "aap").manifest.build is None
    (folder / "bots" / "aap" / "bot.toml").write_text("")
    with pytest.raises(ManifestError) as caught:
        read_bot(folder / "bots" / "aap")
    assert [problem.path for problem in caught.value.problems] == [
        "name",
        "run",
        "author",
        "language",
        "games",
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("run = []", "run: expected a command as a list of words, got []"),
        ('run = ["python3", 3]', "run[1]: expected a word of a command, got 3"),
        ('run = [""]', "run[0]: expected a word of a command, got ''"),
        ('run = ["a\\u0000"]', "run[0]: expected a word of a command, got 'a\\x00'"),
        ('name = ""', f"name: expected {NAME}, got ''"),
        ('name = " a"', f"name: expected {NAME}, got ' a'"),
        (f'name = "{61 * "a"}"', f"name: expected {NAME}, got '{61 * 'a'}'"),
        ('name = "a\u202eb"', f"name: expected {NAME}, got 'a\\u202eb'"),
        ('name = "a\u2066b"', f"name: expected {NAME}, got 'a\\u2066b'"),
        ('games = "hielenlikkers"', "games: expected a list of names of games, got 'hielenlikkers'"),
        ('langauge = "C"', "'langauge'; did you mean 'language'?"),
    ],
)
def test_a_wrong_value_is_refused(folder: Path, line: str, told: str) -> None:
    file = folder / "bots" / "aap" / "bot.toml"
    key = line.split(" = ")[0]
    others = [each for each in file.read_text().splitlines() if not each.startswith(key)]
    file.write_text("\n".join([*others, line]))
    with pytest.raises(ManifestError) as caught:
        read_bot(file.parent)
    assert told in str(caught.value)
    assert len(caught.value.problems) == 1

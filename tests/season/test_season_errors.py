"""What a season file that is wrong is told: all of it at once, and where."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from arena.season import SeasonError, read_season
from engine.registry import GAMES
from tests.season.folders import SEASON, season_file

MANY = "an integer of at least 1 and at most 100000"


def refused(folder: Path, text: str | bytes) -> list[str]:
    """The lines of the error, without the name of the file."""
    file = season_file(folder, text)
    with pytest.raises(SeasonError) as caught:
        read_season(file)
    lines = str(caught.value).splitlines()
    assert all(line.startswith(str(file)) for line in lines)
    return [line.removeprefix(f"{file}:").strip() for line in lines]


CASES = {
    "unknown key": (
        "seats = 2",
        "seats = 2\nproceses = 1",
        "got 'proceses'; did you mean 'processes'?",
    ),
    "unknown key of a table": (
        "deals = 3",
        "deals = 3\nseating = 'all'",
        "6: schedule.seating: expected one of kind, deals, seatings, partners, whole_deals, rounds, "
        "withdrawn, newcomers, until_error, got 'seating'; did you mean 'seatings'?",
    ),
    "wrong type": (
        "deals = 3",
        "deals = 'ten'",
        f"5: schedule.deals: expected {MANY}, got 'ten'",
    ),
    "more deals than a run can hold": (
        "deals = 3",
        "deals = 100001",
        f"5: schedule.deals: expected {MANY}, got 100001",
    ),
    "no deals": (
        "deals = 3",
        "deals = 0",
        f"5: schedule.deals: expected {MANY}, got 0",
    ),
    "number for a bool": ("seats = 2", "seats = 2\nteams = 0", "4: teams: expected true or false, got 0"),
    "bool for a number": (
        "deals = 3",
        "deals = true",
        f"5: schedule.deals: expected {MANY}, got true",
    ),
    "missing key": (
        "deals = 3\n",
        "",
        f"4: schedule.deals: expected {MANY}, got nothing",
    ),
    "missing table": ("[schedule]\ndeals = 3\n", "", "schedule: expected a table, got nothing"),
    "value for a table": ("[schedule]\ndeals = 3", "schedule = 3", "4: schedule: expected a table, got 3"),
    "unknown game": (
        '"hielenlikkers"',
        '"hielenlikker"',
        "2: game: expected {games}, got 'hielenlikker'; did you mean 'hielenlikkers'?",
    ),
    "unknown kind": (
        "deals = 3",
        "deals = 3\nkind = 'roundrobin'",
        "6: schedule.kind: expected one of 'gauntlet', 'knockout', 'ladder', 'round-robin', 'swiss', "
        "got 'roundrobin'; did you mean 'round-robin'?",
    ),
    "unknown option": (
        "seats = 2",
        "seats = 2\n[options]\nexpanion = true",
        "5: options.expanion: expected one of expansion, noble_counts_two_in_missions, got 'expanion'; "
        "did you mean 'expansion'?",
    ),
    "wrong option": (
        "seats = 2",
        "seats = 2\n[options]\nexpansion = 1",
        "5: options.expansion: expected true or false, got 1",
    ),
    "too many seats": (
        "seats = 2",
        "seats = 6",
        "3: seats: expected what hielenlikkers with these options is played by "
        "(2 players, 3 players, 4 players, 5 players), got 6 seats without teams",
    ),
    "too few entrants": (
        "seats = 2",
        "seats = 3",
        "6: entrant: expected at least 3 entrants, to fill a table, got 2",
    ),
    "limit of nought": (
        "seats = 2",
        "seats = 2\nclock.move_ms = 0",
        "clock.move_ms: expected ms, from 1 to 86400000 (a day), got 0",
    ),
    "limit below nought": (
        "seats = 2",
        "seats = 2\n[clock]\nmatch_ms = -1",
        "5: clock.match_ms: expected ms, from 1 to 86400000 (a day), got -1",
    ),
    "negative seed": (
        "seats = 2",
        "seats = 2\nseed = -1",
        "4: seed: expected an integer of at least 0 and at most 9223372036854775807, got -1",
    ),
    "missing folder": (
        "bots/noot",
        "bots/noto",
        "9: entrant[1].bot: expected the folder of a bot, got 'bots/noto'; did you mean 'bots/noot'?",
    ),
    "same name": (
        'bot = "bots/noot"',
        'bot = "bots/noot"\nname = "aap"',
        "10: entrant[1].name: expected a name of its own (entrant[0] has it), got 'aap'",
    ),
    "same name in other letters": (
        'bot = "bots/noot"',
        'bot = "bots/noot"\nname = "Aap"',
        "10: entrant[1].name: expected a name of its own (entrant[0] has one that looks the same), got 'Aap'",
    ),
    "same name, spaced otherwise": (
        '"bots/aap"\n[[entrant]]\nbot = "bots/noot"',
        '"bots/aap"\nname = "Mijn Bot"\n[[entrant]]\nbot = "bots/noot"\nname = "mijn  bot"',
        "11: entrant[1].name: expected a name of its own (entrant[0] has one that looks the same), "
        "got 'mijn  bot'",
    ),
    "same name, composed otherwise": (
        '"bots/aap"\n[[entrant]]\nbot = "bots/noot"',
        '"bots/aap"\nname = "\u00e9en"\n[[entrant]]\nbot = "bots/noot"\nname = "e\u0301en"',
        "11: entrant[1].name: expected a name of its own (entrant[0] has one that looks the same), "
        "got 'e\u0301en'",
    ),
    "same bot, no names": (
        "bots/noot",
        "bots/aap",
        "8: entrant[1].name: expected a name of its own (entrant[0] has it), got 'aap'",
    ),
    "neither bot nor bots": (
        'bot = "bots/noot"',
        'name = "Noot"',
        "8: entrant[1]: expected either bot or bots, got neither",
    ),
    "both bot and bots": (
        'bot = "bots/noot"',
        'bot = "bots/noot"\nbots = ["bots/noot"]',
        "8: entrant[1]: expected either bot or bots, got both",
    ),
    "more bots than seats": (
        'bot = "bots/noot"',
        'bots = ["bots/noot", "bots/aap"]',
        "9: entrant[1].bots: expected one bot for each seat of the side: 1, got 2",
    ),
    "name of two lines": (
        '"Proef"',
        '"Proef\\nen meer"',
        "1: name: expected some words on one line, without spaces at the ends, got 'Proef\\nen meer'",
    ),
    "key twice": (
        "seats = 2",
        "seats = 2\nseats = 3\n[x]",
        "is no TOML: Cannot overwrite a value (at line 4, column 10)",
    ),
    "table twice": ("[[entrant]]", "[schedule]\n[[entrant]]", "is no TOML: Cannot declare"),
    "no TOML": ("seats = 2", "seats 2", "3: is no TOML: Expected '=' after a key"),
    "nested too deep": ("seats = 2", "seats = " + "[" * 9999, "is no TOML that can be read: nested too deep"),
}


@pytest.mark.parametrize(("old", "new", "told"), CASES.values(), ids=CASES)
def test_one_thing_wrong(folder: Path, old: str, new: str, told: str) -> None:
    names = ", ".join(map(repr, GAMES))
    games = f"one of {names}" if len(GAMES) > 1 else names
    assert old in SEASON
    lines = refused(folder, SEASON.replace(old, new, 1))
    assert len(lines) == 1
    assert told.replace("{games}", games) in lines[0]


@pytest.mark.parametrize(("name", "has"), [("noot", "it"), ("Noot", "one that looks the same")])
def test_a_name_that_a_submitted_bot_has_is_told_at_the_entrant_of_the_file(
    folder: Path, name: str, has: str
) -> None:
    file = season_file(folder)
    other, taken = read_season(file).entrants
    submitted = [replace(other, name="other"), replace(taken, name=name)]
    with pytest.raises(SeasonError) as caught:
        read_season(file, submitted)
    words = f"expected a name of its own (a submitted bot has {has}), got 'noot'"
    assert str(caught.value) == f"{file}:8: entrant[1].name: {words}"


def test_everything_wrong_is_told_at_once_in_the_order_of_the_file(folder: Path) -> None:
    lines = refused(
        folder,
        """\
game = "hielenlikkers"
seats = "4"
[options]
expansion = "yes"
[schedule]
kind = "swis"
[clock]
start_ms = 0
[[entrant]]
bot = "bots/nowhere"
[[entrant]]
bots = "bots/aap"
[[entrant]]
bot = "bots/aap"
colour = "red"
""",
    )
    assert [line.rsplit(": expected", 1)[0] for line in lines] == [
        "name",
        "2: seats",
        "4: options.expansion",
        "5: schedule.deals",
        "6: schedule.kind",
        "8: clock.start_ms",
        "10: entrant[0].bot",
        "12: entrant[1].bots",
        "15: entrant[2].colour",
    ]


def test_an_unknown_key_that_begins_like_another_hides_nothing(folder: Path) -> None:
    lines = refused(folder, SEASON.replace("seats = 2", "seats = 9\ngames = 1\nseats_ = 1"))
    assert [line.split(": ")[1] for line in lines] == ["seats", "games", "seats_"]


def test_what_is_wrong_with_a_manifest_is_told_under_the_entrant(folder: Path) -> None:
    manifest = folder / "bots" / "noot" / "bot.toml"
    manifest.write_text(
        'name = "noot"\nrun = "python3 bot.py"\ngames = ["hielenlikkers"]\nlanguage = "Python"\n'
    )
    where = f"9: entrant[1].bot: expected a bot, got 'bots/noot': {manifest}"
    assert refused(folder, SEASON) == [
        f"{where}: author: expected some words on one line, without spaces at the ends, got nothing",
        f"{where}:2: run: expected a command as a list of words, got 'python3 bot.py'",
    ]


def test_a_folder_without_manifest_is_no_bot(folder: Path) -> None:
    (folder / "bots" / "noot" / "bot.toml").unlink()
    (line,) = refused(folder, SEASON)
    assert line.startswith("9: entrant[1].bot: expected a bot, got 'bots/noot'")
    assert line.endswith("bot.toml: cannot be read: No such file or directory")


def test_a_bot_must_declare_the_game(folder: Path) -> None:
    manifest = folder / "bots" / "noot" / "bot.toml"
    manifest.write_text(manifest.read_text().replace("hielenlikkers", "kerstenen"))
    assert refused(folder, SEASON) == [
        "9: entrant[1].bot: expected a bot that plays hielenlikkers, got one for kerstenen"
    ]


def test_text_that_is_not_utf8_is_refused_with_its_line(folder: Path) -> None:
    assert refused(folder, SEASON.encode() + b"# caf\xe9\n") == ["10: is not UTF-8"]


def test_a_device_and_a_pipe_are_no_files_to_wait_for(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    for path in (Path("/dev/zero"), folder / "pipe"):
        with pytest.raises(SeasonError, match="is no regular file"):
            read_season(path)


def test_a_file_of_more_than_a_mebibyte_is_refused(folder: Path) -> None:
    """One of a mebibyte to the byte is read."""
    filling = b"#" * ((1 << 20) - len(SEASON))
    assert read_season(season_file(folder, SEASON.encode() + filling)).name == "Proef"
    assert refused(folder, SEASON.encode() + filling + b"#") == ["is larger than 1 MiB"]


@pytest.mark.parametrize("path", ["nowhere.toml", "bots"])
def test_a_file_that_cannot_be_read_is_one_error(folder: Path, path: str) -> None:
    with pytest.raises(SeasonError, match="cannot be read: "):
        read_season(folder / path)


@pytest.mark.parametrize(
    "value", ["9" * 5000, "0x" + "f" * 5000, "'" + "x" * 5000 + "'", "2026-11-30", "nan"]
)
def test_what_came_is_told_in_short(folder: Path, value: str) -> None:
    (line,) = refused(folder, SEASON.replace("seats = 2", f"seats = 2\nseed = {value}"))
    assert len(line) < 200

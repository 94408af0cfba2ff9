"""`arena match`: every game at every table, what is printed, what is refused."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.sandbox.probe import box_finding
from arena.store import Store
from engine.game import Game
from engine.registry import GAMES
from engine.seating import Seating
from tests.arena.stage import BOTS, arena, bot_folder, rogue_words
from tests.check.bots import bot_folder as check_bot
from tests.check.bots import rogue_folder
from tests.sandbox.started import missing

LUKRAAK, VLUG = str(BOTS / "lukraak"), str(BOTS / "vlug-py")

SPY = """\
import json, os, sys
def readable(path):
    try:
        return bool(open(path, "rb").read())
    except OSError:
        return False
print([path for path in json.load(open("paths.json")) if readable(path)], file=sys.stderr)
"""
"""Says which of the files in paths.json it can read, and crashes."""


def match(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["match", *map(str, words), "--workers", "1"])


def tables() -> list[tuple[Game, Seating, list[str]]]:
    """Every game at every table there is with any one option switched, and the options it takes."""
    found: dict[tuple[str, Seating], tuple[Game, Seating, list[str]]] = {}
    for game in GAMES.values():
        switched = [name for name, kind in game.options.__annotations__.items() if kind is bool]
        for chosen in ([], *([name] for name in switched)):
            options = game.options(**dict.fromkeys(chosen, True))
            words = [word for name in chosen for word in ("--option", f"{name}=true")]
            for seating in game.seatings(options):
                found.setdefault((game.name, seating), (game, seating, words))
    return list(found.values())


@pytest.mark.parametrize(
    ("game", "seating", "words"), tables(), ids=[f"{table[0].name}, {table[1].words()}" for table in tables()]
)
def test_lukraak_plays_every_game_at_every_table(game: Game, seating: Seating, words: list[str]) -> None:
    words = [*words, "--teams"] if seating.teams else words
    done = match(*[LUKRAAK] * seating.side_count, "--game", game.name, *words)
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[-1].endswith(": played")
    assert done.stdout.count("Lukraak") == seating.seats


def test_every_kind_of_table_was_tried() -> None:
    words = {(game.name, seating.words()) for game, seating, _ in tables()}
    assert {"2 teams of 2", "3 teams of 2", "2 players", "6 players"} <= {
        seating for name, seating in words if name == "hielenlikkers"
    }
    assert {name for name, _ in words} == set(GAMES)


def test_one_match_has_the_bots_in_seats_as_given() -> None:
    done = match(VLUG, LUKRAAK, LUKRAAK, "--seed", "5")
    rows = [line.split("│") for line in done.stdout.splitlines() if line.startswith("│")][1:]
    seats = {row[3].strip(): row[2].strip() for row in rows}
    assert seats == {"0": "Vlug in Python", "1": "Lukraak", "2": "Lukraak (2)"}
    points = [int(row[4]) for row in rows]
    assert points == sorted(points, reverse=True)
    assert rows[0][1].strip() == "1"
    assert done.stdout == match(VLUG, LUKRAAK, LUKRAAK, "--seed", "5").stdout


def test_partners_are_one_bot_opposite_each_other() -> None:
    done = match(VLUG, LUKRAAK, "--teams", "--option", "expansion=true")
    rows = [line.split("│") for line in done.stdout.splitlines() if line.startswith("│")][1:]
    assert {row[3].strip(): row[2].strip() for row in rows} == {
        "0": "Vlug in Python",
        "1": "Lukraak",
        "2": "Vlug in Python",
        "3": "Lukraak",
    }


def test_deals_are_played_in_all_rotations(tmp_path: Path) -> None:
    done = match(VLUG, LUKRAAK, LUKRAAK, "--deals", "2", "--results", tmp_path / "kept")
    assert done.exit_code == 0
    assert "Lukraak (2)" in done.stdout
    store = Store(tmp_path / "kept")
    fixtures = [record.fixture for record in store.records()]
    store.close()
    for deal in (0, 1):
        orders = sorted(one.entrants for one in fixtures if one.deal == deal)
        assert orders == [
            ("Lukraak", "Lukraak (2)", "Vlug in Python"),
            ("Lukraak (2)", "Vlug in Python", "Lukraak"),
            ("Vlug in Python", "Lukraak", "Lukraak (2)"),
        ]


def test_kept_matches_can_be_replayed_and_are_never_mixed_with_others(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    assert match(VLUG, LUKRAAK, "--results", kept, "--seed", "1").exit_code == 0
    verified = CliRunner().invoke(main, ["replay", str(kept), "--verify"])
    assert verified.stdout.startswith("1 of 1 matches follow")
    secret = (kept / "secret").read_text()
    refused = match(VLUG, LUKRAAK, "--results", kept, "--seed", "2")
    assert refused.exit_code == 2
    assert "holds matches already" in refused.stderr
    assert (kept / "secret").read_text() == secret


def test_fault_62_a_foul_is_said_with_its_reason(tmp_path: Path) -> None:
    rogue = bot_folder(tmp_path / "Rogue", rogue_words("exit@2"))
    done = match(VLUG, rogue, "--sandbox", "none")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1].endswith("crashed by Rogue (seat 1): request 2: exit code 7")


def test_a_void_match_is_no_success(tmp_path: Path) -> None:
    rogue = bot_folder(tmp_path / "Rogue", rogue_words("exit-at-start"))
    done = match(rogue, rogue, "--sandbox", "none")
    assert done.exit_code == 1
    assert "no bot of this match could start" in done.output


def test_bots_are_boxed_and_one_that_kills_its_parent_crashes(tmp_path: Path) -> None:
    """The box's first process is all that it can kill; without one that is what plays the match."""
    if why := missing():
        pytest.skip(why)
    killer = rogue_folder(tmp_path / "killer", ["kill-parent@2"], games=["hielenlikkers"])
    done = match(VLUG, killer, "--results", tmp_path / "kept")
    assert done.exit_code == 0, done.output
    assert "crashed by Proef (seat 1)" in done.stdout
    assert "warning" not in done.stderr


def test_a_boxed_bot_reads_neither_the_kept_secret_nor_the_other_bot(tmp_path: Path) -> None:
    if why := missing():
        pytest.skip(why)
    spy = check_bot(tmp_path / "spy", SPY, games=["hielenlikkers"])
    kept = tmp_path / "kept"
    paths = [str(kept / "secret"), str(kept / "season.db"), str(BOTS / "vlug-py" / "bot.toml")]
    (spy / "paths.json").write_text(json.dumps([*paths, str(spy / "bot.toml")]))
    done = match(VLUG, spy, "--results", kept)
    assert done.exit_code == 0, done.output
    assert f"its stderr ends: {[str(spy / 'bot.toml')]}" in done.stdout
    assert (kept / "secret").exists()


def test_without_a_sandbox_it_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """On a machine whose PATH has no bubblewrap."""
    box_finding.cache_clear()
    monkeypatch.setattr("arena.sandbox.bubblewrap.tool", lambda name: None)
    try:
        warned = match(VLUG, LUKRAAK)
        refused = match(VLUG, LUKRAAK, "--sandbox", "bubblewrap")
        asked_for = match(VLUG, LUKRAAK, "--sandbox", "none")
    finally:
        box_finding.cache_clear()
    assert (warned.exit_code, refused.exit_code, asked_for.exit_code) == (0, 2, 0)
    assert "warning: NO SANDBOX" in warned.stderr
    assert "bwrap is not installed" in refused.stderr
    assert asked_for.stderr == ""


REFUSED = {
    "an unknown game": (["--game", "schaak"], "expected one of hielenlikkers"),
    "an unknown option": (["--option", "expanson=true"], "options of hielenlikkers: expansion"),
    "a bad value": (["--option", "expansion=perhaps"], "--option: "),
    "an option without a value": (["--option", "expansion"], "expected K=V, got 'expansion'"),
    "a wrong number of bots": ([LUKRAAK] * 5, "got 7 bots"),
    "teams in a game without": (["--teams"], "got 2 teams"),
    "no bot": (["no-such-bot"], "no-such-bot: there is no such folder, nor an example bot of that name"),
    "nearly a bot": (["vlier"], "nor an example bot of that name; did you mean 'vleier'?"),
    "an empty folder to keep it in": (["--results", ""], "expected a value, got nothing"),
    "no folder to keep it in": (["--results="], "expected a value, got nothing (--results=)"),
    "too many deals": (["--deals", "100001"], "1<=x<=100000"),
    "no deals": (["--deals", "0"], "--deals"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_played_is_refused(what: str) -> None:
    words, reason = REFUSED[what]
    refused = match(LUKRAAK, VLUG, *words)
    assert refused.exit_code == 2
    assert reason in refused.stderr
    assert refused.stdout == ""


def test_a_bot_is_not_asked_to_play_what_it_does_not(tmp_path: Path) -> None:
    only = bot_folder(tmp_path / "Only", rogue_words())
    refused = match(only, LUKRAAK, "--game", "kerstenen")
    assert refused.exit_code == 2
    assert "plays hielenlikkers, not kerstenen" in refused.stderr


def test_the_installed_command_plays_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = arena("match", LUKRAAK, VLUG, "--seed", "1", "--sandbox", "none")
    assert done.returncode == 0
    assert done.stdout == match(LUKRAAK, VLUG, "--seed", "1").stdout
    assert json.dumps(done.stderr) == '""'
    assert list(tmp_path.iterdir()) == []

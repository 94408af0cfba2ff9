"""Matches in the sandbox: who is honest plays as without one, who takes too much is blamed for it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.confined import NotPlayedHere, keeping_for
from arena.record import MatchRecord, Sitting
from arena.sandbox import Confinement, Keeping, Limits
from arena.schedule import fixture
from arena.season import Season, read_season
from arena.sitting import Plan, Program, play_sitting
from arena.wire import Clock
from engine.registry import GAMES
from engine.seating import free_for_all
from tests.sandbox.started import BARE, BOXED, missing
from tests.season.folders import SEASON, bots, season_file

GAME = "hielenlikkers"
PATIENT = Clock(start_ms=20_000, move_ms=20_000, match_ms=60_000)
TIGHT = Limits(memory_mb=96, processes=12, open_files=32, disk_mb=2, output_mb=1, cpu_s=0.5)
KINDS = pytest.mark.parametrize("sandbox", [BOXED, BARE], ids=["boxed", "bare"])


@pytest.fixture(autouse=True)
def boxes() -> None:
    """Nothing here is to be seen on a machine without a sandbox."""
    if why := missing():
        pytest.skip(why)


def played(
    bot: Path, keeping: Keeping, *words: str, deals: int = 1, clock: Clock = PATIENT, own: Clock | None = None
) -> list[MatchRecord]:
    """Matches of a glutton with these words, in seat 0, against an honest bot."""
    programs = {
        "glutton": (Program(("python3", "glutton.py", *words), str(bot), own),),
        "honest": (Program(("python3", "glutton.py", "honest"), str(bot)),),
    }
    options = GAMES[GAME].options()
    full = {name: getattr(options, name) for name in options.__struct_fields__}
    seats = free_for_all(2)
    matches = [fixture(GAME, full, deal, seats, ("glutton", "honest"), (0, 0)) for deal in range(deals)]
    plan = Plan(programs, clock, bytes(32), keeping=keeping)
    return list(play_sitting(plan, Sitting(tuple(matches))))


@pytest.mark.parametrize("pause", [False, True], ids=["", "paused"])
def test_a_match_is_the_same_in_the_sandbox(bot: Path, pause: bool) -> None:
    """To the last event, and with pauses between turns too."""
    boxed = played(bot, Keeping(BOXED, pause=pause), "honest")
    (free,) = played(bot, Keeping(), "honest")
    assert [(one.ending.kind, one.log) for one in boxed] == [("played", free.log)]


@KINDS
@pytest.mark.parametrize("what", ["memory", "files", "output", "cpu", "processes"])
def test_each_limit_has_its_own_verdict(bot: Path, what: str, sandbox: object) -> None:
    """The glutton is blamed, by the limit's name; the next match has a fresh process and its share."""
    for record in played(bot, Keeping(sandbox, TIGHT), what, deals=2):
        assert (record.ending.kind, record.ending.seat) == (what, 0), record.ending.detail
        assert record.places == (2, 1)


def test_a_full_tmp_has_its_own_verdict(bot: Path) -> None:
    """Only in a box has a bot a /tmp of its own."""
    (record,) = played(bot, Keeping(BOXED, TIGHT), "disk")
    assert (record.ending.kind, record.ending.seat) == ("disk", 0), record.ending.detail
    assert "No space left" in record.ending.detail or "File too large" in record.ending.detail


def test_a_handicap_is_told_and_kept(bot: Path) -> None:
    """The bot that burns is late by its own clock, of which its hello told."""
    own = Clock(start_ms=20_000, move_ms=200, match_ms=60_000)
    (record,) = played(bot, Keeping(BOXED), "cpu", own=own)
    assert (record.ending.kind, record.ending.seat) == ("late", 0)
    assert "within 200 ms" in record.ending.detail
    assert record.evidence
    assert '"move_ms": 200' in record.evidence.stderr


def test_a_sandbox_that_fails_is_nobodys_foul(
    bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the machine is out of namespaces: the match is void, with the reason."""
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: Creating new namespace failed' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    (record,) = played(bot, Keeping(BOXED), "honest")
    assert record.ending.kind == "void"
    assert "Creating new namespace failed" in record.ending.detail


def _without_bwrap(folder: Path) -> dict[str, str]:
    """An environment in whose PATH there is no bwrap."""
    for name in ("prlimit", "setpriv", "true"):
        (folder / name).symlink_to(f"/usr/bin/{name}")
    return dict(os.environ) | {"PATH": str(folder)}


def _league(file: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", "from arena.cli import main; main()", "league", str(file)]
    words += ["--results", str(file.parent / "results"), "--workers", "1"]
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def season(bot: Path) -> Callable[[str], Path]:
    """A season file of two honest bots with these lines at its top."""
    bots(bot.parent, "aap", "noot")

    def written(top: str) -> Path:
        for name in ("aap", "noot"):
            folder = bot.parent / "bots" / name
            (folder / "bot.py").write_text((bot / "glutton.py").read_text())
            manifest = (folder / "bot.toml").read_text().replace('"bot.py"]', '"bot.py", "honest"]')
            (folder / "bot.toml").write_text(manifest)
        text = SEASON.replace("seats = 2", f"seats = 2\n{top}").replace("deals = 3", "deals = 1")
        return season_file(bot.parent, text)

    return written


def test_auto_without_a_sandbox_is_loud(season: Callable[[str], Path], tmp_path: Path) -> None:
    """On stderr and in the log; the season is played."""
    done = _league(season(""), _without_bwrap(tmp_path))
    assert done.returncode == 0
    assert "warning: NO SANDBOX: bwrap is not installed" in done.stderr
    (log,) = (season("").parent / "results").glob("*/league.log")
    assert "NO SANDBOX" in log.read_text()


def test_bubblewrap_that_is_not_there_refuses_the_season(
    season: Callable[[str], Path], tmp_path: Path
) -> None:
    """Before the first match, with what to do."""
    done = _league(season('sandbox = { kind = "bubblewrap" }'), _without_bwrap(tmp_path))
    assert done.returncode == 2
    assert "bwrap is not installed" in done.stderr
    assert "0/2 played" not in done.stderr


def test_with_a_sandbox_there_is_no_warning(season: Callable[[str], Path]) -> None:
    """And the season is played in it."""
    done = _league(season('sandbox = { kind = "bubblewrap" }'), dict(os.environ))
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr


def _read(file: Path, kind: str = "none", trust: bool = False) -> Season:
    from msgspec.structs import replace

    return replace(read_season(file), sandbox=Confinement(kind, trust))  # type: ignore[arg-type]


def test_submitted_bots_are_not_played_without_a_sandbox(season: Callable[[str], Path]) -> None:
    """Those kept with the season's results are; unless the season trusts them."""
    file = season("")
    with pytest.raises(NotPlayedHere, match="trust = true"):
        keeping_for(_read(file), file.parent, ())
    assert keeping_for(_read(file, trust=True), file.parent, ())[0].sandbox == BARE
    assert keeping_for(_read(file, "bubblewrap"), file.parent, ())[0].sandbox.kind == "bubblewrap"
    assert keeping_for(_read(file), file.parent / "elsewhere", ())[0].sandbox == BARE


def test_bots_results_and_the_season_are_hidden_from_one_another(season: Callable[[str], Path]) -> None:
    """Where they lie in what is shown; a bot's own folder is put on top again."""
    file = season("")
    sandbox = keeping_for(_read(file, "bubblewrap"), file.parent / "results", (file,))[0].sandbox
    wanted = ["bots/aap", "bots/noot", "proef.toml", "results"]
    assert list(sandbox.hidden) == [str(file.parent / name) for name in wanted]


def test_a_folder_that_others_cannot_read_is_refused_to_root(season: Callable[[str], Path]) -> None:
    """Root's bots run as somebody else."""
    if os.geteuid() != 0:
        pytest.skip("only root's bots run as another user")
    file = season("")
    os.chmod(file.parent / "bots" / "aap", 0o700)
    with pytest.raises(NotPlayedHere, match="bots/aap"):
        keeping_for(_read(file, "bubblewrap"), file.parent, ())


def test_a_handicap_cannot_change_in_the_midst(season: Callable[[str], Path]) -> None:
    """Matches by one clock tell nothing of those by another; a new entrant may have his own."""
    file = season("")
    assert _league(file, dict(os.environ)).returncode == 0
    text = file.read_text()
    bots(file.parent, "mies")
    for name in ("bot.py", "bot.toml"):
        kept = (file.parent / "bots" / "noot" / name).read_text().replace('name = "noot"', 'name = "mies"')
        (file.parent / "bots" / "mies" / name).write_text(kept)
    file.write_text(text + '[[entrant]]\nbot = "bots/mies"\nclock = { move_ms = 900 }\n')
    assert _league(file, dict(os.environ)).returncode == 0
    file.write_text(text.replace('"bots/aap"', '"bots/aap"\nclock = { move_ms = 900 }'))
    refused = _league(file, dict(os.environ))
    assert refused.returncode == 2
    assert "clock of aap: was None, now {" in refused.stderr

"""Disks, stores and machines that fail: an error, or void and played again; never a wrong table."""

import os
import random
import resource
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.store import VERSION, Store, StoreError
from tests.arena.stage import ARENA, arena, season_file, tables

BOTS = {"Ada": ["luck"], "Bob": ["luck"]}
PAGE = 8192
"""Of a season's file, in bytes."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a season that nothing happened to; its file is in `season`."""
    root = tmp_path_factory.mktemp("whole")
    file = season_file(root / "season", BOTS, schedule="deals = 20", top="seed = 9")
    done = arena("league", file, "--results", root, "--no-times")
    assert done.returncode == 0, done.stderr
    return root


def limited(root: Path, results: Path, what: int, limit: int) -> "subprocess.CompletedProcess[str]":
    """A run of that season with a limit of the system on all its processes."""

    def limit_it() -> None:
        resource.setrlimit(what, (limit, limit))

    command = [ARENA, "league", root / "season" / "season.toml", "--results", results, "--no-times"]
    return subprocess.run(
        [*command, "--workers", "1"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=limit_it,
    )


def goes_on(root: Path, results: Path) -> None:
    """A run without limits ends with the table of the undisturbed season."""
    done = arena("league", root / "season" / "season.toml", "--results", results, "--no-times")
    assert done.returncode == 0, done.stderr
    assert tables(results / "try") == tables(root / "try")


@pytest.mark.parametrize("kilobytes", [0, 4, 20, 50, 100])
def test_a_full_disk_is_an_error_that_names_the_file(whole: Path, tmp_path: Path, kilobytes: int) -> None:
    done = limited(whole, tmp_path / "results", resource.RLIMIT_FSIZE, kilobytes << 10)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith(f"Error: {tmp_path / 'results' / 'try'}")
    goes_on(whole, tmp_path / "results")


@pytest.mark.parametrize(
    "descriptors",
    [12, 24, *(pytest.param(count, marks=pytest.mark.slow) for count in (8, 16, 20, 28, 40))],
)
def test_a_machine_without_descriptors_says_so_or_plays_again(
    whole: Path, tmp_path: Path, descriptors: int
) -> None:
    done = limited(whole, tmp_path / "results", resource.RLIMIT_NOFILE, descriptors)
    if done.returncode:
        assert "rror" in done.stderr.splitlines()[-1]
    store_has_no_foul(tmp_path / "results" / "try")
    goes_on(whole, tmp_path / "results")


def store_has_no_foul(folder: Path) -> None:
    """Nobody lost because the machine was short of something."""
    try:
        store = Store(folder)
    except StoreError:
        return
    assert [record.ending for record in store.records() if record.ending.foul] == []
    store.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may start as many processes as it likes")
@pytest.mark.parametrize("processes", [1, 8, 12])
def test_a_machine_without_processes_says_so_or_plays_again(
    whole: Path, tmp_path: Path, processes: int
) -> None:
    done = limited(whole, tmp_path / "results", resource.RLIMIT_NPROC, processes)
    assert done.returncode
    assert "Resource temporarily unavailable" in done.stderr or "can't start new thread" in done.stderr
    store_has_no_foul(tmp_path / "results" / "try")
    goes_on(whole, tmp_path / "results")


def test_results_that_cannot_be_written_are_an_error(whole: Path) -> None:
    """Nothing can be made in /proc, not even by root."""
    done = arena("league", whole / "season" / "season.toml", "--results", "/proc/results")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("Error: /proc/results")
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_season_that_cannot_be_written_is_read_all_the_same(whole: Path, tmp_path: Path) -> None:
    season = shutil.copytree(whole / "try", tmp_path / "try")
    for path in (*season.iterdir(), season):
        path.chmod(0o555)
    try:
        assert arena("table", season, "--no-times").stdout == (season / "elo.txt").read_text()
        assert arena("verify", season).returncode == 0
        done = arena("league", whole / "season" / "season.toml", "--results", tmp_path)
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
    finally:
        season.chmod(0o755)


@pytest.fixture
def shown(whole: Path) -> Iterator[Path]:
    """A copy of the season where others may look, which still is its owner's alone."""
    with tempfile.TemporaryDirectory() as folder:
        results = shutil.copytree(whole, Path(folder, "results"))
        for place in (folder, results):
            os.chmod(place, 0o755)
        yield results


def as_another_user(*words: object) -> "subprocess.CompletedProcess[str]":
    """A command as somebody who owns nothing here."""
    if os.geteuid():
        pytest.skip("only root can be somebody else")
    nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", ARENA)
    try:
        subprocess.run([*nobody, "--help"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("nobody else may run the arena of this environment")
    command = [*nobody, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_folder_that_is_somebody_elses_is_an_error_that_names_the_file(shown: Path) -> None:
    file = shown / "season" / "season.toml"
    for command in ("league", "status", "withdraw Ada --season", "bots --season"):
        done = as_another_user(*command.split(), file, "--results", shown)
        assert done.returncode == 1, command
        assert done.stderr.startswith(f"Error: {shown}/try/season.db: "), command
        assert "Permission denied" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_secret_that_may_not_be_read_is_not_checked_and_not_needed_once_it_is_published(
    shown: Path,
) -> None:
    season = shown / "try"
    season.chmod(0o755)
    done = as_another_user("verify", season)
    assert "?   the secret is the one" in done.stdout
    assert f"not checked: {season}/secret: you may not read it" in done.stdout
    assert done.returncode == 0, done.stdout
    assert arena("reveal", season).returncode == 0
    season.chmod(0o755)
    done = as_another_user("verify", season)
    assert done.returncode == 0, done.stdout
    assert "?  " not in done.stdout


def test_a_store_that_is_gone_is_damage_and_no_new_season(whole: Path, tmp_path: Path) -> None:
    season = shutil.copytree(whole / "try", tmp_path / "try")
    for file in season.glob("season.db*"):
        file.unlink()
    damaged_is_told(whole, season, "is damaged: it is not there, and a season was played here (elo.txt)")


def test_a_store_of_another_version_is_refused_with_both(whole: Path, tmp_path: Path) -> None:
    season = shutil.copytree(whole / "try", tmp_path / "try")
    for version in (VERSION + 1, VERSION - 1):
        with sqlite3.connect(season / "season.db") as db:
            db.execute("update meta set value = ? where key = 'version'", (str(version),))
        db.close()
        before = tables(season)
        for words in (("table", season), ("league", whole / "season" / "season.toml", "--results", tmp_path)):
            refused = arena(*words)
            assert refused.returncode in (1, 2)
            assert f"written by store version {version}; this arena reads {VERSION}" in refused.stderr
        assert tables(season) == before


def test_a_file_that_is_no_season_is_refused(whole: Path, tmp_path: Path) -> None:
    for number, content in enumerate((b"no database at all" * 100, sqlite_file(tmp_path / "other.db"))):
        season = tmp_path / str(number) / "try"
        season.mkdir(parents=True)
        (season / "season.db").write_bytes(content)
        for words in (
            ("table", season),
            ("league", whole / "season" / "season.toml", "--results", season.parent),
        ):
            refused = arena(*words)
            assert refused.returncode in (1, 2), words
            assert f"{season / 'season.db'}: " in refused.stderr
            assert "Traceback" not in refused.stderr
        assert (season / "season.db").read_bytes() == content


def sqlite_file(file: Path) -> bytes:
    """A database of something else."""
    with sqlite3.connect(file) as db:
        db.execute("create table song (title text)")
    db.close()
    return file.read_bytes()


@pytest.mark.slow
def test_a_torn_copy_is_an_error_and_never_a_wrong_table(whole: Path, tmp_path: Path) -> None:
    content = (whole / "try" / "season.db").read_bytes()
    expected = tables(whole / "try")["elo.txt"].decode()
    luck = random.Random(8)
    for number in range(8):
        season = shutil.copytree(whole / "try", tmp_path / str(number) / "try")
        (season / "season.db").write_bytes(content[: luck.randrange(1, len(content))])
        done = arena("table", season, "--no-times")
        assert "Traceback" not in done.stderr
        assert (done.returncode, done.stdout) in ((2, ""), (1, ""), (0, expected))
        done = arena("league", whole / "season" / "season.toml", "--results", season.parent, "--no-times")
        assert "Traceback" not in done.stderr
        assert done.returncode in (1, 2) or tables(season)["elo.txt"].decode() == expected
        assert arena("verify", season).returncode == 1


@pytest.mark.slow
def test_a_page_of_zeros_in_the_middle_is_never_a_wrong_table(whole: Path, tmp_path: Path) -> None:
    content = (whole / "try" / "season.db").read_bytes()
    expected = tables(whole / "try")["elo.txt"].decode()
    for page in range(1, len(content) // PAGE, 2):
        season = shutil.copytree(whole / "try", tmp_path / str(page) / "try")
        torn = bytearray(content)
        torn[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)
        (season / "season.db").write_bytes(torn)
        done = arena("table", season, "--no-times")
        assert "Traceback" not in done.stderr
        assert done.returncode in (1, 2) or done.stdout == expected
        assert arena("verify", season).returncode == 1


def damaged_is_told(whole: Path, season: Path, words: str) -> None:
    """By every command that reads a season, which leaves it as it is."""
    before = tables(season)
    config = (whole / "season" / "season.toml", "--results", season.parent)
    for command in (
        *(("league", *config), ("status", *config), ("verify", season), ("replay", season)),
        *(("void", season), ("reveal", season)),
        *(("prune", season, "--logs"), ("merge", season, "--into", season.parent / "merged")),
    ):
        done = arena(*command)
        assert done.returncode == 1, (command, done.stderr)
        assert f"season.db: {words}" in done.stderr, command
        assert "Traceback" not in done.stderr
    assert "Traceback" not in arena("table", season).stderr
    assert tables(season) == before
    assert not (season.parent / "merged").exists()


@pytest.mark.slow
def test_a_schema_that_is_no_text_any_more_is_told(whole: Path, tmp_path: Path) -> None:
    season = shutil.copytree(whole / "try", tmp_path / "try")
    content = (season / "season.db").read_bytes()
    assert content.count(b"metameta") == 1
    (season / "season.db").write_bytes(content.replace(b"metameta", b"me\xffame\xffa"))
    damaged_is_told(whole, season, "is damaged")


@pytest.mark.slow
def test_a_store_that_was_emptied_is_damaged_and_no_new_season(whole: Path, tmp_path: Path) -> None:
    season = shutil.copytree(whole / "try", tmp_path / "try")
    (season / "season.db").write_bytes(b"")
    damaged_is_told(whole, season, "is damaged: it is empty, and a season was played here (secret)")
    (season / "secret").unlink()
    damaged_is_told(whole, season, "is damaged: it is empty, and a season was played here (elo.txt)")


@pytest.mark.parametrize(
    "change",
    [
        "update match set record = 7 where id = (select max(id) from match)",
        "update match set digest = 7 where id = (select max(id) from match)",
        "update match set id = x'01' where id = (select max(id) from match)",
        "update meta set key = x'01' where key = 'name'",
    ],
)
def test_a_value_of_another_kind_is_damage(whole: Path, tmp_path: Path, change: str) -> None:
    season = shutil.copytree(whole / "try", tmp_path / "try")
    with sqlite3.connect(season / "season.db") as db:
        db.execute(change)
    db.close()
    for command in ("replay", "verify"):
        done = arena(command, season)
        assert done.returncode == 1
        assert "is damaged" in done.stdout + done.stderr
        assert "Traceback" not in done.stderr

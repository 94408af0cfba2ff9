"""SHA256SUMS: after `arena reveal` one byte changed anywhere in a season's folder is found by `arena verify`.

Whatever the arena itself changes later is listed anew, and nothing else is.
"""

import fcntl
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path

import pytest

from arena import keep
from arena.store import Store
from arena.sums import SUMS, differing, summed
from tests.arena.stage import ROGUE, arena, season_file
from tests.check.bots import bot_folder

SANDBOX = 'kind = "none"\ntrust = true'
PASSING = {SUMS, "lock", "entries.lock", "secret", "season.db-wal", "season.db-shm"}
FLIPS = 6
"""In each file, besides the first byte and the last."""
LISTED = "every file is byte for byte as it was when the arena wrote SHA256SUMS last"


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with a season that is over and revealed, with fouls and a submitted bot, and its file."""
    folder = tmp_path_factory.mktemp("over")
    bots = {"Ada": ["luck"], "Bob": ["luck"], "Cor": ["too-large@40"]}
    file = season_file(folder / "season", bots, schedule="deals = 2", sandbox=SANDBOX)
    bot = submitted(folder / "bot")
    for words in (
        ("submit", bot, "--season", file, "--results", folder),
        ("league", file, "--results", folder),
        ("reveal", folder / "try", "--season", file),
    ):
        done = arena(*words)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder


def submitted(folder: Path) -> Path:
    """A bot to be submitted, with a file in a folder of its own and a link to it."""
    program = ROGUE.read_text()
    bot = bot_folder(folder, program, "Dee", games=["hielenlikkers"])
    (bot / "lock").mkdir()
    (bot / "lock" / "secret").write_text("A file of the bot, whatever it is called.\n")
    return bot


@pytest.fixture
def season(over: Path, tmp_path: Path) -> Iterator[Path]:
    """A copy of it, to be changed."""
    yield shutil.copytree(over / "try", tmp_path / "try")
    for place in (tmp_path / "try").rglob("*"):
        if place.is_dir():
            place.chmod(0o755)


@pytest.fixture
def file(over: Path) -> Path:
    """The season's file."""
    return over / "season" / "season.toml"


def files(season: Path) -> list[str]:
    """All the files in a season's folder that sums are to know."""
    found = [file.relative_to(season).as_posix() for file in season.rglob("*") if file.is_file()]
    return sorted(set(found) - PASSING)


def wrong(season: Path) -> list[str]:
    """What the last finding of verify says against the files; the exit code must agree."""
    done = arena("verify", season)
    *_, rest = done.stdout.partition(LISTED)
    lines = [line.strip() for line in rest.splitlines()[1:]]
    assert f"{'NO' if lines else 'yes':4}{LISTED}" in done.stdout, done.stdout + done.stderr
    assert done.returncode == (1 if lines else 0), done.stdout + done.stderr
    return lines


def holds(season: Path) -> bool:
    return not wrong(season)


def put(file: Path, content: bytes) -> None:
    """Write a file that may be read-only."""
    mode = file.stat().st_mode
    file.chmod(0o600)
    file.write_bytes(content)
    file.chmod(mode)


def test_the_sums_are_those_of_every_file_and_sha256sum_agrees(season: Path) -> None:
    listed = [line.split("  ", 1) for line in (season / SUMS).read_text().splitlines()]
    assert [name for _, name in listed] == files(season)
    for part in ("season.db", "league.log", "revealed.json", "elo.html", "fouls/", "bots/"):
        assert any(name.startswith(part) for _, name in listed), part
    assert any(name.endswith("/lock/secret") for _, name in listed)
    for digest, name in listed:
        assert sha256((season / name).read_bytes()).hexdigest() == digest
    assert arena("verify", season).stdout.splitlines()[-1] == f"yes {LISTED}"
    if shutil.which("sha256sum"):
        checked = subprocess.run(
            ["sha256sum", "--check", "--strict", SUMS], cwd=season, capture_output=True, text=True, check=True
        )
        assert checked.stdout.splitlines() == [f"{name}: OK" for name in files(season)]
        put(season / "league.log", b"x")
        assert subprocess.run(["sha256sum", "--status", "-c", SUMS], cwd=season, check=False).returncode == 1


def test_one_flipped_byte_in_any_file_is_found(season: Path) -> None:
    luck = random.Random(6)
    for name in [*files(season), SUMS]:
        before = (season / name).read_bytes()
        for place in {0, len(before) - 1, *(luck.randrange(len(before)) for _ in range(FLIPS))}:
            changed = bytearray(before)
            changed[place] ^= 1 << luck.randrange(8)
            put(season / name, changed)
            assert differing(season), (name, place)
        put(season / name, before)
    assert differing(season) == []
    assert holds(season)


@pytest.mark.parametrize("name", ["league.log", "fouls/", "bots/"])
def test_verify_names_the_file_with_a_flipped_byte(season: Path, name: str) -> None:
    file = next(file for file in files(season) if file.startswith(name))
    content = bytearray((season / file).read_bytes())
    content[-1] ^= 1
    put(season / file, content)
    advice, *named = wrong(season)
    assert f"`arena reveal {season}` writes it anew, if all else holds" in advice
    assert [words.split(":")[0] for words in named] == [file]


@pytest.mark.slow
@pytest.mark.parametrize("place", [0, 64, 66, -1])
def test_sums_that_are_damaged_themselves_are_wrong(season: Path, place: int) -> None:
    """In a digest, beside it, in a name, in the end of a line."""
    content = bytearray((season / SUMS).read_bytes())
    content[place] ^= 1
    (season / SUMS).write_bytes(content)
    assert not holds(season)


@pytest.mark.slow
@pytest.mark.parametrize("more", ["\n", "x", "{line}"])
def test_sums_with_something_more_in_them_are_wrong(season: Path, more: str) -> None:
    text = (season / SUMS).read_text()
    (season / SUMS).write_text(text + more.format(line=text.splitlines(keepends=True)[0]))
    assert wrong(season)[1:] == ["SHA256SUMS: differs from what was written"]


def slack(file: Path) -> list[int]:
    """Places in pages of a season's file that hold nothing, and in the counters of its header."""
    content = file.read_bytes()
    size = int.from_bytes(content[16:18], "big")
    found = [27, 43, 95, 99]  # the counter of changes, the schema's, that of this version, the version
    for page in range(0, len(content), size):
        head = page + (100 if page == 0 else 0)
        if content[head] in (2, 5, 10, 13):
            cells = int.from_bytes(content[head + 3 : head + 5], "big")
            start = head + (8 if content[head] in (10, 13) else 12) + 2 * cells
            end = page + (int.from_bytes(content[head + 5 : head + 7], "big") or 65536)
            if start < end:
                found += [start, (start + end) // 2, end - 1]
    return found


def test_what_sqlite_does_not_use_of_its_file_is_looked_at_too(season: Path) -> None:
    file = season / "season.db"
    before, places = file.read_bytes(), slack(file)
    assert len(places) > 10
    for place in (27, places[4], places[-2]):
        changed = bytearray(before)
        changed[place] ^= 1
        file.write_bytes(changed)
        with sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True) as db:
            assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
        db.close()
        assert "season.db: differs from what is listed" in wrong(season), place
    for place in places:
        changed = bytearray(before)
        changed[place] ^= 1
        file.write_bytes(changed)
        assert "season.db: differs from what is listed" in differing(season), place


def test_a_file_more_or_less_is_found_and_named(season: Path) -> None:
    (season / "fouls" / "more.txt").write_text("")
    (season / "league.log").unlink()
    assert wrong(season)[1:] == [
        "fouls/more.txt: is there, and is not listed",
        "league.log: is listed, and is not there",
    ]


def test_what_a_journal_beside_the_store_holds_is_a_file_more(season: Path) -> None:
    """As after a writer that was killed: the store is read together with it."""
    shutil.copy(season / "season.db", season / "before")
    ended = subprocess.run([sys.executable, "-c", KILLED, season], check=False)
    assert ended.returncode == -signal.SIGKILL
    shutil.copy(season / "before", season / "season.db")
    (season / "before").unlink()
    assert wrong(season)[1:] == ["season.db-wal: is there, and is not listed"]


KILLED = """
import os, signal, sys
from pathlib import Path
from arena.store import Store
Store(Path(sys.argv[1]), write=True).set_meta("name", "Try")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_season_that_is_not_revealed_has_no_sums_and_verify_says_why(over: Path, tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", {"Ada": [], "Bob": []}, schedule="deals = 1")
    assert arena("league", file, "--results", tmp_path).returncode == 0
    done = arena("verify", tmp_path / "try")
    assert done.returncode == 0
    words = "      not checked: SHA256SUMS is written when the season is revealed"
    assert done.stdout.splitlines()[-2:] == [f"?   {LISTED}", words]


def test_a_season_that_was_revealed_without_sums_is_told_how_to_get_them(season: Path, over: Path) -> None:
    (season / SUMS).unlink()
    advice, named = wrong(season)
    assert "where there never was a SHA256SUMS, `arena reveal" in advice
    assert named == "SHA256SUMS: No such file or directory"
    done = arena("reveal", season)
    assert done.returncode == 0, done.stderr
    assert holds(season)
    assert (season / "revealed.json").read_bytes() == (over / "try" / "revealed.json").read_bytes()


@pytest.mark.slow
def test_what_a_killed_command_left_is_listed_by_another_reveal(season: Path) -> None:
    """The store was changed, and the kill came before the sums."""
    subprocess.run([sys.executable, "-c", KILLED, season], check=False)
    (season / "secret").unlink()
    assert not holds(season)
    assert arena("reveal", season).returncode == 0
    assert not (season / "season.db-wal").exists()
    assert holds(season)


def test_another_reveal_does_not_make_good_what_is_damaged(season: Path) -> None:
    put(season / "elo.csv", (season / "elo.csv").read_bytes() + b"x")
    program = next(season.glob("bots/*/bot.py"))
    put(program, program.read_bytes() + b"x")
    before = (season / SUMS).read_bytes()
    refused = arena("reveal", season)
    assert refused.returncode == 1
    assert "does not hold; SHA256SUMS is not written anew" in refused.stderr
    assert "elo.csv: differs from what was written" in refused.stderr
    assert f"{program.parent}: these are not the files that were kept when Dee entered" in refused.stderr
    assert (season / SUMS).read_bytes() == before


CHANGES = (
    ("prune", "{season}", "--logs"),
    ("league", "{file}", "--results", "{results}"),
    ("league", "{file}", "--results", "{results}", "--no-times"),
    ("withdraw", "Dee", "--season", "{file}", "--results", "{results}"),
    ("reveal", "{season}"),
)
"""All that change something in the folder of a revealed season."""


@pytest.mark.parametrize("words", CHANGES, ids=" ".join)
def test_what_changes_a_revealed_season_lists_its_files_anew(
    season: Path, file: Path, words: tuple[str, ...]
) -> None:
    before = (season / "season.db").read_bytes()
    done = arena(*(word.format(season=season, file=file, results=season.parent) for word in words))
    assert done.returncode == 0, done.stderr
    assert holds(season)
    assert words[0] == "reveal" or (season / "season.db").read_bytes() != before


def test_what_fails_in_the_middle_of_a_change_leaves_the_sums_right(season: Path) -> None:
    with suppress(OSError), summed(season):
        (season / "league.log").write_text("changed")
        raise OSError("the disk is full")
    assert holds(season)


def test_a_refused_run_changes_nothing(season: Path, tmp_path: Path) -> None:
    changed = season_file(tmp_path / "season", {"Ada": [], "Eva": []}, schedule="deals = 9", sandbox=SANDBOX)
    before = {name: (season / name).read_bytes() for name in [*files(season), SUMS]}
    refused = arena("league", changed, "--results", tmp_path)
    assert refused.returncode == 2
    assert "the season's secret is published" in refused.stderr
    assert {name: (season / name).read_bytes() for name in [*files(season), SUMS]} == before
    assert holds(season)


@pytest.mark.slow
@pytest.mark.parametrize("words", CHANGES[:-1], ids=" ".join)
def test_nothing_that_was_damaged_before_is_listed_as_if_it_were_right(
    season: Path, file: Path, words: tuple[str, ...]
) -> None:
    foul = next(season.glob("fouls/*"))
    put(foul, foul.read_bytes() + b"x")
    done = arena(*(word.format(season=season, file=file, results=season.parent) for word in words))
    assert done.returncode == 0, done.stderr
    assert f"fouls/{foul.name}: differs from what is listed" in wrong(season)


def test_nobody_is_submitted_to_a_revealed_season(season: Path, file: Path, tmp_path: Path) -> None:
    bot = bot_folder(tmp_path / "bot", "", "Eva", games=["hielenlikkers"])
    refused = arena("submit", bot, "--season", file, "--results", season.parent)
    assert refused.returncode == 1
    assert "the season's secret is published: no more of it can be played" in refused.stderr
    assert holds(season)


@pytest.mark.slow
def test_what_only_reads_leaves_every_file_as_it_was(season: Path, file: Path) -> None:
    """Verify most of all; SQLite may put empty files for readers beside its own."""
    before = {name: (season / name).read_bytes() for name in [*files(season), SUMS, "secret"]}
    with closing(Store(season)) as store:
        match = min(store.all_ids())
    for words in (
        ("verify", season),
        ("table", season),
        ("status", file, "--results", season.parent),
        ("replay", season, match),
        ("fouls", season),
        ("bots", "--season", file, "--results", season.parent),
        ("merge", season, "--into", season.parent / "merged"),
        ("verify", season, "--workers", "1"),
    ):
        done = arena(*words)
        assert done.returncode == 0, (words, done.stderr)
    assert {name: (season / name).read_bytes() for name in before} == before
    assert set(files(season)) == before.keys() - {SUMS, "secret"}
    assert holds(season)


def test_who_uses_the_season_now_and_what_python_caches_is_not_listed(season: Path) -> None:
    (season / "lock").write_text("4711\n")
    (season / "season.db-shm").write_bytes(b"x")
    (season / "season.db-wal").write_bytes(b"")
    (season / "entries.lock").touch()
    bot = next((season / keep.BOTS).iterdir())
    bot.chmod(0o755)
    for place in (bot / keep.CACHE, season / keep.BOTS / f"{keep.INCOMING}x"):
        place.mkdir()
        (place / "x").touch()
    (season / "secret").unlink()
    assert differing(season) == []


@pytest.mark.slow
def test_a_run_that_is_going_writes_the_sums_when_it_ends(season: Path) -> None:
    (season / "league.log").write_text("changed")
    with open(season / "lock", "w") as lock:
        lock.write("4711")
        lock.flush()
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = arena("verify", season)
    assert done.returncode == 0
    words = "      not checked: a run is going (process 4711): SHA256SUMS is written when it ends"
    assert done.stdout.splitlines()[-2:] == [f"?   {LISTED}", words]


@pytest.mark.slow
def test_the_sums_are_of_the_whole_store_or_not_written(season: Path) -> None:
    """Who is in the middle of reading it keeps what was written last out of the file."""
    with closing(sqlite3.connect(season / "season.db", isolation_level=None)) as reader:
        reader.execute("begin")
        reader.execute("select * from meta").fetchone()
        refused = arena("prune", season, "--logs")
    assert refused.returncode == 1
    assert "cannot be made whole while others read it" in refused.stderr
    assert not holds(season)
    assert arena("reveal", season).returncode == 0
    assert holds(season)


@pytest.mark.slow
def test_names_that_could_pass_for_other_lines_are_written_as_sha256sum_does(season: Path) -> None:
    odd = [b"a\nb", b"a\\nb", b"\\", b"tail\r", b" two  spaces ", b"no-utf8-\xb7", "Ünï".encode()]
    for name in odd:
        Path(os.fsdecode(os.fsencode(season / "fouls") + b"/" + name)).write_bytes(name)
    assert arena("reveal", season).returncode == 0
    assert holds(season)
    if shutil.which("sha256sum"):
        subprocess.run(["sha256sum", "--check", "--quiet", "--strict", SUMS], cwd=season, check=True)
    for name in odd:
        file = Path(os.fsdecode(os.fsencode(season / "fouls") + b"/" + name))
        file.write_bytes(b"changed")
        assert len(wrong(season)) == 2
        file.write_bytes(name)


@pytest.mark.slow
def test_a_link_is_looked_at_where_it_stays_in_the_season(season: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("What it says is not the season's.")
    (season / "fouls" / "away").symlink_to(outside)
    (season / "fouls" / "loop").symlink_to("loop")
    (season / "fouls" / "log").symlink_to("../league.log")
    (season / "fouls" / "all").symlink_to(season, target_is_directory=True)
    os.mkfifo(season / "fouls" / "pipe")
    assert arena("reveal", season).returncode == 0
    outside.write_text("changed")
    assert holds(season)
    (season / "fouls" / "log").unlink()
    (season / "fouls" / "log").symlink_to("../elo.txt")
    assert wrong(season)[1:] == ["fouls/log: differs from what is listed"]

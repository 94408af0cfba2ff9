"""`arena verify`: an untouched season holds, and one flipped byte of what it is made of is found.

Here without its sums, which find any other byte: see test_sums.py.
"""

import fcntl
import random
import shutil
import sqlite3
import subprocess
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.deals import commitment
from arena.record import MatchRecord
from arena.secret import Revealed, settle, stored_secret
from arena.store import Store, StoreError, log_row, match_row
from arena.tables import write_tables
from arena.verify import verify_content, verify_season
from tests.arena.stage import arena, season_file, tables

COLUMNS = {
    "meta": ("key", "value", "digest"),
    "match": ("id", "ending", "record", "digest"),
    "log": ("id", "events", "moves", "digest"),
}
FLIPS = 8
"""In each column, and in each file."""


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A season that is over and revealed, with a foul in it."""
    folder = tmp_path_factory.mktemp("over")
    bots = {"Ada": ["luck"], "Bob": ["luck"], "Cor": ["too-large@40"]}
    file = season_file(folder / "season", bots, schedule="deals = 3")
    done = arena("league", file, "--results", folder)
    assert done.returncode == 0, done.stderr
    done = arena("reveal", folder / "try")
    assert done.returncode == 0, done.stderr
    return folder / "try"


@pytest.fixture
def season(over: Path, tmp_path: Path) -> Path:
    """A copy of it, to be spoilt."""
    return shutil.copytree(over, tmp_path / "copy")


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def holds(season: Path) -> bool:
    """Whether all is well but for the sums, to those who look with one process."""
    try:
        return not any(finding.wrong for finding in verify_content(season, 1))
    except StoreError:
        return False


def whole(season: Path) -> list[MatchRecord]:
    store = Store(season)
    found = [store.whole_record(id_) for id_ in sorted(store.all_ids())]
    store.close()
    return found


def put(season: Path, record: MatchRecord) -> None:
    with sqlite3.connect(season / "season.db") as db:
        db.execute("insert or replace into match values (?, ?, ?, ?)", match_row(record))
        db.execute("insert or replace into log values (?, ?, ?, ?)", log_row(record))
    db.close()


def test_an_untouched_season_holds_line_by_line(over: Path) -> None:
    done = run("verify", over)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert len(lines) == 7
    assert all(line.startswith("yes ") for line in lines)
    secret = stored_secret(over)
    assert commitment(secret) in lines[1]
    assert "all 18 records, their logs and their moves are as they were written" in lines[2]
    assert "all 9 deals follow from the secret" in lines[3]
    assert "all 18 matches, refereed again, follow from their moves (" in lines[4]
    assert "elo.txt" in lines[5]
    assert "every file is byte for byte as it was" in lines[6]


def test_several_processes_find_the_same_as_one(over: Path) -> None:
    one = [finding.line() for finding in verify_season(over, 1)]
    assert run("verify", over, "--workers", "2").stdout.splitlines() == "\n".join(one).splitlines()


def test_one_flipped_byte_in_the_store_is_found(season: Path) -> None:
    luck = random.Random(4)
    for table, columns in COLUMNS.items():
        for column in columns:
            for _ in range(FLIPS):
                undo = flip_in_store(season, table, column, luck)
                assert not holds(season), f"{table}.{column}: {undo}"
                with sqlite3.connect(season / "season.db") as db:
                    db.execute(*undo)
                db.close()
    assert holds(season)


def flip_in_store(
    season: Path, table: str, column: str, luck: random.Random
) -> tuple[str, tuple[object, ...]]:
    """Change one byte of one row; the statement that puts it right again."""
    with sqlite3.connect(season / "season.db") as db:
        key = "key" if table == "meta" else "id"
        name, value = luck.choice(db.execute(f"select {key}, {column} from {table}").fetchall())
        text = isinstance(value, str)
        plain = bytearray(value.encode() if text else value)
        plain[luck.randrange(len(plain))] ^= 1 if text else 1 << luck.randrange(8)
        changed = plain.decode() if text else bytes(plain)
        statement = f"update {table} set {column} = ? where {key} = ?"
        db.execute(statement, (changed, name))
    db.close()
    return statement, (value, changed if column == key else name)


def test_one_flipped_byte_in_a_file_is_found(season: Path) -> None:
    luck = random.Random(5)
    files = [file for file in season.iterdir() if file.name.startswith(("elo", "secret", "revealed"))]
    assert len(files) > 5
    for file in files:
        before = file.read_bytes()
        for _ in range(FLIPS):
            changed = bytearray(before)
            changed[luck.randrange(len(before))] ^= 1 << luck.randrange(8)
            file.write_bytes(changed)
            assert not holds(season), file
        file.write_bytes(before)
    assert holds(season)


@pytest.mark.parametrize("name", ["elo.csv", "revealed.json"])
def test_a_missing_file_is_found(season: Path, name: str) -> None:
    (season / name).unlink()
    assert f"{name}: No such file" in run("verify", season).stdout


def test_a_published_season_needs_no_kept_secret(season: Path) -> None:
    (season / "secret").unlink()
    assert holds(season)


def test_forged_points_with_fitting_digests_are_found(season: Path) -> None:
    match = next(record for record in whole(season) if record.ending.kind == "played")
    put(season, msgspec.structs.replace(match, points=(99, *match.points[1:])))
    words = run("verify", season).stdout
    assert f"match {match.fixture.id}: ReplayError: the moves lead to points" in words


def test_a_forged_deal_with_fitting_digests_is_found(season: Path) -> None:
    """The match of another secret, stored as if it were of this season."""
    first = next(iter(whole(season)))
    log = bytearray(first.log)
    place = log.index(b'"hare"')
    other = bytes(log[:place]) + b'"toad"' + bytes(log[place + 6 :])
    put(season, msgspec.structs.replace(first, log=other))
    assert (
        f"match {first.fixture.id}: deal {first.fixture.deal} is another one" in run("verify", season).stdout
    )


def test_a_record_under_the_id_of_another_match_is_found(season: Path) -> None:
    first, second, *_ = whole(season)
    put(
        season,
        msgspec.structs.replace(first, fixture=msgspec.structs.replace(first.fixture, id=second.fixture.id)),
    )
    assert "its id is not the one of its deal and its seats" in run("verify", season).stdout


def test_a_match_taken_out_is_found_by_the_tables(season: Path) -> None:
    with sqlite3.connect(season / "season.db") as db:
        for table in ("match", "log"):
            db.execute(f"delete from {table} where id = (select min(id) from {table})")
    db.close()
    done = run("verify", season)
    assert done.exit_code == 1
    assert "elo.txt: differs from what was written" in done.stdout


def damaged(season: Path, ids: str) -> list[str]:
    """Change a byte in the records of the matches that this SQL chooses; their ids."""
    with sqlite3.connect(season / "season.db") as db:
        found = [id_ for (id_,) in db.execute(f"select id from match where id in ({ids}) order by id")]
        db.execute(f"update match set record = cast(record || 'x' as blob) where id in ({ids})")
    db.close()
    return found


@pytest.mark.parametrize("command", ["table", "replay", "league", "status", "merge", "void"])
def test_no_table_is_made_of_a_damaged_record_and_the_match_is_named(
    over: Path, tmp_path: Path, command: str
) -> None:
    season = shutil.copytree(over, tmp_path / "results" / "try")
    (id_,) = damaged(season, "select max(id) from match")
    before = tables(season)
    config = over.parent / "season" / "season.toml"
    words = {
        "league": (config, "--results", season.parent),
        "status": (config, "--results", season.parent),
        "merge": (season, "--into", tmp_path / "merged"),
    }.get(command, (season,))
    done = run(command, *words)
    assert done.exit_code in (1, 2)
    assert f"season.db: match {id_} is damaged" in done.stderr
    assert "Elo" not in done.stdout
    assert tables(season) == before
    assert not (tmp_path / "merged").exists()


def test_what_is_damaged_is_said_not_to_be_checked(season: Path) -> None:
    damaged(season, "select max(id) from match")
    some = run("verify", season).stdout.splitlines()
    assert "?   9 deals follow from the secret and their numbers" in some
    assert any(line.startswith("?   17 matches, refereed again, follow") for line in some)
    assert some.count("      not checked: 1 match, as it is damaged") == 2
    damaged(season, "select id from match")
    every = run("verify", season)
    assert every.exit_code == 1
    lines = every.stdout.splitlines()
    assert any(line.startswith("NO  all 18 records") for line in lines)
    assert not any(line.startswith("yes all 0") for line in lines)
    assert lines.count("      not checked: 18 matches, as they are damaged") == 2


def test_logs_are_not_forgotten_where_a_move_is_damaged(season: Path) -> None:
    flip_in_store(season, "log", "moves", random.Random(3))
    done = run("prune", season, "--logs")
    assert done.exit_code == 1
    assert "is damaged" in done.stderr
    assert not holds(season)


def test_the_commitment_can_be_checked_with_common_tools(over: Path) -> None:
    found = msgspec.json.decode((over / "revealed.json").read_bytes(), type=Revealed)
    assert sha256(bytes.fromhex(found.secret)).hexdigest() == found.commitment
    assert found.secret == (over / "secret").read_text().strip()
    if shutil.which("xxd"):
        command = f"printf {found.secret} | xxd -r -p | sha256sum"
        assert subprocess.check_output(["sh", "-c", command], text=True).split()[0] == found.commitment


@pytest.mark.parametrize("workers", [1, 2])
def test_a_season_without_a_match_is_not_checked_and_not_wrong(tmp_path: Path, workers: int) -> None:
    with closing(Store(tmp_path, write=True)) as store:
        settle(tmp_path, store, bytes(32))
        write_tables(store, tmp_path)
    findings = list(verify_season(tmp_path, workers))
    assert not any(finding.wrong for finding in findings)
    assert [finding.unchecked for finding in findings].count("there is no match yet") == 3


def test_tables_are_not_missed_while_a_run_is_going(season: Path) -> None:
    for name in tables(season):
        (season / name).unlink()
    with open(season / "lock", "w") as lock:
        lock.write("4711")
        lock.flush()
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = run("verify", season)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[5].startswith("?   every table")
    words = "      not checked: a run is going (process 4711): its tables are written when it ends"
    assert lines[6] == words
    assert run("verify", season).exit_code == 1

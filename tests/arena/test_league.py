"""A season from its file to its tables: continued, repeated, refused; on one worker or two."""

import fcntl
import json
import os
import shutil
from pathlib import Path

import pytest

from arena import pool
from arena.store import Store
from tests.arena.stage import (
    BOTS,
    arena,
    bot_folder,
    children,
    living,
    plan_for,
    rogue,
    rogue_words,
    season_file,
    sitting_for,
    tables,
    until,
)

THREE = {"Ada": ["luck"], "Bob": ["luck"], "Cor": []}


def test_the_second_run_plays_nothing_and_writes_the_same(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", THREE, top="seed = 1")
    words = ("league", file, "--results", tmp_path, "--no-times")
    first = arena(*words)
    assert first.returncode == 0
    assert "0 matches stored, 24 to play" in first.stderr
    before = tables(tmp_path / "try")
    assert {"elo.txt", "elo.md", "elo.csv", "elo.json"} <= set(before)
    second = arena(*words)
    assert second.returncode == 0
    assert "24 matches stored, 0 to play" in second.stderr
    assert tables(tmp_path / "try") == before
    assert second.stdout == first.stdout
    assert before["elo.txt"].decode() in first.stdout
    assert [row["matches"] for row in json.loads(before["elo.json"])] == [16, 16, 16]


def test_fault_80_one_worker_and_eight_write_the_same(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", THREE, top="seed = 1")
    found = []
    for workers in ("1", "8"):
        done = arena("league", file, "--results", tmp_path / workers, "--no-times", "--workers", workers)
        assert done.returncode == 0
        store = Store(tmp_path / workers / "try")
        played = {id_: store.whole_record(id_) for id_ in store.all_ids()}
        store.close()
        ends = {id_: (record.ending, record.points, record.log) for id_, record in played.items()}
        found.append((tables(tmp_path / workers / "try"), ends))
    assert found[0] == found[1]


def test_a_season_grows(tmp_path: Path) -> None:
    small = season_file(tmp_path / "season", {"A": [], "B": []}, schedule="deals = 1")
    assert arena("league", small, "--results", tmp_path).returncode == 0
    large = season_file(tmp_path / "season", {"A": [], "B": [], "C": []}, schedule="deals = 2")
    more = arena("league", large, "--results", tmp_path)
    assert more.returncode == 0
    assert "2 matches stored, 10 to play" in more.stderr


def test_other_terms_are_refused_with_the_difference(played: Path) -> None:
    file = played.parents[1] / "season" / "season.toml"
    text = file.read_text()
    changed = file.with_name("changed.toml")
    changed.write_text(text.replace("move_ms = 60000", "move_ms = 50") + "[options]\nexpansion = true\n")
    before = tables(played)
    refused = arena("league", changed, "--results", played.parent)
    assert refused.returncode == 2
    assert "clock: was {'start_ms': 20000, 'move_ms': 60000" in refused.stderr
    assert "now {'start_ms': 20000, 'move_ms': 50" in refused.stderr
    assert "options: was {'expansion': False" in refused.stderr
    assert "seats" not in refused.stderr
    assert tables(played) == before


def test_a_season_that_is_being_played_is_refused_naming_who_plays_it(played: Path) -> None:
    file = played.parents[1] / "season" / "season.toml"
    with open(played / "lock", "r+") as lock:
        owner = lock.read()
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.seek(0)
        lock.write("4711\n")
        lock.truncate()
        lock.flush()
        refused = arena("league", file, "--results", played.parent)
        lock.seek(0)
        lock.write(owner)
    assert refused.returncode == 2
    assert "another run is playing this season (process 4711)" in refused.stderr


@pytest.mark.parametrize("run", ["./nope", "no-such-program", "season.toml"])
def test_fault_36_a_missing_program_is_refused_before_the_first_match(tmp_path: Path, run: str) -> None:
    file = season_file(tmp_path / "season", {"A": [], "B": []})
    bot_folder(tmp_path / "season" / "B", [run])
    refused = arena("league", file, "--results", tmp_path)
    assert refused.returncode == 2
    assert f"B: run: there is no program {run!r}" in refused.stderr
    assert not (tmp_path / "try").exists()


def test_fault_36_a_wrong_path_is_refused_before_the_first_match(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", {"Ada": [], "Bob": []})
    (tmp_path / "season" / "Bob").rename(tmp_path / "season" / "Rob")
    refused = arena("league", file, "--results", tmp_path)
    assert refused.returncode == 2
    assert "entrant[1].bot" in refused.stderr
    assert "did you mean 'Rob'" in refused.stderr
    assert not (tmp_path / "try").exists()


def test_fault_37_bots_in_folders_with_spaces_are_the_right_programs(tmp_path: Path) -> None:
    """`dir` and `dir a/bot`: each name in the table is the program in its own folder."""
    season_file(tmp_path, {"A": [], "B": []})
    (tmp_path / "dir a").mkdir()
    for folder, words in (("dir", ["exit@1"]), ("dir a/bot", [])):
        (tmp_path / folder).mkdir()
        shutil.copy(rogue_words()[3], tmp_path / folder / "player.py")
        bot_folder(tmp_path / folder, ["python3", "-I", "-S", "player.py", *words])
    text = (tmp_path / "season.toml").read_text()
    file = tmp_path / "spaced.toml"
    text = text.replace("deals = 4", "deals = 1")
    file.write_text(text.replace('bot = "A"', 'bot = "dir"').replace('bot = "B"', 'bot = "dir a/bot"'))
    assert arena("league", file, "--results", tmp_path).returncode == 0
    rows = {row["name"]: row for row in json.loads((tmp_path / "try" / "elo.json").read_text())}
    assert (rows["A"]["fouls"], rows["B"]["fouls"]) == (2, 0)
    assert rows["B"]["place"] == 1


def test_fouls_are_in_the_table_the_log_and_the_progress(tmp_path: Path) -> None:
    bots = {"A": [], "B": ["too-large@2"]}
    file = season_file(tmp_path / "season", bots, schedule="deals = 1")
    done = arena("league", file, "--results", tmp_path, "--no-times")
    assert done.returncode == 0
    assert "2/2 played" in done.stderr
    assert "2 fouls or void" in done.stderr
    assert "2 illegal" in done.stdout
    log = (tmp_path / "try" / "league.log").read_text()
    assert log.count("B (seat 0) illegal: request 2: choice") == 1
    assert log.count("B (seat 1) illegal: request 2: choice") == 1


def test_fault_62_what_bots_babble_is_in_the_log_with_their_name(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", {"A": [], "B": ["art@1"]}, schedule="deals = 1")
    assert arena("league", file, "--results", tmp_path).returncode == 0
    log = (tmp_path / "try" / "league.log").read_text()
    assert "worker-0 arena.bot: B (seat 0) wrote" in log
    assert "B (seat 1): 30 lines dropped" in log


def test_fault_63_void_matches_are_said_and_played_by_the_next_run(tmp_path: Path) -> None:
    needs = [f"needs={tmp_path / 'licence'}"]
    file = season_file(tmp_path / "season", {"A": needs, "B": needs}, schedule="deals = 1")
    words = ("league", file, "--results", tmp_path)
    void = arena(*words)
    assert void.returncode == 1
    assert "2 matches are void" in void.stderr
    assert "cannot start here" in (tmp_path / "try" / "league.log").read_text()
    assert [row["matches"] for row in json.loads((tmp_path / "try" / "elo.json").read_text())] == [0, 0]
    store = Store(tmp_path / "try")
    ids = store.all_ids()
    assert store.finished() == set()
    store.close()
    (tmp_path / "licence").touch()
    assert arena(*words).returncode == 0
    store = Store(tmp_path / "try")
    assert store.finished() == store.all_ids() == ids
    store.close()


needs_cc = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")


@needs_cc
def test_a_bot_that_must_be_built_is_built(tmp_path: Path) -> None:
    source = tmp_path / "vlug"
    source.mkdir()
    for name in ("bot.toml", "vlug.c"):
        shutil.copy(BOTS / "vlug" / name, source)
    done = arena("match", source, BOTS / "vlug-py", "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert ": played" in done.stdout
    program = source / "vlug"
    made = program.stat().st_mtime_ns
    assert arena("match", source, BOTS / "vlug-py", "--workers", "1").returncode == 0
    assert program.stat().st_mtime_ns == made


def test_a_failing_build_is_refused_with_its_output(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", {"A": [], "B": []})
    build = 'build = ["sh", "-c", "echo line 7: no such thing; exit 3"]'
    bot_folder(tmp_path / "season" / "B", ["./made"], build)
    refused = arena("league", file, "--results", tmp_path)
    assert refused.returncode == 2
    assert "the build ended with exit code 3:\nline 7: no such thing" in refused.stderr
    assert not (tmp_path / "try").exists()


def test_workers_that_only_die_end_the_run_and_leave_nothing(tmp_path: Path) -> None:
    """A bot that kills who started it; a match that took three workers down is void."""
    store = Store(tmp_path, write=True)
    plan = plan_for([rogue("deaf", f"mark={tmp_path}"), rogue("kill-parent@1", "deaf", f"mark={tmp_path}")])
    with pytest.raises(pool.PoolError, match="8 workers died"):
        pool.play(store, plan, [sitting_for(2, 40)], workers=2)
    until(lambda: not living(str(tmp_path)))
    assert set(children(os.getpid())) <= set(living("resource_tracker"))
    assert {record.ending.detail for record in store.records()} == {"3 workers died in this match"}
    assert store.void_count() == 2
    store.close()


def test_bots_that_meet_and_cannot_start_are_named_once(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", {"A": ["exit-at-start"], "B": ["exit-at-start"]})
    done = arena("league", file, "--results", tmp_path, "--workers", "1")
    assert done.returncode == 1
    assert done.stderr.count("warning: no bot of A, B could start: their matches are void") == 1


def test_the_log_says_when_each_run_begins_and_ends(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", {"A": [], "B": []}, schedule="deals = 1")
    for _ in range(2):
        assert arena("league", file, "--results", tmp_path, "--workers", "1").returncode == 0
    lines = (tmp_path / "try" / "league.log").read_text().splitlines()
    begun = [line for line in lines if "the run begins: process " in line]
    assert [line.partition(", ")[2] for line in begun] == [
        "0 matches are finished, 2 are missing",
        "2 matches are finished, 0 are missing",
    ]
    assert sum(line.endswith("the run ends: 0 matches are missing") for line in lines) == 2

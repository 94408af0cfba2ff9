"""Stored matches again: listed, retold through anyone's eyes, verified."""

import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.deals import match_name
from arena.record import Ending, MatchRecord
from arena.secret import stored_secret
from arena.store import Store, log_row, match_row
from tests.arena.stage import arena, recorded, season_file


def replay(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["replay", *map(str, words)])


@pytest.fixture(scope="module")
def record(played: Path) -> MatchRecord:
    store = Store(played)
    record = store.whole_record(min(store.all_ids()))
    store.close()
    return record


def open_cards(text: str) -> list[str]:
    """The cards of a replay wherever they show their face, as `11 carp guard`."""
    return re.findall(r"\[(\d+ [^\]]+)\]", text)


def test_the_list_has_every_match(played: Path) -> None:
    lines = replay(played).stdout.splitlines()
    assert len(lines) == 24
    assert all(re.match(r"[0-9a-f]{16}  played    \w{3}, \w{3}: \[-?\d+, -?\d+\]\Z", line) for line in lines)


def test_the_referee_sees_every_face(played: Path, record: MatchRecord) -> None:
    done = replay(played, record.fixture.id)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"match {record.fixture.id}: hielenlikkers")
    assert f"  seat 0: {record.fixture.entrants[0]} (side 0)" in lines
    assert "played" in lines
    assert re.search(r"\[\d+\]", done.stdout) is None
    assert len(re.findall(r"(?:played|slipped), seat", done.stdout)) == len(json.loads(record.moves))


def test_the_start_of_an_id_will_do(played: Path, record: MatchRecord) -> None:
    whole = replay(played, record.fixture.id)
    assert replay(played, record.fixture.id[:10]).stdout == whole.stdout
    assert replay(played, "").exit_code == 2
    refused = replay(played, "nope")
    assert refused.exit_code == 2
    assert "no matches have an id that starts with 'nope'" in refused.stderr


@pytest.mark.parametrize("seat", [0, 1])
def test_fault_68_a_seat_sees_in_the_replay_no_face_that_it_was_not_told(
    played: Path, record: MatchRecord, seat: int
) -> None:
    name = match_name(stored_secret(played), record.fixture.id)
    told: list[str] = []
    lines = recorded(played.parents[1] / "record")
    pid = next(pid for pid in pids_of(played, name) if seat_of(played, pid) == seat)
    during = False
    for line in lines:
        if line.pid == pid and line.how == "heard":
            during = line.message.get("match", name if during else "") == name
            if during:
                told.append(line.text)
    received = set()
    for card in re.findall(r'\[(\d+(?:,"[^"]+")+)\]', "".join(told)):
        received.add(card.replace(",", " ").replace('"', ""))

    seen = open_cards(replay(played, record.fixture.id, "--as", str(seat)).stdout)
    everything = open_cards(replay(played, record.fixture.id).stdout)
    assert len(seen) > 10
    assert set(seen) <= received <= set(everything)
    assert len(seen) < len(everything)


def pids_of(played: Path, match: str) -> list[int]:
    starts = recorded(played.parents[1] / "record", "start")
    return [line.pid for line in starts if line.message["match"] == match]


def seat_of(played: Path, pid: int) -> int:
    hellos = recorded(played.parents[1] / "record", "hello")
    return int(next(line.message["seat"] for line in hellos if line.pid == pid))


def test_fault_68_a_spectator_sees_what_all_seats_see(played: Path, record: MatchRecord) -> None:
    spectator = open_cards(replay(played, record.fixture.id, "--as", "spectator").stdout)
    seats = [open_cards(replay(played, record.fixture.id, "--as", str(seat)).stdout) for seat in (0, 1)]
    assert spectator
    assert all(set(spectator) <= set(seat) and len(spectator) < len(seat) for seat in seats)


@pytest.mark.parametrize("who", ["2", "-1", "umpire"])
def test_eyes_that_nobody_has_are_refused(played: Path, record: MatchRecord, who: str) -> None:
    refused = replay(played, record.fixture.id, "--as", who)
    assert refused.exit_code == 2
    assert f"--as: expected referee, spectator, 0, 1, got '{who}'" in refused.stderr


def test_a_season_verifies(played: Path) -> None:
    done = replay(played, "--verify")
    assert done.exit_code == 0
    assert done.stdout == "24 of 24 matches follow from the secret and their moves\n"


Change = Callable[[MatchRecord], MatchRecord]


def other_log_byte(record: MatchRecord) -> MatchRecord:
    """One digit of one card in the middle."""
    at = len(record.log) // 2
    at += next(offset for offset, byte in enumerate(record.log[at:]) if chr(byte).isdigit())
    digit = b"1" if record.log[at : at + 1] != b"1" else b"2"
    return msgspec.structs.replace(record, log=record.log[:at] + digit + record.log[at + 1 :])


def other_move(record: MatchRecord) -> MatchRecord:
    moves = json.loads(record.moves)
    moves[5] = moves[4]
    return msgspec.structs.replace(record, moves=json.dumps(moves, separators=(",", ":")).encode())


def one_move_less(record: MatchRecord) -> MatchRecord:
    moves = json.loads(record.moves)[:-1]
    return msgspec.structs.replace(record, moves=json.dumps(moves, separators=(",", ":")).encode())


CHANGES: dict[str, tuple[Change, str]] = {
    "a byte of the log": (other_log_byte, "the stored log is not what the moves lead to"),
    "a log that is no JSON": (
        lambda record: msgspec.structs.replace(record, log=record.log[1:]),
        "the stored log is not what the moves lead to",
    ),
    "a move": (other_move, "move 5: "),
    "a move less": (one_move_less, "the stored log is not what the moves lead to"),
    "moves that are no JSON": (
        lambda record: msgspec.structs.replace(record, moves=record.moves[1:]),
        "the stored moves cannot be read",
    ),
    "points": (
        lambda record: msgspec.structs.replace(record, points=(record.points[0] + 1, *record.points[1:])),
        "the moves lead to points",
    ),
    "places": (
        lambda record: msgspec.structs.replace(record, places=tuple(3 - place for place in record.places)),
        "the moves lead to points",
    ),
    "a foul that was none": (
        lambda record: msgspec.structs.replace(record, ending=Ending("late", 0), points=(), places=(2, 1)),
        "the record says late, its moves do not end so",
    ),
    "another deal": (
        lambda record: msgspec.structs.replace(
            record, fixture=msgspec.structs.replace(record.fixture, deal=record.fixture.deal + 1)
        ),
        "",
    ),
}


@pytest.fixture
def season(played: Path, tmp_path: Path) -> Path:
    """A copy of the season, to be spoilt."""
    return shutil.copytree(played, tmp_path / "season")


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_to_a_match_is_found(season: Path, record: MatchRecord, what: str) -> None:
    change, words = CHANGES[what]
    spoil(season, change(record))
    done = replay(season, "--verify")
    assert done.exit_code == 1, done.output
    assert f"{record.fixture.id}: {words}" in done.stdout
    assert "23 of 24 matches follow" in done.stdout
    assert "1 match does not" in done.stderr
    assert replay(season, record.fixture.id, "--verify").exit_code == 1


def spoil(season: Path, record: MatchRecord) -> None:
    """Write a record over the one that is stored under its id, as a forger would: with digests that fit."""
    with sqlite3.connect(season / "season.db") as store:
        store.execute("insert or replace into match values (?, ?, ?, ?)", match_row(record))
        store.execute("insert or replace into log values (?, ?, ?, ?)", log_row(record))
    store.close()


def test_a_log_that_is_damaged_is_found(season: Path, record: MatchRecord) -> None:
    with sqlite3.connect(season / "season.db") as store:
        store.execute("update log set events = ? where id = ?", (b"spoilt", record.fixture.id))
    store.close()
    done = replay(season, "--verify")
    assert done.exit_code == 1
    assert f"the log of match {record.fixture.id} is damaged" in done.stdout
    assert "23 of 24" in done.stdout
    assert "is damaged" in replay(season, record.fixture.id).stderr


def test_another_secret_explains_no_match(season: Path) -> None:
    (season / "secret").write_text("00" * 32)
    done = replay(season, "--verify")
    assert done.exit_code == 1
    assert "0 of 24 matches follow" in done.stdout


@pytest.mark.parametrize("words", ["too-large@3", "exit@2"])
def test_a_match_that_ended_by_a_foul_verifies_and_is_retold(tmp_path: Path, words: str) -> None:
    bots = {"A": ["luck"], "B": ["luck", words]}
    file = season_file(tmp_path / "season", bots, schedule="deals = 1")
    assert arena("league", file, "--results", tmp_path, "--workers", "1").returncode == 0
    assert replay(tmp_path / "try", "--verify").exit_code == 0
    store = Store(tmp_path / "try")
    record = store.whole_record(min(store.all_ids()))
    store.close()
    lines = replay(tmp_path / "try", record.fixture.id).stdout
    assert f"{record.ending.kind}, B (seat {record.ending.seat}): {record.ending.detail}" in lines
    spoil(tmp_path / "try", msgspec.structs.replace(record, places=record.places[::-1]))
    assert replay(tmp_path / "try", "--verify").exit_code == 1


def test_a_void_match_is_listed_retold_and_proves_nothing(season: Path, record: MatchRecord) -> None:
    void = MatchRecord(
        record.fixture, Ending("void", None, "the lights went out"), (), (), (0, 0), (0.0, 0.0)
    )
    spoil(season, void)
    assert f"{record.fixture.id}  void" in replay(season).stdout
    assert "void: the lights went out" in replay(season, record.fixture.id).stdout
    assert replay(season, "--verify").exit_code == 0


def test_a_season_without_matches_has_none_to_verify(tmp_path: Path) -> None:
    Store(tmp_path, write=True).close()
    refused = replay(tmp_path, "--verify")
    assert refused.exit_code == 2
    assert "there are no matches yet" in refused.stderr

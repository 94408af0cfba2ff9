"""What a bot's owner is shown of its fouls: a file a foul, with all that was seen of the process."""

import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

from arena.fouls import KEPT, keep, kept
from arena.record import MatchRecord
from tests.arena.stage import ARENA, BRISK, arena, rogue, sat, season_file


def foul(*words: str) -> MatchRecord:
    """The record of a match in which seat 0 does what the words say."""
    (record,) = sat([rogue(*words), rogue()], clock=BRISK)
    assert record.ending.foul, record.ending
    return record


@pytest.mark.parametrize(
    ("words", "process", "output", "stderr"),
    [
        (["raise@2"], "exit code 1", '{"id": 1, "choice": 0}', "RuntimeError: fell over in act 2"),
        (["kill@2"], "signal SIGKILL", '{"id": 1, "choice": 0}', "(nothing)"),
        (["no-json@1"], "still running", "this is no JSON", "(nothing)"),
        (["exit-at-start"], "exit code 1", "(nothing)", "nothing to play with"),
    ],
)
def test_fault_61_a_foul_is_told_in_full(
    words: list[str], process: str, output: str, stderr: str, tmp_path: Path
) -> None:
    record = foul(*words)
    keep(tmp_path, record)
    (file,) = kept(tmp_path)
    text = file.read_text()
    assert text.startswith(f"bot 0 (seat 0) {record.ending.kind} in match {record.fixture.id}: ")
    assert f"process: {process}\n" in text
    request = '"type":"hello"' if words == ["exit-at-start"] else f'"type":"act","id":{words[0][-1]}'
    assert request in text.partition("--- the last request that it was sent ---")[2].partition("---")[0]
    assert f"--- the last line that it wrote ---\n{output}\n" in text
    assert stderr in text.partition("--- the end of its stderr ---")[2]


def test_the_store_does_not_hold_it_and_files_are_bounded(tmp_path: Path) -> None:
    record = foul("loud@1", "long@2")
    for number in range(KEPT + 3):
        fixture = replace(record.fixture, id=f"{number:04x}")
        keep(tmp_path, replace(record, fixture=fixture))
    files = kept(tmp_path, "bot 0")
    assert len(files) == KEPT
    assert {"0000", "0001", "0002"}.isdisjoint(file.stem.rpartition("-")[2] for file in files)
    assert all(file.stat().st_size < 200_000 for file in files)


def test_the_command_lists_all_and_shows_one_bots(tmp_path: Path) -> None:
    keep(tmp_path, foul("raise@2"))

    def told(*words: str) -> str:
        return subprocess.run(
            [ARENA, "fouls", tmp_path, *words], capture_output=True, text=True, check=True
        ).stdout

    assert told().startswith("bot 0 (seat 0) crashed in match ")
    assert "stderr ---" not in told()
    assert "RuntimeError: fell over in act 2" in told("--bot", "bot 0")
    assert told("--bot", "bot 1") == "no fouls of 'bot 1' are kept\n"


def test_a_name_that_no_entrant_has_is_refused_with_the_nearest(tmp_path: Path) -> None:
    """Once a run has told who enter; one of them may have no fouls."""
    file = season_file(tmp_path / "season", {"Aap": [], "Noot": []}, schedule="deals = 1")
    assert arena("league", file, "--results", tmp_path).returncode == 0
    assert arena("fouls", tmp_path / "try", "--bot", "Noot").stdout == "no fouls of 'Noot' are kept\n"
    done = arena("fouls", tmp_path / "try", "--bot", "Noto")
    assert done.returncode == 2
    assert "try: no entrant is called 'Noto'; did you mean 'Noot'?" in done.stderr

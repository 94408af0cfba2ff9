"""What a run tells while it plays: lines to a pipe, a bar to a terminal."""

import os
import pty
import re
import subprocess
from pathlib import Path

from tests.arena.stage import ARENA, arena, living, season_file, until

MANY = "deals = 3"


def season(folder: Path, *words: str) -> Path:
    mark = f"mark={folder}"
    return season_file(folder / "season", {"A": [mark, *words], "B": [mark]}, schedule=MANY)


def test_fault_19_lines_come_at_once_although_a_pipe_reads_them(tmp_path: Path) -> None:
    """The run cannot end, since a bot hangs in its second match; the first one is told all the same."""
    file = season(tmp_path, "hang@40", f"once={tmp_path / 'hung'}")
    run = subprocess.Popen(
        [ARENA, "league", file, "--results", tmp_path, "--workers", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.stderr
    assert run.stderr.readline().startswith("commitment to the deals: ")
    assert run.stderr.readline() == "0 matches stored, 6 to play\n"
    line = run.stderr.readline()
    assert re.match(r"1/6 played, \d+ matches/s, \d+ s left, 0 fouls or void\n", line), line
    until((tmp_path / "hung").exists)
    assert run.poll() is None
    told = arena("status", file, "--results", tmp_path).stdout
    assert re.search(r"^playing now:\n  [0-9a-f]{16} \((A, B|B, A)\)$", told, re.MULTILINE), told
    run.terminate()
    assert run.wait(10) == 3
    run.communicate()


def test_a_reader_that_leaves_ends_the_run_and_leaves_nothing(tmp_path: Path) -> None:
    """`arena league ... 2>&1 | head -1`."""
    file = season(tmp_path)
    shell = f"{ARENA} league {file} --results {tmp_path} --workers 1 2>&1 | head -1"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, timeout=30, check=False)
    assert re.fullmatch(r"commitment to the deals: [0-9a-f]{64}\n", done.stdout)
    assert done.stderr == ""
    assert not living(str(tmp_path))


def test_the_table_alone_goes_to_stdout(tmp_path: Path) -> None:
    command = [ARENA, "league", season(tmp_path), "--results", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True)
    assert "played" not in done.stdout
    assert done.stdout.startswith("┌")
    assert done.stderr.splitlines()[-1].startswith("6/6 played")


def test_a_terminal_gets_a_bar(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [ARENA, "league", season(tmp_path), "--results", tmp_path]
    run = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, env=os.environ | {"TERM": "xterm", "COLUMNS": "100"}
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            shown += os.read(ours, 1 << 16)
        except OSError:
            break
    os.close(ours)
    out, _ = run.communicate(timeout=30)
    assert run.returncode == 0
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    assert "playing ━━━" in text
    assert "6/6" in text
    assert "matches/s" in text
    assert "0 fouls or void" in text
    assert out.decode().startswith("┌")

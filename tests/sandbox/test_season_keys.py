"""What a season file says of limits, the sandbox, pauses and handicaps; and what it may not say."""

from pathlib import Path

import pytest

from arena.sandbox import Confinement, Limits
from arena.season import Season, SeasonError, read_season
from arena.wire import Clock
from tests.season.folders import SEASON, bots, season_file


def season(folder: Path, top: str = "", first: str = "") -> Season:
    """The season with these lines at its top, and these for its first entrant."""
    bots(folder, "aap", "noot")
    text = SEASON.replace("seats = 2", f"seats = 2\n{top}")
    return read_season(season_file(folder, text.replace('"bots/aap"', f'"bots/aap"\n{first}')))


def test_what_is_left_out(tmp_path: Path) -> None:
    """`auto`, the usual limits, nobody paused, nobody's clock his own."""
    read = season(tmp_path)
    assert (read.sandbox, read.limits, read.pause) == (Confinement("auto", trust=False), Limits(), False)
    assert [entrant.clock for entrant in read.entrants] == [None, None]


def test_every_key_arrives(tmp_path: Path) -> None:
    """As it was written; what is not written keeps its usual value."""
    top = 'pause = true\nsandbox = { kind = "none", trust = true }\nlimits = { memory_mb = 100, cpu_s = 2 }'
    read = season(tmp_path, top)
    assert read.pause
    assert read.sandbox == Confinement("none", trust=True)
    assert read.limits == Limits(memory_mb=100, cpu_s=2)


def test_a_handicap_is_the_seasons_clock_but_for_its_keys(tmp_path: Path) -> None:
    """For one entrant."""
    read = season(tmp_path, "clock = { move_ms = 500, match_ms = 9000 }", "clock = { move_ms = 50 }")
    assert read.clock == Clock(move_ms=500, match_ms=9000)
    assert [entrant.clock for entrant in read.entrants] == [Clock(move_ms=50, match_ms=9000), None]


@pytest.mark.parametrize(
    ("top", "first", "words"),
    [
        (
            'sandbox = { kind = "bublewrap" }',
            "",
            "sandbox.kind: expected one of 'auto', 'bubblewrap', 'none'",
        ),
        ("sandbox = { trusted = true }", "", "sandbox.trusted: expected one of kind, trust"),
        ("limits = { memory = 5 }", "", "limits.memory: expected one of memory_mb, processes"),
        ("limits = { memory_mb = 0 }", "", "limits.memory_mb: expected megabytes, at least 1, got 0"),
        ("limits = { open_files = 3 }", "", "limits.open_files: expected an integer of at least 16, got 3"),
        ("limits = { cpu_s = 0 }", "", "limits.cpu_s: expected seconds, more than 0, got 0"),
        ('pause = "yes"', "", "pause: expected true or false, got 'yes'"),
        ("", "clock = { moves_ms = 50 }", "clock.moves_ms: expected one of start_ms, move_ms, match_ms"),
        ("", "clock = { move_ms = 0 }", "entrant[0].clock.move_ms: expected ms, from 1"),
        ("", "clock = 5", "entrant[0].clock: expected a table, got 5"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, top: str, first: str, words: str) -> None:
    """With its path, what was expected, and what came."""
    with pytest.raises(SeasonError) as caught:
        season(tmp_path, top, first)
    (problem,) = caught.value.problems
    assert words in str(problem)

"""`arena bench`: every part can be measured, and a budget that is not kept can be asked for."""

import json
import math
import shutil

import pytest
from click.testing import CliRunner

from arena.bench import PARTS, Figure
from arena.cli import main
from arena.sandbox.probe import box_finding
from tests.arena.stage import arena

NEEDED = {"pipe": shutil.which("cc"), "sandbox": box_finding().state == "enforced"}
"""Without what a part has nothing to measure: a C compiler, a sandbox."""


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_each_part_gives_figures(part: str) -> None:
    if not NEEDED.get(part, True):
        pytest.skip(f"what {part} measures is not on this machine")
    done = arena("bench", part, "--scale", "0.01", "--json", timeout=300)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures
    for figure in figures:
        assert figure["part"] == part
        assert math.isfinite(figure["value"])
        assert (figure["budget"] is None) == (figure["met"] is None)


@pytest.mark.parametrize(
    ("value", "limit", "code"),
    [(9.0, "at most", 0), (11.0, "at most", 1), (9.0, "at least", 1), (9.0, "", 0)],
)
def test_strict_fails_when_a_budget_is_not_kept(
    value: float, limit: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    figure = Figure("table", "something", value, "s", limit, 10.0 if limit else None)  # type: ignore[arg-type]
    monkeypatch.setattr("arena.bench.measured", lambda part, scale: [figure])
    assert CliRunner().invoke(main, ["bench", "table", "--strict"]).exit_code == code
    assert CliRunner().invoke(main, ["bench", "table"]).exit_code == 0


def test_a_part_that_there_is_not_is_named_with_those_that_there_are() -> None:
    done = CliRunner().invoke(main, ["bench", "tabel"])
    assert done.exit_code == 2
    assert "tabel" in done.output
    assert all(part in done.output for part in PARTS)

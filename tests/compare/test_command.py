"""`arena compare` with real bots: its answers and exit codes."""

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.sandbox.probe import box_finding
from tests.arena.stage import ARENA, bot_folder
from tests.compare.arms import BOTS


def run(*words: str) -> Result:
    names = {file.parent.name for file in BOTS.glob("*/bot.toml")}
    return CliRunner().invoke(
        main, ["compare", *(str(BOTS / word) if word in names else word for word in words)]
    )


def test_better_is_0_and_worse_is_1() -> None:
    """Within a few deals, with one sentence."""
    better = run("lukraak", "gulzig", "--seed", "1", "--elo1", "100", "--max-matches", "400")
    assert better.exit_code == 0, better.output
    assert "Gulzig is better than Lukraak (by 100 Elo rather than 0)" in better.stdout
    worse = run("gulzig", "lukraak", "--seed", "1", "--elo1", "100", "--max-matches", "400")
    assert worse.exit_code == 1
    assert "Lukraak is not better than Gulzig" in worse.stdout
    assert worse.stdout.count("\n") == 1


def test_undecided_is_4() -> None:
    """A bot against itself, stopped after a few matches; every deal a draw."""
    found = run("gulzig", "gulzig", "--seed", "1", "--max-matches", "8")
    assert found.exit_code == 4
    assert "Undecided whether Gulzig (new) is better than Gulzig (old)" in found.stdout
    assert "4 deals (8 matches)" in found.stdout


@pytest.mark.slow
def test_workers_do_not_change_the_answer() -> None:
    """With a seed one and two workers read the same deals."""
    words = (
        "lukraak",
        "vleier",
        "--against",
        "gulzig",
        "--seed",
        "3",
        "--elo1",
        "150",
        "--max-matches",
        "160",
    )
    one, two = (run(*words, "--workers", count) for count in ("1", "2"))
    assert one.stdout == two.stdout
    assert one.exit_code == two.exit_code


def test_a_sandbox_that_is_asked_for_and_missing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is played."""
    box_finding.cache_clear()
    monkeypatch.setattr("arena.sandbox.bubblewrap.tool", lambda name: None)
    try:
        refused = run("lukraak", "gulzig", "--max-matches", "2", "--sandbox", "bubblewrap")
        warned = run("gulzig", "gulzig", "--max-matches", "2")
    finally:
        box_finding.cache_clear()
    assert refused.exit_code == 2
    assert "bwrap is not installed" in refused.stderr
    assert "warning: NO SANDBOX" in warned.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("lukraak", "nobody"),
        ("lukraak", "gulzig", "--elo0", "10", "--elo1", "5"),
        ("lukraak", "gulzig", "--seats", "7"),
        ("lukraak", "gulzig", "--alpha", "0"),
        ("lukraak", "gulzig", "--option", "expansion"),
    ],
)
def test_bad_usage_is_2(words: tuple[str, ...]) -> None:
    """Before anything is played."""
    assert run(*words).exit_code == 2


@pytest.mark.parametrize(
    "words",
    [
        ["--elo0", "nan"],
        ["--elo1", "inf"],
        ["--elo0=-inf"],
        ["--elo0", "10"],
        ["--alpha", "nan"],
        ["--alpha", "0.5"],
        ["--beta", "0"],
        ["--max-matches", "1000001"],
    ],
)
def test_a_test_that_cannot_be_is_bad_usage(words: list[str]) -> None:
    assert run("lukraak", "gulzig", *words).exit_code == 2


@pytest.mark.parametrize(
    ("most", "said"), [("8", "the first 4 deals were all void"), ("20000", "the first 8")]
)
def test_bots_that_cannot_start_are_no_answer(tmp_path: Path, most: str, said: str) -> None:
    """It stops after a few deals and says who and why, without a number that nothing stands behind."""
    folders = [str(bot_folder(tmp_path / name, ["false"])) for name in ("Ada", "Bob")]
    done = run(*folders, "--max-matches", most)
    assert done.exit_code == 5
    assert said in done.stderr
    assert "Ada, Bob: no bot of this match could start: crashed" in done.stderr
    assert "inf" not in done.output


def test_fewer_matches_than_a_deal_takes_are_refused() -> None:
    """With how many it takes."""
    done = run("lukraak", "gulzig", "--against", "vleier", "--seats", "4", "--max-matches", "7")
    assert done.exit_code == 2
    assert "one deal takes 8 matches here, got 7" in done.stderr


def test_the_option_that_adds_a_table_is_named() -> None:
    """Where the table that is asked for is one of another deck."""
    done = run("lukraak", "gulzig", "--teams")
    assert done.exit_code == 2
    assert "--option expansion=true adds: 2 teams of 2, 3 teams of 2, 6 players; got 4 seats" in done.stderr
    done = run("lukraak", "gulzig", "--seats", "7", "--option", "expansion=true")
    assert "adds" not in done.stderr


def test_one_deal_is_said_in_the_singular() -> None:
    assert "after 1 deal (2 matches)" in run("gulzig", "gulzig", "--seed", "1", "--max-matches", "2").stdout


def test_a_run_that_cannot_print_is_no_answer() -> None:
    """A full device ends it with 5, never with the 1 that says "not better"."""
    words = ("--seed", "1", "--elo1", "100", "--max-matches", "100")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [ARENA, "compare", BOTS / "gulzig", BOTS / "lukraak", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 5, done.stderr
    assert "cannot write what is to be printed" in done.stderr

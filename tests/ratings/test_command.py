"""`arena table` and `arena power` on a stored season."""

import csv
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from arena.cli import main
from arena.counted import ANCHORS, ENTRANTS, TERMS
from arena.record import MatchRecord
from arena.store import Store
from tests.ratings.matches import duels, match

DAY = 86_400.0

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """`arena table` on a season of A, B and C at tables of three, and N, who never played."""
    store = Store(tmp_path, write=True)
    store.set_meta(TERMS, "{}")
    store.set_meta(ENTRANTS, json.dumps(list("ABCN")))
    for number in range(24):
        order = "ABC"[number % 3 :] + "ABC"[: number % 3]
        places = [1 + (ord(name) - ord("A") + number // 3) % 3 for name in order]
        record = match(number // 3, order, places, points=[9 - 3 * place for place in places])
        fixture = replace(record.fixture, id=f"{number:016x}", round=1 + number // 12)
        store.add(replace(record, fixture=fixture, ended=DAY * (20_000 + number)))
    store.close()

    def run(*words: str, command: str = "table") -> Result:
        return CliRunner().invoke(main, [command, str(tmp_path), *words])

    return run


def rows(result: Result) -> list[dict[str, str]]:
    assert result.exit_code == 0, result.output
    return list(csv.DictReader(StringIO(result.stdout)))


@pytest.mark.parametrize("view", [[], ["--seats"], ["--superiority"], ["--partners"], ["--history", "6"]])
@pytest.mark.parametrize("form", ["txt", "md", "csv", "json", "html"])
def test_every_view_in_every_form(run: Run, view: list[str], form: str) -> None:
    """Something readable, and JSON that is JSON."""
    result = run(*view, "--format", form)
    assert result.exit_code == 0, result.output
    if form == "json":
        assert isinstance(json.loads(result.stdout), list)
    if form == "html":
        assert result.stdout.rstrip().endswith("</html>")
        assert ("<svg" in result.stdout) == ("--history" in view)


@pytest.mark.parametrize(
    "views",
    [
        ["--seats", "--partners"],
        ["--partners", "--superiority"],
        ["--seats", "--history", "20"],
        ["--superiority", "--explain"],
    ],
)
def test_two_views_at_once_are_refused(run: Run, views: list[str]) -> None:
    """None of them is dropped in silence."""
    done = run(*views)
    assert done.exit_code == 2
    first, second = (word for word in views if word.startswith("--"))
    assert f"{first} and {second} each show something else: choose one" in done.stderr


@pytest.mark.parametrize("form", ["txt", "md", "html", "csv", "json"])
def test_partners_who_do_not_rotate_are_a_sentence(run: Run, form: str) -> None:
    """Without a table around nothing."""
    lines = run("--partners", "--format", form).stdout.splitlines()
    words = "Partners do not rotate here"
    match form:
        case "html":
            assert any(line.startswith(f"<p>{words}") for line in lines)
            assert not any("<table" in line for line in lines)
        case "txt" | "md":
            assert len(lines) == 1
            assert lines[0].startswith(words)
        case _:
            assert lines == {"csv": [], "json": ["[]"]}[form]


def test_history_marks_what_the_table_marks(run: Run, tmp_path: Path) -> None:
    """Anchors, bounds, groups that nothing links; and the groups there were for a time."""

    def play(first: int, records: list[MatchRecord]) -> None:
        store = Store(tmp_path, write=True)
        for number, record in enumerate(records, first):
            fixture = replace(record.fixture, id=f"{number:016x}", round=3)
            store.add(replace(record, fixture=fixture, ended=DAY * (20_000 + number)))
        store.close()

    play(90, [*duels(90, "DE", 1, 1), *duels(91, "DE", 1, 1)])
    shown = run("--history", "28", "--anchor", "B=1000").stdout
    assert "= 1000 " in shown
    assert "= 1000 ±" not in shown
    assert "> 1" in shown
    assert "< 1" in shown
    assert "Elo compares only within each of these groups" in shown
    play(94, duels(92, "AE", 1))
    shown = run("--history", "28").stdout
    assert "Until 28 matches some groups were linked by no match" in shown
    assert "within each of these groups" not in shown


def test_columns_and_sort(run: Run) -> None:
    """As asked; a wrong name is refused with all there are."""
    found = rows(run("--columns", "name,score", "--sort", "name", "--format", "csv"))
    assert [list(row) for row in found] == [["name", "score"]] * 4
    assert [row["name"] for row in found] == list("ABCN")
    wrong = run("--columns", "nmae")
    assert wrong.exit_code == 2
    assert "place, name, elo" in wrong.output


@pytest.mark.parametrize(
    ("words", "matches"),
    [
        (["--opponent", "B"], 24),
        (["--round", "2"], 12),
        (["--since", "2024-10-09"], 19),
        (["--until", "2024-10-09"], 6),
        (["--table-size", "4"], 0),
        (["--seated", "A=0"], 8),
        (["--stage", "first"], 24),
    ],
)
def test_only_some_matches(run: Run, words: list[str], matches: int) -> None:
    """Counted by hand: a match a day from 4 October 2024 on."""
    found = rows(run(*words, "--columns", "name,matches", "--format", "csv"))
    assert {row["name"]: int(row["matches"]) for row in found}["A"] == matches


def test_filters_that_leave_nothing_say_so(run: Run) -> None:
    """What fits nothing is said; what there is not is refused."""
    for words in (["--round", "9"], ["--until", "2000-01-01", "--seats"]):
        done = run(*words)
        assert done.exit_code == 0
        assert done.stderr.endswith(": no match fits\n")
    assert run("--round", "2").stderr == ""
    done = run("--stage", "final")
    assert done.exit_code == 2
    assert "no stage is called final (there are: first)" in done.stderr
    assert run("--opponent", "Z").exit_code == 2


@pytest.mark.parametrize("elo", ["nan", "inf", "-inf", "1e300", "10001", ""])
def test_an_anchor_is_a_number_that_can_be_drawn(run: Run, elo: str) -> None:
    """Bad usage, without a traceback."""
    done = run("--anchor", f"B={elo}")
    assert done.exit_code == 2
    assert "--anchor" in done.stderr


@pytest.mark.parametrize("seat", ["nan", "inf", "-1", "0.5"])
def test_a_seat_is_a_whole_number(run: Run, seat: str) -> None:
    """Bad usage, without a traceback."""
    assert run("--seated", f"A={seat}").exit_code == 2


def test_anchor_on_the_command_line(run: Run) -> None:
    """It is given, the others stand around it; an unknown name is refused."""
    found = {row["name"]: row for row in rows(run("--anchor", "B=1000", "--format", "csv"))}
    assert (found["B"]["elo"], found["B"]["bound"], found["B"]["error"]) == ("1000.0", "=", "")
    assert run("--anchor", "Z=1000").exit_code == 2
    assert run("--anchor", "B").exit_code == 2
    twice = run("--anchor", "B=1000", "--anchor", "B=1200")
    assert twice.exit_code == 2
    assert "expected one Elo for each, got several for B" in twice.stderr


def test_anchor_of_the_season(run: Run, tmp_path: Path) -> None:
    """Kept in the store with the matches."""
    store = Store(tmp_path, write=True)
    store.set_meta(ANCHORS, json.dumps({"C": 900}))
    store.close()
    found = {row["name"]: row for row in rows(run("--format", "csv"))}
    assert found["C"]["elo"] == "900.0"


def test_both_models(run: Run) -> None:
    """Each has a table of all."""
    for model in ("bradley-terry", "plackett-luce"):
        assert len(rows(run("--model", model, "--format", "csv"))) == 4


def test_history_counts_up_to_all_matches(run: Run) -> None:
    """A row for each entrant at each moment; by round there are two."""
    found = rows(run("--history", "10", "--format", "csv"))
    assert sorted({int(row["matches"]) for row in found}) == [10, 20, 24]
    found = rows(run("--history", "round", "--format", "csv"))
    assert sorted({int(row["matches"]) for row in found}) == [12, 24]
    assert run("--history", "0").exit_code == 2


def test_explained_without_a_season() -> None:
    """The text of the README."""
    result = CliRunner().invoke(main, ["table", "--explain"])
    assert result.exit_code == 0
    assert result.stdout.startswith("# What the numbers on the table mean")
    assert CliRunner().invoke(main, ["table"]).exit_code == 2


def test_power_of_the_season(run: Run) -> None:
    """More deals for smaller differences; unknown names are refused."""
    result = run("--elo", "50", "--elo", "25", "--format", "json", command="power")
    needed = json.loads(result.stdout)
    assert needed[1]["times"] == pytest.approx(4 * needed[0]["times"], rel=1e-3)
    assert run("--between", "Z", command="power").exit_code == 2


@pytest.mark.parametrize("names", ["A", "AA"])
def test_power_between_one_is_bad_usage(run: Run, names: str) -> None:
    done = run(*(word for name in names for word in ("--between", name)), command="power")
    assert done.exit_code == 2
    assert "name two different entrants" in done.stderr


def test_power_says_why_a_difference_is_not_known(run: Run, tmp_path: Path) -> None:
    """And asks for more deals only where they would help."""
    store = Store(tmp_path, write=True)
    for number, record in enumerate([*duels(90, "DE", 1, 1), *duels(91, "DE", 1, 1), *duels(92, "FG", 1, 0)]):
        store.add(replace(record, fixture=replace(record.fixture, id=f"{90 + number:016x}")))
    store.close()

    def said(one: str, two: str) -> str:
        done = run("--between", one, "--between", two, command="power")
        assert done.exit_code == 1
        return done.stderr

    assert "N has no match yet" in said("N", "A")
    assert "no chain of matches links A and E" in said("A", "E")
    assert "the matches do not set an upper limit to the Elo of D" in said("D", "E")
    assert "the error of F is not known yet: play more deals" in said("F", "G")
    assert "more deals" not in said("A", "E") + said("D", "E")


def test_no_season_is_2(tmp_path: Path) -> None:
    """A folder without one."""
    assert CliRunner().invoke(main, ["table", str(tmp_path / "nowhere")]).exit_code == 2

"""The files: what they hold, how the unknown looks, and that they are stable."""

import csv
import json
from io import StringIO

import pytest

from arena.ratings import EloTable, rated
from arena.report import written
from tests.ratings.matches import duels, elo, foul, match


@pytest.fixture
def table() -> EloTable:
    """B and C are placed, A is above all, Z below, N never played, C fouled once."""
    records = [foul(50, "BCZ", 1)]
    for deal in range(4):
        records += duels(deal, "AB", 1) + duels(deal, "BC", 1, deal % 2) + duels(deal, "CZ", 1)
    return rated(records, entrants=["N"])


def test_files(table: EloTable) -> None:
    """Five of them, each of whole lines."""
    files = written(table)
    assert set(files) == {"elo.txt", "elo.md", "elo.csv", "elo.json", "elo.html"}
    assert all(text.endswith("\n") for text in files.values())
    assert not any("nan" in text.lower() or "inf" in text.lower() for text in files.values())


def test_json_has_an_object_for_each_entrant(table: EloTable) -> None:
    """Numbers are numbers, the unknown is null, places count from 1."""
    rows = json.loads(written(table)["elo.json"])
    assert [(each["place"], each["name"]) for each in rows] == list(enumerate("ABCZN", 1))
    by_name = {each["name"]: each for each in rows}
    assert by_name["B"]["elo"] == round(elo(table, "B"), 1)
    assert isinstance(by_name["B"]["error"], float)
    assert (by_name["A"]["bound"], by_name["A"]["error"]) == (">", None)
    assert (by_name["N"]["elo"], by_name["N"]["error"], by_name["N"]["matches"]) == (None, None, 0)
    assert by_name["C"]["fouls"] == 1
    assert by_name["C"]["fouls_by_kind"]["late"] == 1


def test_csv_has_the_same_numbers(table: EloTable) -> None:
    """An empty field is unknown; each kind of foul has a column."""
    files = written(table)
    rows = list(csv.DictReader(StringIO(files["elo.csv"])))
    for line, each in zip(rows, json.loads(files["elo.json"]), strict=True):
        kinds = each.pop("fouls_by_kind")
        assert {key: line[key] for key in each} == {
            key: "" if value is None else str(value) for key, value in each.items()
        }
        assert {kind: int(line[kind]) for kind in kinds} == kinds


def test_bounds_and_unknowns_in_text(table: EloTable) -> None:
    """`> 1893` for a bound, `?` for what is not known, fouls with their kind."""
    lines = {
        line.split("│")[2].strip(): line for line in written(table)["elo.txt"].splitlines() if "│" in line
    }
    assert f"│ > {elo(table, 'A'):.0f} │   ? │" in lines["A"]
    assert lines["N"].count(" ? │") == 6
    assert "│ 1 late " in lines["C"]


def test_without_times_nothing_varies() -> None:
    """The same matches at another speed: equal files without times, other files with."""
    slow, fast = (rated([match(1, "AB", (1, 2), used_ms=ms)]) for ms in (9.0, 2.0))
    assert written(slow, times=False) == written(fast, times=False)
    assert all(written(slow)[name] != written(fast)[name] for name in written(slow))
    assert "ms" not in json.loads(written(slow, times=False)["elo.json"])[0]


def test_no_minus_zero() -> None:
    """A mean that rounds to 0 from below is 0."""
    records = [match(deal, "AB", (1, 1), points=(-1 if deal == 0 else 0, 0)) for deal in range(3000)]
    files = written(rated(records))
    assert json.loads(files["elo.json"])[0]["score"] == 0
    assert not any("-0" in text.replace("---", "") for text in files.values())


def test_names_are_left_as_they_are() -> None:
    """A name that looks like a number stays; in Markdown a bar does not break the table."""
    assert "│ 1e5 " in written(rated(duels(1, ["1e5", "007"], 1, 0)))["elo.txt"]
    files = written(rated(duels(1, ["1e5", "a|b, c"], 1, 0)))
    assert "a\\|b, c" in files["elo.md"]
    assert {each["name"] for each in csv.DictReader(StringIO(files["elo.csv"]))} == {"1e5", "a|b, c"}
    assert [each["name"] for each in json.loads(files["elo.json"])] == ["1e5", "a|b, c"]


def test_groups_are_named_below_the_table() -> None:
    """In the forms that people read."""
    files = written(rated([*duels(1, "AB", 1, 0), *duels(2, "CD", 1, 0)]))
    assert "A, B; C, D" in files["elo.txt"].splitlines()[-1]
    assert "A, B; C, D" in files["elo.md"].splitlines()[-1]
    assert "only within" not in written(rated(duels(1, "AB", 1, 0)))["elo.txt"]


def test_table_of_nobody_can_be_written() -> None:
    """Headings and no rows."""
    files = written(rated([]))
    assert json.loads(files["elo.json"]) == []
    assert "entrant" in files["elo.txt"]


def test_a_name_is_no_formula_in_a_spreadsheet() -> None:
    """In the CSV alone, and only names: a bound is what it is."""
    records = [
        one
        for deal in range(4)
        for one in (match(deal, ("=1+1", "@b"), (1, 2)), match(deal, ("@b", "=1+1"), (2, 1)))
    ]
    files = written(rated(records))
    lines = list(csv.DictReader(StringIO(files["elo.csv"])))
    assert [(line["name"], line["bound"]) for line in lines] == [("'=1+1", ">"), ("'@b", "<")]
    assert [row["name"] for row in json.loads(files["elo.json"])] == ["=1+1", "@b"]


def test_wide_characters_do_not_shift_columns() -> None:
    """Each of them is two wide on a terminal."""
    lines = written(rated([match(0, ("日本", "Aap"), (1, 2))]))["elo.txt"].splitlines()
    ends = [len(line) + line.count("日") + line.count("本") for line in lines if line.startswith("│")]
    assert len(set(ends)) == 1

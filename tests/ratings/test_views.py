"""What is shown: chosen columns, sorting, who is better, pages; and that every number is explained."""

import csv
import json
import random
from io import StringIO

import pytest

from arena.ratings import rated
from arena.ratings.superiority import superiority
from arena.report import COLUMNS, ColumnError, elo_sheet, explained, shown
from arena.report.views import superiority_sheet
from tests.ratings.matches import duels, foul, match
from tests.ratings.test_elo import random_match


def test_columns_are_those_asked_for() -> None:
    """In that order, in every form."""
    table = rated([*duels(1, "AB", 1, 0), foul(2, "AB", 0)])
    sheet = elo_sheet(table, columns=["late", "name", "elo"])
    assert sheet.heads == ("late", "entrant", "Elo")
    assert [list(record) for record in json.loads(shown(sheet, "json"))] == [["late", "name", "elo"]] * 2
    assert next(csv.reader(StringIO(shown(sheet, "csv")))) == ["late", "name", "elo"]


def test_sorted_by_a_column() -> None:
    """Most matches first, fewest fouls first, unknown last; the place stays that of the Elo."""
    records = [*duels(1, "AB", 1, 1), *duels(2, "BC", 1, 0, 1), foul(3, "AB", 0)]
    table = rated(records, entrants="N")
    by_matches = elo_sheet(table, sort="matches").records
    assert [row["name"] for row in by_matches] == ["B", "A", "C", "N"]
    assert by_matches[-1]["place"] == 4
    assert [row["name"] for row in elo_sheet(table, sort="late").records][-1] == "A"
    assert [row["name"] for row in elo_sheet(table, sort="share").records][-1] == "N"


def test_wrong_column_is_refused() -> None:
    """With all that there are."""
    with pytest.raises(ColumnError, match=r"place, name, elo.*got 'eloo'"):
        elo_sheet(rated(duels(1, "AB", 1)), columns=["eloo"])


def test_page_is_whole_and_escaped() -> None:
    """A name can put nothing into the page, and the page needs nothing from elsewhere."""
    page = shown(elo_sheet(rated(duels(1, ['<script>alert("x")</script>', "B"], 1, 0))), "html")
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "http" not in page
    assert page.startswith("<!doctype html>")


def test_superiority_by_hand() -> None:
    """A difference of one standard error with nine degrees of freedom: Student's t says 82.8 %."""
    table = rated(record for deal in range(10) for record in duels(deal, "AB", 1, deal % 3 > 0))
    assert table.covariance is not None
    spread = (table.covariance[0, 0] + table.covariance[1, 1] - 2 * table.covariance[0, 1]) ** 0.5
    a, b = table.rows
    assert a.elo is not None
    t = (a.elo - (b.elo or 0)) / spread
    scipy = pytest.importorskip("scipy.stats")
    assert superiority(table).chances[0][1] == pytest.approx(scipy.t.cdf(t, 9))


def test_superiority_both_ways_is_one() -> None:
    """And nobody is better than himself."""
    rng = random.Random(1)
    chances = superiority(rated(random_match(rng) for _ in range(200))).chances
    for i, line in enumerate(chances):
        assert line[i] is None
        for j, chance in enumerate(line):
            other = chances[j][i]
            if chance is not None and other is not None:
                assert chance + other == pytest.approx(1)


def test_superiority_knows_what_it_does_not_know() -> None:
    """Bounds and other groups are no percentages."""
    records = [*duels(1, "AB", 1, 0), *duels(2, "AB", 1, 1), *duels(3, "CD", 1), *duels(4, "CD", 1)]
    records += [match(deal, "XYZ", (1 + deal % 2, 2 - deal % 2, 3)) for deal in range(5, 9)]
    found = superiority(rated(records))
    chance = {
        (name, other): found.chances[i][j]
        for i, name in enumerate(found.names)
        for j, other in enumerate(found.names)
    }
    assert chance["A", "B"] is not None
    assert chance["A", "C"] is None
    assert chance["C", "D"] is None
    assert chance["X", "Z"] is None
    rows = superiority_sheet(found).records
    assert {"stronger": "C", "weaker": "D", "chance": None} in rows


def test_every_column_is_explained() -> None:
    """In the text that `arena table --explain` prints, which is the README's."""
    text = explained()
    for column in COLUMNS:
        assert f"`{column.key}`" in text, f"{column.key} is not explained"


def test_example_is_in_the_explanation() -> None:
    """The one that test_elo works out."""
    assert "1588.7" in explained()
    assert "±193" in explained()

"""Ratings over time: each moment is the table as if the season had stopped there."""

import re

from msgspec.structs import replace

from arena.ratings import rated
from arena.ratings.history import history
from arena.record import MatchRecord
from arena.report.curve import curve
from arena.report.views import history_sheet
from tests.ratings.matches import duels, void


def timed(*rounds: int) -> list[MatchRecord]:
    """Duels of A and B, one a second, in these rounds; given out of order."""
    records = []
    for number, its_round in enumerate(rounds):
        record = duels(number // 2, "AB", number % 3 > 0)[0]
        fixture = type(record.fixture)(f"m{99 - number}", *_rest(record), round=its_round)
        records.append(
            MatchRecord(
                fixture,
                record.ending,
                record.points,
                record.places,
                record.decisions,
                record.used_ms,
                ended=1000.0 + number,
            )
        )
    return records[::-1]


def _rest(record: MatchRecord):  # type: ignore[no-untyped-def]
    one = record.fixture
    return one.game, one.options, one.deal, one.sides, one.entrants, one.members


def test_a_moment_after_every_so_many_and_at_the_end() -> None:
    """Void matches are no matches."""
    records = timed(*[1] * 10)
    moments = list(history([*records, void(99, "AB")], 4))
    assert [moment.matches for moment in moments] == [4, 8, 10]


def test_each_moment_is_the_table_of_what_was_played_first() -> None:
    """In the order in which matches ended, whatever the order they are given in."""
    records = timed(*[1] * 10)
    first = sorted(records, key=lambda record: record.ended)[:4]
    assert next(history(records, 4)).rows == rated(first).rows
    assert list(history(records, 4))[-1].rows == rated(records).rows


def test_a_moment_after_every_stage_or_round() -> None:
    """And every round of it, also when a match of an earlier one ended later, as after a stop."""
    records = timed(1, 1, 2, 1, 2, 3)
    rounds = [(moment.round, moment.matches) for moment in history(records, "round")]
    assert rounds == [(1, 3), (2, 5), (3, 6)]
    assert [moment.matches for moment in history(records, "stage")] == [6]
    later = [replace(each, fixture=replace(each.fixture, stage="final"), ended=5000.0) for each in records]
    both = [(moment.stage, moment.matches) for moment in history([*later, *records], "stage")]
    assert both == [("", 6), ("final", 12)]


def test_nothing_played_is_no_history() -> None:
    """And nothing to draw."""
    assert list(history([], 5, entrants="AB")) == []
    assert curve([]) == ""
    assert history_sheet([], rated([], entrants="AB")).records == ()


def test_curve_has_a_line_and_a_band_for_each_entrant() -> None:
    """Every point lies on the picture, and names are escaped."""
    records = [record for deal in range(30) for record in duels(deal, ["<b>", "A&B"], 1, deal % 2)]
    picture = curve(list(history(records, 10)))
    assert picture.count("<polyline") == picture.count("<polygon") == 2
    assert "&lt;b&gt;" in picture
    assert "A&amp;B" in picture
    assert "<b>" not in picture
    for points in picture.split('points="')[1:]:
        for point in points.split('"')[0].split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= 960
            assert 0 <= y <= 420


def test_a_single_point_is_a_dot_with_its_error() -> None:
    """Of it alone no curve can be drawn."""
    records = [record for deal in range(30) for record in duels(deal, "AB", 1, deal % 2)]
    (moment,) = history(records, 60)
    picture = curve([moment])
    assert picture.count("<circle") == 2
    assert "<poly" not in picture
    first = moment.rows[0]
    assert first.elo is not None
    assert first.error is not None
    bar = re.search(r'd="M[\d.]+ ([\d.]+)V([\d.]+)"', picture)
    middle = re.search(r'cy="([\d.]+)"', picture)
    assert bar
    assert middle
    top, bottom = map(float, bar.groups())
    assert top < float(middle[1]) < bottom
    assert "<circle" not in curve(list(history(records, 30)))

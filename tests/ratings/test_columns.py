"""The other columns: each counted by hand."""

import pytest

from arena.ratings import rated
from tests.ratings.matches import DUO, duels, foul, match, row, void


def test_fault_58_six_matches_counted_by_hand() -> None:
    """Two wins, a draw, a foul of each side and a void one."""
    records = [*duels(1, "AB", 1, 1), *duels(2, "AB", 0.5), foul(3, "AB", 0), foul(3, "AB", 1, "illegal")]
    table = rated([*records, void(4, "AB")])
    a, b = row(table, "A"), row(table, "B")
    assert (a.matches, b.matches) == (5, 5)
    assert (a.share, b.share) == (pytest.approx(3.5 / 5), pytest.approx(1.5 / 5))
    assert (a.firsts, b.firsts) == (pytest.approx(3.5 / 5), pytest.approx(1.5 / 5))
    assert (a.fouls, b.fouls) == (1, 1)
    assert {kind: count for kind, count in a.fouls_by_kind.items() if count} == {"late": 1}
    assert b.fouls_by_kind["illegal"] == 1


def test_shared_first_place_counts_its_part() -> None:
    """Three at the top get a third each, two a half."""
    table = rated([match(1, "ABCD", (1, 1, 1, 4)), match(2, "ABCD", (1, 3, 1, 4))])
    firsts = {each.name: each.firsts for each in table.rows}
    assert firsts == pytest.approx({"A": (1 / 3 + 1 / 2) / 2, "B": 1 / 6, "C": 5 / 12, "D": 0})


def test_foul_of_a_third_gives_the_others_the_first_place() -> None:
    """They share it; the fouler has none."""
    table = rated([foul(1, "ABC", 1)])
    assert {each.name: each.firsts for each in table.rows} == {"A": 0.5, "C": 0.5, "B": 0}


def test_score_is_the_mean_of_seats_without_fouls() -> None:
    """In a team both seats count; a match that ended by a foul has no points."""
    table = rated([match(1, "AB", (1, 2), sides=DUO, points=(7, -3, 2, 1)), foul(2, "AB", 0)])
    assert row(table, "A").score == pytest.approx(4.5)
    assert row(table, "B").score == pytest.approx(-1)
    assert row(rated([foul(2, "AB", 0)]), "A").score is None


def test_time_is_per_decision() -> None:
    """All its time over all its decisions, fouls included, not the mean of means."""
    records = [
        match(1, "AB", (1, 2), decisions=10, used_ms=5.0),
        match(2, "AB", (1, 2), decisions=30, used_ms=35.0),
    ]
    assert row(rated(records), "A").ms == pytest.approx(1.0)
    assert row(rated([match(1, "AB", (1, 2), decisions=0)]), "A").ms is None


def test_foul_in_a_team_is_the_sides() -> None:
    """The blamed seat is the second of its side."""
    played = match(1, "AB", (2, 1), sides=DUO)
    ending = type(played.ending)("crashed", 2)
    record = type(played)(played.fixture, ending, (), (2, 1), played.decisions, played.used_ms)
    table = rated([record])
    assert row(table, "A").fouls_by_kind["crashed"] == 1
    assert row(table, "B").fouls == 0


def test_equals_stand_by_name() -> None:
    """Whoever came first in the records."""
    table = rated([*duels(1, "CA", 1, 0), *duels(2, "BC", 0.5, 0.5), *duels(3, "BA", 0.5, 0.5)])
    assert [(each.place, each.name) for each in table.rows] == [(1, "A"), (2, "B"), (3, "C")]

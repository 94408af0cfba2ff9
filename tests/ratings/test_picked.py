"""Choosing the matches a table is made of."""

from msgspec.structs import replace

from arena.ratings.picked import Pick
from tests.ratings.matches import DUO, match


def test_opponents() -> None:
    """Any of those named, in any seat."""
    pick = Pick(opponents=("B", "Z"))
    assert pick.takes(match(1, "ABC", (1, 2, 3)))
    assert not pick.takes(match(1, "ACD", (1, 2, 3)))


def test_dates() -> None:
    """From the first moment on, before the last."""
    pick = Pick(since=100.0, before=200.0)
    ended = [99.9, 100.0, 199.9, 200.0]
    taken = [pick.takes(replace(match(1, "AB", (1, 2)), ended=moment)) for moment in ended]
    assert taken == [False, True, True, False]


def test_stages_and_rounds() -> None:
    """Those named; the first stage has no name."""
    record = match(1, "AB", (1, 2))
    third = replace(record, fixture=replace(record.fixture, round=3, stage="final"))
    for pick in (Pick(rounds=(2, 3)), Pick(stages=("final",))):
        assert [pick.takes(each) for each in (record, third)] == [False, True]
    assert Pick(stages=("",)).takes(record)


def test_table_size() -> None:
    """Counts seats, not sides."""
    pick = Pick(table_size=4)
    assert [pick.takes(match(1, "AB", (1, 2), sides=sides)) for sides in ((0, 1), DUO)] == [False, True]


def test_seated() -> None:
    """Somebody in his seat; a seat that is not there is nobody's."""
    pick = Pick(seated=(("A", 1), ("B", 7)))
    assert [pick.takes(match(1, who, (1, 2))) for who in ("AB", "BA")] == [False, True]


def test_nothing_asked_is_everything_taken() -> None:
    """And what is asked must all hold."""
    record = match(1, "AB", (1, 2))
    assert Pick().takes(record)
    assert not Pick(opponents=("A",), table_size=3).takes(record)

"""What a comparison plays: the same deals, the same seats, and no process that sees a deal twice."""

import pytest

from arena.compare import BLOCK, compared
from arena.exhibition import ExhibitionError
from tests.compare.arms import BOTS, comparison


@pytest.mark.parametrize(
    ("against", "teams", "seats", "each"),
    [
        ((), False, None, 2),
        ((), False, 4, 4),
        ((), True, None, 2),
        (("vleier",), False, None, 4),
        (("vleier", "intrigant", "strateeg"), False, None, 8),
        (("vleier", "intrigant"), True, None, 6),
    ],
)
def test_each_deal_in_all_seatings(
    against: tuple[str, ...], teams: bool, seats: int | None, each: int
) -> None:
    """NEW sits in every seat once, and so does OLD on the same deal in the same company."""
    found = comparison(*against, teams=teams, seats=seats)
    arms = found.fixtures(3)
    assert sum(len(fixtures) for _, fixtures in arms) == each
    tables = []
    for arm, fixtures in arms:
        assert {one.deal for one in fixtures} == {3}
        where = [[seat for seat, name in enumerate(one.entrants) if name == arm.name] for one in fixtures]
        flat = sorted(seat for own in where for seat in own)
        assert flat == sorted(set(flat) if not teams else flat)
        assert set(flat) == set(range(found.seating.seats))
        tables.append([tuple("?" if name == arm.name else name for name in one.entrants) for one in fixtures])
    assert all(table == tables[0] for table in tables)


@pytest.mark.parametrize("against", [(), ("vleier", "intrigant", "strateeg")])
def test_no_process_sees_a_deal_twice(against: tuple[str, ...]) -> None:
    """In a sitting everyone keeps his seat and deals differ; all together are all matches once."""
    found = comparison(*against)
    sittings = list(found.sittings(2 * BLOCK + 3))
    for sitting in sittings:
        assert len({one.entrants for one in sitting.fixtures}) == 1
        assert len({one.deal for one in sitting.fixtures}) == len(sitting.fixtures) <= BLOCK
    ids = [one.id for sitting in sittings for one in sitting.fixtures]
    wanted = {
        one.id for deal in range(2 * BLOCK + 3) for _, fixtures in found.fixtures(deal) for one in fixtures
    }
    assert len(ids) == len(set(ids))
    assert set(ids) == wanted


def test_large_field_takes_turns() -> None:
    """Every set of opponents, block by block."""
    found = comparison("vleier", "intrigant", "strateeg", "behoedzaam", seats=3)
    pairs = {frozenset(found.fixtures(block * BLOCK)[0][1][0].entrants) - {"Gulzig"} for block in range(6)}
    assert len(pairs) == 6


def test_small_field_is_repeated() -> None:
    """One bot of the field on both other sides."""
    found = comparison("vleier", seats=3)
    assert sorted(found.fixtures(0)[0][1][0].entrants) == ["Gulzig", "Vleier", "Vleier"]


def test_two_versions_of_one_name_are_told_apart() -> None:
    """And a third of the field."""
    folders = [BOTS / "vleier"] * 3
    found = compared(folders[0], folders[1], folders[2:], "hielenlikkers", {}, False, None)
    assert [each.name for each in found.everyone] == ["Vleier (old)", "Vleier (new)", "Vleier"]


def test_what_cannot_be_played_is_refused() -> None:
    """With what can be."""
    with pytest.raises(ExhibitionError, match="got 9 seats"):
        comparison(seats=9)
    with pytest.raises(ExhibitionError, match="not kerstenen"):
        compared(BOTS / "vleier", BOTS / "gulzig", [], "kerstenen", {}, False, None)

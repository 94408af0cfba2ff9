"""Who sits where, and who wins what."""

import pytest

from engine.seating import Seating, free_for_all, teams_of_two
from engine.standing import places
from engine.values import ImpossibleTable


def test_everyone_for_himself() -> None:
    table = free_for_all(3)
    assert (table.seats, table.side_count, table.teams) == (3, 3, False)
    assert [table.left(seat) for seat in range(3)] == [1, 2, 0]
    assert table.words() == "3 players"


def test_partners_sit_opposite_each_other() -> None:
    table = teams_of_two(6)
    assert table.sides == (0, 1, 2, 0, 1, 2)
    assert [table.members(side) for side in range(3)] == [(0, 3), (1, 4), (2, 5)]
    assert all(table.sides[table.left(seat)] != table.sides[seat] for seat in range(6))
    assert table.words() == "3 teams of 2"
    assert table.teams


@pytest.mark.parametrize("seats", [0, 2, 3, 5])
def test_odd_or_small_tables_have_no_teams(seats: int) -> None:
    with pytest.raises(ImpossibleTable, match=f"not {seats}"):
        teams_of_two(seats)


def test_equal_sides_share_the_better_place() -> None:
    assert places((5, 7, 5)) == (2, 1, 2)
    assert places([[1, 9], [1, 8], [1, 9]]) == (1, 3, 1)


def test_a_seating_is_its_sides() -> None:
    assert Seating((0, 1, 0, 1)) == teams_of_two(4)

"""What rotating partners promise."""

from collections import Counter
from itertools import combinations

import pytest

from arena.record import Fixture
from arena.schedule import balance, fixtures
from arena.season import Season
from engine.seating import teams_of_two
from tests.schedule.seasons import season, singles

SEASONS = {
    f"{count} at {seats}, {seatings}": season(
        teams_of_two(seats), singles(count), 1, seatings, partners="rotate"
    )
    for seats, count, seatings in [
        (4, 4, "rotations"),
        (4, 5, "rotations"),
        (4, 7, "rotations"),
        (4, 5, "all"),
        (6, 6, "rotations"),
        (6, 7, "rotations"),
    ]
}
every_season = pytest.mark.parametrize("asked", SEASONS.values(), ids=SEASONS)


def partners(made: list[Fixture]) -> Counter[tuple[str, ...]]:
    """How often two are on one side."""
    return Counter(tuple(sorted(one.partners(side))) for one in made for side in range(one.side_count))


@every_season
def test_everyone_partners_everyone_else_equally_often(asked: Season) -> None:
    met = partners(fixtures(asked))
    assert set(met) == set(combinations([each.name for each in asked.entrants], 2))
    assert len(set(met.values())) == 1


@every_season
def test_everyone_plays_against_everyone_else_and_in_every_seat_equally_often(asked: Season) -> None:
    found = balance(fixtures(asked))
    assert len(set(found.pairs.values())) == 1
    least, most = found.spread_of_seats()
    assert least == most > 0


@every_season
def test_nobody_sits_in_two_seats_and_partners_stay_together_for_a_deal(asked: Season) -> None:
    sides: dict[int, set[frozenset[tuple[str, ...]]]] = {}
    for one in fixtures(asked):
        assert len(set(one.entrants)) == len(one.sides)
        couples = frozenset(tuple(sorted(one.partners(side))) for side in range(one.side_count))
        sides.setdefault(one.deal, set()).add(couples)
    assert all(len(couples) == 1 for couples in sides.values())


@every_season
def test_no_fixture_is_there_twice(asked: Season) -> None:
    made = fixtures(asked)
    assert len({one.id for one in made}) == len(made)


def test_a_sample_of_too_many_tables_still_partners_all_evenly() -> None:
    asked = season(teams_of_two(4), singles(20), partners="rotate")
    met = partners(fixtures(asked))
    times = [met[pair] for pair in combinations([each.name for each in asked.entrants], 2)]
    assert max(times) - min(times) <= 0.05 * max(times)

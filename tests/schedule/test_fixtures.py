"""What a round robin promises."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations

import pytest

from arena.record import Fixture
from arena.schedule import TABLES, balance, deal_number, fixture, fixtures, tables
from arena.season import Entrant, Season
from engine.registry import GAMES
from engine.seating import Seating, free_for_all, teams_of_two
from tests.schedule.seasons import entrant, mixed, season, singles, twins

SEASONS = {
    **{
        f"{n} at {k}": season(free_for_all(k), singles(n), deals=2)
        for k in range(2, 7)
        for n in (3, 5, 7)
        if n >= k
    },
    "all": season(free_for_all(4), singles(5), deals=2, seatings="all"),
    "pairs": season(teams_of_two(4), twins(2) + mixed(3), deals=3),
    "pairs, all": season(teams_of_two(4), twins(2) + mixed(3), deals=3, seatings="all"),
    "three pairs": season(teams_of_two(6), twins(3) + mixed(2), deals=2),
    "three pairs, all": season(teams_of_two(6), twins(3) + mixed(1), deals=1, seatings="all"),
}
every_season = pytest.mark.parametrize("asked", SEASONS.values(), ids=SEASONS)


def by_deal(made: Iterable[Fixture]) -> list[list[Fixture]]:
    """The fixtures on each deal."""
    groups: dict[int, list[Fixture]] = defaultdict(list)
    for one in made:
        groups[one.deal].append(one)
    return list(groups.values())


def seats(one: Fixture) -> tuple[tuple[str, int], ...]:
    """Who sits where."""
    return tuple(zip(one.entrants, one.members, strict=True))


@every_season
def test_every_set_of_entrants_meets_equally_often(asked: Season) -> None:
    met = Counter(frozenset(one.by_side()) for one in fixtures(asked))
    names = [each.name for each in asked.entrants]
    assert set(met) == set(map(frozenset, combinations(names, asked.seating.side_count)))
    assert len(set(met.values())) == 1


@every_season
def test_every_entrant_plays_everyone_and_in_every_seat_equally_often(asked: Season) -> None:
    found = balance(fixtures(asked))
    assert len(set(found.pairs.values())) == len(set(found.matches.values())) == 1
    least, most = found.spread_of_seats()
    assert least == most > 0


@every_season
def test_no_fixture_is_there_twice(asked: Season) -> None:
    made = fixtures(asked)
    assert len({one.id for one in made}) == len(made)
    assert len({(one.deal, seats(one)) for one in made}) == len(made)


@every_season
def test_a_deal_belongs_to_one_meeting(asked: Season) -> None:
    for group in by_deal(fixtures(asked)):
        assert len({frozenset(one.entrants) for one in group}) == 1


@every_season
def test_partners_keep_one_side_and_a_side_is_one_entrant(asked: Season) -> None:
    bots = {each.name: sorted(each.members) for each in asked.entrants}
    for one in fixtures(asked):
        assert one.sides == asked.seating.sides
        for side, name in enumerate(one.by_side()):
            here = [seat for seat, its_side in enumerate(one.sides) if its_side == side]
            assert [one.entrants[seat] for seat in here] == [name] * len(here)
            assert sorted(one.members[seat] for seat in here) == bots[name]


@every_season
def test_the_rotations_of_a_deal_are_all_there(asked: Season) -> None:
    for group in by_deal(fixtures(asked)):
        seated = set(map(seats, group))
        assert {places[-1:] + places[:-1] for places in seated} == seated


@pytest.mark.parametrize("deals", [1, 2, 3, 4, 5, 9])
@pytest.mark.parametrize("seatings", ["rotations", "all"])
@pytest.mark.parametrize("entrants", [singles(4), twins(2) + mixed(2)], ids=["singles", "pairs"])
def test_more_deals_keep_the_fixtures_there_were(deals: int, seatings: str, entrants: list[Entrant]) -> None:
    seating = teams_of_two(4) if len(entrants[0].bots) == 2 else free_for_all(4)
    before = fixtures(season(seating, entrants, deals, seatings))
    after = fixtures(season(seating, entrants, deals + 1, seatings))
    assert {one.id for one in before} < {one.id for one in after}


@pytest.mark.parametrize("where", [0, 2, 5])
def test_another_entrant_keeps_the_fixtures_there_were(where: int) -> None:
    entrants = singles(5)
    before = fixtures(season(free_for_all(3), entrants, 4))
    entrants.insert(where, entrant("another"))
    after = fixtures(season(free_for_all(3), entrants, 4))
    assert {one.id for one in before} == {one.id for one in after if "another" not in one.entrants}


def test_the_order_in_which_entrants_are_written_does_not_matter() -> None:
    one_way = fixtures(season(free_for_all(4), singles(5), 2))
    other_way = fixtures(season(free_for_all(4), singles(5)[::-1], 2))
    assert {one.id for one in one_way} == {one.id for one in other_way}


def test_ids_and_deals_are_the_same_in_every_version() -> None:
    # A stored season would be played again if these values changed.
    one = fixture(
        "hielenlikkers", {"expansion": True}, 7, teams_of_two(4), ("a", "b", "a", "b"), (0, 0, 1, 0)
    )
    assert one.id == "1ca1decbee2056df"
    assert deal_number(["a", "b"], 0) == 231087145189161


def test_every_field_counts_for_the_id() -> None:
    def made(**changed: object) -> str:
        fields = {
            "game": "g",
            "options": {"a": True},
            "deal": 1,
            "seating": free_for_all(4),
            "entrants": ("p", "q", "r", "s"),
            "members": (0, 0, 0, 0),
        }
        return fixture(**fields | changed).id  # type: ignore[arg-type]

    ids = [
        made(),
        made(game="h"),
        made(options={"a": False}),
        made(deal=2),
        made(seating=teams_of_two(4)),
        made(entrants=("q", "p", "r", "s")),
        made(members=(0, 0, 0, 1)),
    ]
    assert len(set(ids)) == len(ids)


def test_every_entrant_has_every_other_on_his_left_equally_often_once_all_orders_are_round() -> None:
    left = Counter(
        (one.entrants[seat], one.entrants[(seat + 1) % 4])
        for one in fixtures(season(free_for_all(4), singles(4), deals=18))
        for seat in range(4)
    )
    assert len(left) == 4 * 3
    assert len(set(left.values())) == 1


def test_few_deals_do_not_put_the_same_two_beside_each_other_in_every_meeting() -> None:
    met: Counter[tuple[str, str]] = Counter()
    beside: Counter[tuple[str, str]] = Counter()
    for one in fixtures(season(free_for_all(4), singles(10))):
        met.update(combinations(sorted(one.entrants), 2))
        neighbours = zip(one.entrants, (*one.entrants[1:], one.entrants[0]), strict=True)
        beside.update((min(two), max(two)) for two in neighbours)
    assert all(0 < beside[pair] < times for pair, times in met.items())


def test_a_mixed_pair_has_each_opponent_on_each_bots_left() -> None:
    left = Counter(
        (seats(one)[seat], seats(one)[(seat + 1) % 4])
        for one in fixtures(season(teams_of_two(4), mixed(2), deals=6))
        for seat in range(4)
    )
    assert len(left) == 4 * 2
    assert len(set(left.values())) == 1


def test_twins_change_seats_once_and_get_more_deals_instead() -> None:
    sizes = Counter(len(group) for group in by_deal(fixtures(season(teams_of_two(4), twins(2), deals=3))))
    assert sizes == {2: 6}
    sizes = Counter(
        len(group) for group in by_deal(fixtures(season(teams_of_two(4), twins(1) + mixed(1), deals=3)))
    )
    assert sizes == {4: 3}


def test_the_first_deals_of_all_meetings_come_before_the_next() -> None:
    made = fixtures(season(free_for_all(2), singles(4), deals=12))
    half = Counter(frozenset(one.entrants) for one in made[: len(made) // 2])
    assert set(half.values()) == {12}


@pytest.mark.parametrize(
    ("count", "size"),
    [(64, 2), (65, 2), (100, 2), (24, 3), (30, 3), (17, 4), (20, 4), (100, 4), (14, 5), (40, 6)],
)
def test_a_sample_of_too_many_tables_is_balanced(count: int, size: int) -> None:
    chosen = [frozenset(each.name for each in table) for table in tables(singles(count), size)]
    assert len(set(chosen)) == len(chosen) == TABLES
    sat = Counter(name for table in chosen for name in table)
    met = Counter(pair for table in chosen for pair in combinations(sorted(table), 2))
    times = [met[pair] for pair in combinations(sorted(sat), 2)]
    assert len(sat) == count
    assert max(sat.values()) - min(sat.values()) <= 2
    assert max(times) - min(times) <= 3


@pytest.mark.parametrize(("count", "size"), [(16, 4), (23, 5), (40, 4), (64, 2), (80, 3)])
def test_one_more_entrant_takes_no_more_tables_from_the_others_than_he_sits_at(count: int, size: int) -> None:
    before, after = set(tables(range(count), size)), set(tables(range(count + 1), size))
    assert len(before & after) >= len(before) - TABLES * size / (count + 1)


def test_the_first_part_of_a_sample_is_about_fair_to_everyone() -> None:
    sat = Counter(entrant for table in tables(range(20), 4)[:500] for entrant in table)
    # 100 each on average; four standard deviations of a random draw are 36.
    assert all(64 <= sat[entrant] <= 136 for entrant in range(20))


ODD = {
    "7 at 4": (season(free_for_all(4), singles(7), deals=2), 0),
    "23 at 5": (season(free_for_all(5), singles(23)), 3),
    "70 pairs": (season(teams_of_two(4), mixed(70)), 1),
    "30 pairs, three at a table": (season(teams_of_two(6), mixed(30)), 3),
    "23 partners who rotate": (season(teams_of_two(4), singles(23), partners="rotate"), 3),
}


@pytest.mark.parametrize(("asked", "spread"), ODD.values(), ids=ODD)
def test_odd_numbers_are_balanced_by_pairs_and_by_seats(asked: Season, spread: int) -> None:
    """`spread`: how many tables more than others two entrants, or one, may have."""
    made = fixtures(asked)
    found = balance(made)
    matches = Counter(frozenset(one.entrants) for one in made)
    (each,) = set(matches.values())
    least, most = found.spread_of_pairs()
    assert most - least <= spread * each
    for seats in found.seats.values():
        assert len(set(seats)) == 1, "each deal is played in all rotations"
    least, most = found.spread_of_seats()
    assert most - least <= min(spread, 2) * each / asked.seating.side_count


def test_everyone_plays_even_when_that_takes_more_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.schedule.design.TABLES", 20)
    chosen = tables(singles(43), 2)
    assert len({each.name for table in chosen for each in table}) == 43


def test_balance_counts_pairs_that_never_met() -> None:
    def match(*entrants: str) -> Fixture:
        return fixture("g", {}, 0, free_for_all(2), entrants, (0, 0))

    found = balance([match("a", "b"), match("b", "c"), match("c", "b")])
    assert found.pairs == {("a", "b"): 1, ("a", "c"): 0, ("b", "c"): 2}
    assert found.seats == {"a": (1, 0), "b": (1, 2), "c": (1, 1)}
    assert (found.spread_of_pairs(), found.spread_of_seats()) == ((0, 2), (0, 2))


SEATINGS = {
    f"{game.name}, {seating.words()}": seating
    for game in GAMES.values()
    for seating in game.seatings(game.options())
}


@pytest.mark.parametrize("seating", SEATINGS.values(), ids=SEATINGS)
def test_every_seating_lets_partners_move_on_together(seating: Seating) -> None:
    # What rotations rest on: one seat on, whoever were partners still are.
    turned = seating.sides[-1:] + seating.sides[:-1]
    assert len(set(zip(seating.sides, turned, strict=True))) == seating.side_count

"""What goes wrong with numbers in other harnesses, by the number of the report (FAULTS, part G)."""

import random
from itertools import permutations

import numpy as np
import pytest
from msgspec.structs import replace

from arena.ratings import rated
from arena.ratings.sequential import SequentialTest, Terms
from arena.record import MatchRecord
from arena.report import objects, text, written
from arena.store import Store
from tests.ratings.matches import duels, elo, error, match, row
from tests.ratings.test_elo import random_match


def test_101_no_number_is_nan_or_infinite_and_bounds_are_marked() -> None:
    """A wins all, B loses all, C has no game: finite, sorted, marked."""
    table = rated([record for deal in range(9) for record in duels(deal, "BA", 0)], entrants="C")
    assert [(each.name, each.bound) for each in table.rows] == [("A", ">"), ("B", "<"), ("C", "")]
    for name, contents in written(table).items():
        words = contents.lower().replace("info", "").replace("entrant", "").replace("<meta name", "")
        assert "nan" not in words, name
        assert "inf" not in words, name


def test_102_unknown_error_is_not_zero() -> None:
    """One game each."""
    table = rated([match(1, "ABC", (1, 2, 3))])
    assert [each["error"] for each in objects(table)] == [None] * 3
    assert all("±" not in line and " 0 │" not in line.split("│")[4] for line in text(table).splitlines()[3:6])


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_103_a_hundred_to_nothing_ends_the_test(share: float) -> None:
    """For either side; long before the hundredth deal."""
    test = SequentialTest(Terms(), paired=False)
    for _ in range(100):
        standing = test.add(share)
    assert standing.verdict == ("better" if share else "not better")
    assert standing.deals < 30


def test_104_error_is_that_of_pairs_not_of_games() -> None:
    """A strongly seat-dependent game, the same deals both ways."""
    games = [(1, 0)] * 15 + [(1, 1), (0, 0), (1, 1)]
    by_deal = rated(record for deal, both in enumerate(games) for record in duels(deal, "AB", *both))
    by_game = rated(
        record
        for deal, both in enumerate(games)
        for part, score in enumerate(both)
        for record in duels(2 * deal + part, "AB", score)
    )
    assert error(by_deal, "A") < 0.65 * error(by_game, "A")


# 105, that a test reads games in schedule order, is in tests/compare/test_reading.py.


def test_106_a_verdict_is_given_once() -> None:
    """With the count of deals that led to it; late games do not turn it back."""
    test = SequentialTest(Terms(0, 50), paired=False)
    while not (standing := test.add(0.75)).verdict:
        pass
    for _ in range(1000):
        assert test.add(0.0) == standing


def test_107_a_gauntlet_says_what_rests_on_others() -> None:
    """Two newcomers who never met are compared through the field, and the table says so."""
    records = [
        record
        for deal in range(8)
        for newcomer in "XY"
        for other in "AB"
        for record in duels(deal, newcomer + other, 1, deal % 2)
    ]
    table = rated(records)
    assert len(table.groups) == 1
    assert table.unmet == 2
    assert "Pairs that never met: 2" in text(table)
    assert "never met" not in text(rated(duels(1, "AB", 1, 0)))


def test_108_results_stored_at_once_are_those_of_a_replay(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Eight workers report in whatever order: the table of the file is that of the same games in line."""
    rng = random.Random(8)
    records = [_named(random_match(rng), number) for number in range(160)]
    shares = [records[worker::8] for worker in range(8)]
    store = Store(tmp_path, write=True)
    while waiting := [share for share in shares if share]:
        store.add(rng.choice(waiting).pop(0))
    assert written(rated(store.records())) == written(rated(records))
    store.close()


def test_109_swapped_seats_and_pairs_are_the_same_ratings() -> None:
    """Nobody's change uses another's changed rating: there are no changes, and the mean stays."""
    straight = [*duels(1, "AB", 1, 0), *duels(2, "BC", 1, 1), *duels(3, "CA", 0.5, 1)]
    swapped = [*duels(3, "AC", 0.5, 0), *duels(2, "CB", 0, 0), *duels(1, "BA", 0, 1)]
    first, second = rated(straight), rated(swapped)
    for name in "ABC":
        assert elo(first, name) == pytest.approx(elo(second, name), abs=1e-9)
    assert sum(elo(first, name) for name in "ABC") == pytest.approx(4500)


def test_111_permuted_sides_and_places_together_change_nothing() -> None:
    """In every order of three sides, free for all and in teams."""
    for sides in ((0, 1, 2), (0, 1, 2, 0, 1, 2)):
        tables = []
        for order in permutations(range(3)):
            records = [
                match(deal, ["ABC"[side] for side in order], [places[side] for side in order], sides=sides)
                for deal, places in enumerate([(1, 2, 3), (2, 1, 3), (1, 3, 1), (3, 1, 2)])
            ]
            tables.append(written(rated(records)))
        assert all(table == tables[0] for table in tables)


def test_112_no_rating_is_clamped() -> None:
    """A ladder of twelve steps of 400 points goes below 0 and is not flattened."""
    names = "ABCDEFGHIJKL"
    records = [
        match(deal, (names[step], names[step + 1]), (2, 1) if game == 0 else (1, 2))
        for step in range(11)
        for deal in range(3)
        for game in range(11)
    ]
    table = rated(records)
    ratings = np.array([elo(table, name) for name in names])
    assert ratings.min() < 0
    steps = -np.diff(ratings)
    assert steps.min() > 300


def test_113_anchors_that_disagree_are_warned_of_with_the_misfit() -> None:
    """A and B draw all, and are given 400 points apart; the others' differences stay what they were."""
    records = [record for deal in range(10) for pair in ("AB", "BC") for record in duels(deal, pair, 1, 0)]
    records += [record for deal in range(20, 26) for record in duels(deal, "AB", deal % 2, deal % 2)]
    table = rated(records, anchors={"A": 1000.0, "B": 1400.0})
    assert [(misfit.name, misfit.stated) for misfit in table.misfits] == [("A", 1000), ("B", 1400)]
    assert table.misfits[0].found == pytest.approx(1400, abs=30)
    assert "Warning: the anchors disagree" in text(table)


def test_114_a_bot_with_missing_games_is_marked_and_not_ranked_as_nothing() -> None:
    """N has no game: unknown, in every form, after those with any Elo however low."""
    table = rated([record for deal in range(5) for record in duels(deal, "AB", 1, 1, 0)], entrants="N")
    nobody = row(table, "N")
    assert (nobody.elo, nobody.error, nobody.share, nobody.matches) == (None, None, None, 0)
    assert table.rows[-1].name == "N"
    assert objects(table)[-1]["elo"] is None
    assert text(table).splitlines()[5].count("?") >= 5


def _named(record: MatchRecord, number: int) -> MatchRecord:
    """The record with an id of its own."""
    return replace(record, fixture=replace(record.fixture, id=f"{number:016x}"))

"""The rating itself: worked by hand, ties, weights, sides, and what must not matter."""

import math
import random

import numpy as np
import pytest

from arena.ratings import rated
from arena.record import MatchRecord
from arena.report import written
from arena.tally import Tally
from tests.ratings.matches import DUO, duels, elo, error, foul, match, row


def test_example_of_the_readme() -> None:
    """Six of eight and half a match drawn: odds 6.25 to 2.25; the error as arena/README.md works it out."""
    scores = ((1, 1), (1, 1), (1, 0), (1, 0))
    table = rated(record for deal, each in enumerate(scores) for record in duels(deal, "AB", *each))
    assert elo(table, "A") == pytest.approx(1500 + 200 * math.log10(6.25 / 2.25))
    assert elo(table, "A") == pytest.approx(1588.7, abs=0.05)
    assert elo(table, "B") == pytest.approx(1411.3, abs=0.05)
    assert error(table, "A") == pytest.approx(3.182 * 60.73, abs=0.1)
    assert error(table, "B") == pytest.approx(error(table, "A"))


def test_shared_place_is_half_a_point() -> None:
    """Two draws are worth a win and a loss."""
    drawn = rated([*duels(1, "AB", 1, 0.5, 0.5)])
    won = rated([*duels(1, "AB", 1, 1, 0)])
    assert elo(drawn, "A") == pytest.approx(elo(won, "A"))
    assert row(drawn, "A").share == pytest.approx(2 / 3)


def test_match_counts_the_same_whatever_its_sides() -> None:
    """Each pair of a match of k weighs 2 / (k (k - 1)), so that the pairs of any match weigh 1."""
    for entrants in ("AB", "ABC", "ABCDEF"):
        tally = Tally()
        tally.add(match(1, entrants, range(1, len(entrants) + 1)))
        weight = tally.pairs().weight
        assert len(weight) == len(entrants) * (len(entrants) - 1) / 2
        assert weight == pytest.approx(np.full(len(weight), 1 / len(weight)))


def test_three_players_by_hand() -> None:
    """A, B, C in a circle of shared weights: B is in the middle, and A's odds against B satisfy the fit."""
    table = rated([match(1, "ABC", (1, 2, 3)), match(2, "ABC", (3, 2, 1)), match(3, "ABC", (1, 2, 3))])
    # Each pair: 3 matches at 1/3 and a prior of 1/4, of which A won 2/3 + 1/8 against either.
    gap = (elo(table, "A") - elo(table, "B")) * math.log(10) / 400
    expected = 1 / (1 + math.exp(-gap)) + 1 / (1 + math.exp(-2 * gap))
    assert elo(table, "B") == pytest.approx(1500)
    assert 1.25 * expected == pytest.approx(2 * (2 / 3 + 1 / 8))


def test_mean_is_1500() -> None:
    """Also with entrants that played different numbers of matches."""
    table = rated([*duels(1, "AB", 1, 0, 1), *duels(2, "BC", 1, 0), match(3, "ACD", (2, 1, 3))])
    assert sum(elo(table, name) for name in "ABCD") / 4 == pytest.approx(1500)


def test_foul_rates_only_pairs_with_the_fouler() -> None:
    """The others learn nothing about each other from it; the pairs are the record's own."""
    record = foul(1, "ABCD", seat=2)
    tally = Tally()
    tally.add(record)
    pairs = tally.pairs()
    found = set(
        zip(pairs.first.tolist(), pairs.second.tolist(), (6 * pairs.score).round().tolist(), strict=True)
    )
    assert found == {(side, other, score) for side, other, score in record.rated_pairs()}
    assert found == {(0, 2, 1), (1, 2, 1), (2, 3, 0)}
    assert pairs.weight == pytest.approx(np.full(3, 1 / 6))


def test_pairs_are_those_of_the_records() -> None:
    """For random matches of any size, with ties and fouls, the sums agree with `MatchRecord.rated_pairs`."""
    rng = random.Random(3)
    for _ in range(30):
        records = [random_match(rng) for _ in range(20)]
        tally = Tally("ABCDEFG")
        won = np.zeros((7, 7))
        for record in records:
            tally.add(record)
            count = len(record.places)
            for side, other, score in record.rated_pairs():
                one, two = ("ABCDEFG".index(record.fixture.by_side()[each]) for each in (side, other))
                won[one, two] += score * 2 / (count * (count - 1))
                won[two, one] += (1 - score) * 2 / (count * (count - 1))
        pairs, found = tally.pairs(), np.zeros((7, 7))
        np.add.at(found, (pairs.first, pairs.second), pairs.score)
        np.add.at(found, (pairs.second, pairs.first), pairs.weight - pairs.score)
        assert found == pytest.approx(won)


def test_team_is_one_entrant() -> None:
    """Two seats or one: the same places give the same ratings, and a match is one match."""
    alone = rated([*duels(1, "AB", 1, 0), *duels(2, "AB", 1, 1)])
    pairs = [match(1, "AB", (1, 2), sides=DUO), match(1, "AB", (2, 1), sides=DUO)]
    pairs += [match(2, "AB", (1, 2), sides=DUO), match(2, "AB", (1, 2), sides=DUO)]
    teams = rated(pairs)
    assert [each.elo for each in teams.rows] == [each.elo for each in alone.rows]
    assert [each.error for each in teams.rows] == [each.error for each in alone.rows]
    assert row(teams, "A").matches == 4


def test_seats_do_not_matter() -> None:
    """The same results with everyone in another seat are the same table to the last byte."""
    rng = random.Random(4)
    records = [random_match(rng) for _ in range(60)]
    assert written(rated(records)) == written(rated(_turned(record) for record in records))


def test_order_of_records_does_not_matter() -> None:
    """Shuffled records give the same table and covariance to the last bit."""
    rng = random.Random(5)
    records = [random_match(rng) for _ in range(200)]
    first = rated(records)
    for _ in range(5):
        rng.shuffle(records)
        again = rated(records)
        assert again.rows == first.rows
        assert again.covariance is not None
        assert first.covariance is not None
        assert again.covariance.tobytes() == first.covariance.tobytes()
        assert written(again) == written(first)


def test_tally_grows_after_it_was_read() -> None:
    """A table half way does not change the table at the end."""
    rng = random.Random(6)
    records = [random_match(rng) for _ in range(50)]
    tally = Tally()
    for record in records:
        tally.add(record)
        tally.pairs()
    whole = Tally()
    for record in records:
        whole.add(record)
    assert tally.pairs().score.tobytes() == whole.pairs().score.tobytes()
    assert tally.sums().used_us.tolist() == whole.sums().used_us.tolist()


def test_record_that_lacks_something_is_refused() -> None:
    """Rather than shifting all that follow it."""
    with pytest.raises(ValueError, match="one of everything"):
        Tally().add(match(1, "ABC", (1, 2)))


def random_match(rng: random.Random) -> MatchRecord:
    count = rng.randint(2, 6)
    entrants = "".join(rng.sample("ABCDEFG", count))
    deal = rng.randint(1, 12)
    if rng.random() < 0.2:
        return foul(deal, entrants, rng.randrange(count))
    keys = [rng.randint(0, 3) for _ in range(count)]
    places = [1 + sum(other > key for other in keys) for key in keys]
    return match(deal, entrants, places, points=keys, used_ms=rng.random())


def _turned(record: MatchRecord) -> MatchRecord:
    """The same match with every entrant one seat on."""
    entrants = record.fixture.entrants[1:] + record.fixture.entrants[:1]
    if record.ending.seat is not None:
        seat = (record.ending.seat - 1) % len(entrants)
        return foul(record.fixture.deal, "".join(entrants), seat)
    return match(
        record.fixture.deal,
        entrants,
        record.places[1:] + record.places[:1],
        points=record.points[1:] + record.points[:1],
        used_ms=record.used_ms[0],
    )

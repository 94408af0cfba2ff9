"""Partners who rotate: a side is as strong as the mean of its members, and some pairs are more than that."""

import random

import numpy as np
import pytest

from arena.ratings import rated
from arena.ratings.partners import partnerships
from arena.record import Ending, Fixture, MatchRecord
from arena.tally import Tally
from tests.ratings.matches import DUO, elo, error, match, row

STRENGTH = dict(zip("ABCDEF", (0.8, 0.5, 0.2, -0.2, -0.5, -0.8), strict=True))


def paired(deal: int, seats: str, places: tuple[int, int]) -> MatchRecord:
    """Two against two with the entrants in seats 0 to 3: the first and third are partners."""
    fixture = Fixture("m", "toy", {}, deal, DUO, tuple(seats), (0,) * 4)
    return MatchRecord(fixture, Ending("played"), (0,) * 4, places, (1,) * 4, (1.0,) * 4)


def season(rng: random.Random, deals: int, friends: str = "", bonus: float = 0.0) -> list[MatchRecord]:
    """Partners drawn anew for each deal, which is played in all four rotations."""
    records = []
    for deal in range(deals):
        seats = "".join(rng.sample("ABCDEF", 4))
        for _ in range(4):
            seats = seats[1:] + seats[:1]
            pairs = (seats[0] + seats[2], seats[1] + seats[3])
            keys = [
                sum(STRENGTH[name] for name in pair) / 2
                + (bonus if set(pair) == set(friends) else 0)
                + rng.gauss(0, 1)
                for pair in pairs
            ]
            records.append(paired(deal, seats, (1, 2) if keys[0] > keys[1] else (2, 1)))
    return records


def test_side_is_the_mean_of_its_members() -> None:
    """A and B against C and D, C and B against A and D: all that is known is A against C, at half weight."""
    records = [paired(deal, "ACBD", (1, 2) if deal < 6 else (2, 1)) for deal in range(8)]
    records += [paired(8 + deal, "CABD", (2, 1) if deal < 6 else (1, 2)) for deal in range(8)]
    table = rated(records)
    # Twelve of sixteen: without the prior (a - c) / 2 is the logit of 3/4 and 400 log10(3) is half of a - c.
    assert elo(table, "A") - elo(table, "C") == pytest.approx(2 * 190.8, rel=0.15)
    assert row(table, "B").error is None or abs(elo(table, "B") - elo(table, "D")) < 1


def test_individuals_are_found() -> None:
    """Each within his error or nearly so, in the right order, where the sides' strengths are means."""
    table = rated(season(random.Random(1), 400))
    assert [each.name for each in table.rows] == list("ABCDEF")
    # A probit of spread sqrt(2) is close to a logit of scale 1.7 / sqrt(2).
    slope = (elo(table, "A") - elo(table, "F")) / 173.7
    assert slope == pytest.approx(1.6 * 1.7 / 2**0.5, rel=0.15)


def test_members_that_cannot_be_told_apart_have_no_error() -> None:
    """A and B always played together: which of them was it?"""
    records = [paired(deal, "ACBD", (1 + deal % 2, 2 - deal % 2)) for deal in range(8)]
    records += [paired(8 + deal, "AEBC", (1 + deal % 3 % 2, 2 - deal % 3 % 2)) for deal in range(9)]
    table = rated(records)
    assert row(table, "A").error is None
    assert elo(table, "A") == pytest.approx(elo(table, "B"))


def test_anchor_among_individuals() -> None:
    """The others stand around it."""
    records = season(random.Random(2), 60)
    free, anchored = rated(records), rated(records, anchors={"C": 1000.0})
    assert elo(anchored, "C") == pytest.approx(1000)
    assert elo(anchored, "A") - 1000 == pytest.approx(elo(free, "A") - elo(free, "C"), abs=0.01)
    assert error(anchored, "A") > 0


def test_foul_is_his_own() -> None:
    """Not his partner's: the side lost, but he alone is rated for it."""
    played = season(random.Random(3), 60)
    record = paired(100, "ACBD", (2, 1))
    fouled = type(record)(record.fixture, Ending("late", 0), (), (2, 1), (1,) * 4, (1.0,) * 4)
    before, after, lost = (rated([*played, *more]) for more in ([], [fouled] * 5, [record] * 5))
    assert elo(after, "A") < elo(lost, "A") < elo(before, "A")
    assert elo(lost, "B") < elo(after, "B")


def test_friends_are_found() -> None:
    """The pair that is more than its members stands out, and no other by as much."""
    tally = Tally()
    for record in season(random.Random(4), 500, "BE", 1.0):
        tally.add(record)
    found = partnerships(tally)
    assert len(found) == 15
    best = max(found, key=lambda each: each.beyond or 0.0)
    assert (best.first, best.second) == ("B", "E")
    assert best.error is not None
    assert best.beyond is not None
    assert best.beyond > 2 * best.error


def test_what_ratings_could_say_as_well_is_no_partnership() -> None:
    """Among four, whoever wins with whom, ratings of the four say it all."""
    tally = Tally()
    for number, seats in enumerate(("ACBD", "ACBD", "ACBD", "ACBD", "ABCD", "ABCD", "ABCD", "ABCD")):
        won = number != 3 if number < 4 else number == 7
        tally.add(paired(number, seats, (1, 2) if won else (2, 1)))
    by_pair = {(each.first, each.second): each for each in partnerships(tally)}
    assert by_pair["A", "B"].share == pytest.approx(3 / 4)
    assert by_pair["A", "C"].share == pytest.approx(1 / 4)
    assert by_pair["A", "B"].deals == 4
    assert {(each.beyond, each.error) for each in by_pair.values()} == {(None, None)}


def test_a_partnership_is_what_a_fit_with_a_parameter_for_it_gives() -> None:
    """Newton's method on ratings and the bonus of one pair, each comparison a row."""
    records = season(random.Random(6), 300, "BE", 0.4)
    tally = Tally()
    rows, won = [], []
    for record in records:
        tally.add(record)
        seats = record.fixture.entrants
        row = [0.0] * 7
        for seat, name in enumerate(seats):
            row["ABCDEF".index(name)] += (0.5, -0.5)[seat % 2]
        row[6] = float({*seats[::2]} == {*"BE"}) - float({*seats[1::2]} == {*"BE"})
        rows.append(row)
        won.append(record.places[0] == 1)
    design, score, place = np.array(rows), np.array(won, float), np.zeros(7)
    for _ in range(20):
        chance = 1 / (1 + np.exp(-design @ place))
        bread = np.linalg.pinv((design.T * (chance * (1 - chance))) @ design)
        place += bread @ (design.T @ (score - chance))
    (found,) = (each for each in partnerships(tally) if (each.first, each.second) == ("B", "E"))
    assert found.beyond == pytest.approx(place[6] * 400 / np.log(10), rel=0.1)


def test_fixed_sides_have_no_partnerships() -> None:
    """A side that is one entrant is rated as such."""
    tally = Tally()
    tally.add(match(1, "AB", (1, 2), sides=DUO))
    assert partnerships(tally) == []

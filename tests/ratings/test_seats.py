"""What a seat is worth, told apart from who sat there."""

import random

import numpy as np
import pytest

from arena.ratings.seats import seat_effects
from arena.record import MatchRecord
from arena.tally import Tally
from tests.ratings.matches import DUO, duels, foul, match


def effects_of(records: list[MatchRecord]):  # type: ignore[no-untyped-def]
    tally = Tally()
    for record in records:
        tally.add(record)
    return seat_effects(tally)


def biased(
    rng: random.Random, deals: int, bonus: float, sides: tuple[int, ...] = (0, 1, 2)
) -> list[MatchRecord]:
    """Every deal in all rotations; the last side's seats add `bonus`, and A is the strongest."""
    count = len(set(sides))
    records = []
    for deal in range(deals):
        order = "ABCDEF"[:count]
        for _ in range(count):
            order = order[1:] + order[:1]
            keys = [
                -0.5 * "ABCDEF".index(name) + bonus * (side == count - 1) + rng.gauss(0, 1)
                for side, name in enumerate(order)
            ]
            places = [1 + sum(other > key for other in keys) for key in keys]
            records.append(match(deal, order, places, sides=sides))
    return records


def test_the_seat_that_helps_is_found() -> None:
    """And its interval holds without the strength of those who sat there; effects are around their mean."""
    found = effects_of(biased(random.Random(1), 200, 1.0))
    assert [effect.seats for effect in found] == [(0,), (1,), (2,)]
    assert found[2].elo is not None
    assert found[2].error is not None
    assert found[2].elo > 2 * found[2].error > 0
    assert sum(effect.elo or 0 for effect in found) == pytest.approx(0, abs=1e-6)
    assert found[2].share > 0.6


def test_seat_by_hand() -> None:
    """Two equal bots, three quarters to the first seat: half of 400 log10(odds) each way, prior included."""
    scores = [(1, 0), (1, 1), (0, 0), (1, 0)]
    records = [
        record
        for deal, (as_first, as_second) in enumerate(scores)
        for record in (*duels(deal, "AB", as_first), *duels(deal, "BA", 1 - as_second))
    ]
    found = effects_of(records)
    # The first seat won 6 of 8, and the prior is a match more between the seats, half won by each.
    assert found[0].share == pytest.approx(6 / 8)
    assert found[0].elo == pytest.approx(200 * np.log10(6.25 / 2.25), abs=0.1)


def test_interval_covers_a_seat_without_effect() -> None:
    """In 100 seasons without any: at most ten times outside."""
    rng = random.Random(2)
    outside = 0
    for _ in range(100):
        effect = effects_of(biased(rng, 20, 0.0))[2]
        outside += abs(effect.elo or 0) > (effect.error or 0)
    assert outside <= 10


def test_seat_that_cannot_be_told_from_its_sitter_is_unknown() -> None:
    """A always sat first: whether it is A or the seat, nobody knows."""
    found = effects_of([record for deal in range(9) for record in duels(deal, "AB", deal % 3 > 0)])
    assert [(effect.elo, effect.error) for effect in found] == [(None, None), (None, None)]
    assert found[0].share == pytest.approx(6 / 9)


def test_team_seats_are_the_sides() -> None:
    """Of two teams the seats are told together, as they always are."""
    found = effects_of(biased(random.Random(3), 60, 1.0, DUO))
    assert [effect.seats for effect in found] == [(0, 2), (1, 3)]
    assert all(effect.teams and effect.of == 4 for effect in found)


def test_fouls_say_nothing_of_seats() -> None:
    """Matches that ended by one are left out."""
    records = biased(random.Random(4), 30, 0.5)
    fouls = [foul(100 + number, "ABC", 0) for number in range(50)]
    assert effects_of([*records, *fouls]) == effects_of(records)
    assert effects_of(fouls) == []

"""Luck is a function of the seed and the number of the draw, built as its module says."""

from hashlib import blake2b

import pytest

from engine.chance import Chance


def test_draws_are_quarters_of_the_digests_of_seed_and_block_number_modulo_the_bound() -> None:
    chance = Chance(b"seed")
    drawn = [chance.below(1000) for _ in range(6)]
    digests = b"".join(blake2b(b"seed" + bytes(7) + bytes([block])).digest() for block in range(2))
    assert drawn == [int.from_bytes(digests[at : at + 16], "big") % 1000 for at in range(0, 96, 16)]


def test_luck_goes_on_from_any_draw() -> None:
    whole = Chance(b"seed")
    drawn = [whole.below(1000) for _ in range(9)]
    for already in range(9):
        later = Chance(b"seed", draws=already)
        assert [later.below(1000) for _ in range(9 - already)] == drawn[already:]


def test_a_shuffle_keeps_the_values_and_costs_one_draw_less() -> None:
    chance = Chance(b"seed")
    assert sorted(chance.shuffled(range(52))) == list(range(52))
    assert chance.draws == 51


def test_every_order_comes_as_often() -> None:
    chance = Chance(b"even")
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        order = tuple(chance.shuffled((1, 2, 3)))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert all(abs(count - 1000) < 150 for count in counts.values())


def test_piles_are_numbered_one_after_the_other() -> None:
    chance = Chance(b"seed")
    first, faces = chance.pile("abc")
    second, _ = chance.pile("de")
    assert (first, second) == ((0, 1, 2), (3, 4))
    assert sorted(faces) == ["a", "b", "c"]


def test_a_copy_goes_on_with_the_same_luck() -> None:
    chance = Chance(b"seed")
    chance.pile("abc")
    twin = chance.copy()
    assert twin.pile("defg") == chance.pile("defg")


@pytest.mark.parametrize("seed", [b"", b"\x00", bytes(16)])
def test_seeds_that_look_like_nothing_are_seeds_like_any_other(seed: bytes) -> None:
    assert len({Chance(seed).below(2**64), Chance(b"other").below(2**64)}) == 2

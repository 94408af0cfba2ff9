"""Luck as a pure function of (seed, draw number).

Construction, for anyone who wants to derive a deal by hand: draw k of a seed is the 16-byte BLAKE2b
digest of `seed + k`, k as 8 bytes, both numbers big-endian, counted from 0. `below(n)` is that draw
modulo n (its bias is below 2**-100), one draw each. `shuffled` is Fisher-Yates from the last place down.
"""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import TypeVar

from engine.values import CardId

T = TypeVar("T")


class Chance:
    """The luck of one match: a seed, how many draws were made, how many cards were numbered."""

    __slots__ = ("draws", "numbered", "seed")

    def __init__(self, seed: bytes, draws: int = 0, numbered: int = 0) -> None:
        self.seed = seed
        self.draws = draws
        self.numbered = numbered

    def below(self, bound: int) -> int:
        """A whole number from 0 up to, not including, `bound` (at least 1)."""
        digest = blake2b(self.seed + self.draws.to_bytes(8, "big"), digest_size=16).digest()
        self.draws += 1
        return int.from_bytes(digest, "big") % bound

    def shuffled(self, values: Iterable[T]) -> list[T]:
        """The values in random order. Costs one draw less than there are values."""
        cards = list(values)
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards

    def pile(self, faces: Sequence[T]) -> tuple[tuple[CardId, ...], tuple[T, ...]]:
        """Shuffle `faces` into a face-down pile of newly numbered cards: (numbers, faces), top first.

        This is the only maker of card numbers, and it numbers after the shuffle: a number says
        when a card came into being and nothing of what is printed on it. A card that goes back
        into a hidden pile is therefore a new card. Pass faces in an order that does not depend
        on play, or the deal would.
        """
        shuffled = tuple(self.shuffled(faces))
        first = self.numbered
        self.numbered += len(shuffled)
        return tuple(CardId(number) for number in range(first, self.numbered)), shuffled

    def copy(self) -> "Chance":
        """The same luck from here on."""
        return Chance(self.seed, self.draws, self.numbered)

"""Luck as a pure function of (seed, draw number).

Construction, for anyone who wants to derive a deal by hand: block b of a seed is the 64-byte BLAKE2b
digest of `seed + b`, b as 8 bytes, big-endian, counted from 0; draw k is the number, big-endian, in bytes
16 * (k mod 4) to 16 * (k mod 4) + 15 of block k div 4. `below(n)` is one draw modulo n (its bias is below
2**-100). `shuffled` is Fisher-Yates from the last place down.
"""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import TypeVar, cast

from engine.values import CardId

T = TypeVar("T")


class Chance:
    """The luck of one match: a seed, how many draws were made, how many cards were numbered."""

    __slots__ = ("_block", "draws", "numbered", "seed")

    def __init__(self, seed: bytes, draws: int = 0, numbered: int = 0) -> None:
        self.seed = seed
        self.draws = draws
        self.numbered = numbered
        self._block = _block(seed, draws >> 2)

    def below(self, bound: int) -> int:
        """A whole number from 0 up to, not including, `bound` (at least 1)."""
        place = self.draws & 3
        if place == 0:
            self._block = _block(self.seed, self.draws >> 2)
        self.draws += 1
        return int.from_bytes(self._block[16 * place : 16 * place + 16], "big") % bound

    def shuffled(self, values: Iterable[T]) -> list[T]:
        """The values in random order. Costs one draw less than there are values."""
        cards, below = list(values), self.below
        for last in range(len(cards) - 1, 0, -1):
            other = below(last + 1)
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
        numbers = tuple(range(first, self.numbered))
        return cast("tuple[CardId, ...]", numbers), shuffled

    def copy(self) -> "Chance":
        """The same luck from here on."""
        return Chance(self.seed, self.draws, self.numbered)


def _block(seed: bytes, number: int) -> bytes:
    return blake2b(seed + number.to_bytes(8, "big")).digest()

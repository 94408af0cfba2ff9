"""A decision in Hielenlikkers: one card."""

from typing import Literal

from engine.values import CardId, Move, Seat

Where = Literal["above", "below"] | Seat
"""Above or below the mat at the queen's table, or the seat in whose domain the card lands."""


class Play(Move, frozen=True, omit_defaults=True):
    """Play a card from hand; an assassin may kill `victim`, a diplomat may take `fetched` home."""

    card: CardId
    where: Where
    victim: CardId | None = None
    fetched: CardId | None = None

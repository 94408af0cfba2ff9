"""A decision in Kerstenen: one cleric at one pagan."""

from engine.values import CardId, Move


class Lay(Move, frozen=True):
    """Lay a card from hand at a pagan in the row."""

    card: CardId
    pagan: CardId

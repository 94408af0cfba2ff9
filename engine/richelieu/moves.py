"""A decision in Richelieu: one action of a turn, or one choice that a bonus asks for."""

from engine.richelieu.cards import Camp
from engine.values import CardId, Move


class Decision(Move, frozen=True, tag_field="action", tag=str.lower):
    """A move of this game; `action` on the wire says which."""


class Agent(Decision, frozen=True):
    """Place an own agent on a free field: an action that costs the field's value, or a bonus for nothing."""

    card: CardId
    box: int
    tile: Camp
    field: int


class Income(Decision, frozen=True):
    """Take as many coins as the income track says."""


class Commission(Decision, frozen=True):
    """Pay for the next space of the military track and go there."""


class Sell(Decision, frozen=True):
    """Bring a jewel to the city."""


class Buy(Decision, frozen=True):
    """Take a jewel from the city."""


class Stop(Decision, frozen=True):
    """End the turn, with an action left or without having done anything."""


class Corrupt(Decision, frozen=True):
    """Bonus: move another player's agent, `card`, to a free field."""

    card: CardId
    box: int
    tile: Camp
    field: int


class Send(Decision, frozen=True):
    """Bonus: put the pawn that the bonus names on a free field."""

    box: int
    tile: Camp
    field: int


class Stay(Decision, frozen=True):
    """Bonus: leave the pawn in the intrigue where it is."""


AnyMove = Agent | Income | Commission | Sell | Buy | Stop | Corrupt | Send | Stay

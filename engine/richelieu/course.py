"""What follows from one decision: a board that runs ahead of the table's, and the events so far."""

from engine.chance import Chance
from engine.richelieu.apply import apply
from engine.richelieu.board import Board, copied
from engine.richelieu.cards import Agent, Tile
from engine.richelieu.events import AnyEvent, Recalled
from engine.sight import View
from engine.values import CardId, Seat

CardinalView = View[Board]


class Course:
    """The consequences of a decision, worked out one by one.

    One placement can end an intrigue, whose bonuses end another, and each step depends on the board that
    the last one left. `view` is the referee's; its own board stays as it is until the events happen there.
    Agents recalled on the way are behind a screen: nothing looks at them before the next decision.
    """

    __slots__ = ("board", "chance", "events", "faces")

    def __init__(self, view: CardinalView, chance: Chance) -> None:
        self.board = copied(view.board)
        self.faces = view.faces
        self.chance = chance
        self.events: list[AnyEvent] = []

    def happen(self, event: AnyEvent) -> None:
        """Add an event and see what it does."""
        self.events.append(event)
        apply(self.board, event)

    def agent(self, card: CardId) -> Agent:
        """The face of an agent."""
        face = self.faces[card]
        assert isinstance(face, Agent)
        return face

    def tile(self, card: CardId) -> Tile:
        """The face of a tile."""
        face = self.faces[card]
        assert isinstance(face, Tile)
        return face

    def recall(self, seat: Seat) -> None:
        """With nothing left behind the screen, the seat's agents come back from the city (R16).

        They come back as new cards. Their faces are sorted first: luck must not depend on the order in
        which they came to the city.
        """
        city = self.board.city[seat]
        if city and not self.board.hands[seat]:
            cards, faces = self.chance.pile(sorted(map(self.agent, city)))
            self.happen(Recalled(seat=seat, cards=cards, faces=faces))

"""One match in progress: the only place where board, faces, log and luck meet."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Raw

from engine.chance import Chance
from engine.game import Game
from engine.seating import Seating
from engine.sight import REFEREE, SPECTATOR, View, project, sees
from engine.standing import Standing
from engine.values import Audience, Event, IllegalMove, Seat

_encoder = msgspec.json.Encoder()


class Table:
    """One match in progress.

    `log` is the whole truth, event by event; `moves` is what was decided, as (seat, move).
    """

    __slots__ = ("_legal", "_told", "_views", "board", "chance", "game", "log", "moves", "options", "seating")

    def __init__(self, game: Game, seating: Seating, options: Any, chance: Chance) -> None:
        """An empty table, before the deal. Raises: ImpossibleTable."""
        self.game = game
        self.seating = seating
        self.options = options
        self.chance = chance
        self.board = game.blank(seating, options)
        self.log: list[Event] = []
        self.moves: list[tuple[Seat, Any]] = []
        self._legal: list[Any] | None = None
        self._told: dict[int, Raw] = {}
        observers = (*range(seating.seats), SPECTATOR, REFEREE)
        self._views = {observer: View(observer, self.board, {}) for observer in observers}

    @classmethod
    def dealt(cls, game: Game, seating: Seating, options: Any, chance: Chance) -> "Table":
        """A table ready for its first move. Raises: ImpossibleTable."""
        table = cls(game, seating, options, chance)
        table.happen(game.deal(table.board, chance))
        return table

    @classmethod
    def replayed(cls, game: Game, seating: Seating, options: Any, log: Iterable[Event]) -> "Table":
        """The table that a log leads to. It can be looked at; its luck is not known any more."""
        table = cls(game, seating, options, Chance(b""))
        table.happen(log)
        return table

    def view(self, observer: Seat) -> View[Any]:
        """What a seat, SPECTATOR or REFEREE knows now."""
        return self._views[observer]

    def turn(self) -> Seat | None:
        """Whose decision is next; None when the game is over."""
        return self.game.turn(self.board)

    def legal(self) -> list[Any]:
        """The moves of the seat whose turn it is; empty when the game is over."""
        if self._legal is None:
            seat = self.turn()
            self._legal = [] if seat is None else self.game.legal(self._views[seat])
        return self._legal

    def play(self, move: Any) -> Sequence[Event]:
        """Check a move, then make it; what happened. Raises: IllegalMove, leaving the table as it was."""
        seat = self.turn()
        if seat is None or self.game.same(self._views[seat], move) not in self.legal():
            raise IllegalMove(move, seat)
        return self.play_unchecked(move)

    def play_unchecked(self, move: Any) -> Sequence[Event]:
        """Make a move that was taken from `legal`; what happened."""
        seat = self.turn()
        assert seat is not None
        self.moves.append((seat, move))
        events = self.game.play(self._views[REFEREE], move, self.chance)
        self.happen(events)
        return events

    def happen(self, events: Iterable[Event]) -> None:
        """Let events happen, as `deal`, `play` or an earlier log say."""
        self._legal = None
        for event in events:
            self.log.append(event)
            if event.faces:
                self._show(event)
            self.game.apply(self.board, project(event, SPECTATOR))

    def standing(self) -> Standing:
        """Points and places of a game that is over."""
        return self.game.standing(self._views[SPECTATOR])

    def seen(self, observer: Seat, since: int = 0) -> list[Event]:
        """The log from event number `since` on, as the observer sees it."""
        return [project(event, observer) for event in self.log[since:]]

    def news(self, observer: Seat, since: int = 0) -> list[Raw]:
        """The same as JSON, each card with its face if the observer knows it by now.

        An event reads the same to all who know nothing of its cards, and to all if everyone was shown
        their faces: it is written once for them.
        """
        view = self._views[observer]
        found = []
        for number in range(since, len(self.log)):
            event = self.log[number]
            open_ = event.shown_to is Audience.EVERYONE and bool(event.faces)
            alike = open_ or not view.knows(event.cards)
            text = self._told.get(number) if alike else None
            if text is None:
                text = Raw(_encoder.encode(view.painted_event(event)))
                if alike:
                    self._told[number] = text
            found.append(text)
        return found

    def copy(self) -> "Table":
        """A table that goes its own way from here: how a search branches."""
        twin = Table.__new__(Table)
        twin.game, twin.seating, twin.options = self.game, self.seating, self.options
        twin.chance = self.chance.copy()
        encoded = msgspec.msgpack.encode(self.board)
        twin.board = msgspec.msgpack.decode(encoded, type=self.game.board)
        twin.log, twin.moves = self.log.copy(), self.moves.copy()
        twin._legal = self._legal
        twin._told = self._told.copy()
        twin._views = {
            observer: View(observer, twin.board, view.faces.copy()) for observer, view in self._views.items()
        }
        return twin

    def _show(self, event: Event) -> None:
        """Everyone who sees the faces of an event remembers them."""
        everyone = event.shown_to is Audience.EVERYONE
        for observer, view in self._views.items():
            if everyone or sees(event, observer):
                view.learn(event)

"""One match in progress: the only place where board, faces, log and luck meet."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Raw

from engine.chance import Chance
from engine.game import Game
from engine.seating import Seating
from engine.sight import REFEREE, SPECTATOR, Shown, View, project, sees, shown_cards
from engine.standing import Standing
from engine.values import Audience, CardId, Event, IllegalMove, Seat


class Table:
    """One match in progress.

    `log` is the whole truth, event by event; `moves` is what was decided, as (seat, move).
    """

    __slots__ = (
        "_legal",
        "_open",
        "_told",
        "_views",
        "board",
        "chance",
        "game",
        "log",
        "moves",
        "options",
        "seating",
    )

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
        self._open: list[tuple[CardId, Any]] = []
        self._told: list[tuple[Raw, tuple[CardId, ...]]] = []
        observers = (*range(seating.seats), SPECTATOR, REFEREE)
        looks: Shown = {}
        self._views = {observer: View(observer, self.board, {}, looks) for observer in observers}

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
        view = self._views[observer]
        if view.caught_up < len(self._open):
            view.catch_up(self._open)
        return view

    def turn(self) -> Seat | None:
        """Whose decision is next; None when the game is over."""
        return self.game.turn(self.board)

    def legal(self) -> list[Any]:
        """The moves of the seat whose turn it is; empty when the game is over."""
        if self._legal is None:
            seat = self.turn()
            self._legal = [] if seat is None else self.game.legal(self.view(seat))
        return self._legal

    def play(self, move: Any) -> Sequence[Event]:
        """Check a move, then make it; what happened. Raises: IllegalMove, leaving the table as it was."""
        seat = self.turn()
        if seat is None or self.game.same(self.view(seat), move) not in self.legal():
            raise IllegalMove(move, seat)
        return self.play_unchecked(move)

    def play_unchecked(self, move: Any) -> Sequence[Event]:
        """Make a move that was taken from `legal`; what happened."""
        seat = self.turn()
        assert seat is not None
        self.moves.append((seat, move))
        events = self.game.play(self.view(REFEREE), move, self.chance)
        self.happen(events)
        return events

    def happen(self, events: Iterable[Event]) -> None:
        """Let events happen, as `deal`, `play` or an earlier log say."""
        self._legal = None
        log, apply, board = self.log, self.game.apply, self.board
        for event in events:
            log.append(event)
            if event.faces:
                self._show(event)
            apply(board, project(event, SPECTATOR))

    def standing(self) -> Standing:
        """Points and places of a game that is over."""
        return self.game.standing(self.view(SPECTATOR))

    def seen(self, observer: Seat, since: int = 0) -> list[Event]:
        """The log from event number `since` on, as the observer sees it."""
        return [project(event, observer) for event in self.log[since:]]

    def news(self, observer: Seat, since: int = 0) -> list[Raw]:
        """The same as JSON, each card with its face if the observer knows it by now.

        Each event is written once, as a spectator reads it, and again only for who knows more.
        """
        view, told = self.view(observer), self._told
        told += [self._as_told(event) for event in self.log[len(told) :]]
        return [
            view.written(self.log[number]) if closed and view.knows(closed) else text
            for number, (text, closed) in enumerate(told[since:], since)
        ]

    def _as_told(self, event: Event) -> tuple[Raw, tuple[CardId, ...]]:
        """An event as a spectator reads it now, and those of its cards that he does not know."""
        everyone = self.view(SPECTATOR)
        closed = tuple([card for card in shown_cards(event) if card not in everyone.faces])
        return everyone.written(event), closed

    def copy(self) -> "Table":
        """A table that goes its own way from here: how a search branches."""
        twin = Table.__new__(Table)
        twin.game, twin.seating, twin.options = self.game, self.seating, self.options
        twin.chance = self.chance.copy()
        encoded = msgspec.msgpack.encode(self.board)
        twin.board = msgspec.msgpack.decode(encoded, type=self.game.board)
        twin.log, twin.moves = self.log.copy(), self.moves.copy()
        twin._legal, twin._open = self._legal, self._open.copy()
        twin._told = self._told.copy()
        looks: Shown = {}
        twin._views = {observer: view.copy(twin.board, looks) for observer, view in self._views.items()}
        return twin

    def _show(self, event: Event) -> None:
        """Whoever sees the faces of an event remembers them; what everyone sees, when he next looks."""
        if event.shown_to is Audience.EVERYONE:
            self._open += zip(event.cards, event.faces, strict=True)
            return
        for observer, view in self._views.items():
            if sees(event, observer):
                view.learn(event)

"""What is done in a worked case of Richelieu: its `do`, step by step, on a real table."""

import re
from collections.abc import Iterator
from typing import Any

from engine.richelieu.board import where_is
from engine.richelieu.cards import Camp
from engine.richelieu.course import Course
from engine.richelieu.events import Resolved
from engine.richelieu.intrigue import carry_on, resolve
from engine.richelieu.moves import (
    Agent,
    AnyMove,
    Buy,
    Commission,
    Corrupt,
    Decision,
    Income,
    Sell,
    Send,
    Stay,
    Stop,
)
from engine.sight import REFEREE
from engine.table import Table
from engine.values import CardId, Event, IllegalMove, Seat
from tests.rules.richelieu_positions import PAWNS, Position

WORDS: dict[str, type[Decision]] = {
    "income": Income,
    "commission": Commission,
    "sell": Sell,
    "buy": Buy,
    "stop": Stop,
    "pass": Stop,
    "stay": Stay,
    "agent": Agent,
    "corruption": Corrupt,
    "eminence": Send,
    "queen": Send,
}


class Told:
    """A case that is being played: its position, the events since, what was asked and what was refused."""

    def __init__(self, case: dict[str, Any]) -> None:
        do = case["do"]
        self.steps: list[Any] = do if isinstance(do, list) else [do]
        first = next((step["by"] for step in self.steps if isinstance(step, dict) and "by" in step), None)
        self.position = Position(case["position"], first)
        self.asked: list[dict[str, Any]] = []
        self.refused: list[IllegalMove] = []
        self.before = self.table.copy()
        self._start = len(self.table.log)
        self.last_step = self._start
        for step in self.steps:
            self._do(step)

    @property
    def table(self) -> Table:
        return self.position.table

    @property
    def events(self) -> list[Event]:
        """What happened."""
        return self.table.log[self._start :]

    def resolved(self) -> list[Resolved]:
        """The intrigues that were resolved, in order."""
        return [event for event in self.events if isinstance(event, Resolved)]

    def before_resolving(self) -> Course:
        """The first intrigue as it was the moment before it was resolved."""
        table = self.before.copy()
        index = next(i for i, event in enumerate(self.events) if isinstance(event, Resolved))
        table.happen(self.events[:index])
        return Course(table.view(REFEREE), table.chance)

    def _do(self, step: Any) -> None:
        words = step if isinstance(step, str) else step.get("event")
        box = re.fullmatch(r"resolve box (\d)", words or "")
        if box is not None:
            self._resolve(int(box[1]))
        elif words is not None:
            assert words == "start of next turn", step
            self.table.play(Stop())
        elif "query" in step:
            self.asked.append(step)
        else:
            self._play(step)

    def _resolve(self, box: int) -> None:
        course = Course(self.table.view(REFEREE), self.table.chance)
        resolve(course, box)
        carry_on(course)
        self.table.happen(course.events)

    def _play(self, step: dict[str, Any]) -> None:
        if "by" in step:
            come_to(self.table, self.position.seat(step["by"]))
        self.last_step = len(self.table.log)
        try:
            self.table.play(self.move(self.table, step))
        except IllegalMove as error:
            self.refused.append(error)

    def move(self, table: Table, step: dict[str, Any]) -> AnyMove:
        """The move that a step names, for the seat that is to move."""
        word = step.get("action", step.get("bonus"))
        if word in ("agent", "corruption"):
            box, tile, field = step["to"] if "to" in step else (step["box"], step["tile"], step["field"])
            if word == "agent":
                return Agent(self._held(table, step["value"]), box, tile, field)
            return Corrupt(self._lying(table, *step["from"]), box, tile, field)
        if word in ("eminence", "queen"):
            if step.get("to") == "stay" or step.get("stay"):
                return Stay()
            return Send(*step["to"]) if "to" in step else Send(step["box"], step["tile"], step["field"])
        return WORDS[word]()  # type: ignore[return-value]

    def _held(self, table: Table, value: int) -> CardId:
        hand = table.board.hands[table.turn()]
        return next((card for card in hand if self.position.value(card) == value), CardId(-1))

    def _lying(self, table: Table, box: int, tile: Camp, field: int) -> CardId:
        card: CardId | None = table.board.agents[box][tile][field]
        return CardId(-1) if card is None else card

    def options(self, name: str | None) -> list[AnyMove]:
        """The legal moves of a player now, or in its next turn; without a name, of whoever is to move."""
        table = self.table.copy()
        if name is not None:
            come_to(table, self.position.seat(name))
        return table.legal()

    def possible(self, words: Any, name: str | None) -> bool:
        """Whether a player may do what is told in words, as a spot, or as a step."""
        options = self.options(name)
        if isinstance(words, dict):
            return self.move(self.table, words) in options
        named = re.search(r"box (\d) (richelieu|opposition) field (\d)", str(words))
        spot = (int(named[1]), named[2], int(named[3])) if named else words
        if isinstance(words, str) and words in PAWNS:
            spot = self.pawn_at(PAWNS[words])
        if not isinstance(spot, str):
            return tuple(spot) in {spot_of(move) for move in options} | self.sources()
        kind = WORDS[re.match(r"\w+", words.lower())[0]]  # type: ignore[index]
        return any(isinstance(move, kind) for move in options)

    def targets(self) -> set[Any]:
        """Where the asked bonus may go, a spot each, or `stay`."""
        return {spot_of(move) for move in self._asked_options()}

    def sources(self) -> set[Any]:
        """Where the agents stand that Corruption may move."""
        board = self.table.board
        cards = {move.card for move in self._asked_options() if isinstance(move, Corrupt)}
        return {
            (box, camp, field)
            for box, rows in enumerate(board.agents)
            for camp, row in rows.items()
            for field, card in enumerate(row)
            if card in cards
        }

    def _asked_options(self) -> Iterator[AnyMove]:
        name = self.asked[-1].get("by") if self.asked else None
        board = self.table.board
        if not board.bonuses or (name is not None and self.table.turn() != self.position.seat(name)):
            return
        yield from self.table.legal()

    def pawn_at(self, pawn: Any) -> Any:
        """The spot of a pawn, or `palace`."""
        return where_is(self.table.board, pawn) or "palace"


def spot_of(move: AnyMove) -> Any:
    """The field that a move goes to; `stay` for a pawn that stays; else None."""
    if isinstance(move, Stay):
        return "stay"
    if isinstance(move, Agent | Corrupt | Send):
        return move.box, move.tile, move.field
    return None


def come_to(table: Table, seat: Seat) -> None:
    """Let those before `seat` end their turns. Raises: IllegalMove when one has to decide on a bonus."""
    for _ in table.board.hands:
        if table.turn() != seat:
            table.play(Stop())
    assert table.turn() == seat, f"seat {seat} is not to move"

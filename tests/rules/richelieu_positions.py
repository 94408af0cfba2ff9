"""Positions of Richelieu as people write them: `"Red:3d"` on a field is Red's 3 face down, `u` face up.

Anything that a position does not name is as the case file's notation says; a game's own tables may be given.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.chance import Chance
from engine.game import Game
from engine.richelieu import GAME
from engine.richelieu.board import Board, Options, allowance
from engine.richelieu.cards import CAMPS, Agent, Camp, Pawn, Tile
from engine.richelieu.events import Exposed, Hidden, Opened, Placed, Recruited, Stacked
from engine.richelieu.tables import TABLES, Tables
from engine.seating import free_for_all
from engine.sight import REFEREE, SPECTATOR
from engine.table import Table
from engine.values import CardId, Seat

EMPTY = [None] * 5
BOXES = [("R01", "EN1"), ("R02", "FR1"), ("R03", "HA1")]
STACKS = {"richelieu": ["R12", "R13"], "opposition": ["PR2", "PR3"]}
PAWNS: dict[str, Pawn] = {"EMINENCE": "eminence", "QUEEN": "queen"}

Told = Mapping[str, Any]
"""A position, or a part of one, as JSON."""


def fresh_boxes() -> list[dict[str, Any]]:
    """The boxes of a position that does not name any."""
    return [
        {camp: {"tile": code, "fields": EMPTY} for camp, code in zip(CAMPS, codes, strict=True)}
        for codes in BOXES
    ]


class Position:
    """A table set up as told, `active` on turn with the actions that its marker gives it."""

    def __init__(self, told: Told, active: str | None = None, *, game: Game = GAME, tables: Tables = TABLES):
        self.players: list[str] = list(told["players"])
        self.table = Table(game, free_for_all(len(self.players)), Options(), Chance(b"position"))
        self._tiles = {face.code: face for camp in CAMPS for face in tables.faces(camp)}
        self._stack(told)
        self._recruit(told, list(tables.agents))
        for camp in CAMPS:
            self._occupy(told, camp)
        self._markers(told)
        self._turn(told, active or told.get("turn") or self.players[0])

    @property
    def board(self) -> Board:
        board: Board = self.table.board
        return board

    def seat(self, name: str) -> Seat:
        """The seat of a player."""
        return self.players.index(name)

    def code(self, card: CardId) -> str:
        """The name of a tile."""
        face = self.table.view(REFEREE).faces[card]
        assert isinstance(face, Tile)
        return face.code

    def value(self, card: CardId) -> int:
        """The value of an agent."""
        face = self.table.view(REFEREE).faces[card]
        assert isinstance(face, Agent)
        return face.value

    def fields(self, box: int, camp: Camp) -> list[str | None]:
        """A tile's fields, as a position writes them."""
        return [self._written(box, camp, field, self._turned) for field in range(5)]

    def seen_fields(self, box: int, camp: Camp, name: str) -> list[str | None]:
        """A tile's fields as a player sees them: `Red:3`, or `Red:?` when it may not know."""
        faces = self.table.view(self.seat(name)).faces

        def look(card: CardId) -> str:
            return str(faces[card].value) if card in faces else "?"

        return [self._written(box, camp, field, look) for field in range(5)]

    def _turned(self, card: CardId) -> str:
        return f"{self.value(card)}{'u' if card in self.table.view(SPECTATOR).faces else 'd'}"

    def _written(self, box: int, camp: Camp, field: int, look: Any) -> str | None:
        occupant = self.board.occupants[box][camp][field]
        if occupant is None or isinstance(occupant, str):
            return None if occupant is None else occupant.upper()
        card = self.board.agents[box][camp][field]
        assert card is not None
        return f"{self.players[occupant]}:{look(card)}"

    def _new(self) -> CardId:
        chance = self.table.chance
        chance.numbered += 1
        return CardId(chance.numbered - 1)

    def _stack(self, told: Told) -> None:
        boxes = told.get("boxes", fresh_boxes())
        stacks = told.get("stacks", STACKS)
        laid: dict[Camp, list[CardId]] = {}
        for camp in CAMPS:
            codes = [box[camp]["tile"] for box in boxes if box]
            faces = tuple(self._tiles[code] for code in [*codes, *stacks[camp]])
            cards = tuple(self._new() for _ in faces)
            self.table.happen([Stacked(tile=camp, cards=cards, faces=faces)])
            laid[camp] = list(cards)
        for box, tiles in enumerate(boxes):
            if tiles:
                cards = tuple(laid[camp].pop(0) for camp in CAMPS)
                faces = tuple(self._tiles[tiles[camp]["tile"]] for camp in CAMPS)
                self.table.happen([Opened(box=box, cards=cards, faces=faces)])

    def _recruit(self, told: Told, agents: Sequence[int]) -> None:
        """Give everyone the agents behind the screen, and those to be placed or brought to the city."""
        for seat, name in enumerate(self.players):
            away = [*_placed(told, name), *_named(told, "city", self.players).get(name, [])]
            rest = list(agents)
            for value in away:
                if value in rest:
                    rest.remove(value)
            values = [*_named(told, "hand", self.players).get(name, rest), *away]
            cards = tuple(self._new() for _ in values)
            faces = tuple(map(Agent, values))
            self.table.happen([Recruited(seat=seat, cards=cards, faces=faces)])
            for value in _named(told, "city", self.players).get(name, []):
                card = self._held(seat, value)
                self.board.hands[seat].remove(card)
                self.board.city[seat].append(card)
                self._show(card)

    def _occupy(self, told: Told, camp: Camp) -> None:
        for box, tiles in enumerate(told.get("boxes", fresh_boxes())):
            for field, mark in enumerate(tiles[camp].get("fields", EMPTY) if tiles else []):
                if mark in PAWNS:
                    self.board.occupants[box][camp][field] = PAWNS[mark]
                elif mark is not None:
                    name, value, turned = _read(mark)
                    self._lay(self.seat(name), value, turned, box, camp, field)

    def _lay(self, seat: Seat, value: int, turned: str, box: int, camp: Camp, field: int) -> None:
        card = self._held(seat, value)
        spot: dict[str, Any] = {"seat": seat, "box": box, "tile": camp, "field": field, "cards": (card,)}
        opened = turned == "u"
        self.table.happen([Placed(**spot, faces=(Agent(value),)) if opened else Hidden(**spot, price=0)])

    def _held(self, seat: Seat, value: int) -> CardId:
        """An agent of this value behind the screen of a seat; of several, the last."""
        held = [card for card in self.board.hands[seat] if self.value(card) == value]
        assert held, f"{self.players[seat]} has no {value} behind the screen"
        return held[-1]

    def _show(self, card: CardId) -> None:
        face = self.table.view(REFEREE).faces[card]
        shown = Exposed(seat=0, box=0, tile="richelieu", field=0, cards=(card,), faces=(face,))
        for observer in (*range(len(self.players)), SPECTATOR):
            self.table.view(observer).learn(shown)

    def _markers(self, told: Told) -> None:
        board, seats = self.board, len(self.players)
        board.prestige = _each(told, "prestige", 0, self.players)
        board.income = _each(told, "income", 3, self.players)
        board.military = _each(told, "military", 0, self.players)
        board.money = _each(told, "money", 5, self.players)
        board.jewels = _each(told, "jewels", 2, self.players)
        board.city_jewels = told.get("cityJewels", max(0, 10 - sum(board.jewels)))
        board.cardinal = told.get("cardinal", 8)
        for seat in range(seats):
            for code in _named(told, "won", self.players).get(self.players[seat], []):
                card = self._new()
                self.table.view(REFEREE).faces[card] = self._tiles[code]
                board.won[seat].append(card)
                self._show(card)

    def _turn(self, told: Told, active: str) -> None:
        board = self.board
        board.turn = self.seat(active)
        board.actions = told.get("actions", allowance(board, board.turn))
        board.quiet = told.get("turnsWithoutPlacement", 0)


def _each(told: Told, key: str, default: int, players: Sequence[str]) -> list[int]:
    """Numbers per seat, told as a list in the order of the players or by name."""
    numbers = told.get(key, {})
    if isinstance(numbers, Mapping):
        return [numbers.get(name, default) for name in players]
    return list(numbers)


def _named(told: Told, key: str, players: Sequence[str]) -> Mapping[str, list[Any]]:
    """Lists by name of player, told so or in the order of the players."""
    lists = told.get(key, {})
    return lists if isinstance(lists, Mapping) else dict(zip(players, lists, strict=True))


def _read(mark: str) -> tuple[str, int, str]:
    """`Red:-2d` as (name, value, turned)."""
    name, _, agent = mark.partition(":")
    return name, int(agent[:-1]), agent[-1]


def _placed(told: Told, name: str) -> Iterator[int]:
    """The values of a player's agents on the fields."""
    for tiles in told.get("boxes", []):
        for camp in CAMPS if tiles else ():
            for mark in tiles[camp].get("fields", EMPTY):
                if mark is not None and mark not in PAWNS and _read(mark)[0] == name:
                    yield _read(mark)[1]

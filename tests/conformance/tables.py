"""Every table that every game can be played at, and random play at them."""

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from engine.chance import Chance
from engine.game import Game
from engine.registry import GAMES
from engine.seating import Seating
from engine.sight import REFEREE, SPECTATOR
from engine.table import Table
from engine.values import CardId, Seat
from tests.blind import BLIND
from tests.toy import TOY

TESTED: dict[str, Game] = {**GAMES, TOY.name: TOY, BLIND.name: BLIND}

MOST_DECISIONS = 5000
"""No match of any game is longer than this."""


class Setting(NamedTuple):
    """A game at a table with options agreed. `table` is how a match is run: another one in tests of leaks."""

    game: Game
    seating: Seating
    options: Any
    table: type[Table] = Table

    def __str__(self) -> str:
        agreed = [f"{name}={getattr(self.options, name)}" for name in self.options.__struct_fields__]
        return ", ".join((self.game.name, self.seating.words(), *agreed))

    def dealt(self, seed: int, chance: Callable[[bytes], Chance] = Chance) -> Table:
        return self.table.dealt(self.game, self.seating, self.options, chance(seed_bytes(seed)))


def seed_bytes(seed: int) -> bytes:
    """Sixteen bytes that are not likely to turn up by accident."""
    return b"conformance" + seed.to_bytes(5, "big")


def settings(game: Game) -> list[Setting]:
    """Every combination of options, at every seating that it can be played at."""
    hints = get_type_hints(game.options)
    names = game.options.__struct_fields__
    found = []
    for values in product(*(choices(hints[name]) for name in names)):
        options = game.options(**dict(zip(names, values, strict=True)))
        found += [Setting(game, seating, options) for seating in game.seatings(options)]
    return found


def choices(hint: Any) -> tuple[Any, ...]:
    """The values of an option. Raises: TypeError for an option that is neither a bool nor a Literal."""
    if hint is bool:
        return False, True
    if get_origin(hint) is Literal:
        return get_args(hint)
    raise TypeError(f"an option is a bool or a Literal, not {hint}")


def observers(table: Table) -> tuple[Seat, ...]:
    """Every seat, the spectator and the referee."""
    return (*range(table.seating.seats), SPECTATOR, REFEREE)


def steps(table: Table, luck: random.Random) -> Iterator[Any]:
    """Play at random to the end, yielding each move before it is made."""
    while legal := table.legal():
        assert len(table.moves) <= MOST_DECISIONS, f"no end after {MOST_DECISIONS} decisions"
        move = luck.choice(legal)
        yield move
        table.play_unchecked(move)


def played(setting: Setting, seed: int, decisions: int = MOST_DECISIONS + 1) -> Table:
    """A table after random play: to the end, or so many decisions."""
    table = setting.dealt(seed)
    luck = random.Random(seed)
    for _ in steps(table, luck):
        if len(table.moves) == decisions:
            break
    return table


class Recorded(Chance):
    """Luck that remembers which cards it numbered together."""

    def __init__(self, seed: bytes, draws: int = 0, numbered: int = 0) -> None:
        super().__init__(seed, draws, numbered)
        self.piles: list[tuple[CardId, ...]] = []
        self.faces: dict[CardId, Any] = {}

    def pile(self, faces: Any) -> tuple[tuple[CardId, ...], tuple[Any, ...]]:
        cards, shuffled = super().pile(faces)
        self.piles.append(cards)
        self.faces.update(zip(cards, shuffled, strict=True))
        return cards, shuffled

    def copy(self) -> "Recorded":
        twin = Recorded(self.seed, self.draws, self.numbered)
        twin.piles, twin.faces = self.piles.copy(), self.faces.copy()
        return twin


class Exchanged(Chance):
    """The same luck, but two cards that were numbered together have each other's face."""

    def __init__(self, seed: bytes, one: CardId, other: CardId) -> None:
        super().__init__(seed)
        self.pair = (one, other)

    def pile(self, faces: Any) -> tuple[tuple[CardId, ...], tuple[Any, ...]]:
        cards, shuffled = super().pile(faces)
        if not cards or not set(self.pair) <= set(cards):
            return cards, shuffled
        one, other = (cards.index(card) for card in self.pair)
        swapped = list(shuffled)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        return cards, tuple(swapped)

"""At which tables a bot is tried: every game that it declares, at every number of players."""

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from arena.record import Option
from arena.season import Season
from engine.game import Game
from engine.registry import GAMES
from engine.seating import Seating
from engine.values import Seat


class Trial(Struct, frozen=True):
    """One match that a bot is tried in, and its seat there; the other seats are strangers'."""

    game: Game
    options: dict[str, Option]
    """Those that differ from the game's defaults."""
    seating: Seating
    seat: Seat

    @property
    def words(self) -> str:
        """`kerstenen, 3 players, seat 1`."""
        chosen = [name if value is True else f"{name}={value}" for name, value in self.options.items()]
        return ", ".join((self.game.name, self.seating.words(), f"seat {self.seat}", *chosen))


def trials(games: Iterable[str]) -> list[Trial]:
    """Every seating of these games once, with the options at their defaults and switched by turns."""
    found: list[Trial] = []
    for name in games:
        game = GAMES[name]
        plain, switched = game.options(), game.options(**_switched(game))
        for seating in dict.fromkeys((*game.seatings(plain), *game.seatings(switched))):
            number = len(found)
            order = (plain, switched) if number % 2 else (switched, plain)
            options = next(options for options in order if seating in game.seatings(options))
            found.append(Trial(game, _chosen(options), seating, number % seating.seats))
    return found


def season_trials(season: Season) -> list[Trial]:
    """The season's table, from each of its seats."""
    game, seating = GAMES[season.game], season.seating
    return [Trial(game, _chosen(season.options), seating, seat) for seat in range(seating.seats)]


def _switched(game: Game) -> dict[str, Option]:
    """Every option of a game with another value than its default."""
    return {field.name: next(_others(field)) for field in fields(game.options)}


def _others(field: FieldInfo) -> Iterator[Option]:
    values = (False, True) if field.type is bool else get_args(field.type)
    return (value for value in values if value != field.default)


def _chosen(options: Any) -> dict[str, Option]:
    return {
        field.name: getattr(options, field.name)
        for field in fields(type(options))
        if getattr(options, field.name) != field.default
    }

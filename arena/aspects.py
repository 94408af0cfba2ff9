"""What a game itself counts beside points, such as missions achieved, from the logs of matches."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from arena.ratings import EloTable
from arena.record import MatchRecord
from arena.replay import events
from engine.registry import GAMES
from engine.seating import Seating
from engine.sight import SPECTATOR, View
from engine.table import Table


def with_aspects(table: EloTable, records: Iterable[MatchRecord]) -> EloTable:
    """The table with each entrant's mean of every aspect, over matches played to the end.

    The records come with their logs. Raises: ReplayError.
    """
    sums: dict[str, dict[str, list[float]]] = {}
    for record in records:
        game = GAMES.get(record.fixture.game)
        if game is None or record.ending.kind != "played":
            continue
        for name, values in game.aspects(_at_its_end(record)).items():
            for entrant, value in zip(record.fixture.entrants, values, strict=True):
                if value is not None:
                    sums.setdefault(name, {}).setdefault(entrant, []).append(value)
    rows = tuple(
        replace(row, aspects={name: _mean(by_entrant.get(row.name)) for name, by_entrant in sums.items()})
        for row in table.rows
    )
    return replace(table, rows=rows, aspects=tuple(sums))


def _at_its_end(record: MatchRecord) -> View[Any]:
    fixture = record.fixture
    game = GAMES[fixture.game]
    options = msgspec.convert(fixture.options, game.options)
    return Table.replayed(game, Seating(fixture.sides), options, events(record)).view(SPECTATOR)


def _mean(values: Sequence[float] | None) -> float | None:
    return math.fsum(values) / len(values) if values else None

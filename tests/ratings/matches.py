"""Match records made by hand, as short as they can be written."""

from collections.abc import Sequence

from arena.ratings import EloTable, Rating
from arena.record import Ending, Fixture, Kind, MatchRecord, foul_places

DUO = (0, 1, 0, 1)


def match(
    deal: int,
    entrants: str | Sequence[str],
    places: Sequence[int],
    *,
    sides: tuple[int, ...] | None = None,
    points: Sequence[int] | None = None,
    decisions: int = 10,
    used_ms: float = 5.0,
) -> MatchRecord:
    """A match played to its end. `entrants` is per side: "AB" is A and B; the points default to 0."""
    sides = sides or tuple(range(len(entrants)))
    return MatchRecord(
        fixture=Fixture(
            "m", "toy", {}, deal, sides, tuple(entrants[side] for side in sides), (0,) * len(sides)
        ),
        ending=Ending("played"),
        points=tuple(points or (0,) * len(sides)),
        places=tuple(places),
        decisions=(decisions,) * len(sides),
        used_ms=(used_ms,) * len(sides),
    )


def foul(deal: int, entrants: str, seat: int, kind: Kind = "late") -> MatchRecord:
    """A free-for-all that ended by the foul of a seat."""
    count = len(entrants)
    fixture = Fixture("m", "toy", {}, deal, tuple(range(count)), tuple(entrants), (0,) * count)
    places = foul_places(count, seat)
    return MatchRecord(fixture, Ending(kind, seat), (), places, (1,) * count, (1.0,) * count)


def void(deal: int, entrants: str) -> MatchRecord:
    """A match that nobody is to blame for not having been played."""
    count = len(entrants)
    fixture = Fixture("m", "toy", {}, deal, tuple(range(count)), tuple(entrants), (0,) * count)
    return MatchRecord(fixture, Ending("void"), (), (), (7,) * count, (7.0,) * count)


def duels(deal: int, entrants: Sequence[str], *scores: float) -> list[MatchRecord]:
    """Matches of two on one deal, with the first entrant's scores: 1, 0.5 or 0."""
    won: dict[float, tuple[int, int]] = {1: (1, 2), 0.5: (1, 1), 0: (2, 1)}
    return [match(deal, entrants, won[score]) for score in scores]


def row(table: EloTable, name: str) -> Rating:
    """The row of an entrant."""
    return next(row for row in table.rows if row.name == name)


def elo(table: EloTable, name: str) -> float:
    """The rating of an entrant who has one."""
    found = row(table, name).elo
    assert found is not None
    return found


def error(table: EloTable, name: str) -> float:
    """The error of an entrant who has one."""
    found = row(table, name).error
    assert found is not None
    return found

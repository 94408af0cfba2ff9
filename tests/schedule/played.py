"""Seasons played without bots: what comes of a match follows from its id, as with deterministic bots."""

import random
from collections.abc import Iterable, Iterator, Mapping

from arena.record import Ending, Fixture, MatchRecord, foul_places
from arena.schedule import agenda
from arena.season import Season
from engine.standing import places

Strengths = Mapping[str, float]


def played(one: Fixture, strengths: Strengths | None = None, luck: float = 1.0) -> MatchRecord:
    """The record of a match; who has no strength has 0. Without luck equals share their place."""
    dice = random.Random(one.id)
    scores = [0.0] * one.side_count
    for side, name in zip(one.sides, one.entrants, strict=True):
        scores[side] += (strengths or {}).get(name, 0.0)
    seen = [score + luck * dice.gauss(0, 1) for score in scores]
    seats = len(one.sides)
    return MatchRecord(one, Ending("played"), (0,) * seats, places(seen), (1,) * seats, (1.0,) * seats)


def fouled(one: Fixture, seat: int) -> MatchRecord:
    """The record of a match that ended by a foul."""
    seats = len(one.sides)
    standing = foul_places(one.side_count, one.sides[seat])
    return MatchRecord(one, Ending("late", seat), (), standing, (1,) * seats, (1.0,) * seats)


def void(one: Fixture) -> MatchRecord:
    """The record of a match that nobody is to blame for."""
    seats = len(one.sides)
    return MatchRecord(one, Ending("void"), (), (), (0,) * seats, (0.0,) * seats)


def missing(season: Season, records: Iterable[MatchRecord]) -> list[Fixture]:
    """What the schedule asks for and the records do not have."""
    kept = list(records)
    finished = {record.fixture.id for record in kept if record.ending.kind != "void"}
    return [one for one in agenda(season, lambda: kept).fixtures if one.id not in finished]


def steps(
    season: Season, strengths: Strengths | None = None, luck: float = 1.0, most: int = 10_000
) -> Iterator[list[MatchRecord]]:
    """Play a season to its end, or `most` steps of it: the records of each step."""
    records: list[MatchRecord] = []
    for _ in range(most):
        new = [played(one, strengths, luck) for one in missing(season, records)]
        if not new:
            return
        records += new
        yield new


def whole_season(
    season: Season, strengths: Strengths | None = None, luck: float = 1.0, most: int = 10_000
) -> list[MatchRecord]:
    """All records of a season."""
    return [record for step in steps(season, strengths, luck, most) for record in step]

"""Schedules: which fixtures a season has, from what it asks for and its results so far.

All of it is pure. Fixtures have stable ids, so the league plays what is missing of those it is told and
asks again; a run that was stopped goes on where it was. Rounds wait for all matches of the round before.
"""

from arena.record import Fixture
from arena.schedule.design import TABLES, tables
from arena.schedule.evenness import Balance, Seated, balance
from arena.schedule.gauntlet import gauntlet
from arena.schedule.grouping import SITTING, sittings
from arena.schedule.ids import deal_number, fixture
from arena.schedule.knockout import knockout
from arena.schedule.known import Agenda
from arena.schedule.ladder import ladder
from arena.schedule.meeting import Spread
from arena.schedule.round_robin import round_robin
from arena.schedule.swiss import swiss
from arena.schedule.whole import Begun, Records
from arena.season import Season

__all__ = [
    "SITTING",
    "TABLES",
    "Agenda",
    "Balance",
    "Begun",
    "Records",
    "Seated",
    "Spread",
    "agenda",
    "balance",
    "deal_number",
    "fixture",
    "fixtures",
    "sittings",
    "tables",
]


def agenda(season: Season, records: Records = tuple) -> Agenda:
    """What is known of the season's schedule. `records` gives all records, and may be asked again."""
    match season.schedule.kind:
        case "round-robin":
            return round_robin(season)
        case "gauntlet":
            return gauntlet(season)
        case "swiss":
            return swiss(season, records())
        case "knockout":
            return knockout(season, records())
        case "ladder":
            return ladder(season, records)


def fixtures(season: Season, records: Records = tuple) -> list[Fixture]:
    """The fixtures that are known of the season's schedule."""
    return list(agenda(season, records).fixtures)

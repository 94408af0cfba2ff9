"""Gauntlet: one or several newcomers, each against the field."""

from arena.schedule.design import tables
from arena.schedule.grouping import TOGETHER
from arena.schedule.known import Agenda
from arena.schedule.meeting import Spread, meetings
from arena.season import Season


def gauntlet(season: Season) -> Agenda:
    """Each newcomer meets every set of opponents from the field, in every seat; newcomers do not meet.

    All of them meet the same sets, so that they are measured alike. Of too many sets a balanced sample.
    """
    names = season.schedule.newcomers or ()
    newcomers = [entrant for entrant in season.entrants if entrant.name in names]
    field = [entrant for entrant in season.placed if entrant.name not in names]
    chosen = tables(field, season.table_size - 1)
    every = [
        meeting
        for opponents in chosen
        for newcomer in newcomers
        for meeting in meetings(season, (newcomer, *opponents))
    ]
    words = f"{', '.join(names)} against each of {len(chosen)} sets of opponents; {TOGETHER}"
    return Agenda(Spread(every), (words,), complete=True)

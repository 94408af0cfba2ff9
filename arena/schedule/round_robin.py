"""Round robin: every table of the given size meets, or a balanced sample when there are too many."""

from arena.schedule.design import tables
from arena.schedule.grouping import TOGETHER
from arena.schedule.known import Agenda
from arena.schedule.meeting import Spread, meetings
from arena.season import Season


def round_robin(season: Season) -> Agenda:
    """All fixtures at once: nothing depends on results."""
    chosen = tables(season.placed, season.table_size)
    every = [meeting for table in chosen for meeting in meetings(season, table)]
    words = f"each of {len(chosen)} tables meets; {TOGETHER}"
    return Agenda(Spread(every), (words,), complete=True)

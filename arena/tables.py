"""A season's table as files in its folder."""

from pathlib import Path

from arena import report
from arena.counted import Counted, stages
from arena.files import replace_file
from arena.ratings import EloTable
from arena.season import FIRST
from arena.store import Store

TIMES = "times"
"""The store's key for whether the files have the time column."""


def season_table(store: Store) -> EloTable:
    """The table over all records of a season that count; see `Counted`."""
    return Counted(store).table()


def table_files(store: Store) -> dict[str, str]:
    """What each file of the season's tables holds, by its name, as it follows from the records."""
    return _files(store, season_table(store))


def write_tables(store: Store, folder: Path, times: bool | None = None) -> EloTable:
    """Write every form of every table into the season's folder; with `times` None as they were before.

    Returns the one over all stages. Raises: StoreError.
    """
    if times is not None:
        store.set_meta(TIMES, "yes" if times else "no")
    table = season_table(store)
    for name, text in _files(store, table).items():
        replace_file(folder / name, text)
    return table


def _files(store: Store, over_all: EloTable) -> dict[str, str]:
    """The table over all as `elo.*` and, when there are several stages, each one's as `elo-STAGE.*`."""
    times = store.meta(TIMES) != "no"
    found = report.written(over_all, times)
    names = stages(store)
    for stage in names if len(names) > 1 else ():
        of_stage = report.written(Counted(store, stage=stage).table(), times)
        found |= {name.replace("elo", f"elo-{stage or FIRST}", 1): text for name, text in of_stage.items()}
    return found

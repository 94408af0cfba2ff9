"""A season of very many stored matches: its status, its table, and how soon a run begins."""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from arena.asked import Asked
from arena.bench.figures import Figure
from arena.examples import folder_of
from arena.overview import status_of
from arena.record import Ending, Fixture, MatchRecord, foul_places
from arena.schedule import TABLES, agenda
from arena.season import Season, read_season
from arena.store import Store
from arena.tables import season_table
from arena.terms import settle_terms

_MATCHES = 100_000
_ENTRANTS = 40
_SEATS = 4
_CARELESS = ("bot 0", "bot 1", "bot 2")
"""Who fouls now and then, never in a row."""
_FOUL_EACH = 500
"""One in so many of their matches ends so."""
_MISSING = 1000


def measure(scale: float) -> Iterator[Figure]:
    """Seconds, at the scale of a tenth of a million matches unless `scale` is 10."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        season = _season(folder, deals=max(1, round(_MATCHES * scale / (TABLES * _SEATS))))
        with closing(Store(folder, write=True)) as store:
            settle_terms(season, store)
            matches = TABLES * _SEATS * season.schedule.deals - _MISSING
            store.add_many(map(_made_up, range(matches), islice(agenda(season).fixtures, matches)))
            what = f"of {matches} stored matches of {_ENTRANTS} entrants"
            budget = max(10.0 * matches / 1_000_000, 1.5)
            for words, part in (
                ("status", lambda: status_of(season, folder)),
                ("table", lambda: season_table(store)),
                ("start of a run", lambda: Asked(season, store)),
            ):
                yield Figure("season", f"{words} {what}", _seconds(part), "s", "at most", budget)


def _seconds(part: Callable[[], object]) -> float:
    started = time.perf_counter()
    part()
    return time.perf_counter() - started


def _season(folder: Path, deals: int) -> Season:
    """As many entrants as there are, all of them one example bot, at tables of four."""
    lines = ['name = "bench"', 'game = "hielenlikkers"', f"seats = {_SEATS}", "[schedule]"]
    lines += ['kind = "round-robin"', f"deals = {deals}"]
    for number in range(_ENTRANTS):
        lines += ["[[entrant]]", f'name = "bot {number}"', f'bot = "{folder_of("lukraak")}"']
    file = folder / "bench.toml"
    file.write_text("\n".join(lines))
    return read_season(file)


def _made_up(number: int, one: Fixture) -> MatchRecord:
    """A match with some result."""
    luck = number * 2654435761 % 2**32
    points = tuple(luck >> 6 * seat & 31 for seat in range(_SEATS))
    places = tuple(1 + sum(other > own for other in points) for own in points)
    ending = Ending("played")
    careless = [seat for seat, name in enumerate(one.entrants) if name in _CARELESS]
    if careless and number % _FOUL_EACH == 0:
        ending = Ending("late", careless[0], "no answer in time")
        points, places = (), foul_places(_SEATS, careless[0])
    counts, times = (21,) * _SEATS, (5.0,) * _SEATS
    host = f"host {luck % 3}"
    return MatchRecord(one, ending, points, places, counts, times, ended=1.8e9, host=host, delay_ms=times)

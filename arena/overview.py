"""The status of a season's folder: read from its store, and told as text."""

import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

from tabulate import tabulate

from arena.claim import claimant
from arena.deals import commitment, secret_of
from arena.ids import Ids
from arena.league import RUN
from arena.playing import Playing, playing
from arena.record import MatchRecord
from arena.season import Season
from arena.secret import COMMITMENT, revealed
from arena.status import Run, Standing, Status, status
from arena.store import Store, is_begun
from arena.terms import other_terms

_GRID = 12
"""Up to so many entrants the matches of every pair are shown as a grid."""
_LIST = 8
"""How many void matches are listed."""


def status_of(season: Season, folder: Path) -> Status:
    """The status of a season that is kept in this folder, or has not begun. Raises: StoreError."""
    if not is_begun(folder):
        return status(season, tuple)
    with closing(Store(folder)) as store:
        terms = other_terms(season, store) or _other_seed(season, store)
        last = store.meta(RUN)
        run = Run(**json.loads(last)) if last and claimant(folder) else None

        def records() -> Iterator[MatchRecord]:
            # On other terms there may have been another table, whose seats cannot be counted with these.
            sides = season.seating.sides
            own = (record for record in store.records() if record.fixture.stage == season.stage)
            return (record for record in own if record.fixture.sides == sides) if terms else own

        def played_now(finished: Ids) -> Iterable[Playing]:
            return playing(store, finished) if run else ()

        published = revealed(store) is not None
        return status(season, records, run, terms, playing=played_now, published=published)


def _other_seed(season: Season, store: Store) -> str:
    begun = store.meta(COMMITMENT)
    if season.seed is None or begun in (None, commitment(secret_of(season.seed))):
        return ""
    return "seed: the season began with another one"


def told(found: Status) -> str:
    """The status in one screen or two."""
    parts = [
        f"{found.name}: {found.kind}, {found.finished} matches finished, {found.missing} missing",
        _run(found),
        _listed("playing now", tuple(f"{one.id} ({', '.join(one.entrants)})" for one in found.playing)),
        _entrants(found),
    ]
    if len(found.entrants) <= _GRID:
        parts.append("matches against each other\n" + _pairs(found))
    parts += [
        _evenness(found),
        _void(found),
        _hosts(found),
        "" if found.other_terms else _listed("standing", found.standing),
        _next(found),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _run(found: Status) -> str:
    if found.run is None:
        return "no run is going"
    since = datetime.fromtimestamp(found.run.started).strftime("%Y-%m-%d %H:%M:%S")
    words = f"process {found.run.process} is playing since {since}"
    if found.rate is None or found.left is None:
        return words
    return words + f": {found.rate:.1f} matches/s, {found.left:.0f} s for what is known to be missing"


def _entrants(found: Status) -> str:
    seats = max((len(entrant.seats) for entrant in found.entrants), default=0)
    headings = ("entrant", "finished", "missing", *(f"seat {x}" for x in range(seats)), "delay ms", "fouls")
    rows = [_row(entrant, seats) for entrant in found.entrants]
    aligned = ("left", *["right"] * (3 + seats), "left")
    return tabulate(rows, headings, tablefmt="simple_outline", disable_numparse=True, colalign=aligned)


def _row(entrant: Standing, seats: int) -> tuple[str, ...]:
    counts = (*entrant.seats, *[0] * (seats - len(entrant.seats)))
    fouls = ", ".join(f"{count} {kind}" for kind, count in entrant.fouls.items())
    if entrant.benched:
        fouls += "; benched"
    delay = "" if entrant.delay_ms is None else f"{entrant.delay_ms:.2f}"
    return (entrant.name, str(entrant.finished), str(entrant.missing), *map(str, counts), delay, fouls)


def _pairs(found: Status) -> str:
    names = [entrant.name for entrant in found.entrants]
    met = {frozenset((one, other)): count for one, other, count in found.pairs}
    rows = [
        (name, *("" if name == other else str(met.get(frozenset((name, other)), 0)) for other in names))
        for name in names
    ]
    aligned = ("left", *["right"] * len(names))
    return tabulate(rows, ("", *names), tablefmt="simple_outline", disable_numparse=True, colalign=aligned)


def _evenness(found: Status) -> str:
    if found.even_pairs is None or found.even_seats is None:
        return ""
    return (
        f"when all known matches are played: {_span(found.even_pairs)} of any two against each other,"
        f" {_span(found.even_seats)} of anyone in any seat"
    )


def _span(least_most: tuple[int, int]) -> str:
    least, most = least_most
    return f"{least} matches" if least == most else f"{least} to {most} matches"


def _void(found: Status) -> str:
    lines = []
    if found.beyond:
        lines.append(
            f"finished beside these, and not counted, as somebody in them was benched before: {found.beyond}"
        )
    if found.half_played:
        lines.append(f"deals that lack some of their seatings: {found.half_played}")
    if found.half_finished:
        lines.append(f"  matches finished on them, which do not count: {found.half_finished}")
    if found.void:
        lines.append(f"void, and played again by the next run: {len(found.void)}")
    for void in found.void[:_LIST]:
        reason = (void.detail.strip().splitlines() or ["no reason known"])[-1]
        lines.append(f"  {void.id} ({', '.join(void.entrants)}): {reason}")
    if len(found.void) > _LIST:
        lines.append(f"  and {len(found.void) - _LIST} more")
    return "\n".join(lines)


def _hosts(found: Status) -> str:
    return "\n".join(
        f"{host.name}: {host.by_time} fouls by time in {host.matches} matches, where {host.expected} were"
        f" expected of the same bots; to play them again: arena void RESULTS/SEASON --host {host.name}"
        for host in found.odd_hosts
    )


def _next(found: Status) -> str:
    if found.other_terms:
        return f"next: nothing, as the stored matches were played on other terms ({found.other_terms})"
    if not found.missing:
        return "next: nothing, all is played" + "; the secret is published" * found.published
    if found.published:
        return "next: nothing, as the season's secret is published: no more of it can be played"
    return _listed("next", found.next)


def _listed(title: str, lines: tuple[str, ...]) -> str:
    return "\n".join([f"{title}:", *(f"  {line}" for line in lines)]) if lines else ""

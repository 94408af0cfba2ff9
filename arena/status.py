"""How a season stands: what is done, running and missing, how even it is, what comes next and why."""

import time
from collections import Counter
from collections.abc import Container, Iterable

from msgspec import Struct

from arena.benched import Bench
from arena.record import FOULS, MatchRecord
from arena.schedule import Balance, Begun, Records, Seated, agenda
from arena.season import Season


class Run(Struct, frozen=True):
    """A run that is going: its process, when it began (seconds since 1970), what was finished then."""

    process: int
    started: float
    finished: int


class Void(Struct, frozen=True):
    """A match that the next run plays again, with the reason."""

    id: str
    entrants: tuple[str, ...]
    detail: str


class Standing(Struct, frozen=True):
    """One entrant: matches finished and known to be missing; finished ones in each seat; fouls by kind."""

    name: str
    finished: int
    missing: int
    seats: tuple[int, ...]
    fouls: dict[str, int]
    benched: bool = False
    """Whether its other matches are not played, as it fouled too often in a row."""


class Status(Struct, frozen=True):
    """How a season stands.

    `rate` is in matches a second and `left` in seconds, both None while they are not known. `pairs` are
    finished matches of opponents. `even_pairs` and `even_seats` are the fewest and the most matches of
    any two opponents and of any entrant in any seat once all known fixtures are played.
    """

    name: str
    kind: str
    finished: int
    missing: int
    half_played: int
    """Deals that lack some of their seatings."""
    run: Run | None
    rate: float | None
    left: float | None
    entrants: tuple[Standing, ...]
    pairs: tuple[tuple[str, str, int], ...]
    even_pairs: tuple[int, int] | None
    even_seats: tuple[int, int] | None
    void: tuple[Void, ...]
    next: tuple[str, ...]
    standing: tuple[str, ...]
    other_terms: str
    """In what the file differs from the terms of the stored matches; empty: in nothing that counts."""


class _Stored:
    """What the records say."""

    def __init__(self, records: Iterable[MatchRecord], seatings: str) -> None:
        self.begun = Begun(seatings)
        self.finished: set[str] = set()
        self.seated = Seated()
        self.fouls: Counter[tuple[str, str]] = Counter()
        self.void: list[Void] = []
        for record in records:
            one, ending = record.fixture, record.ending
            self.begun.add(record)
            if ending.kind == "void":
                self.void.append(Void(one.id, one.entrants, ending.detail))
                continue
            self.finished.add(one.id)
            self.seated.add(one)
            if ending.seat is not None:
                self.fouls[one.entrants[ending.seat], ending.kind] += 1


def status(
    season: Season, records: Records, run: Run | None = None, other_terms: str = "", now: float | None = None
) -> Status:
    """The status by the records. `now` is in seconds since 1970; None: the clock's."""
    stored = _Stored(records(), season.schedule.seatings)
    known = agenda(season, records)
    fixtures = list(known.fixtures)
    bench = Bench(season, fixtures, records())
    missing = [one for one in fixtures if one.id not in stored.finished and bench.wants(one)]
    names = [entrant.name for entrant in season.entrants]
    done = stored.seated.balance(names)
    for one in missing:
        stored.seated.add(one)
    every = stored.seated.balance(names)
    rate = _rate(run, len(stored.finished), time.time() if now is None else now)
    return Status(
        name=season.name,
        kind=season.schedule.kind,
        finished=len(stored.finished),
        missing=len(missing),
        half_played=len(stored.begun.half_played()),
        run=run,
        rate=rate,
        left=len(missing) / rate if rate else None,
        entrants=tuple(_standings(done, every, stored.fouls, bench.names.keys())),
        pairs=tuple((one, other, count) for (one, other), count in done.pairs.items()),
        even_pairs=every.spread_of_pairs() if any(every.pairs.values()) else None,
        even_seats=every.spread_of_seats() if any(every.pairs.values()) else None,
        void=tuple(stored.void),
        next=known.next if missing else (),
        standing=known.standing,
        other_terms=other_terms,
    )


def _standings(
    done: Balance, every: Balance, fouls: Counter[tuple[str, str]], benched: Container[str]
) -> Iterable[Standing]:
    for name in every.names:
        yield Standing(
            name=name,
            finished=done.matches.get(name, 0),
            missing=every.matches[name] - done.matches.get(name, 0),
            seats=done.seats.get(name, ()),
            fouls={kind: fouls[name, kind] for kind in FOULS if fouls[name, kind]},
            benched=name in benched,
        )


def _rate(run: Run | None, finished: int, now: float) -> float | None:
    """Matches a second of the run that is going; None too when the clock was set back since it began."""
    if run is None or now <= run.started or finished <= run.finished:
        return None
    return (finished - run.finished) / (now - run.started)

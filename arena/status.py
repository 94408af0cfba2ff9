"""How a season stands: what is done, running and missing, how even it is, what comes next and why."""

import time
from collections import Counter
from collections.abc import Container, Iterable

from msgspec import Struct

from arena.benched import Bench
from arena.hosts import Host, Hosts
from arena.ids import Ids
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
    delay_ms: float | None = None
    """Mean ms a decision that were not its own: the arena's and the machine's share; None: not known."""


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
    beyond: int
    """Finished matches that do not count, as somebody in them was benched before; not in `finished`."""
    half_played: int
    """Deals that lack some of their seatings."""
    half_finished: int
    """Finished matches on these deals, none of which counts; 0 where half deals count."""
    run: Run | None
    rate: float | None
    left: float | None
    entrants: tuple[Standing, ...]
    pairs: tuple[tuple[str, str, int], ...]
    even_pairs: tuple[int, int] | None
    even_seats: tuple[int, int] | None
    void: tuple[Void, ...]
    odd_hosts: tuple[Host, ...]
    """Machines on which bots foul by time more often than the same bots do elsewhere."""
    next: tuple[str, ...]
    standing: tuple[str, ...]
    other_terms: str
    """In what the file differs from the terms of the stored matches; empty: in nothing that counts."""


class _Stored:
    """What the records say."""

    def __init__(
        self, records: Iterable[MatchRecord], seatings: str, beyond: Container[str] = frozenset()
    ) -> None:
        """Of records that are `beyond` a bench nothing is taken but how many there are."""
        self.beyond = 0
        self.on_deal: Counter[int] = Counter()
        self.begun = Begun(seatings)
        self.finished = Ids()
        self.not_played: list[MatchRecord] = []
        self.hosts = Hosts()
        self.seated = Seated()
        self.fouls: Counter[tuple[str, str]] = Counter()
        self.delays: dict[str, float] = {}
        self.decisions: Counter[str] = Counter()
        self.void: list[Void] = []
        for record in records:
            one, ending = record.fixture, record.ending
            if one.id in beyond:
                self.beyond += ending.kind != "void"
                continue
            self.begun.add(record)
            self.hosts.add(record)
            if ending.kind != "played":
                self.not_played.append(record)
            if ending.kind == "void":
                self.void.append(Void(one.id, one.entrants, ending.detail))
                continue
            self.finished.add(one.id)
            self.on_deal[one.deal] += 1
            self.seated.add(one)
            if ending.seat is not None:
                self.fouls[one.entrants[ending.seat], ending.kind] += 1
            for name, delay, made in zip(one.entrants, record.delay_ms, record.decisions, strict=False):
                self.delays[name] = self.delays.get(name, 0.0) + delay
                self.decisions[name] += made

    def delay_ms(self, name: str) -> float | None:
        """Mean ms a decision of an entrant."""
        made = self.decisions[name]
        return round(self.delays[name] / made, 3) if made else None


def status(
    season: Season, records: Records, run: Run | None = None, other_terms: str = "", now: float | None = None
) -> Status:
    """The status by the records. `now` is in seconds since 1970; None: the clock's."""
    stored = _Stored(records(), season.schedule.seatings)
    known = agenda(season, records)
    bench = Bench(season, known.fixtures, stored.not_played, stored.finished)
    if bench.beyond:
        stored = _Stored(records(), season.schedule.seatings, bench.beyond)
    half = stored.begun.half_played()
    names = [entrant.name for entrant in season.entrants]
    done = stored.seated.balance(names)
    missing = 0
    for one in known.fixtures:
        if one.id not in stored.finished and bench.wants(one):
            missing += 1
            stored.seated.add(one)
    every = stored.seated.balance(names)
    rate = _rate(run, len(stored.finished) + stored.beyond, time.time() if now is None else now)
    return Status(
        name=season.name,
        kind=season.schedule.kind,
        finished=len(stored.finished),
        missing=missing,
        beyond=stored.beyond,
        half_played=len(half),
        half_finished=sum(stored.on_deal[deal] for deal in half) if season.schedule.whole_deals else 0,
        run=run,
        rate=rate,
        left=missing / rate if rate else None,
        entrants=tuple(_standings(done, every, stored, bench.names.keys())),
        pairs=tuple((one, other, count) for (one, other), count in done.pairs.items()),
        even_pairs=every.spread_of_pairs() if any(every.pairs.values()) else None,
        even_seats=every.spread_of_seats() if any(every.pairs.values()) else None,
        void=tuple(stored.void),
        odd_hosts=tuple(host for host in stored.hosts.found() if host.odd),
        next=known.next if missing else (),
        standing=known.standing,
        other_terms=other_terms,
    )


def _standings(done: Balance, every: Balance, stored: _Stored, benched: Container[str]) -> Iterable[Standing]:
    for name in every.names:
        yield Standing(
            name=name,
            finished=done.matches.get(name, 0),
            missing=every.matches[name] - done.matches.get(name, 0),
            seats=done.seats.get(name, ()),
            fouls={kind: stored.fouls[name, kind] for kind in FOULS if stored.fouls[name, kind]},
            benched=name in benched,
            delay_ms=stored.delay_ms(name),
        )


def _rate(run: Run | None, finished: int, now: float) -> float | None:
    """Matches a second of the run that is going; None too when the clock was set back since it began."""
    if run is None or now <= run.started or finished <= run.finished:
        return None
    return (finished - run.finished) / (now - run.started)

"""How a season stands: what is done, running and missing, how even it is, what comes next and why."""

import struct
import time
from array import array
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator

import numpy as np
from msgspec import Struct

from arena.benched import Bench
from arena.hosts import Host, Hosts
from arena.ids import Ids
from arena.playing import Playing
from arena.record import FOULS, MatchRecord
from arena.schedule import Balance, Begun, Records, Seated, Spread, agenda
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
    """Deals that were played in some of their seatings, and lack others."""
    half_finished: int
    """Finished matches on these deals, none of which counts; 0 where half deals count."""
    run: Run | None
    rate: float | None
    left: float | None
    entrants: tuple[Standing, ...]
    pairs: tuple[tuple[str, str, int], ...]
    even_pairs: tuple[int, int] | None
    even_seats: tuple[int, int] | None
    playing: tuple[Playing, ...]
    """What a run on this machine plays right now."""
    void: tuple[Void, ...]
    odd_hosts: tuple[Host, ...]
    """Machines on which bots foul by time more often than the same bots do elsewhere."""
    next: tuple[str, ...]
    standing: tuple[str, ...]
    other_terms: str
    """In what the file differs from the terms of the stored matches; empty: in nothing that counts."""
    published: bool
    """Whether its secret is: no more of it can be played."""


class _Stored:
    """What the records say. Of each match its own row of numbers is kept, to be added up at the end."""

    def __init__(
        self, season: Season, records: Iterable[MatchRecord], beyond: Container[str] = frozenset()
    ) -> None:
        """Of records that are `beyond` a bench nothing is taken but how many there are."""
        self.beyond = 0
        self.begun = Begun(season.schedule.seatings)
        self.not_played: list[MatchRecord] = []
        self.hosts = Hosts()
        self.seated = Seated(season.seating.sides)
        self.fouls: Counter[tuple[str, str]] = Counter()
        self.void: list[Void] = []
        self._host_numbers: dict[str, int] = {}
        self._host = array("i")
        self._delay_ms, self._decisions = array("d"), array("i")
        self.finished = Ids(record.fixture.id for record in self._finished(records, beyond))
        self._count_hosts()
        self.delay_ms = dict(self._mean_delays())

    def _finished(self, records: Iterable[MatchRecord], beyond: Container[str]) -> Iterator[MatchRecord]:
        """Those of the records that are finished, each when it is counted."""
        numbers, seats = self._host_numbers, len(self.seated.sides)
        packed_ms, packed = struct.Struct(f"={seats}d").pack, struct.Struct(f"={seats}i").pack
        no_ms, no_decisions = packed_ms(*(0,) * seats), packed(*(0,) * seats)
        for record in records:
            one, ending = record.fixture, record.ending
            if one.id in beyond:
                self.beyond += ending.kind != "void"
                continue
            self.begun.add(record)
            if ending.kind != "played":
                self._not_played(record)
                if ending.kind == "void":
                    continue
            self.seated.add(one.entrants)
            self._host.append(numbers.setdefault(record.host, len(numbers)))
            delay_ms = record.delay_ms
            self._delay_ms.frombytes(packed_ms(*delay_ms) if delay_ms else no_ms)
            self._decisions.frombytes(packed(*record.decisions) if delay_ms else no_decisions)
            yield record

    def _not_played(self, record: MatchRecord) -> None:
        one, ending = record.fixture, record.ending
        self.not_played.append(record)
        self.hosts.add_foul(record)
        if ending.kind == "void":
            self.void.append(Void(one.id, one.entrants, ending.detail))
        elif ending.seat is not None:
            self.fouls[one.entrants[ending.seat], ending.kind] += 1

    def suspects(self, count: int) -> set[str]:
        """Who fouled so often, in a row or not."""
        by_name: Counter[str] = Counter()
        for (name, _), fouls in self.fouls.items():
            by_name[name] += fouls
        return {name for name, fouls in by_name.items() if fouls >= count}

    def _count_hosts(self) -> None:
        who, once, names = self.seated.who(), self.seated.once(), self.seated.names
        for name, number in self._host_numbers.items():
            here = np.frombuffer(self._host, np.int32) == number
            by_bot = np.bincount(who[once & here[:, None]], minlength=len(names)).tolist()
            self.hosts.add_matches(name, int(here.sum()), dict(zip(names, by_bot, strict=True)))

    def _mean_delays(self) -> Iterator[tuple[str, float]]:
        """Of each entrant the mean ms a decision, where it is known."""
        who, count = self.seated.who().ravel(), len(self.seated.names)
        delays = np.bincount(who, np.frombuffer(self._delay_ms), count).tolist()
        decisions = np.bincount(who, np.frombuffer(self._decisions, np.int32), count).tolist()
        for name, delay_ms, made in zip(self.seated.names, delays, decisions, strict=True):
            if made:
                yield name, round(delay_ms / made, 3)


def status(
    season: Season,
    records: Records,
    run: Run | None = None,
    other_terms: str = "",
    now: float | None = None,
    playing: Callable[[Ids], Iterable[Playing]] = lambda finished: (),
    published: bool = False,
) -> Status:
    """The status by the records. `now` is in seconds since 1970; None: the clock's. `playing` says what a
    run plays, when it is told what is finished."""
    stored = _Stored(season, records())
    known = agenda(season, records)
    half, whole = stored.begun.half_and_whole()
    order = known.fixtures
    if isinstance(order, Spread) and not other_terms:
        # Deals that are whole tell nothing of what is missing, nor of the bench but where a suspect is.
        order = order.without(whole, stored.suspects(season.bench_after))
    bench = Bench(season, order, stored.not_played, stored.finished)
    left = Counter(one.entrants for one, over in bench.looked() if not over)
    if bench.beyond:
        stored = _Stored(season, records(), bench.beyond)
        half = stored.begun.half_played()
    half = {deal: count for deal, count in half.items() if count}
    names = [entrant.name for entrant in season.entrants]
    done = stored.seated.balance(names)
    missing = 0
    for entrants, count in left.items():
        if bench.names.keys().isdisjoint(entrants):
            missing += count
            stored.seated.add(entrants, count)
    every = stored.seated.balance(names)
    rate = _rate(run, len(stored.finished) + stored.beyond, time.time() if now is None else now)
    return Status(
        name=season.name,
        kind=season.schedule.kind,
        finished=len(stored.finished),
        missing=missing,
        beyond=stored.beyond,
        half_played=len(half),
        half_finished=sum(half.values()) if season.schedule.whole_deals else 0,
        run=run,
        rate=rate,
        left=missing / rate if rate else None,
        entrants=tuple(_standings(done, every, stored, bench.names.keys())),
        pairs=tuple((one, other, count) for (one, other), count in done.pairs.items()),
        even_pairs=every.spread_of_pairs() if any(every.pairs.values()) else None,
        even_seats=every.spread_of_seats() if any(every.pairs.values()) else None,
        playing=tuple(playing(stored.finished)),
        void=tuple(stored.void),
        odd_hosts=tuple(host for host in stored.hosts.found() if host.odd),
        next=known.next if missing else (),
        standing=known.standing,
        other_terms=other_terms,
        published=published,
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
            delay_ms=stored.delay_ms.get(name),
        )


def _rate(run: Run | None, finished: int, now: float) -> float | None:
    """Matches a second of the run that is going; None too when the clock was set back since it began."""
    if run is None or now <= run.started or finished <= run.finished:
        return None
    return (finished - run.finished) / (now - run.started)

"""What a season's schedule asks for that is not played yet; told bit by bit, for seasons of any size."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, dropwhile, islice

from arena.benched import KINDS, Bench
from arena.ids import Ids, looked_up
from arena.record import Fixture, MatchRecord, Sitting
from arena.schedule import Agenda, agenda, sittings
from arena.season import Season
from arena.shard import Shard
from arena.store import Store

WAVE = 20_000
"""How many fixtures are looked at together to be put into sittings."""


class Asked:
    """The fixtures to be played, as results come in; without the matches of those who sit out.

    Held are ids of what is over and one wave of fixtures, never all of them.
    """

    def __init__(self, season: Season, store: Store, shard: Shard | None = None, over: Iterable[str] = ()):
        """`over`: what need not be played beside what is finished in the store."""
        self._season, self._store, self._shard = season, store, shard
        self._over = store.finished()
        self._elsewhere = Ids(over)
        self._void = Ids()
        known = self._ask()
        self._complete = known.complete
        records = store.not_played() if season.schedule.kind in KINDS else ()
        self._bench = Bench(season, known.fixtures, records, self._over)
        self._first: list[Fixture] = []
        self._last: Fixture | None = None
        """The last of the first wave, whether it is to be played or not; None: there is no further one."""
        self.missing = 0
        """How many there were to play when this was asked last."""
        self._look()

    @property
    def finished(self) -> int:
        """How many matches are finished in the store, whoever asked for them."""
        return len(self._over)

    def sittings(self) -> Iterator[Sitting]:
        """What is to be played now, in sittings; put together as they are wanted."""
        further = self._open(self._last) if self._last else ()
        everything = chain(self._first, further)
        self._first = []
        while wave := list(islice(everything, WAVE)):
            yield from sittings(wave, self._season.processes)

    def more(self) -> bool:
        """Ask the schedule again, all that was given being over: whether that brings anything new."""
        if self._complete:
            return False
        known = self._ask()
        self._bench.order, self._complete = known.fixtures, known.complete
        self._look()
        return self.missing > 0

    def saw(self, record: MatchRecord) -> None:
        """A match is stored. A void one is played by the next run, or this one might not end."""
        self._bench.saw(record)
        (self._void if record.ending.kind == "void" else self._over).add(record.fixture.id)

    def wants(self, fixture: Fixture) -> bool:
        """Whether it is still to be started."""
        return self._bench.wants(fixture)

    def unplayed(self) -> int:
        """How many matches are missing now, void ones among them."""
        known = looked_up(self._known(), self._over, self._elsewhere)
        return sum(1 for one, over in known if not over and self.wants(one))

    def benched(self) -> dict[str, list[str]]:
        """The names of those who sit out, and the ids of matches that came after that."""
        return {"names": sorted(self._bench.names), "beyond": sorted(self._bench.beyond)}

    def _ask(self) -> Agenda:
        stage = self._season.stage
        return agenda(
            self._season, lambda: (one for one in self._store.records() if one.fixture.stage == stage)
        )

    def _known(self) -> Iterator[Fixture]:
        """All that the schedule asks for, of this shard."""
        return filter(self._takes, self._bench.order)

    def _takes(self, one: Fixture) -> bool:
        return self._shard is None or self._shard.takes(one)

    def _open(self, after: Fixture) -> Iterator[Fixture]:
        """What comes after that one in the order of the schedule, and is neither over nor void by now."""
        known = islice(dropwhile(lambda one: one.id != after.id, self._known()), 1, None)
        for one, over in looked_up(known, self._over, self._void, self._elsewhere):
            if not over and self.wants(one):
                yield one

    def _look(self) -> None:
        """Count what is open, and keep the first wave of it."""
        left = (one for one, over in self._bench.looked() if not over and self._takes(one))
        open_ = (one for one, over in looked_up(left, self._void, self._elsewhere) if not over)
        first = list(islice(open_, WAVE))
        further = Counter(one.entrants for one in open_)
        # Only when all were gone through it is known who sits out.
        self._first = list(filter(self.wants, first))
        out = self._bench.names.keys()
        more = sum(count for entrants, count in further.items() if out.isdisjoint(entrants))
        self.missing = len(self._first) + more
        self._last = first[-1] if more else None

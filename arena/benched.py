"""The bench: who fouled so often in a row that his remaining matches are not started.

It follows from the records alone, taken in the order of the schedule and not in that in which workers
finish them: the same matches count whatever the number of workers, and after a stop.
"""

import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from math import inf

from arena.ids import Ids, looked_up
from arena.record import Fixture, MatchRecord
from arena.season import Season

KINDS = ("round-robin", "gauntlet")
"""The schedules that have a bench: those that are known in advance. In the others every match is played,
since who meets whom next follows from it."""

_REST = 20
"""How long there is no look after one, as a multiple of what it took. What counts does not depend on it."""


class Bench:
    """Who sits out, by the matches finished so far."""

    def __init__(
        self,
        season: Season,
        order: Iterable[Fixture],
        records: Iterable[MatchRecord],
        finished: Ids | None = None,
    ) -> None:
        """`order`: all fixtures of the season, as the schedule has them; it is gone through again and again,
        and replaced when the schedule has more.

        Of matches that are in `finished` there need not be a record, unless somebody fouled.
        """
        self._after = season.bench_after
        self.order = order
        self._sits = season.schedule.kind in KINDS
        self._finished = Ids()
        self._before = Ids() if finished is None else finished
        self._blamed: dict[str, str] = {}
        self._void: set[str] = set()
        self._fouls: Counter[str] = Counter()
        self._stale = True
        self._out: dict[str, str] = {}
        self._beyond: set[str] = set()
        self._rest_until = -inf
        for record in records:
            self.saw(record)

    def saw(self, record: MatchRecord) -> None:
        """Take in a finished match."""
        one = record.fixture
        if record.ending.kind == "void":
            self._void.add(one.id)
            return
        self._void.discard(one.id)
        self._finished.add(one.id)
        if record.blamed is not None:
            self._blamed[one.id] = record.blamed
            self._fouls[record.blamed] += 1
        # Nobody new can be out before he has fouled often enough; a look at all is not cheap.
        self._stale |= any(
            count >= self._after and name not in self._out
            for name, count in self._fouls.items()
            if name in one.entrants
        )

    def wants(self, fixture: Fixture) -> bool:
        """Whether a match is to be started: nobody in it sits out, as far as was looked."""
        if self._stale and time.monotonic() >= self._rest_until:
            self._look()
        return self._out.keys().isdisjoint(fixture.entrants)

    @property
    def names(self) -> dict[str, str]:
        """Who sits out, each with the id of the match that was one foul too many."""
        if self._stale:
            self._look()
        return self._out

    @property
    def beyond(self) -> set[str]:
        """The ids of all matches that come after somebody in them was out; some may have been played."""
        if self._stale:
            self._look()
        return self._beyond

    def looked(self) -> Iterator[tuple[Fixture, bool]]:
        """Every fixture with whether it is finished. Who sits out is known once all are gone through."""
        self._stale = False
        self._out, self._beyond = {}, set()
        row: Counter[str] = Counter()
        unknown: set[str] = set()
        suspects = self._suspects()
        for one, over in looked_up(self.order, self._finished, self._before):
            # Nearly always: nobody is in a row of fouls, or out, and nobody fouled here.
            if over and not row and one.id not in self._blamed and not self._out:
                yield one, True
                continue
            if names := suspects.intersection(one.entrants):
                if not self._out.keys().isdisjoint(names):
                    self._beyond.add(one.id)
                elif over:
                    self._count(one, names - unknown, row)
                elif one.id not in self._void:
                    unknown |= names
            yield one, over

    def _look(self) -> None:
        """Go through the schedule, if somebody may be out."""
        began = time.monotonic()
        self._stale = False
        if self._suspects():
            deque(self.looked(), maxlen=0)
        # Of a season of a million matches a look takes seconds: looking must not be all that a run does.
        self._rest_until = time.monotonic() + _REST * (time.monotonic() - began)

    def _suspects(self) -> set[str]:
        """Who fouled often enough."""
        if not self._sits:
            return set()
        return {name for name, count in self._fouls.items() if count >= self._after}

    def _count(self, one: Fixture, names: set[str], row: Counter[str]) -> None:
        """An entrant's fouls count in a row as far as his matches are known."""
        blamed = self._blamed.get(one.id)
        if blamed is not None and blamed in names:
            row[blamed] += 1
            if row[blamed] >= self._after:
                self._out[blamed] = one.id
        for name in row.keys() & names if row else ():
            if name != blamed:
                del row[name]

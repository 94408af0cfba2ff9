"""Ladder: open-ended; the next table is always the one that tells most about who is how strong."""

from array import array
from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np

from arena.ratings import MEAN
from arena.record import Fixture, MatchRecord
from arena.schedule.evidence import Evidence, evidence
from arena.schedule.insight import Insight
from arena.schedule.known import Agenda
from arena.schedule.meeting import Meeting, meetings
from arena.schedule.whole import Begun, Records, fixtures_on
from arena.season import Season
from arena.tally import Tally

GROWTH = 0.1
"""In a step everyone plays about this part of what he who played least has played, at least one table:
small steps while little is known, and few steps in all however long the ladder runs."""
_LINES = 8
"""How many tables are told of."""


def ladder(season: Season, records: Records) -> Agenda:
    """The step that is under way, or the deals of earlier ones that are not played in all seatings.

    The number of the step stands in each fixture as its round. A step follows from all records of earlier
    rounds, so that a stop in the middle of it does not change it, nor do matches of earlier rounds that are
    void by now: it waits for them. Matches of other schedules are round 0.
    """
    seen = _Seen(season, records())
    number = seen.round or 1
    half = fixtures_on(records(), seen.half, season.schedule.seatings) if seen.half else []
    half = [one for one in half if seen.entrants.issuperset(one.entrants)]
    if earlier := [one for one in half if one.round < number]:
        return Agenda(earlier, (_half_words(earlier),))
    step = _Step(season, seen, number)
    deals = {one.deal for one in step.fixtures}
    # Of the same round: its step was drawn for other entrants.
    if others := [one for one in half if one.deal not in deals]:
        return Agenda([*others, *step.fixtures], (_half_words(others), *step.words))
    if step.finished:
        step = _Step(season, seen, number + 1)
    return Agenda(step.fixtures, step.words)


def _half_words(half: list[Fixture]) -> str:
    return f"deals of earlier steps not yet played in all seatings: {len({one.deal for one in half})}"


class _Seen:
    """What one look at all records tells: they may be very many."""

    def __init__(self, season: Season, records: Iterable[MatchRecord]) -> None:
        self.entrants = {entrant.name for entrant in season.entrants}
        self.round = 0
        """The last one of which there is a match."""
        self.finished: set[str] = set()
        """The ids of its matches that are."""
        self._tally = Tally(entrant.name for entrant in season.entrants)
        self._deals, self._rounds = array("q"), array("q")
        begun = Begun(season.schedule.seatings)
        for record in records:
            one = record.fixture
            self._tally.add(record)
            begun.add(record)
            self._deals.append(one.deal)
            self._rounds.append(one.round)
            if one.round > self.round:
                self.round = one.round
                self.finished.clear()
            if one.round == self.round and record.ending.kind != "void":
                self.finished.add(one.id)
        self.half = begun.half_played()

    def before(self, number: int) -> tuple[set[int], Evidence]:
        """The deals of earlier rounds than this, and what these say. No deal is of two rounds."""
        deals, earlier = np.array(self._deals), np.array(self._rounds) < number
        self._tally.leave_out(np.unique(deals[~earlier]))
        return set(np.unique(deals[earlier]).tolist()), evidence(self._tally)


class _Step:
    """The tables that follow from the records of earlier rounds, and their fixtures."""

    def __init__(self, season: Season, seen: _Seen, number: int) -> None:
        self._season, self._number = season, number
        self.fixtures: list[Fixture] = []
        self._deals, self._known = seen.before(number)
        lines = self._fill()
        title = f"step {number}, {len(lines)} tables, each the one that tells most"
        self.words = (title, *lines[:_LINES]) if lines else ()
        self.finished = all(one.id in seen.finished for one in self.fixtures)

    def _fill(self) -> list[str]:
        """Choose the tables of the step; a line on each."""
        known, size = self._known, self._season.table_size
        spots = {name: spot for spot, name in enumerate(known.names)}
        entrants = {spots[entrant.name]: entrant for entrant in self._season.entrants}
        here = sorted(entrants)
        limit = self._season.schedule.until_error
        unsettled = [spot for spot in here if not known.settled(spot, limit)]
        if not unsettled:
            return []
        insight = _insight(known)
        # Of every match's weight of 1 each pair has an equal part.
        weight = 2 * self._season.schedule.deals * self._season.seating.seats / (size * (size - 1))
        at_table: dict[tuple[int, ...], list[tuple[Meeting, Iterator[int]]]] = {}
        lines = []
        for _ in range(self._count([int(known.deals[spot]) for spot in here])):
            table = insight.telling(unsettled, here, size, weight)
            insight.plan(table, weight)
            key = tuple(sorted(table))
            if key not in at_table:
                those = meetings(self._season, [entrants[spot] for spot in key])
                at_table[key] = [(meeting, meeting.fresh(self._deals)) for meeting in those]
            self._play(at_table[key])
            lines.append(self._line(table))
        return lines

    def _count(self, deals: list[int]) -> int:
        """How many tables there are in this step, by how many deals everyone has played."""
        size, each = self._season.table_size, self._season.schedule.deals
        return max(-(-len(deals) // size), int(GROWTH * len(deals) * min(deals) / (size * each)))

    def _play(self, those: list[tuple[Meeting, Iterator[int]]]) -> None:
        for meeting, fresh in those:
            indices = list(islice(fresh, meeting.deals))
            self._deals.update(map(meeting.number, indices))
            self.fixtures += meeting.fixtures(indices, self._number)

    def _line(self, table: list[int]) -> str:
        first, *others = (self._known.names[spot] for spot in table)
        error = self._known.ratings[table[0]].error
        known = "no error known yet" if error is None else f"± {error:.0f}"
        return f"{first} ({known}), the least certain, with {', '.join(others)}"


def _insight(known: Evidence) -> Insight:
    elo = [MEAN if rating.elo is None else rating.elo for rating in known.ratings]
    return Insight(np.array(elo), known.weight)

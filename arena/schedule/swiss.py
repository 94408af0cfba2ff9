"""Swiss: a fixed number of rounds, each paired by the standing after the ones before."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import chain, combinations

from msgspec import Struct

from arena.record import Fixture, MatchRecord
from arena.schedule.draw import drawn
from arena.schedule.known import Agenda
from arena.schedule.meeting import meetings
from arena.schedule.results import Results
from arena.season import Season

BYE = Fraction(1, 2)
"""What a bye is worth: as much as a drawn round, so that it neither helps nor harms."""


def swiss(season: Season, records: Iterable[MatchRecord]) -> Agenda:
    """A round is worth to an entrant what share of it he won, from 0 to 1. Equals stand as in the file."""
    results, played = Results(records), _Played(season)
    rounds = season.schedule.rounds or 1
    fixtures: list[Fixture] = []
    for number in range(1, rounds + 1):
        draw = played.drawn(number)
        here = played.fixtures(draw, number)
        fixtures += here
        if not results.finished(here):
            words = played.words(draw, f"round {number} of {rounds}")
            return Agenda(fixtures, words, number == rounds, played.standing(number))
        played.add(draw, results.shares(here))
    return Agenda(fixtures, (), True, played.standing(rounds))


class _Round(Struct, frozen=True):
    """Who sits together in a round, who has a bye, and how many pairs meet more than they must; all by the
    place in the season's file."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    repeats: int


class _Played:
    """The rounds so far: scores, who met whom, who had a bye; by the place in the season's file."""

    def __init__(self, season: Season) -> None:
        self._season = season
        self._names = [entrant.name for entrant in season.entrants]
        count = len(season.entrants)
        self._score = [Fraction(0)] * count
        self._byes = [0] * count
        self._met = [[0] * count for _ in range(count)]
        self._tables: Counter[tuple[int, ...]] = Counter()

    def order(self) -> list[int]:
        """The standing, the best first."""
        return sorted(range(len(self._score)), key=lambda spot: (-self._score[spot], spot))

    def drawn(self, number: int) -> _Round:
        """The round, of those who have not withdrawn."""
        field = [spot for spot in self.order() if not self._has_left(spot, number)]
        met = [[self._met[one][other] for other in field] for one in field]
        draw = drawn(met, [self._byes[spot] for spot in field], self._season.table_size)
        tables = tuple(tuple(field[person] for person in table) for table in draw.tables)
        return _Round(tables, tuple(field[person] for person in draw.byes), draw.repeats)

    def fixtures(self, draw: _Round, number: int) -> list[Fixture]:
        """The fixtures of a round. A table that sat together before goes on with its next deals."""
        found: list[Fixture] = []
        for table in draw.tables:
            before = self._tables[tuple(sorted(table))]
            for meeting in meetings(self._season, [self._season.entrants[spot] for spot in table]):
                indices = range(before * meeting.deals, (before + 1) * meeting.deals)
                found += meeting.fixtures(indices, number)
        return found

    def add(self, draw: _Round, shares: dict[str, Fraction]) -> None:
        """Take in a round that is over."""
        for spot in (*draw.byes, *chain.from_iterable(draw.tables)):
            self._score[spot] += shares.get(self._names[spot], BYE)
        for table in draw.tables:
            self._tables[tuple(sorted(table))] += 1
            for one, other in combinations(table, 2):
                self._met[one][other] += 1
                self._met[other][one] += 1
        for spot in draw.byes:
            self._byes[spot] += 1

    def words(self, draw: _Round, round: str) -> tuple[str, ...]:
        """The round that comes next, and why these meet."""
        tables = [" - ".join(self._scored(spot) for spot in table) for table in draw.tables]
        lines = [f"{round}, paired by standing: {'; '.join(tables)}"]
        if draw.byes:
            names = ", ".join(self._names[spot] for spot in draw.byes)
            lines.append(f"bye: {names}, of those who had the fewest byes the lowest")
        if draw.repeats:
            lines.append(
                f"no pairing without a repeat is left: {draw.repeats} pairs meet again before others do"
            )
        return tuple(lines)

    def standing(self, number: int) -> tuple[str, ...]:
        """Name, score and byes, the best first; who has left before this round is marked."""
        return tuple(
            self._scored(spot)
            + f", byes: {self._byes[spot]}" * bool(self._byes[spot])
            + ", withdrawn" * self._has_left(spot, number)
            for spot in self.order()
        )

    def _has_left(self, spot: int, number: int) -> bool:
        first_without = self._season.schedule.withdrawn.get(self._names[spot])
        return first_without is not None and first_without <= number

    def _scored(self, spot: int) -> str:
        return f"{self._names[spot]} ({float(self._score[spot]):.3g})"

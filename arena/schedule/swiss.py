"""Swiss: a fixed number of rounds, each paired by the standing after the ones before."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from arena.record import Fixture, MatchRecord
from arena.schedule.draw import Draw, drawn
from arena.schedule.known import Agenda
from arena.schedule.meeting import meetings
from arena.schedule.results import Results
from arena.season import Entrant, Season

BYE = Fraction(1, 2)
"""What a bye is worth: as much as a drawn round, so that it neither helps nor harms."""


def swiss(season: Season, records: Iterable[MatchRecord]) -> Agenda:
    """A round is worth to an entrant what share of it he won, from 0 to 1. Equals stand as in the file."""
    results, played = Results(records), _Played(season)
    rounds = season.schedule.rounds or 1
    fixtures: list[Fixture] = []
    for number in range(1, rounds + 1):
        draw = drawn(*played.by_standing(), season.table_size)
        here = played.fixtures(draw, number)
        fixtures += here
        if not results.finished(here):
            words = played.words(draw, f"round {number} of {rounds}")
            return Agenda(fixtures, words, number == rounds, played.standing())
        played.add(draw, results.shares(here))
    return Agenda(fixtures, (), True, played.standing())


class _Played:
    """The rounds so far: scores, who met whom, who had a bye; by the place in the season's file."""

    def __init__(self, season: Season) -> None:
        self._season = season
        count = len(season.entrants)
        self._score = [Fraction(0)] * count
        self._byes = [0] * count
        self._met = [[0] * count for _ in range(count)]
        self._tables: Counter[tuple[int, ...]] = Counter()

    def order(self) -> list[int]:
        """The standing, the best first."""
        return sorted(range(len(self._score)), key=lambda spot: (-self._score[spot], spot))

    def by_standing(self) -> tuple[list[list[int]], list[int]]:
        """Who met whom, and who had byes, in the order of the standing."""
        order = self.order()
        return [[self._met[one][other] for other in order] for one in order], [self._byes[o] for o in order]

    def fixtures(self, draw: Draw, number: int) -> list[Fixture]:
        """The fixtures of a round. A table that sat together before goes on with its next deals."""
        found: list[Fixture] = []
        for table in self._spots(draw):
            before = self._tables[tuple(sorted(table))]
            for meeting in meetings(self._season, self._entrants(table)):
                indices = range(before * meeting.deals, (before + 1) * meeting.deals)
                found += meeting.fixtures(indices, number)
        return found

    def add(self, draw: Draw, shares: dict[str, Fraction]) -> None:
        """Take in a round that is over."""
        order = self.order()
        for spot, entrant in enumerate(self._season.entrants):
            self._score[spot] += shares.get(entrant.name, BYE)
        for table in self._spots(draw, order):
            self._tables[tuple(sorted(table))] += 1
            for one, other in combinations(table, 2):
                self._met[one][other] += 1
                self._met[other][one] += 1
        for person in draw.byes:
            self._byes[order[person]] += 1

    def words(self, draw: Draw, round: str) -> tuple[str, ...]:
        """The round that comes next, and why these meet."""
        order = self.order()
        tables = [" - ".join(self._scored(spot) for spot in table) for table in self._spots(draw)]
        lines = [f"{round}, paired by standing: {'; '.join(tables)}"]
        if draw.byes:
            names = ", ".join(self._season.entrants[order[person]].name for person in draw.byes)
            lines.append(f"bye: {names}, of those who had the fewest byes the lowest")
        if draw.repeats:
            lines.append(
                f"no pairing without a repeat is left: {draw.repeats} pairs meet again before others do"
            )
        return tuple(lines)

    def standing(self) -> tuple[str, ...]:
        """Name, score and byes, the best first."""
        return tuple(
            self._scored(spot) + f", byes: {self._byes[spot]}" * bool(self._byes[spot])
            for spot in self.order()
        )

    def _scored(self, spot: int) -> str:
        return f"{self._season.entrants[spot].name} ({float(self._score[spot]):.3g})"

    def _spots(self, draw: Draw, order: list[int] | None = None) -> list[tuple[int, ...]]:
        order = order or self.order()
        return [tuple(order[person] for person in table) for table in draw.tables]

    def _entrants(self, table: tuple[int, ...]) -> list[Entrant]:
        return [self._season.entrants[spot] for spot in table]

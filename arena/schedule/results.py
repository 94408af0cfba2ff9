"""What came of fixtures, for schedules whose rounds follow from earlier ones."""

from collections.abc import Iterable
from fractions import Fraction

from arena.record import Fixture, MatchRecord


class Results:
    """Finished matches by the id of their fixture; void ones are not finished."""

    def __init__(self, records: Iterable[MatchRecord]) -> None:
        self._records = {record.fixture.id: record for record in records if record.ending.kind != "void"}

    def finished(self, fixtures: Iterable[Fixture]) -> bool:
        """Whether all of them are."""
        return all(one.id in self._records for one in fixtures)

    def shares(self, fixtures: Iterable[Fixture]) -> dict[str, Fraction]:
        """What each entrant won of his pairs in these finished matches, from 0 to 1.

        After a foul only the pairs with the fouling side count; who has no pair at all is left out.
        """
        won: dict[str, Fraction] = {}
        pairs: dict[str, int] = {}
        for one in fixtures:
            for side, other, score in self._records[one.id].rated_pairs():
                for its_side, its_score in ((side, score), (other, 1 - score)):
                    for name in one.partners(its_side):
                        won[name] = won.get(name, Fraction(0)) + Fraction(its_score)
                        pairs[name] = pairs.get(name, 0) + 1
        return {name: won[name] / pairs[name] for name in won}

"""How ratings came about: the table as it stood after every so many matches, every stage or every round."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct

from arena.ratings.strengths import Model
from arena.ratings.table import Rating, table_of
from arena.record import MatchRecord
from arena.tally import Tally

Every = int | Literal["stage", "round"]


class Moment(Struct, frozen=True):
    """The ratings when so many matches were played, best first."""

    matches: int
    stage: str
    """Of the last of these matches, as its round is."""
    round: int
    rows: tuple[Rating, ...]


def history(
    records: Iterable[MatchRecord],
    every: Every,
    entrants: Iterable[str] = (),
    anchors: Mapping[str, float] | None = None,
    model: Model = "bradley-terry",
) -> Iterator[Moment]:
    """A moment after each `every` matches that are not void, or after each stage or round, and at the end.

    Matches are taken stage by stage, as these began, there round by round, and in each of those in the order
    in which they ended. Each moment is a fit over all matches so far, as if the season had stopped there.
    """
    played = [record for record in records if record.ending.kind != "void"]
    began: dict[str, float] = {}
    for record in played:
        stage = record.fixture.stage
        began[stage] = min(record.ended, began.get(stage, record.ended))

    def part(record: MatchRecord) -> tuple[float, str, int]:
        one = record.fixture
        return began[one.stage], one.stage, 0 if every == "stage" else one.round

    played.sort(key=lambda record: (*part(record)[:2], record.fixture.round, record.ended, record.fixture.id))
    tally = Tally(entrants)
    for number, record in enumerate(played, 1):
        tally.add(record)
        last = number == len(played)
        if last or (number % every == 0 if isinstance(every, int) else part(played[number]) != part(record)):
            one = record.fixture
            yield Moment(number, one.stage, one.round, table_of(tally, anchors, model).rows)

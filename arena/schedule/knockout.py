"""Knockout: seeded by the order in the file, the winner of two goes on, with a match for the third place."""

from collections.abc import Iterable, Sequence
from itertools import count

from msgspec import Struct

from arena.record import Fixture, MatchRecord
from arena.schedule.known import Agenda
from arena.schedule.meeting import meetings
from arena.schedule.results import Results
from arena.season import Season

FURTHER = 10
"""The most further deals, one at a time, on which two play on who are equal after all deals of their match.
If they still are, as a bot and its copy always will be, the higher seed goes on."""

_ROUNDS = {1: "final", 2: "semi-finals", 4: "quarter-finals"}

Seeds = tuple[int, int]
"""Places in the season's file, 0 is the first."""


class _Match(Struct, frozen=True):
    """Two seeds, their fixtures so far, who won (None: not yet), a word on further deals."""

    seeds: Seeds
    fixtures: list[Fixture]
    winner: int | None
    remark: str

    @property
    def loser(self) -> int:
        """The other one."""
        return self.seeds[self.seeds[0] == self.winner]


def knockout(season: Season, records: Iterable[MatchRecord]) -> Agenda:
    """The rounds as far as they are known; each waits for all matches of the one before."""
    results = Results(records)
    field = bracket(len(season.entrants))
    fixtures: list[Fixture] = []
    lost: list[int] = []
    out: list[int] = []
    for number in count(1):
        pairs = list(zip(field[::2], field[1::2], strict=True))
        final = len(pairs) == 1
        meet = [(one, other) for one, other in pairs if one is not None and other is not None]
        if final and len(lost) == 2:
            meet.append((min(lost), max(lost)))
        matches = [_match(season, results, seeds, number) for seeds in meet]
        fixtures += (one for match in matches for one in match.fixtures)
        if any(match.winner is None for match in matches):
            return Agenda(fixtures, _words(season, pairs, matches), False, _named(season, out))
        if final:
            return Agenda(fixtures, (), True, _named(season, _placed(matches, out)))
        lost = sorted(match.loser for match in matches)
        out = lost + out
        winners = {match.seeds: match.winner for match in matches}
        field = [winners[pair] if None not in pair else _present(pair) for pair in pairs]  # type: ignore[index]
    raise AssertionError("unreachable")


def bracket(entrants: int) -> list[int | None]:
    """The seeds from the top of the draw to its foot; None where there is nobody, so that the next seed
    has a bye. Were all favourites to win, 1 and 2 would meet in the final, 1 and 4, 2 and 3 before it."""
    order = [0]
    while len(order) < entrants:
        last = 2 * len(order) - 1
        order = [seed for top in order for seed in (top, last - top)]
    return [seed if seed < entrants else None for seed in order]


def _match(season: Season, results: Results, seeds: Seeds, number: int) -> _Match:
    """All deals of the match, then one more at a time while they are equal. Who has withdrawn has lost."""
    first, second = sorted(seeds)
    gone = [_has_left(season, seed, number) for seed in (first, second)]
    if any(gone):
        return _Match(seeds, [], second if gone == [True, False] else first, "")
    (meeting,) = meetings(season, [season.entrants[seed] for seed in seeds])
    fixtures = list(meeting.fixtures(range(meeting.deals), number))
    for further in range(FURTHER + 1):
        remark = f"{further} further deals" if further else ""
        if not results.finished(fixtures):
            return _Match(seeds, fixtures, None, remark)
        double = 2 * results.shares(fixtures)[season.entrants[first].name]
        if double != 1:
            return _Match(seeds, fixtures, first if double > 1 else second, remark)
        if further < FURTHER:
            fixtures += meeting.fixtures([meeting.deals + further], number)
    return _Match(seeds, fixtures, first, f"equal after {FURTHER} further deals: the higher seed")


def _has_left(season: Season, seed: int, number: int) -> bool:
    first_without = season.schedule.withdrawn.get(season.entrants[seed].name)
    return first_without is not None and first_without <= number


def _present(pair: tuple[int | None, int | None]) -> int:
    (seed,) = (seed for seed in pair if seed is not None)
    return seed


def _placed(matches: Sequence[_Match], out: list[int]) -> list[int]:
    """Everyone's seed, the winner of the final first; of those out in one round the higher seed first."""
    decided = [seed for match in matches for seed in (match.winner, match.loser) if seed is not None]
    return decided + [seed for seed in out if seed not in decided]


def _named(season: Season, seeds: Iterable[int]) -> tuple[str, ...]:
    return tuple(season.entrants[seed].name for seed in seeds)


def _words(
    season: Season, pairs: Sequence[tuple[int | None, int | None]], matches: Sequence[_Match]
) -> tuple[str, ...]:
    """A line for each match that is still open, with its place in the draw."""
    title = _ROUNDS.get(len(pairs), f"round of {2 * len(pairs)}")
    lines = []
    for match in matches:
        if match.winner is None:
            round = title if match.seeds in pairs else "third place"
            names = " - ".join(f"{season.entrants[seed].name} (seed {seed + 1})" for seed in match.seeds)
            lines.append(f"{round}: {names}" + f", equal so far: {match.remark}" * bool(match.remark))
    byes = [_present(pair) for pair in pairs if None in pair]
    if byes:
        lines.append("bye, for want of opponents: " + ", ".join(_named(season, byes)))
    return tuple(lines)

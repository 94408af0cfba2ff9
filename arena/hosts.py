"""The machines that matches were played on: one that is slow makes bots lose by time, and is found."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt

from msgspec import Struct

from arena.record import MatchRecord

BY_TIME = ("late", "silent")
"""The fouls that a slow machine can cause."""
_DEVIATIONS = 4.0
_FEWEST = 5


class Host(Struct, frozen=True):
    """One machine. `expected` is how many fouls by time it would have had, were it like the others; `odd`:
    it had so many more that chance does not explain it."""

    name: str
    matches: int
    by_time: int
    expected: float
    odd: bool


class Hosts:
    """Every machine with what was played there. Void matches tell nothing.

    Each bot is compared with itself: its fouls on one machine with those on all. With n of its N matches
    there, and t of them all fouled by time, n t / N are expected there, with the variance of the
    hypergeometric distribution; both are added up over the bots, as Mantel and Haenszel do (Statistical
    aspects of the analysis of data from retrospective studies, 1959). A machine is odd with at least 5
    fouls, twice as many as expected, and 4 standard deviations above that.
    """

    def __init__(self, records: Iterable[MatchRecord] = ()) -> None:
        self._matches: Counter[str] = Counter()
        self._seen: Counter[tuple[str, str]] = Counter()
        self._fouled: Counter[tuple[str, str]] = Counter()
        for record in records:
            if record.ending.kind != "void":
                self.add_matches(record.host, 1, dict.fromkeys(record.fixture.entrants, 1))
                self.add_foul(record)

    def add_matches(self, host: str, count: int, by_bot: Mapping[str, int]) -> None:
        """Count matches that were played there, in all and those of each bot, but not how they ended."""
        self._matches[host] += count
        for name, own in by_bot.items():
            self._seen[host, name] += own

    def add_foul(self, record: MatchRecord) -> None:
        """Count how a match ended that is counted otherwise."""
        if record.ending.kind in BY_TIME and record.blamed is not None:
            self._fouled[record.host, record.blamed] += 1

    def found(self) -> list[Host]:
        """The machines, by name."""
        return [_host(name, self._matches[name], self._seen, self._fouled) for name in sorted(self._matches)]


def _host(name: str, matches: int, seen: Counter[tuple[str, str]], fouled: Counter[tuple[str, str]]) -> Host:
    every, by_time = _by_bot(seen), _by_bot(fouled)
    own = sum(count for (host, _), count in fouled.items() if host == name)
    expected = variance = 0.0
    for bot, total in every.items():
        here, late = seen[name, bot], by_time[bot]
        expected += here * late / total
        if total > 1:
            variance += here * (total - here) * late * (total - late) / (total * total * (total - 1))
    odd = own >= max(_FEWEST, 2 * expected) and own - expected > _DEVIATIONS * sqrt(variance) > 0
    return Host(name, matches, own, round(expected, 1), odd)


def _by_bot(counts: Counter[tuple[str, str]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for (_, bot), count in counts.items():
        found[bot] += count
    return found

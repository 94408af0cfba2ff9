"""A machine on which bots foul by time unusually often is found, and no other."""

import random
from collections.abc import Iterator

from arena.hosts import Hosts
from arena.record import Ending, Fixture, MatchRecord


def played(host: str, number: int, names: tuple[str, str], late: int | None) -> MatchRecord:
    """A match of two; the seat that was late, if any was."""
    fixture = Fixture(f"{host}-{number}", "hielenlikkers", {}, number, (0, 1), names, (0, 0))
    ending = Ending("played") if late is None else Ending("late", late)
    places = (1, 1) if late is None else (2, 1) if late == 0 else (1, 2)
    return MatchRecord(fixture, ending, (), places, (1, 1), (1.0, 1.0), host=host)


def season(shares: dict[str, float], matches: int = 250, slow: float = 0.0) -> Iterator[MatchRecord]:
    """Matches on each machine, its share of them lost by time; bot A is late in `slow` of them anywhere."""
    luck = random.Random(1)
    for host, share in shares.items():
        for number in range(matches):
            late = luck.randrange(2) if luck.random() < share else 0 if luck.random() < slow else None
            yield played(host, number, ("A", "B"), late)


def odd(records: Iterator[MatchRecord]) -> list[str]:
    return [host.name for host in Hosts(records).found() if host.odd]


def test_a_machine_that_loses_nearly_every_match_by_time_is_odd() -> None:
    """232 of 250, as it happened to a chess test."""
    assert odd(season({"a": 0.01, "b": 0.93, "c": 0.01})) == ["b"]


def test_a_few_more_than_elsewhere_are_odd_and_chance_is_not() -> None:
    assert odd(season({"a": 0.01, "b": 0.12, "c": 0.01})) == ["b"]
    assert odd(season({"a": 0.02, "b": 0.02, "c": 0.02, "d": 0.02})) == []


def test_a_bot_that_is_slow_everywhere_blames_no_machine() -> None:
    assert odd(season({"a": 0.0, "b": 0.0}, slow=0.5)) == []


def test_a_slow_bot_that_played_on_one_machine_only_says_nothing_of_it() -> None:
    records = [played("a", number, ("A", "B"), None) for number in range(200)]
    records += [played("b", number, ("Slow", "Sleepy"), 0) for number in range(200)]
    assert odd(iter(records)) == []


def test_one_machine_is_not_odd_by_itself() -> None:
    assert odd(season({"a": 0.9})) == []


def test_the_expected_number_is_that_of_the_same_bots_elsewhere() -> None:
    records = [played("a", number, ("A", "B"), 0 if number < 10 else None) for number in range(100)]
    records += [played("b", number, ("A", "B"), None) for number in range(300)]
    a, b = Hosts(records).found()
    assert (a.by_time, a.expected, b.by_time, b.expected) == (10, 2.5, 0, 7.5)

"""A shard: one of several disjoint parts of a season, each played by a run of its own, anywhere."""

from pathlib import Path

from msgspec import Struct

from arena.record import Fixture


class Shard(Struct, frozen=True):
    """Part `number`, from 1 up, of so many: the deals whose numbers leave that remainder, in all seatings."""

    number: int
    count: int

    def takes(self, fixture: Fixture) -> bool:
        """Whether a match is in it."""
        return fixture.deal % self.count == self.number - 1

    def folder(self, season: Path) -> Path:
        """Where it is kept, beside the season's own folder."""
        return season.with_name(f"{season.name}.shard-{self.number}-of-{self.count}")


def shard_of(words: str) -> Shard:
    """The shard that `2/8` stands for. Raises: ValueError."""
    number, slash, count = words.partition("/")
    if slash and number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count):
        return Shard(int(number), int(count))
    raise ValueError(f"expected i/n, with i from 1 to n, got {words!r}")

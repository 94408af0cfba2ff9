"""Which matches a table is made of, where not of all."""

from msgspec import Struct

from arena.record import MatchRecord


class Pick(Struct, frozen=True):
    """What a match must be like to be picked; what is left empty does not matter."""

    opponents: tuple[str, ...] = ()
    """One of these entrants plays in it."""
    since: float | None = None
    """It ended then or later: seconds since 1970."""
    before: float | None = None
    """It ended earlier than that."""
    stages: tuple[str, ...] = ()
    """It was played in one of these stages of the season."""
    rounds: tuple[int, ...] = ()
    """One of these parts of the schedule asked for it."""
    table_size: int | None = None
    """How many seats it has."""
    seated: tuple[tuple[str, int], ...] = ()
    """One of these entrants sits in this seat."""

    def takes(self, record: MatchRecord) -> bool:
        """Whether a match is picked."""
        one = record.fixture
        return (
            (not self.opponents or not set(self.opponents).isdisjoint(one.entrants))
            and (self.since is None or record.ended >= self.since)
            and (self.before is None or record.ended < self.before)
            and (not self.stages or one.stage in self.stages)
            and (not self.rounds or one.round in self.rounds)
            and (self.table_size is None or len(one.sides) == self.table_size)
            and (
                not self.seated or any(one.entrants[seat : seat + 1] == (name,) for name, seat in self.seated)
            )
        )

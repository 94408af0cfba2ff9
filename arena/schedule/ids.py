"""What fixtures and deals are called: names that follow from what they are, and stay when a season grows."""

from collections.abc import Iterable, Sequence
from hashlib import blake2b

import msgspec

from arena.record import Fixture, Option
from engine.seating import Seating

Label = str | tuple[str, ...]
"""A side of a meeting: its entrant, or the entrants that are partners for once."""


class Series:
    """What the fixtures of a season have in common: game, options, seating and stage."""

    def __init__(self, game: str, options: dict[str, Option], seating: Seating, stage: str = "") -> None:
        self._game, self._options, self._sides, self._stage = game, options, seating.sides, stage
        # An id is a digest of [game, options, deal, sides, entrants, members] as JSON, of which only the deal
        # changes within one call, and there are many.
        self._before = msgspec.json.encode([game, sorted(options.items())])[:-1]
        self._last = (stage,) if stage else ()

    def fixtures(
        self, deals: Iterable[int], entrants: tuple[str, ...], members: tuple[int, ...], round: int = 0
    ) -> list[Fixture]:
        """The fixtures in the same seats on these deals; entrants and members are per seat.

        An id is a digest of all but the round: the same bots in the same seats on the same deal are one
        match, whichever round asks for it.
        """
        game, options, sides, stage = self._game, self._options, self._sides, self._stage
        before, after = self._before, msgspec.json.encode((sides, entrants, members, *self._last))[1:]
        found = []
        for deal in deals:
            id_ = blake2b(b"%b,%d,%b" % (before, deal, after), digest_size=8).hexdigest()
            found.append(Fixture(id_, game, options, deal, sides, entrants, members, round, stage))
        return found


def fixture(
    game: str,
    options: dict[str, Option],
    deal: int,
    seating: Seating,
    entrants: tuple[str, ...],
    members: tuple[int, ...],
    round: int = 0,
    stage: str = "",
) -> Fixture:
    """One fixture with its id; see `Series.fixtures`."""
    (one,) = Series(game, options, seating, stage).fixtures([deal], entrants, members, round)
    return one


def deal_number(labels: Sequence[Label], index: int, stage: str = "") -> int:
    """The number, below 2**53, of the deal that the meeting of these sorted sides plays as its `index`-th.

    A digest and not a count, so that it stays when the season grows. Each meeting has deals of its own:
    all matches on one deal are one unit of evidence, and small units give small errors. JSON readers that
    hold numbers as floats keep 53 bits.
    """
    told = [labels, index, *([stage] if stage else ())]
    digest = blake2b(msgspec.json.encode(told), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 11

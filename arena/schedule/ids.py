"""What fixtures and deals are called: names that follow from what they are, and stay when a season grows."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b

import msgspec

from arena.record import Fixture, Option
from engine.seating import Seating

Label = str | tuple[str, ...]
"""A side of a meeting: its entrant, or the entrants that are partners for once."""


def fixtures_on(
    deals: Iterable[int],
    game: str,
    options: dict[str, Option],
    seating: Seating,
    entrants: tuple[str, ...],
    members: tuple[int, ...],
    round: int = 0,
    stage: str = "",
) -> Iterator[Fixture]:
    """The fixtures in the same seats on these deals; entrants and members are per seat.

    An id is a digest of all but the round: the same bots in the same seats on the same deal are one match,
    whichever round asks for it.
    """
    # The parts of [game, options, deal, sides, ...] as JSON: only the deal changes, and there are many.
    before = msgspec.json.encode([game, sorted(options.items())])[:-1]
    after = msgspec.json.encode([seating.sides, entrants, members, *([stage] if stage else ())])[1:]
    for deal in deals:
        id_ = blake2b(b"%b,%d,%b" % (before, deal, after), digest_size=8).hexdigest()
        yield Fixture(id_, game, options, deal, seating.sides, entrants, members, round, stage)


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
    """One fixture with its id; see `fixtures_on`."""
    return next(fixtures_on([deal], game, options, seating, entrants, members, round, stage))


def deal_number(labels: Sequence[Label], index: int, stage: str = "") -> int:
    """The number, below 2**53, of the deal that the meeting of these sorted sides plays as its `index`-th.

    A digest and not a count, so that it stays when the season grows. Each meeting has deals of its own:
    all matches on one deal are one unit of evidence, and small units give small errors. JSON readers that
    hold numbers as floats keep 53 bits.
    """
    told = [labels, index, *([stage] if stage else ())]
    digest = blake2b(msgspec.json.encode(told), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 11

"""What a schedule knows: the fixtures so far, what comes next and why, how its own standing is."""

from collections.abc import Iterable

from msgspec import Struct

from arena.record import Fixture


class Agenda(Struct, frozen=True):
    """What follows from a season and its results so far, and from nothing else.

    The league plays what is missing of `fixtures`, which may be gone through again and again, then asks
    once more. `next` has a line for each thing that comes next, with its reason. `standing` is the
    schedule's own, best first: it decides who meets whom, the Elo table who is better.
    """

    fixtures: Iterable[Fixture]
    next: tuple[str, ...] = ()
    complete: bool = False
    """Whether no result will add to the fixtures."""
    standing: tuple[str, ...] = ()

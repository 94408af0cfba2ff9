"""What a submitted bot may be called: nobody's name, and nothing that looks like one."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path

from arena.contents import known
from arena.entries import Entry, current
from arena.season import Season
from arena.submit.refused import Refused
from arena.words import alike


def refuse_of_file(bot: str, season: Season) -> None:
    """Raises: Refused, if an entrant of the season's file has the name."""
    for entrant in season.entrants:
        if alike(entrant.name) == alike(bot):
            raise Refused(
                f"the season's file has an entrant called {entrant.name!r}: give the bot another name"
            )


def next_version(bot: str, season: Season, folder: Path, found: Sequence[Entry]) -> int:
    """The number of the next version of a bot: the first under which it is called as nobody else.

    Whoever was in a run has his name for good: his matches stand under it. Raises: Refused; StoreError.
    """
    taken = {
        alike(name): f"{name!r} was in a run of this season before, and its matches stay"
        for name in known(folder)
    }
    names = [entrant.name for entrant in season.entrants] + [entry.name for entry in found]
    taken |= {alike(name): f"there is {name!r} in this season already" for name in names}
    if newest := current(found, bot):
        return next(n for n in count(newest.version + 1) if alike(Entry(bot, n, "").name) not in taken)
    if words := taken.get(alike(bot)):
        raise Refused(f"{words}: give the bot another name")
    return 1

"""Who was submitted to a season: its entries, kept in the season's store beside its matches.

`entered` is how a season is read to be played: the entrants of its file, then its submitted bots.
"""

import contextlib
import fcntl
import json
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arena.contents import known
from arena.counted import BENCHED, of_stage
from arena.keep import BOTS, content_hash
from arena.manifest import Bot, ManifestError, read_bot
from arena.season import Entrant, Season, SeasonError, read_season
from arena.store import Store, is_begun
from arena.strict import Problem

_ENTRIES = "entries"


class Entry(Struct, frozen=True):
    """One version of a submitted bot."""

    bot: str
    """What its bot.toml calls it: all its versions are called so."""
    version: int
    content: str
    """The name of its folder, a hash of what was submitted."""
    state: Literal["entered", "replaced", "withdrawn"] = "entered"
    kept: str = ""
    """The hash of what lies in its folder, built; empty for one that entered before that was kept."""

    @property
    def name(self) -> str:
        """What it is called in tables."""
        return self.bot if self.version == 1 else f"{self.bot} v{self.version}"


def entered(file: Path, results: Path) -> Season:
    """The season in a file with all that play in it, submitted bots too. Raises: SeasonError, StoreError."""
    season = read_season(file, filled=False)
    folder = results / season.slug
    found = entries(folder)
    submitted = []
    for entry in found:
        if entry.state == "entered":
            try:
                bot = stored_bot(folder, entry)
            except ManifestError as error:
                problems = [replace(problem, path=entry.name) for problem in error.problems]
                raise SeasonError(list(altered(folder)) or problems) from error
            submitted.append(Entrant(entry.name, (bot,) * season.bots_each))
    old = tuple(entry.name for entry in found if entry.state == "replaced")
    season = replace(read_season(file, submitted), replaced=old)
    bots = {entry.name: entry.bot for entry in found}
    now = {bots.get(entrant.name, entrant.name): entrant.name for entrant in season.entrants}
    before = [bots.get(name, name) for name in known(folder)]
    return replace(season, places=tuple(now[bot] for bot in places(now, before)))


def places(now: Collection[str], before: Iterable[str]) -> list[str]:
    """Those who play `now`, in an order in which whoever played `before` keeps his place, as far as may be.

    New ones follow; then the places of those who have left go to the last.
    """
    order = list(dict.fromkeys((*before, *now)))
    place = 0
    while place < len(order):
        if order[place] in now:
            place += 1
            continue
        last = order.pop()
        if place < len(order):
            order[place] = last
    return order


def entries(folder: Path) -> list[Entry]:
    """The entries of a season's folder, in the order in which they came. Raises: StoreError."""
    return _stored(folder).entries


@contextlib.contextmanager
def changing(folder: Path) -> Iterator[list[Entry]]:
    """The entries, to be changed by one at a time and stored afterwards. Raises: StoreError, OSError."""
    with contextlib.closing(Store(folder, write=True)) as store, open(folder / "entries.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = _read(store)
        yield found
        store.set_meta(_ENTRIES, msgspec.json.encode(found).decode())


def listed(season: Season, folder: Path) -> list[dict[str, str | int | None]]:
    """Everyone who entered, for people and for JSON: the file's entrants, then the submitted versions.

    `files` is where a bot of the file lives, or the hash of what was submitted. Raises: StoreError.
    """
    found = _stored(folder, season.stage)
    rows: list[dict[str, str | int | None]] = []
    for entrant in season.entrants:
        bots = " + ".join(dict.fromkeys(bot.manifest.name for bot in entrant.bots))
        files = ", ".join(dict.fromkeys(str(bot.folder) for bot in entrant.bots))
        state = "benched" if entrant.name in found.benched else "entered"
        rows.append({"name": entrant.name, "bot": bots, "version": None, "state": state, "files": files})
    for entry in found.entries:
        out = entry.state == "entered" and entry.name in found.benched
        rows.append(
            {
                "name": entry.name,
                "bot": entry.bot,
                "version": entry.version,
                "state": "benched" if out else entry.state,
                "files": entry.content,
            }
        )
    return rows


def current(found: Iterable[Entry], bot: str) -> Entry | None:
    """The newest version of a bot."""
    return max((entry for entry in found if entry.bot == bot), key=lambda entry: entry.version, default=None)


def stored_bot(folder: Path, entry: Entry) -> Bot:
    """An entry's bot. It is built already, in a folder that nothing is written to. Raises: ManifestError."""
    bot = read_bot(folder / BOTS / entry.content)
    return Bot(bot.folder, replace(bot.manifest, build=None))


def altered(folder: Path) -> Iterator[Problem]:
    """Each bot that is to play from a folder whose files are not those that were kept. Raises: StoreError."""
    for entry in entries(folder):
        if entry.state == "entered" and (wrong := damage(folder, entry)):
            advice = f"put a copy of them back, submit the same files again, or withdraw {entry.name}"
            yield Problem(folder / BOTS / entry.content, "", f"{wrong}; {advice}")


def damage(folder: Path, entry: Entry) -> str:
    """What is wrong with the copy of an entry's files; empty: nothing that is known."""
    place = folder / BOTS / entry.content
    if not place.is_dir():
        return f"the files that were kept when {entry.name} entered are gone"
    if entry.kept and content_hash(place) != entry.kept:
        return f"these are not the files that were kept when {entry.name} entered"
    return ""


class _Stored(Struct):
    entries: list[Entry] = []
    benched: list[str] = []


def _stored(folder: Path, stage: str = "") -> _Stored:
    if not is_begun(folder):
        return _Stored()
    with contextlib.closing(Store(folder)) as store:
        return _Stored(
            _read(store), json.loads(store.meta(of_stage(BENCHED, stage)) or "{}").get("names", [])
        )


def _read(store: Store) -> list[Entry]:
    return msgspec.json.decode(store.meta(_ENTRIES) or "[]", type=list[Entry])

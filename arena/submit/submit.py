"""Submitting a bot to a season, and withdrawing one."""

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from arena.build import BuildError
from arena.check.examine import examine_built
from arena.check.report import Report
from arena.entries import Entry, changing, current, damage, entries
from arena.keep import BOTS, INCOMING, content_hash, keep
from arena.manifest import MANIFEST, Bot, ManifestError, read_bot
from arena.sandbox import Keeping, guarded
from arena.sandbox.probe import SandboxMissing, sandbox_for
from arena.season import Season, read_season
from arena.secret import OVER, revealed
from arena.store import Store
from arena.submit.make import make
from arena.submit.names import next_version, refuse_of_file
from arena.submit.refused import Refused
from arena.submit.unpack import ParcelError, unpack
from arena.sums import summed
from arena.terms import closed, of_another


class Outcome(Struct, frozen=True):
    """What became of a submission."""

    entry: Entry
    replaced: Entry | None
    report: Report | None
    """None: these files were known, and the copy of them is as it was kept."""
    warning: str | None
    before: str = ""
    """The state in which the entry was before, with the same files; empty: it is new."""
    mended: bool = False
    """Whether a copy of these files was gone or changed, and has been put back."""


def submit(source: Path, file: Path, results: Path) -> Outcome:
    """Take a bot, in a folder, a zip or a tar, into the season in `file`, if the check passes.

    Raises: Refused, SeasonError, StoreError.
    """
    season = read_season(file, filled=False)
    folder = results / season.slug
    with closing(Store(folder, write=True)) as store:
        if words := of_another(season, store):
            raise Refused(words)
        if revealed(store):
            raise Refused(OVER.format(folder))
        shut = closed(season, store)
    (folder / BOTS).mkdir(exist_ok=True)
    keeping, warning = _keeping(season)
    with _scratch(folder / BOTS) as scratch, guarded(scratch):
        bot = _unpacked(source, scratch / "submitted")
        name, content = bot.manifest.name, content_hash(bot.folder)
        found = entries(folder)
        newest = current(found, name)
        before = newest.state if newest and newest.content == content else ""
        if shut and before != "entered":
            raise Refused(shut)
        refuse_of_file(name, season)
        damaged = any(entry.content == content and damage(folder, entry) for entry in found)
        if before and not damaged:
            return Outcome(_enter(folder, season, bot, content)[0], None, None, warning, before)
        if not before:
            next_version(name, season, folder, found)
        made, report = _checked(source, bot, season, keeping, scratch)
        entry, replaced = _enter(folder, season, bot, content, made.folder)
        return Outcome(entry, replaced, report, warning, before, damaged)


def withdraw(name: str, file: Path, results: Path) -> Entry:
    """Take a submitted bot out of what is still to be played; its matches stay.

    `name` is a version's, or the bot's: then it is the version that plays. Raises: Refused, SeasonError,
    StoreError.
    """
    season = read_season(file, filled=False)
    folder = results / season.slug
    with closing(Store(folder, write=True)) as store:
        if words := closed(season, store):
            raise Refused(words)
    with summed(folder), changing(folder) as found:
        for number, entry in enumerate(found):
            if entry.state == "entered" and name in (entry.name, entry.bot):
                found[number] = replace(entry, state="withdrawn")
                return found[number]
    for entry in reversed(found):
        if name in (entry.name, entry.bot):
            raise Refused(f"{entry.name} plays no more already: it is {entry.state}")
    for entrant in season.entrants:
        if name in (entrant.name, *(bot.manifest.name for bot in entrant.bots)):
            raise Refused(f"{entrant.name} stands in {file}: take it out there")
    names = ", ".join(entry.name for entry in found if entry.state == "entered")
    raise Refused(f"no submitted bot is called {name!r} (there are: {names or 'none'})")


def _keeping(season: Season) -> tuple[Keeping, str | None]:
    """What the bot is built and tried in. Raises: Refused when strangers' bots must not run here."""
    try:
        sandbox, warning = sandbox_for(season.sandbox.kind)
    except SandboxMissing as error:
        raise Refused(str(error)) from error
    if sandbox.kind == "none" and not season.sandbox.trust:
        raise Refused(
            "there is no sandbox for submitted bots here (see `arena doctor`); if you trust all who submit,"
            " say so in the season's file: [sandbox] trust = true"
        )
    return Keeping(sandbox, season.limits, season.pause), warning


def _unpacked(source: Path, target: Path) -> Bot:
    try:
        unpack(source, target)
    except ParcelError as error:
        raise Refused(str(error)) from error
    if not (target / MANIFEST).is_file():
        raise Refused(f"{source}: there is no {MANIFEST} at its top")
    try:
        return read_bot(target)
    except ManifestError as error:
        problems = "\n".join(str(replace(problem, file=Path(MANIFEST))) for problem in error.problems)
        raise Refused(f"{source}: {problems}") from error


def _checked(source: Path, bot: Bot, season: Season, keeping: Keeping, scratch: Path) -> tuple[Bot, Report]:
    """The bot, built anew in the scratch folder, and what the check says of it. Raises: Refused."""
    try:
        made = make(bot, scratch / "made", keeping.sandbox)
    except BuildError as error:
        raise Refused(f"{source}: {_within(scratch, str(error))}") from error
    except ManifestError as error:
        words = f"its build left a {MANIFEST} that cannot be used:\n{_within(scratch, str(error))}"
        raise Refused(f"{source}: {words}") from error
    report = examine_built(made, season, keeping)
    report = replace(
        report,
        sentences=tuple(replace(one, seen=_within(scratch, one.seen)) for one in report.sentences),
    )
    if not report.passed:
        raise Refused(f"{source}: the check does not pass", report)
    return made, report


def _within(scratch: Path, words: str) -> str:
    """The same about the bot's own files: without the folder that they lie in for the moment."""
    places = "|".join(re.escape(str(place)) for place in (scratch.resolve(), scratch.absolute(), scratch))
    return re.sub(rf"(?:{places})/[^/:\s]+(?:: |/)", "", words)


def _enter(
    folder: Path, season: Season, bot: Bot, content: str, built: Path | None = None
) -> tuple[Entry, Entry | None]:
    """Make it the newest version of its name; that, and the version that it replaces.

    `built` is kept, unless a whole copy of the same files is; None: one is. Raises: Refused, OSError.
    """
    name = bot.manifest.name
    with changing(folder) as found:
        newest = current(found, name)
        replaced = newest if newest and newest.content != content and newest.state == "entered" else None
        if newest and newest.content == content:
            place = found.index(newest)
        else:
            place = len(found)
            found.append(Entry(name, next_version(name, season, folder, found), content))
        # An earlier version may play from the same folder.
        kept = next((entry.kept for entry in found if entry.content == content and entry.kept), "")
        if built:
            kept = keep(built, folder, content, kept)
        if replaced:
            found[found.index(replaced)] = replace(replaced, state="replaced")
        found[place] = replace(found[place], state="entered")
        found[:] = [replace(entry, kept=kept) if entry.content == content else entry for entry in found]
        return found[place], replaced


@contextmanager
def _scratch(bots: Path) -> Iterator[Path]:
    """A folder that is gone afterwards, on the same file system as where bots are kept."""
    scratch = Path(tempfile.mkdtemp(prefix=INCOMING, dir=bots))
    # A boxed bot runs as another user, who must be able to look in.
    scratch.chmod(0o755)
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)

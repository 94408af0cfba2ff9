"""Running a season: what is missing is played, and the tables are written from all records."""

import contextlib
import json
import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from msgspec.structs import replace

from arena import fouls
from arena.asked import Asked
from arena.benched import KINDS
from arena.build import build
from arena.claim import Claimed, claimed
from arena.confined import NotPlayedHere, keeping_for
from arena.contents import changed
from arena.counted import BENCHED, of_stage
from arena.deals import secret_of
from arena.entries import altered
from arena.ids import Ids
from arena.logs import log_to, stop_logging
from arena.playing import tell_playing
from arena.progress import Progress
from arena.ratings import EloTable
from arena.record import Fixture, MatchRecord, Sitting
from arena.season import BENCH_AFTER, Entrant, Season
from arena.secret import MISSING, NAME, OVER, SecretError, revealed, settle
from arena.shard import Shard
from arena.sitting import NO_START, Plan, Program
from arena.store import Store, StoreError, is_begun
from arena.sums import summed
from arena.tables import write_tables
from arena.terms import OtherTerms, other_terms, settle_terms

_logger = logging.getLogger(__name__)

RUN = "run"
"""The run that is going, or the last one: its process, when it began, how many matches were finished."""


class SeasonRefused(Exception):
    """This season cannot go on as it is asked to; says why."""


class Play(Protocol):
    """Whatever plays sittings: `pool.play` on this machine, `cluster.client.play` on others."""

    def __call__(
        self,
        store: Store,
        plan: Plan,
        sittings: Iterable[Sitting],
        *,
        saw: Callable[[MatchRecord], None],
        more: Callable[[], Iterable[Sitting]],
        wanted: Callable[[Fixture], bool],
    ) -> None:
        """Play them all, storing each record."""


def play_season(
    season: Season,
    folder: Path,
    play: Play,
    progress: Callable[[int, int], Progress],
    tell: Callable[[str], None],
    warn: Callable[[str], None],
    times: bool = True,
    hidden: Sequence[Path] = (),
    shard: Shard | None = None,
) -> EloTable:
    """Play what is missing in the season's folder, or a shard of it in the shard's; write the tables there.

    `tell` is told the commitment to the deals before the first match, and whose bots have changed. `warn`
    is told, once, when bots are played without a sandbox though nobody asked for that, and of bots that meet
    and cannot start, none of them. No bot sees the
    `hidden` paths, nor what is kept of the season, nor the other bots.

    Raises: SeasonRefused, BuildError, StoreError; pool.Stopped after a stop, the tables being written; and
    whatever `play` raises.
    """
    for entrant in season.entrants:
        for bot in entrant.bots:
            build(bot)
    try:
        if words := "\n".join(map(str, altered(folder))):
            raise SeasonRefused(words)
        elsewhere = _finished_in(season, folder, shard) if shard else Ids()
        place = shard.folder(folder) if shard else folder
        with claimed(place), summed(place), contextlib.closing(Store(place, write=True)) as store:
            keeping, warning = keeping_for(season, place, (folder, *hidden))
            if revealed(store) and _asks_for_more(season, store, shard, elsewhere):
                raise SeasonRefused(OVER.format(place))
            settle_terms(season, store)
            tell_playing(store, ())
            store.set_meta(MISSING, "")  # until it is counted: the season may ask for more than before
            given = None if season.seed is None else secret_of(season.seed)
            secret, commitment = settle(place, store, given, shared=folder if shard else None)
            store.set_meta(NAME, season.name)
            tell(f"commitment to the deals: {commitment}")
            plan = plan_of(season.entrants, season.clock, secret, season.bench_after)
            asked = Asked(season, store, shard, elsewhere)
            with _logged(place / "league.log"):
                for words in changed(season, store):
                    tell(words)
                    _logger.info(words)
                if warning:
                    warn(warning)
                    _logger.warning(warning)
                try:
                    _play(season, store, replace(plan, keeping=keeping), asked, play, progress, warn)
                except BaseException as error:
                    _logger.warning("the run is cut short: %s", str(error) or type(error).__name__)
                    raise
                finally:
                    unplayed = asked.unplayed()
                    _logger.info("the run ends: %d matches are missing", unplayed)
                    store.set_meta(MISSING, str(unplayed))
                    store.set_meta(of_stage(BENCHED, season.stage), json.dumps(asked.benched()))
                    table = write_tables(store, place, times)
            return table
    except (Claimed, NotPlayedHere, OtherTerms, SecretError) as error:
        raise SeasonRefused(str(error)) from error


def _play(
    season: Season,
    store: Store,
    plan: Plan,
    asked: Asked,
    play: Play,
    progress: Callable[[int, int], Progress],
    warn: Callable[[str], None],
) -> None:
    finished = asked.finished
    words = "the run begins: process %d, %d matches are finished, %d are missing"
    _logger.info(words, os.getpid(), finished, asked.missing)
    silent: set[frozenset[str]] = set()
    store.set_meta(MISSING, str(asked.missing))
    run = {"process": os.getpid(), "started": time.time(), "finished": finished}
    store.set_meta(RUN, json.dumps(run))
    with progress(asked.missing, finished) as shown:

        def more() -> Iterable[Sitting]:
            if not asked.more():
                return ()
            shown.expect(asked.missing)
            return asked.sittings()

        def saw(record: MatchRecord) -> None:
            if record.evidence:
                _keep_foul(store.path.parent, record)
            names = frozenset(record.fixture.entrants)
            if record.ending.detail.startswith(NO_START) and names not in silent:
                silent.add(names)
                warn(f"no bot of {', '.join(sorted(names))} could start: their matches are void")
            asked.saw(record)
            shown.saw(record)

        play(store, plan, asked.sittings(), saw=saw, more=more, wanted=asked.wants)


def _asks_for_more(season: Season, store: Store, shard: Shard | None, elsewhere: Ids) -> bool:
    """Whether there is more to play, on the same terms; found out before anything of the season is stored."""
    return not other_terms(season, store) and Asked(season, store, shard, elsewhere).missing > 0


def _keep_foul(folder: Path, record: MatchRecord) -> None:
    """For the bot's owner; the season does not depend on it."""
    try:
        fouls.keep(folder, record)
    except OSError as error:
        _logger.warning("cannot keep what is known of the foul in match %s: %s", record.fixture.id, error)


def _finished_in(season: Season, folder: Path, shard: Shard) -> Ids:
    """What the whole season has finished already. Raises: SeasonRefused, OtherTerms, StoreError."""
    if season.schedule.kind not in KINDS:
        raise SeasonRefused(
            f"a {season.schedule.kind} cannot be split into shards: who meets whom follows from results"
        )
    if not is_begun(folder):
        return Ids()
    with contextlib.closing(Store(folder)) as store:
        if differences := other_terms(season, store):
            raise OtherTerms(f"{store.path}: its matches were played on other terms ({differences})")
        if revealed(store):
            raise SeasonRefused(OVER.format(folder))
        return store.finished()


@contextlib.contextmanager
def _logged(file: Path) -> Iterator[None]:
    try:
        log = log_to(file)
    except OSError as error:
        raise StoreError(f"{file}: {error.strerror}") from error
    try:
        yield
    finally:
        stop_logging(log)


def plan_of(entrants: tuple[Entrant, ...], clock: Any, secret: bytes, bench_after: int = BENCH_AFTER) -> Plan:
    """What workers need to know of the entrants."""
    programs = {
        entrant.name: tuple(Program(bot.manifest.run, str(bot.folder), entrant.clock) for bot in entrant.bots)
        for entrant in entrants
    }
    return Plan(programs, clock, secret, bench_after)


def void_count(folder: Path) -> int:
    """How many matches of a season are void. Raises: StoreError."""
    with contextlib.closing(Store(folder)) as store:
        return store.void_count()

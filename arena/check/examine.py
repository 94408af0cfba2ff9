"""Playing with a bot to see what it does: as a season would, and in ways that a season seldom does.

Whatever the bot is, this ends: every wait has a limit, and no match is begun after `ENOUGH_S`.
"""

import contextlib
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from arena import wire
from arena.bot import BotPlayer
from arena.build import BuildError, build
from arena.check.found import Found, Leaving, Played, Twice
from arena.check.report import Report
from arena.check.tables import Trial, season_trials, trials
from arena.check.verdicts import LEAVE_MS, report
from arena.check.watched import Stranger, TimeUp, Watched
from arena.manifest import MANIFEST, Bot, ManifestError, read_bot
from arena.record import Ending
from arena.referee import Foul, Player, play_match
from arena.sandbox import Keeping, guarded, tree
from arena.season import Season
from arena.strict import Document, meant, shown
from arena.transport import CannotStart, Gone, LineTooLong
from engine.chance import Chance
from engine.registry import GAMES
from engine.table import Table

ENOUGH_S = 120.0
"""How long a check plays; a request that is open then may still take its own limit."""
_LOOK_AGAIN_S = 0.01
_AGAIN_S = 10.0
"""How long answers to requests that came on top of each other may take, if the clock gives no more."""


def examine(folder: Path, season: Season | None, keeping: Keeping) -> Report:
    """Try a bot at every table of its games or, with a season, at that season's table and clock."""
    found = _nothing_yet(folder, season, keeping)
    try:
        bot = read_bot(folder)
    except ManifestError as error:
        found.manifest_trouble = str(error)
        return report(found)
    return _examined(found, bot, season, keeping)


def examine_built(bot: Bot, season: Season, keeping: Keeping) -> Report:
    """The same for a bot whose manifest is read; one without a build is not built again."""
    return _examined(_nothing_yet(bot.folder, season, keeping), bot, season, keeping)


def _nothing_yet(folder: Path, season: Season | None, keeping: Keeping) -> Found:
    clock = season.clock if season else wire.Clock()
    return Found(folder=str(folder), clock=clock, memory_limit=keeping.limits.memory_mb << 20)


def _examined(found: Found, bot: Bot, season: Season | None, keeping: Keeping) -> Report:
    found.manifest = bot.manifest
    found.manifest_trouble = _games_trouble(Path(found.folder), bot.manifest.games, season)
    if not found.manifest_trouble and _built(found, bot):
        tables = season_trials(season) if season else trials(bot.manifest.games)
        with guarded(), _stray_lines(found.stray):
            _Examination(found, bot, tables, keeping).carry_out()
    return report(found)


def _games_trouble(folder: Path, games: Sequence[str], season: Season | None) -> str:
    """What is wrong with the games that a bot.toml names; empty when nothing is."""
    document = Document.read(folder / MANIFEST)
    for number, name in enumerate(games):
        if name not in GAMES:
            came = shown(name) + meant(name, GAMES)
            document.complain(f"games[{number}]", f"one of {', '.join(GAMES)}", came)
    if not document.problems and season and season.game not in games:
        return f"games: {season.game}, which the season plays, is not among them"
    return "\n".join(map(str, document.problems))


def _built(found: Found, bot: Bot) -> bool:
    try:
        build(bot)
    except BuildError as error:
        found.build_trouble = str(error)
        return False
    found.built = bot.manifest.build is not None
    return True


class _Examination:
    """One bot, and what is seen of it so far."""

    def __init__(self, found: Found, bot: Bot, tables: Sequence[Trial], keeping: Keeping) -> None:
        self._found, self._bot, self._tables, self._keeping = found, bot, tables, keeping
        self._deadline = time.monotonic() + ENOUGH_S

    def carry_out(self) -> None:
        """Start it; if that goes well, all the rest."""
        first = self._tables[0]
        moves = self._play_two(first)
        if self._found.ready_ms is None:
            return
        with contextlib.suppress(Foul, CannotStart):
            self._ask_twice(first)
        if moves is not None:
            with contextlib.suppress(Foul, CannotStart):
                self._play_again(first, moves)
        for trial in self._tables[1:]:
            self._play_one(trial)

    def _play_two(self, trial: Trial) -> list[Any] | None:
        """Two matches in one process, then `bye`; the bot's moves in the first, if that ended well."""
        found = self._found
        started = time.monotonic()
        try:
            with self._seated(trial) as watched:
                found.ready_ms = (time.monotonic() - started) * 1000
                played, table = self._match(watched, trial, 1)
                found.played.append(played)
                if played.ending is None or played.ending.kind != "played":
                    return None
                found.next_match = self._match(watched, trial, 2)[0].ending
                if found.next_match is not None and not found.next_match.foul:
                    found.after_bye = _leaving(watched.player, watched.player.dismiss)
        except Foul as foul:
            found.start_foul = Ending(foul.kind, trial.seat, foul.detail)
            return None
        except CannotStart as error:
            found.start_foul = Ending("crashed", trial.seat, str(error.strerror))
            return None
        return [move for seat, move in table.moves if seat == trial.seat]

    def _play_again(self, trial: Trial, moves: list[Any]) -> None:
        """The first match in a fresh process, whose stdin is then closed without a word."""
        with self._seated(trial) as watched:
            played, table = self._match(watched, trial, 1)
            if played.ending is not None and played.ending.kind == "played":
                self._found.repeated = moves == [move for seat, move in table.moves if seat == trial.seat]
                self._found.after_eof = _leaving(watched.player, watched.player.process.close_stdin)

    def _play_one(self, trial: Trial) -> None:
        """One match in a fresh process."""
        if time.monotonic() > self._deadline:
            self._found.played.append(Played(trial.words, None))
            return
        try:
            with self._seated(trial) as watched:
                self._found.played.append(self._match(watched, trial, 1)[0])
        except (Foul, CannotStart) as error:
            ending = Ending("crashed", trial.seat, str(error))
            self._found.played.append(Played(trial.words, ending, own=True))

    def _match(self, watched: Watched, trial: Trial, number: int) -> tuple[Played, Table]:
        """A match against strangers. Its deal and its name follow from the trial and the number."""
        table, match = _dealt(trial, number)
        players: list[Player] = [Stranger(seat) for seat in range(trial.seating.seats)]
        players[trial.seat] = watched
        ending: Ending | None = None
        choices, moves = watched.by_choice, watched.by_moves
        with contextlib.suppress(TimeUp):
            ending = play_match(table, players, match).ending
        self._found.match_ms.append(watched.player.used_ms)
        played = Played(
            words=trial.words,
            ending=ending,
            own=ending is not None and ending.seat == trial.seat,
            decisions=sum(seat == trial.seat for seat, _ in table.moves),
            by_choice=watched.by_choice - choices,
            by_moves=watched.by_moves - moves,
        )
        return played, table

    def _ask_twice(self, trial: Trial) -> None:
        """Send a request, the same again and the next one at once, as after an answer that was too late."""
        table, match = _dealt(trial, 3)
        while table.turn() != trial.seat:
            table.play_unchecked(table.legal()[0])
        with self._seated(trial) as watched:
            watched.player.start(match)
            news, lines = table.news(trial.seat), b""
            for number in (1, 1, 2):
                view = table.view(trial.seat).painted()
                act = wire.Act(number, view, news, table.legal(), self._found.clock.move_ms)
                lines += wire.line(act)
                news = []
            watched.player.process.send(lines)
            self._found.twice = self._answers_to_two(watched.player, trial)

    def _answers_to_two(self, player: BotPlayer, trial: Trial) -> Twice:
        move_s = self._found.clock.move_ms / 1000
        deadline = time.monotonic() + max(3 * move_s, min(_AGAIN_S, 10 * move_s))
        heard: list[int] = []
        trouble = ""
        while 2 not in heard and not trouble:
            try:
                text = player.process.receive(deadline)
                if text is None:
                    trouble = "then nothing more came in time"
                elif (number := wire.addressee(text)) is not None:
                    wire.read_answer(trial.game, text)
                    heard.append(number)
            except Gone:
                trouble = player.process.exit_words()
            except (LineTooLong, ValueError) as error:
                trouble = str(error) or "a line without end"
        if not trouble and (1 not in heard or not {1, 2}.issuperset(heard)):
            trouble = "request 1 was not answered" if 1 not in heard else "nobody asked for those"
        return Twice((1, 1, 2), tuple(heard), trouble)

    @contextlib.contextmanager
    def _seated(self, trial: Trial) -> Iterator[Watched]:
        """The bot, ready to play; it is gone afterwards. Raises: Foul, CannotStart."""
        manifest = self._bot.manifest
        player = BotPlayer(
            manifest.name,
            manifest.run,
            self._bot.folder,
            trial.game,
            trial.options,
            trial.seating,
            trial.seat,
            self._found.clock,
            self._keeping,
        )
        try:
            player.wait_until_ready()
            watched = Watched(player, self._deadline)
            try:
                yield watched
            finally:
                self._found.own_ms += watched.own_ms
                self._found.memory = max(self._found.memory or 0, watched.memory) or None
        finally:
            self._found.stderr = (self._found.stderr or "") + player.process.stderr_tail()
            player.kill()


def _dealt(trial: Trial, number: int) -> tuple[Table, str]:
    """A dealt table and the name of its match."""
    name = blake2b(f"{trial.words} {number}".encode(), digest_size=8).hexdigest()
    options = trial.game.options(**trial.options)
    return Table.dealt(trial.game, trial.seating, options, Chance(name.encode())), name


def _leaving(player: BotPlayer, tell: Callable[[], None]) -> Leaving:
    """Tell a bot to leave, and wait until it has left."""
    # Looked for before: whoever leaves at once has no descendants any more.
    started = [tree.member(pid) for pid in tree.descendants(player.pid)]
    tell()
    asked = time.monotonic()
    if not player.process.left_by(asked + LEAVE_MS / 1000):
        return Leaving(None, "")
    after_ms = (time.monotonic() - asked) * 1000
    # A box, and children that heard of it at the same time, need a moment more.
    while (stayed := _still_there(started)) and time.monotonic() < asked + LEAVE_MS / 1000:
        time.sleep(_LOOK_AGAIN_S)
    return Leaving(after_ms, player.process.exit_words(), stayed)


def _still_there(before: Sequence[tree.Member | None]) -> int:
    """How many of these processes are there still; another that has got one's number does not count."""
    now = (tree.member(one.pid) for one in before if one)
    return len({one.started for one in before if one} & {one.started for one in now if one})


@contextlib.contextmanager
def _stray_lines(into: list[str]) -> Iterator[None]:
    """Catch what the arena logs of lines that are no answers."""

    class Catch(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if len(into) < 100:
                into.append(record.getMessage())

    logger, catch = logging.getLogger("arena.bot"), Catch()
    before = logger.propagate
    logger.addHandler(catch)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(catch)
        logger.propagate = before

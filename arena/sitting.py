"""A sitting: one set of bot processes plays a list of fixtures, then those processes end.

A process that fouled is ended, and the next match gets a fresh one.
"""

import errno
import logging
import platform
import time
import traceback
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from arena.bot import BotPlayer, wait_for_one_of
from arena.deals import deal_seed, match_name
from arena.record import Ending, Evidence, Fixture, MatchRecord, Sitting, foul_places
from arena.referee import Foul, Result, play_match
from arena.sandbox import Keeping
from arena.season import BENCH_AFTER
from arena.transport import CannotStart
from arena.wire import Clock
from arena.words import visible
from engine.chance import Chance
from engine.registry import GAMES
from engine.seating import Seating
from engine.table import Table

log = logging.getLogger(__name__)

_SHORT_OF = {errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE}
NO_START = "no bot of this match could start"
"""What the reason begins with when a match is void for that."""
_TRIES_S = (0.05, 0.2, 1.0)
"""Pauses before another try to start a process on a machine that is short of something."""


class Program(Struct, frozen=True):
    """What is started for a bot: its words, in its folder."""

    run: tuple[str, ...]
    folder: str
    clock: Clock | None = None
    """Its own clock; None: the plan's."""


class Plan(Struct, frozen=True):
    """All that a worker must know beside the sittings: programs by entrant, in order of their members."""

    programs: dict[str, tuple[Program, ...]]
    clock: Clock
    secret: bytes
    bench_after: int = BENCH_AFTER
    """A sitting ends when an entrant has fouled so often in a row: whether he plays on is then decided."""
    keeping: Keeping = Keeping()


Undisturbed = Callable[[], AbstractContextManager[None]]


class Crew:
    """The processes of a sitting, by seat, started when a match needs them."""

    def __init__(
        self, plan: Plan, fixture: Fixture, started: Callable[[list[int]], None], undisturbed: Undisturbed
    ) -> None:
        """`started` is told the process ids whenever they change; see `play_sitting`."""
        self._plan = plan
        self._fixture = fixture
        self._started = started
        self._undisturbed = undisturbed
        self._players: dict[int, BotPlayer] = {}
        self._evidence: dict[int, Evidence] = {}

    def ready(self) -> list[BotPlayer]:
        """A player for every seat. Raises: SeatFoul when one cannot start, CannotStart when none can."""
        seats = range(len(self._fixture.sides))
        new = [seat for seat in seats if seat not in self._players]
        fouls = self._start_all(new)
        fouls |= self._hear_all([seat for seat in new if seat not in fouls])
        if len(fouls) == len(seats):
            raise CannotStart(0, f"{NO_START}: " + "; ".join(map(str, fouls.values())))
        if fouls:
            first = min(fouls)
            raise SeatFoul(first, fouls[first])
        return [self._players[seat] for seat in seats]

    def _start_all(self, seats: list[int]) -> dict[int, Foul]:
        """Start a process for each of these seats; who could not be started. Raises: CannotStart."""
        fouls: dict[int, Foul] = {}
        for seat in seats:
            try:
                with self._undisturbed():
                    self._players[seat] = self._start(seat)
                    self._started([player.pid for player in self._players.values()])
            except Foul as foul:
                fouls[seat] = foul
        return fouls

    def _hear_all(self, seats: list[int]) -> dict[int, Foul]:
        """Wait until everyone in these seats is ready; who was not, and has been ended.

        All are listened to at once: each has its own start limit, and none may block on a full pipe.
        """
        fouls: dict[int, Foul] = {}
        while seats:
            for seat in seats:
                try:
                    ready = self._players[seat].is_ready()
                except Foul as foul:
                    fouls[seat] = foul
                    self._evidence[seat] = self._players[seat].evidence()
                    self.replace(seat)
                    ready = True
                if ready:
                    seats = [other for other in seats if other != seat]
            if seats:
                wait_for_one_of([self._players[seat] for seat in seats])
        return fouls

    def evidence(self, seat: int) -> Evidence:
        """What was seen of the bot in a seat that has fouled."""
        if seat in self._players:
            return self._players[seat].evidence()
        return self._evidence.pop(seat, Evidence("could not be started"))

    def replace(self, seat: int) -> None:
        """End the process of a seat; the next match starts another."""
        if seat in self._players:
            self._players[seat].kill()
            del self._players[seat]

    def leave(self) -> None:
        """Say goodbye to all, then see to it that they are gone."""
        for player in self._players.values():
            player.dismiss()
        for player in self._players.values():
            player.end()
        self._players.clear()

    def abandon(self) -> None:
        """End all at once."""
        for seat in list(self._players):
            self.replace(seat)

    def _start(self, seat: int) -> BotPlayer:
        fixture, plan = self._fixture, self._plan
        name = fixture.entrants[seat]
        program = plan.programs[name][fixture.members[seat]]
        game = GAMES[fixture.game]
        for pause in (*_TRIES_S, None):
            try:
                return BotPlayer(
                    name=name,
                    run=program.run,
                    folder=Path(program.folder),
                    game=game,
                    options=fixture.options,
                    seating=Seating(fixture.sides),
                    seat=seat,
                    clock=program.clock or plan.clock,
                    keeping=plan.keeping,
                )
            except CannotStart as error:
                if error.errno not in _SHORT_OF:
                    raise Foul("crashed", f"start: {error.strerror}") from error
                if pause is None:
                    raise
                log.warning("could not start %s: %s; trying again", name, error.strerror)
                time.sleep(pause)
        raise AssertionError("unreachable")


class SeatFoul(Exception):
    """A foul before the match, with its seat."""

    def __init__(self, seat: int, foul: Foul) -> None:
        self.seat = seat
        self.foul = foul
        super().__init__(str(foul))


def play_sitting(
    plan: Plan,
    sitting: Sitting,
    started: Callable[[list[int]], None] = lambda pids: None,
    undisturbed: Undisturbed = nullcontext,
) -> Generator[MatchRecord, None, None]:
    """Play the fixtures in order, a record each, till all are played or an entrant fouls and fouls.

    Closing the iterator ends the processes.

    `started` is told the ids of the bots' processes whenever they change. In an `undisturbed` context a
    process is started and told: no signal may come between, or nobody would know what to end.
    """
    crew = Crew(plan, sitting.fixtures[0], started, undisturbed)
    try:
        row, before = 0, None
        for fixture in sitting.fixtures:
            record = play_fixture(plan, fixture, crew)
            yield record
            if record.ending.kind == "void":
                continue
            row = row + 1 if record.blamed == before else 1
            before = record.blamed
            if before is not None and row >= plan.bench_after:
                break
        crew.leave()
    finally:
        crew.abandon()


def play_fixture(plan: Plan, fixture: Fixture, crew: Crew) -> MatchRecord:
    """One match. Trouble of our own makes it void, with the reason, and never a bot's loss."""
    table: Table | None = None
    players: Sequence[BotPlayer] = ()
    try:
        table = new_table(plan.secret, fixture)
        players = crew.ready()
        result = play_match(table, players, match_name(plan.secret, fixture.id))
    except SeatFoul as error:
        ending = Ending(error.foul.kind, error.seat, error.foul.detail)
        places = foul_places(len(set(fixture.sides)), fixture.sides[error.seat])
        result = Result(ending, (), places, (0,) * len(fixture.sides))
    except CannotStart as error:
        result = _void(fixture, str(error.strerror))
        crew.abandon()
    except Exception:
        log.exception("match %s is void", fixture.id)
        result = _void(fixture, traceback.format_exc(limit=-3))
        crew.abandon()
    evidence: Evidence | None = None
    if result.ending.foul and result.ending.seat is not None:
        evidence = crew.evidence(result.ending.seat)
        crew.replace(result.ending.seat)
    return MatchRecord(
        fixture=fixture,
        ending=result.ending,
        points=result.points,
        places=result.places,
        decisions=result.decisions,
        used_ms=tuple(round(player.used_ms, 3) for player in players) or (0.0,) * len(fixture.sides),
        delay_ms=tuple(round(player.delay_ms, 3) for player in players),
        log=msgspec.json.encode(table.log if table else []),
        moves=msgspec.json.encode(table.moves if table else []),
        ended=round(time.time(), 3),
        evidence=evidence,
        host=platform.node(),
    )


def new_table(secret: bytes, fixture: Fixture) -> Table:
    """The dealt table of a fixture."""
    game = GAMES[fixture.game]
    options: Any = msgspec.convert(fixture.options, game.options)
    return Table.dealt(game, Seating(fixture.sides), options, Chance(deal_seed(secret, fixture.deal)))


def void_record(fixture: Fixture, detail: str) -> MatchRecord:
    """The record of a match that could not be played here."""
    nothing = (0,) * len(fixture.sides)
    ending = Ending("void", None, detail)
    return MatchRecord(fixture, ending, (), (), nothing, tuple(map(float, nothing)), host=platform.node())


def _void(fixture: Fixture, detail: str) -> Result:
    return Result(Ending("void", None, visible(detail)), (), (), (0,) * len(fixture.sides))

"""A sitting: one set of bot processes plays a list of fixtures, then those processes end.

A process that fouled is ended, and the next match gets a fresh one.
"""

import errno
import logging
import time
import traceback
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from arena.bot import BotPlayer
from arena.deals import deal_seed, match_name
from arena.record import Ending, Fixture, MatchRecord, Sitting, foul_places
from arena.referee import Foul, Result, play_match
from arena.transport import CannotStart
from arena.wire import Clock
from engine.chance import Chance
from engine.registry import GAMES
from engine.seating import Seating
from engine.table import Table

log = logging.getLogger(__name__)

_SHORT_OF = {errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE}
_TRIES_S = (0.05, 0.2, 1.0)
"""Pauses before another try to start a process on a machine that is short of something."""


class Program(Struct, frozen=True):
    """What is started for a bot: its words, in its folder."""

    run: tuple[str, ...]
    folder: str


class Plan(Struct, frozen=True):
    """All that a worker must know beside the sittings: programs by entrant, in order of their members."""

    programs: dict[str, tuple[Program, ...]]
    clock: Clock
    secret: bytes


class Crew:
    """The processes of a sitting, by seat, started when a match needs them."""

    def __init__(self, plan: Plan, fixture: Fixture, started: Callable[[list[int]], None]) -> None:
        """`started` is told the process ids whenever they change."""
        self._plan = plan
        self._fixture = fixture
        self._started = started
        self._players: dict[int, BotPlayer] = {}

    def ready(self) -> list[BotPlayer]:
        """A player for every seat. Raises: SeatFoul when one cannot start, CannotStart when none can."""
        new = [seat for seat in range(len(self._fixture.sides)) if seat not in self._players]
        fouls: dict[int, Foul] = {}
        for seat in new:
            try:
                self._players[seat] = self._start(seat)
            except Foul as foul:
                fouls[seat] = foul
        if new:
            self._started([player.pid for player in self._players.values()])
        for seat in new:
            if seat not in fouls:
                try:
                    self._players[seat].wait_until_ready()
                except Foul as foul:
                    fouls[seat] = foul
                    self.replace(seat)
        if len(fouls) == len(self._fixture.sides):
            raise CannotStart(0, "no bot of this match could start: " + "; ".join(map(str, fouls.values())))
        if fouls:
            first = min(fouls)
            raise SeatFoul(first, fouls[first])
        return [self._players[seat] for seat in range(len(self._fixture.sides))]

    def replace(self, seat: int) -> None:
        """End the process of a seat; the next match starts another."""
        player = self._players.pop(seat, None)
        if player is not None:
            player.kill()

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
                    clock=plan.clock,
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
    plan: Plan, sitting: Sitting, started: Callable[[list[int]], None] = lambda pids: None
) -> Generator[MatchRecord, None, None]:
    """Play the fixtures in order, a record each. Closing the iterator ends the processes."""
    crew = Crew(plan, sitting.fixtures[0], started)
    try:
        for fixture in sitting.fixtures:
            yield play_fixture(plan, fixture, crew)
        crew.leave()
    finally:
        crew.abandon()


def play_fixture(plan: Plan, fixture: Fixture, crew: Crew) -> MatchRecord:
    """One match. Trouble of our own makes it void, with the reason, and never a bot's loss."""
    table = new_table(plan.secret, fixture)
    players: Sequence[BotPlayer] = ()
    try:
        players = crew.ready()
        result = play_match(table, players, match_name(plan.secret, fixture.id))
    except SeatFoul as error:
        ending = Ending(error.foul.kind, error.seat, error.foul.detail)
        places = foul_places(table.seating.side_count, fixture.sides[error.seat])
        result = Result(ending, (), places, (0,) * len(fixture.sides))
    except CannotStart as error:
        result = _void(fixture, str(error.strerror))
    except Exception:
        log.exception("match %s is void", fixture.id)
        result = _void(fixture, traceback.format_exc(limit=-3))
        crew.abandon()
    if result.ending.foul and result.ending.seat is not None:
        crew.replace(result.ending.seat)
    return MatchRecord(
        fixture=fixture,
        ending=result.ending,
        points=result.points,
        places=result.places,
        decisions=result.decisions,
        used_ms=tuple(round(player.used_ms, 3) for player in players) or (0.0,) * len(fixture.sides),
        log=msgspec.json.encode(table.log),
        moves=msgspec.json.encode(table.moves),
    )


def new_table(secret: bytes, fixture: Fixture) -> Table:
    """The dealt table of a fixture."""
    game = GAMES[fixture.game]
    options: Any = msgspec.convert(fixture.options, game.options)
    return Table.dealt(game, Seating(fixture.sides), options, Chance(deal_seed(secret, fixture.deal)))


def _void(fixture: Fixture, detail: str) -> Result:
    return Result(Ending("void", None, detail), (), (), (0,) * len(fixture.sides))

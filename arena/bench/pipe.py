"""The pipe: hielenlikkers with a C bot that answers at once, against the floor of the same machine."""

import os
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from msgspec import Raw

from arena.bench.figures import Figure
from arena.build import build
from arena.examples import bot
from arena.manifest import Bot
from arena.record import Fixture, Sitting
from arena.sitting import Plan, Program, play_sitting
from arena.transport import BotProcess
from arena.wire import LINE_LIMIT, Act, Answer, Clock, line

_MATCHES = 200
_ROUND_TRIPS = 20_000
_REQUEST_BYTES = 600
_NAMES = ("a", "b", "c", "d")


def measure(scale: float) -> Iterator[Figure]:
    """Harness CPU and wall a decision on one core, and the mean request."""
    fast = bot("vlug")
    build(fast)
    with one_core():
        floor = _floor(fast, max(100, round(_ROUND_TRIPS * scale)))
        cpu, wall = _play(fast, max(2, round(_MATCHES * scale)))
    yield Figure("pipe", "floor: a round trip with a C bot, poll and msgspec", floor, "us")
    yield Figure("pipe", "hielenlikkers, 4 players: harness CPU a decision", cpu, "us", "at most", 30.0)
    yield Figure("pipe", "hielenlikkers, 4 players: wall a decision on one core", wall, "us")
    yield Figure("pipe", "wall against the floor", wall / floor, "times", "at most", 5.0)
    yield Figure("pipe", "mean request, base game", _mean_request(False), "bytes", "at most", 2048.0)
    yield Figure("pipe", "mean request, with the expansion", _mean_request(True), "bytes", "at most", 2048.0)


def _play(fast: Bot, matches: int) -> tuple[float, float]:
    """CPU of this process and wall, in us a decision; the first match warms up and is not counted."""
    program = Program(fast.manifest.run, str(fast.folder))
    plan = Plan(dict.fromkeys(_NAMES, (program,)), Clock(), b"bench".ljust(32))
    fixtures = tuple(
        Fixture(str(deal), "hielenlikkers", {"expansion": False}, deal, (0, 1, 2, 3), _NAMES, (0,) * 4)
        for deal in range(matches + 1)
    )
    records = play_sitting(plan, Sitting(fixtures))
    next(records)
    cpu, wall, decisions = time.process_time(), time.perf_counter(), 0
    for record in records:
        decisions += sum(record.decisions)
    return (
        (time.process_time() - cpu) * 1e6 / decisions,
        (time.perf_counter() - wall) * 1e6 / decisions,
    )


def _floor(fast: Bot, round_trips: int) -> float:
    """Us for encoding a request of 600 bytes, writing it, poll, reading the answer and decoding it."""
    process = BotProcess(fast.manifest.run, fast.folder, LINE_LIMIT)
    process.send(b'{"type":"hello"}\n')
    process.receive(time.monotonic() + 10)
    stdin, stdout = process.descriptors()
    watch = select.poll()
    watch.register(stdout, select.POLLIN)
    answers = msgspec.json.Decoder(Answer[int])
    filler = Raw(msgspec.json.encode("x" * (_REQUEST_BYTES - 60)))
    started = time.perf_counter()
    for number in range(round_trips):
        os.write(stdin, line(Act(number, filler, [], [], 1000)))
        watch.poll(1000)
        answers.decode(os.read(stdout, 65536))
    spent = time.perf_counter() - started
    process.kill()
    return spent * 1e6 / round_trips


def _mean_request(expansion: bool) -> float:
    """Bytes, over the decisions of some matches in which always the first move is made."""
    from engine.chance import Chance
    from engine.registry import GAMES
    from engine.seating import free_for_all
    from engine.table import Table

    game = GAMES["hielenlikkers"]
    sizes, decisions = 0, 0
    for number in range(20):
        seed = number.to_bytes(8, "big")
        table = Table.dealt(game, free_for_all(4), game.options(expansion=expansion), Chance(seed))
        told = [0] * 4
        while (seat := table.turn()) is not None:
            legal = table.legal()
            news = table.news(seat, told[seat])
            told[seat] = len(table.log)
            decisions += 1
            sizes += len(line(Act(decisions, table.view(seat).painted(), news, legal, 1000)))
            table.play_unchecked(legal[(decisions * 7919) % len(legal)])
    return sizes / decisions


@contextmanager
def one_core() -> Iterator[None]:
    """This process and the bots it starts on one core, where the system can."""
    if not hasattr(os, "sched_getaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)

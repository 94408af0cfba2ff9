"""The pool: sittings to workers, records to the store; stops cleanly.

The parent is the only writer. A worker that dies costs nothing: what it had not finished is played again.
"""

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import wait
from types import FrameType

import msgspec

from arena.logs import worker_channel
from arena.record import Ending, Fixture, MatchRecord, Sitting
from arena.sitting import Plan
from arena.store import Store
from arena.worker import Done, Finished, Message, Seated, core_for, messages, work

log = logging.getLogger(__name__)

_STOP_S = 3.0
"""How long workers may take to end their bots before they are killed."""
_DEATHS = 3
"""How many workers a match may take down before it is void."""
_DEATHS_IN_A_ROW = 8
"""How many workers may die without a finished match between them before the run gives up."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(Exception):
    """The run was asked to stop; every finished match is stored."""


class PoolError(Exception):
    """Workers die one after the other: something is wrong with this machine or this installation."""


def play(
    store: Store,
    plan: Plan,
    sittings: Iterable[Sitting],
    workers: int,
    pin: bool | None = None,
    saw: Callable[[MatchRecord], None] = lambda record: None,
) -> None:
    """Play sittings until none is left. `saw` is told each stored record. Raises: Stopped,
    PoolError, StoreError."""
    run = _Run(store, plan, sittings, saw)
    with _stop_requests() as asked, _ending(run):
        run.hire(workers, pin)
        while run.busy():
            if asked in run.step(asked):
                raise Stopped


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Worker:
    """One worker as the parent sees it."""

    def __init__(self, number: int, plan: Plan, core: int | None) -> None:
        self.number, self.core = number, core
        self.channel, queue = worker_channel(f"log-{number}")
        self.pipe, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(
            target=work, args=(theirs, plan, queue, core), name=f"worker-{number}"
        )
        self.process.start()
        theirs.close()
        self.playing = False
        self.left: deque[Fixture] = deque()
        self.groups: list[int] = []

    def give(self, sitting: Sitting) -> None:
        self.playing = True
        self.left = deque(sitting.fixtures)
        with contextlib.suppress(OSError):  # it has died, which shows on the same pipe
            self.pipe.send_bytes(msgspec.msgpack.encode(sitting))

    def hear(self) -> Message | None:
        """The next message; None when it has gone."""
        try:
            return messages.decode(self.pipe.recv_bytes())
        except (EOFError, OSError):
            return None

    def bury(self) -> None:
        """See that the process and the bots it left behind are gone."""
        self.process.kill()
        self.process.join()
        for group in self.groups:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)
        self.pipe.close()
        self.channel.close()


class _Run:
    """One call of `play`: the sittings still to be given out, the workers, what they have finished."""

    def __init__(
        self, store: Store, plan: Plan, sittings: Iterable[Sitting], saw: Callable[[MatchRecord], None]
    ) -> None:
        self._store, self._plan, self._saw = store, plan, saw
        self._waiting = deque(sittings)
        self._workers: list[_Worker] = []
        self._deaths: dict[str, int] = {}
        self._deaths_in_a_row = 0

    def hire(self, workers: int, pin: bool | None) -> None:
        wanted = min(workers, len(self._waiting))
        for number in range(wanted):
            worker = _Worker(number, self._plan, core_for(number, workers, pin))
            self._workers.append(worker)
            self._next(worker)

    def busy(self) -> bool:
        return any(worker.playing for worker in self._workers)

    def step(self, *also: socket.socket) -> list[object]:
        """Wait for something to happen and take it in; what of `also` was ready."""
        by_pipe: dict[object, _Worker] = {worker.pipe: worker for worker in self._workers}
        ready: list[object] = list(wait([*(worker.pipe for worker in self._workers), *also]))
        for pipe in ready:
            if pipe in by_pipe:
                self._take(by_pipe[pipe])
        return ready

    def end(self) -> None:
        """End the workers; store what they had still finished."""
        for worker in self._workers:
            worker.process.terminate()
        deadline = time.monotonic() + _STOP_S
        for worker in self._workers:
            worker.process.join(max(0.0, deadline - time.monotonic()))
        for worker in self._workers:
            while worker.pipe.poll() and (message := worker.hear()) is not None:
                if isinstance(message, Finished):
                    self._keep(message.record)
                elif isinstance(message, Seated):
                    worker.groups = message.groups
            worker.bury()
        self._workers.clear()

    def _take(self, worker: _Worker) -> None:
        match worker.hear():
            case Finished(record):
                worker.left.popleft()
                self._deaths_in_a_row = 0
                self._keep(record)
            case Seated(groups):
                worker.groups = groups
            case Done():
                worker.playing = False
                self._next(worker)
            case None:
                self._lost(worker)

    def _keep(self, record: MatchRecord) -> None:
        self._store.add(record)
        if record.ending.kind != "played":
            log.warning("match %s: %s", record.fixture.id, _sentence(record))
        self._saw(record)

    def _next(self, worker: _Worker) -> None:
        if self._waiting:
            worker.give(self._waiting.popleft())

    def _lost(self, worker: _Worker) -> None:
        """A worker has died: another one takes what it had not finished."""
        worker.bury()
        words = "%s has died (exit code %s); its match is played again"
        log.error(words, worker.process.name, worker.process.exitcode)
        self._deaths_in_a_row += 1
        if self._deaths_in_a_row >= _DEATHS_IN_A_ROW:
            raise PoolError(f"{self._deaths_in_a_row} workers died without finishing a match; see the log")
        left = list(worker.left)
        if left and self._died_with(left[0]) >= _DEATHS:
            self._keep(_void(left.pop(0)))
        heir = _Worker(worker.number, self._plan, worker.core)
        self._workers[self._workers.index(worker)] = heir
        if left:
            heir.give(Sitting(tuple(left)))
        else:
            self._next(heir)

    def _died_with(self, fixture: Fixture) -> int:
        self._deaths[fixture.id] = deaths = self._deaths.get(fixture.id, 0) + 1
        return deaths


def _sentence(record: MatchRecord) -> str:
    ending = record.ending
    if ending.seat is None:
        return f"{ending.kind}: {ending.detail}"
    return f"{record.fixture.entrants[ending.seat]} (seat {ending.seat}) {ending.kind}: {ending.detail}"


def _void(fixture: Fixture) -> MatchRecord:
    nothing = (0,) * len(fixture.sides)
    ending = Ending("void", None, f"{_DEATHS} workers died in this match")
    return MatchRecord(fixture, ending, (), (), nothing, tuple(map(float, nothing)))


@contextlib.contextmanager
def _ending(run: _Run) -> Iterator[None]:
    try:
        yield
    finally:
        run.end()


@contextlib.contextmanager
def _stop_requests() -> Iterator[socket.socket]:
    """A socket that becomes readable when Ctrl-C, SIGTERM or SIGHUP asks the run to stop."""
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)

    def ask(number: int, frame: FrameType | None) -> None:
        with contextlib.suppress(BlockingIOError):
            theirs.send(b"!")

    before = {number: signal.signal(number, ask) for number in _SIGNALS}
    try:
        yield ours
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        ours.close()
        theirs.close()

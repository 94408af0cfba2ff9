"""The pool: sittings to workers, records to the store; stops cleanly.

The parent is the only writer. A worker that dies costs nothing: what it had not finished is played again.
"""

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import wait
from types import FrameType
from typing import Any

import msgspec

from arena.load import crowded, load_of
from arena.logs import worker_channel
from arena.playing import tell_playing
from arena.record import Fixture, MatchRecord, Sitting
from arena.sandbox import LastWill, adopting, end_left_behind, end_orphans
from arena.sitting import Plan, void_record
from arena.store import Store
from arena.worker import STOP_SIGNALS, Done, Finished, Message, Seated, core_for, messages, work

log = logging.getLogger(__name__)

_STOP_S = 3.0
"""How long workers may take to end their bots before they are killed."""
_LOG_S = 1.0
"""How long their last words may take to reach the log."""
_DEATHS = 3
"""How many workers a match may take down before it is void."""
_DEATHS_IN_A_ROW = 8
"""How many workers may die without a finished match between them before the run gives up."""


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
    more: Callable[[], Iterable[Sitting]] = tuple,
    wanted: Callable[[Fixture], bool] = lambda fixture: True,
    warn: Callable[[str], None] = lambda words: None,
) -> None:
    """Play sittings until none is left. `saw` is told each stored record; `more` is asked for further
    sittings whenever all are played, until it has none; a fixture that is not `wanted` any more when its
    turn comes is left out; `warn` is told of too few cores. Raises: Stopped, PoolError, StoreError."""
    run = _Run(store, plan, sittings, saw, wanted)
    if words := crowded(workers, cores()):
        warn(words)
    with stop_requests() as asked, adopting(), _ending(run, warn):
        run.hire(workers, pin)
        while run.busy():
            if asked in run.step(asked):
                raise Stopped
            if not run.busy():
                run.wait_for(more())
                run.hire(workers, pin)


def keep(store: Store, record: MatchRecord, saw: Callable[[MatchRecord], None]) -> None:
    """Store a record and tell of it. Raises: StoreError."""
    store.add(record)
    if record.ending.kind != "played":
        log.warning("match %s: %s", record.fixture.id, _sentence(record))
    saw(record)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Worker:
    """One worker as the parent sees it."""

    def __init__(self, number: int, plan: Plan, core: int | None) -> None:
        self.number, self.core = number, core
        with _signals_held_back():
            self.channel, queue = worker_channel(f"log-{number}")
        self.pipe, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(
            target=work, args=(theirs, plan, queue, core), name=f"worker-{number}"
        )
        try:
            with _signals_held_back():
                self.process.start()
        finally:
            theirs.close()
        self.closing = threading.Thread(target=self.channel.close, daemon=True)
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
        self.end()
        for group in self.groups:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)
        if self.process.pid is not None:
            end_left_behind(self.process.pid)
            end_orphans()
        self.pipe.close()
        with contextlib.suppress(RuntimeError):
            self.closing.start()

    def end(self) -> None:
        """See that the process is gone; what it has said can still be heard."""
        self.process.kill()
        self.process.join()


class _Run:
    """One call of `play`: the sittings still to be given out, the workers, what they have finished."""

    def __init__(
        self,
        store: Store,
        plan: Plan,
        sittings: Iterable[Sitting],
        saw: Callable[[MatchRecord], None],
        wanted: Callable[[Fixture], bool],
    ) -> None:
        self._store, self._plan, self._saw, self._wanted = store, plan, saw, wanted
        self._sittings = iter(sittings)
        self._again: deque[Sitting] = deque()
        self._workers: list[_Worker] = []
        self._will: LastWill | None = None
        self._deaths: dict[str, int] = {}
        self._deaths_in_a_row = 0

    def wait_for(self, sittings: Iterable[Sitting]) -> None:
        self._sittings = iter(sittings)

    def hire(self, workers: int, pin: bool | None) -> None:
        """Give what is waiting to those who are there, and to new ones up to this number."""
        for worker in self._workers:
            self._next(worker)
        while len(self._workers) < workers and (sitting := self._waiting()):
            number = len(self._workers)
            self._add(number, core_for(number, workers, pin)).give(sitting)
        self._tell_playing()

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

    def end(self, warn: Callable[[str], None]) -> None:
        """End the workers; store what they had still finished. Raises: StoreError, when all have ended."""
        load = load_of(worker.process.pid for worker in self._workers if worker.process.pid)
        log.info(load.words)
        if load.too_much:
            warn(f"the machine is overloaded: {load.words}")
        for worker in self._workers:
            worker.process.terminate()
        _join([worker.process for worker in self._workers], _STOP_S)
        finished = []
        for worker in self._workers:
            worker.end()
            while worker.pipe.poll() and (message := worker.hear()) is not None:
                if isinstance(message, Finished):
                    finished.append(message.record)
                elif isinstance(message, Seated):
                    worker.groups = message.groups
            worker.bury()
        _join([worker.closing for worker in self._workers if worker.closing.ident], _LOG_S)
        self._workers.clear()
        if self._will:
            self._will.close()
        for record in finished:
            self._keep(record)

    def _take(self, worker: _Worker) -> None:
        match worker.hear():
            case Finished(record):
                worker.left.popleft()
                self._deaths_in_a_row = 0
                self._keep(record)
                if record.ending.kind == "void":
                    self._tell_playing()
            case Seated(groups):
                worker.groups = groups
            case Done():
                worker.playing = False
                if worker.left:
                    # It was given back, as somebody fouled too often in a row.
                    self._again.append(Sitting(tuple(worker.left)))
                    worker.left.clear()
                self._next(worker)
                self._tell_playing()
            case None:
                self._lost(worker)

    def _keep(self, record: MatchRecord) -> None:
        keep(self._store, record, self._saw)

    def _add(self, number: int, core: int | None) -> _Worker:
        try:
            self._will = self._will or LastWill()
            self._workers.append(_Worker(number, self._plan, core))
            self._will.tell(one.process.pid for one in self._workers if one.process.pid)
        except (OSError, RuntimeError) as error:
            # RuntimeError is what a thread that the system refuses comes to.
            why = getattr(error, "strerror", None) or str(error)
        else:
            return self._workers[-1]
        raise PoolError(f"cannot start a worker: {why}")

    def _next(self, worker: _Worker) -> None:
        if not worker.playing and (sitting := self._waiting()):
            worker.give(sitting)

    def _waiting(self) -> Sitting | None:
        """The next sitting, without what is not wanted any more; None when there is none."""
        while (sitting := self._again.popleft() if self._again else next(self._sittings, None)) is not None:
            if fixtures := tuple(filter(self._wanted, sitting.fixtures)):
                return Sitting(fixtures)
        return None

    def _lost(self, worker: _Worker) -> None:
        """A worker has died: another one takes what it had not finished."""
        self._workers.remove(worker)
        worker.bury()
        words = "%s has died (exit code %s); its match is played again"
        log.error(words, worker.process.name, worker.process.exitcode)
        self._deaths_in_a_row += 1
        if self._deaths_in_a_row >= _DEATHS_IN_A_ROW:
            raise PoolError(f"{self._deaths_in_a_row} workers died without finishing a match; see the log")
        left = list(worker.left)
        if left and self._died_with(left[0]) >= _DEATHS:
            self._keep(void_record(left.pop(0), f"{_DEATHS} workers died in this match"))
        heir = self._add(worker.number, worker.core)
        if left:
            heir.give(Sitting(tuple(left)))
        else:
            self._next(heir)
        self._tell_playing()

    def _tell_playing(self) -> None:
        tell_playing(self._store, (worker.left for worker in self._workers))

    def _died_with(self, fixture: Fixture) -> int:
        self._deaths[fixture.id] = deaths = self._deaths.get(fixture.id, 0) + 1
        return deaths


def _sentence(record: MatchRecord) -> str:
    ending = record.ending
    if ending.seat is None:
        return f"{ending.kind}: {ending.detail}"
    return f"{record.fixture.entrants[ending.seat]} (seat {ending.seat}) {ending.kind}: {ending.detail}"


@contextlib.contextmanager
def _ending(run: _Run, warn: Callable[[str], None]) -> Iterator[None]:
    try:
        yield
    finally:
        run.end(warn)


@contextlib.contextmanager
def stop_requests() -> Iterator[socket.socket]:
    """A socket that becomes readable when Ctrl-C, SIGTERM or SIGHUP asks the run to stop."""
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)

    def ask(number: int, frame: FrameType | None) -> None:
        with contextlib.suppress(BlockingIOError):
            theirs.send(b"!")

    # What was ignored before, as under nohup, stays so.
    heard = [number for number in STOP_SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, ask) for number in heard}
    try:
        yield ours
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        ours.close()
        theirs.close()


def _join(many: Iterable[Any], seconds: float) -> None:
    """Wait for processes or threads, so long for all of them together."""
    deadline = time.monotonic() + seconds
    for one in many:
        one.join(max(0.0, deadline - time.monotonic()))


@contextlib.contextmanager
def _signals_held_back() -> Iterator[None]:
    """Processes that are started within are born deaf to what asks for a stop.

    A worker is until it knows what to do on it: see `work`. The process with which multiprocessing tidies
    up, started with the first worker, stays deaf to SIGHUP: by itself it ignores the other two only.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)

"""A worker: a process of its own that plays sittings, one match at a time, on one core.

It hears sittings and says messages over one pipe, as MessagePack. When the parent is gone, however
it went, the worker ends its bots and leaves.
"""

import contextlib
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, NoReturn

import msgspec
from msgspec import Struct

from arena.logs import log_to_parent
from arena.record import MatchRecord, Sitting
from arena.sandbox import adopting
from arena.sitting import Plan, play_sitting


class Seated(Struct, frozen=True, tag=True):
    """The process groups of the bots that play now: the parent ends them when the worker is killed."""

    groups: list[int]


class Finished(Struct, frozen=True, tag=True):
    """A match has ended."""

    record: MatchRecord


class Done(Struct, frozen=True, tag=True):
    """The sitting has ended; the next, please."""


Message = Seated | Finished | Done
_encoder = msgspec.msgpack.Encoder()
messages: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(Message)
_sittings = msgspec.msgpack.Decoder(Sitting)


STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""What asks a run to stop; the parent hears them, a worker only SIGTERM."""


def work(pipe: Connection, plan: Plan, log_queue: Any, core: int | None) -> None:
    """The life of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    leaving = Leaving()
    signal.signal(signal.SIGTERM, leaving)
    # They were held back until here: see pool.py.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
    threading.Thread(target=_watch_parent, args=(log_queue,), daemon=True).start()
    log_to_parent(log_queue)
    if core is not None:
        os.sched_setaffinity(0, {core})

    def say(message: Message) -> None:
        pipe.send_bytes(_encoder.encode(message))

    # The parent has gone, or closed the pipe: there is nobody to play for.
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            sitting = _sittings.decode(pipe.recv_bytes())
            told = play_sitting(plan, sitting, lambda groups: say(Seated(groups)), leaving.later)
            with adopting(), closing(told) as records:
                for record in records:
                    say(Finished(record))
            say(Seated([]))
            say(Done())


def core_for(number: int, workers: int, pin: bool | None) -> int | None:
    """The core for worker `number`: one each while there are enough, None when they are not pinned."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    cores: Sequence[int] = sorted(os.sched_getaffinity(0))
    if pin is False or (pin is None and workers > len(cores)):
        return None
    return cores[number % len(cores)]


class Leaving:
    """The answer to SIGTERM: leave, at once or at the end of what must not be cut in two."""

    def __init__(self) -> None:
        self._held = self._asked = False

    def __call__(self, number: int, frame: object) -> None:
        self._asked = True
        if not self._held:
            self._leave()

    @contextlib.contextmanager
    def later(self) -> Iterator[None]:
        """A signal that comes inside is answered afterwards."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
            if self._asked:
                self._leave()

    def _leave(self) -> NoReturn:
        # Once: a second signal must not interrupt the ending of the bots.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise SystemExit(128 + signal.SIGTERM)


def _watch_parent(log_queue: Any) -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        # Nobody reads what is still to be logged; waiting for that would be for ever.
        log_queue.cancel_join_thread()
        os.kill(os.getpid(), signal.SIGTERM)

"""A worker: a process of its own that plays sittings, one match at a time, on one core.

It hears sittings and says messages over one pipe, as MessagePack. When the parent is gone, however
it went, the worker ends its bots and leaves.
"""

import contextlib
import os
import signal
import threading
from collections.abc import Sequence
from contextlib import closing
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, NoReturn

import msgspec
from msgspec import Struct

from arena.logs import log_to_parent
from arena.record import MatchRecord, Sitting
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


def work(pipe: Connection, plan: Plan, log_queue: Any, core: int | None) -> None:
    """The life of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    threading.Thread(target=_watch_parent, daemon=True).start()
    log_to_parent(log_queue)
    if core is not None:
        os.sched_setaffinity(0, {core})

    def say(message: Message) -> None:
        pipe.send_bytes(_encoder.encode(message))

    # The parent has gone, or closed the pipe: there is nobody to play for.
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            sitting = _sittings.decode(pipe.recv_bytes())
            with closing(play_sitting(plan, sitting, lambda groups: say(Seated(groups)))) as records:
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


def _leave(number: int, frame: object) -> NoReturn:
    # Once: a second signal must not interrupt the ending of the bots.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(128 + number)


def _watch_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

"""A process that plays one sitting for a worker of a cluster: `python -m arena.cluster.sitter DESCRIPTOR`.

The descriptor is its end of a socket pair: over it comes a job and go messages, as MessagePack. When the
other end is closed, however that came, it ends its bots and leaves.
"""

import contextlib
import logging
import os
import signal
import sys
import threading
from multiprocessing.connection import Connection

import msgspec
from msgspec import Struct

from arena.record import Sitting
from arena.sandbox import adopting
from arena.sitting import Plan, play_sitting
from arena.worker import STOP_SIGNALS, Done, Finished, Leaving, Seated


class Job(Struct, frozen=True):
    """A sitting, and all that must be known to play it."""

    plan: Plan
    sitting: Sitting


class Said(Struct, frozen=True, tag=True):
    """A line for the season's log."""

    logger: str
    level: int
    words: str


jobs = msgspec.msgpack.Decoder(Job)
messages: msgspec.msgpack.Decoder[Seated | Finished | Done | Said] = msgspec.msgpack.Decoder(
    Seated | Finished | Done | Said
)


class _ToWorker(logging.Handler):
    """Hands log records on as messages."""

    def __init__(self, pipe: Connection) -> None:
        super().__init__()
        self._pipe = pipe

    def emit(self, record: logging.LogRecord) -> None:
        _say(self._pipe, Said(record.name, record.levelno, self.format(record)))


def main(descriptor: int) -> None:
    """The life of a sitter."""
    pipe = Connection(descriptor)
    leaving = Leaving()
    # Its bots are ended in good order by one signal only, and the worker decides when.
    for number in STOP_SIGNALS:
        signal.signal(number, leaving if number == signal.SIGTERM else signal.SIG_IGN)
    job = jobs.decode(pipe.recv_bytes())
    threading.Thread(target=_watch, args=(pipe,), daemon=True).start()
    root = logging.getLogger("arena")
    root.addHandler(_ToWorker(pipe))
    root.setLevel(logging.INFO)
    root.propagate = False
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        told = play_sitting(job.plan, job.sitting, lambda pids: _say(pipe, Seated(pids)), leaving.later)
        with adopting(), contextlib.closing(told) as records:
            for record in records:
                _say(pipe, Finished(record))
        _say(pipe, Done())


def _say(pipe: Connection, message: Seated | Finished | Done | Said) -> None:
    pipe.send_bytes(msgspec.msgpack.encode(message))


def _watch(pipe: Connection) -> None:
    """Nothing more is said to a sitter: what comes is the end of the other one."""
    with contextlib.suppress(EOFError, OSError):
        pipe.recv_bytes()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main(int(sys.argv[1]))

"""What a worker of a cluster runs: one sitting, on bots that were sent to it, in a process of its own."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arena.cluster.parcel import Parcel, place_of, unpacked
from arena.cluster.sitter import Job, Said, messages
from arena.record import MatchRecord, Sitting
from arena.sandbox.probe import sandbox_for
from arena.sitting import Plan, Program
from arena.worker import Done, Finished, Seated

_SHELF = "arena-bots"
"""The folder, in a worker's own, where it keeps the bots that were sent to it."""


class Errand(Struct, frozen=True):
    """A sitting on its way. The folders of the plan's programs are contents of parcels, not yet paths."""

    plan: Plan
    sitting: Sitting
    parcels: list[Parcel] = []


class Outcome(Struct, frozen=True):
    """What came of it: its records so far, the contents of bots that must be sent along, lines to log."""

    records: list[MatchRecord]
    said: list[Said] = []
    wanting: list[str] = []
    died: str = ""
    """How the process ended that played it; empty: as it should."""


errands = msgspec.msgpack.Decoder(Errand)
outcomes = msgspec.msgpack.Decoder(Outcome)


def play_there(errand: bytes) -> bytes:
    """Play an errand's sitting as this worker's task; an `Outcome`. Both are MessagePack."""
    from distributed import get_worker

    shelf = Path(get_worker().local_directory) / _SHELF
    return msgspec.msgpack.encode(played(errands.decode(errand), shelf))


def played(errand: Errand, shelf: Path) -> Outcome:
    """Play an errand's sitting with the bots on a shelf. Raises: ParcelError, SandboxMissing, OSError."""
    box = errand.plan.keeping.sandbox
    sandbox_for(box.kind, box.hidden)
    for parcel in errand.parcels:
        if not place_of(shelf, parcel.content).is_dir():
            unpacked(parcel, shelf)
    contents = {one.folder for members in errand.plan.programs.values() for one in members}
    if wanting := sorted(one for one in contents if not place_of(shelf, one).is_dir()):
        return Outcome([], wanting=wanting)
    return _sat(Job(_on_shelf(errand.plan, shelf), errand.sitting))


def _on_shelf(plan: Plan, shelf: Path) -> Plan:
    """The plan with the programs where they lie on this machine."""
    programs: dict[str, tuple[Program, ...]] = {
        name: tuple(replace(one, folder=str(place_of(shelf, one.folder))) for one in members)
        for name, members in plan.programs.items()
    }
    return replace(plan, programs=programs)


def _sat(job: Job) -> Outcome:
    records: list[MatchRecord] = []
    said: list[Said] = []
    groups: list[int] = []
    over = False
    with _sitter(job) as (pipe, process):
        with contextlib.suppress(EOFError, OSError):
            while not over:
                match messages.decode(pipe.recv_bytes()):
                    case Finished(record):
                        records.append(record)
                    case Seated(now):
                        groups = now
                    case Said() as line:
                        said.append(line)
                    case Done():
                        over = True
        if over:
            return Outcome(records, said)
        process.kill()
        for group in groups:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)
    return Outcome(records, said, died=f"exit code {process.returncode}")


@contextlib.contextmanager
def _sitter(job: Job) -> Iterator[tuple[Connection, "subprocess.Popen[bytes]"]]:
    """A sitter that has been given its job; it is gone afterwards."""
    ours, theirs = socket.socketpair()
    with theirs:
        words = [sys.executable, "-m", "arena.cluster.sitter", str(theirs.fileno())]
        try:
            process = subprocess.Popen(words, pass_fds=(theirs.fileno(),), stdin=subprocess.DEVNULL)
        except OSError:
            ours.close()
            raise
    pipe = Connection(ours.detach())
    try:
        with contextlib.suppress(OSError):  # it has died, which shows on the same pipe
            pipe.send_bytes(msgspec.msgpack.encode(job))
        yield pipe, process
    finally:
        pipe.close()
        process.wait()

"""One run a season at a time: who plays it holds a lock on a file in its folder."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from arena.store import StoreError

_FILE = "lock"


class Claimed(Exception):
    """Another run is playing this season; names it."""


@contextlib.contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Have the season in `folder`, which is made, for oneself. Raises: Claimed, StoreError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{folder}: cannot be created: {error.strerror}") from error
    try:
        # Without a buffer: what a full disk does not take must not be tried again when it is closed.
        file = open(folder / _FILE, "ab+", buffering=0)  # noqa: SIM115 - held while the season is played
    except OSError as error:
        raise StoreError(f"{folder / _FILE}: {error.strerror}") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            owner = file.read().decode().strip() or "unknown"
            raise Claimed(f"{folder}: another run is playing this season (process {owner})") from None
        try:
            file.truncate(0)
            file.write(b"%d\n" % os.getpid())
        except OSError as error:
            raise StoreError(f"{folder / _FILE}: {error.strerror}") from error
        yield


def claimant(folder: Path) -> str:
    """The process of the run that is playing the season that is kept here; empty: none is."""
    try:
        with open(folder / _FILE) as file:
            try:
                # Two may hold it so at a time: nobody is kept waiting but a run that begins right now.
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return file.read().strip() or "unknown"
    except OSError:
        pass
    return ""

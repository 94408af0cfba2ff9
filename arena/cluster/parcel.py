"""Bots on their way to another machine: each in a parcel that is named by what is in it."""

import gzip
import io
import os
import tarfile
import tempfile
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from arena.submit.unpack import BOUNDS, ParcelError, unpack

_ANY_SIZE = replace(BOUNDS, files=1_000_000, each_mb=1 << 20, whole_mb=1 << 20, ratio=10_000)
"""These are the season's own bots: size is their owner's affair."""


class Parcel(Struct, frozen=True):
    """A bot's folder as a tar, what links lead to in place of them; `content` is a hash of it."""

    content: str
    tar: bytes


def packed(folder: Path) -> Parcel:
    """The parcel of a bot. Raises: OSError."""
    stream = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=stream, mode="wb", compresslevel=1, mtime=0) as squeezed,
        tarfile.open(fileobj=squeezed, mode="w", dereference=True) as tar,
    ):
        tar.add(folder, arcname="bot")
    return Parcel(_content(stream.getvalue()), stream.getvalue())


def place_of(shelf: Path, content: str) -> Path:
    """Where a bot of this content lies on a shelf, once it is there."""
    return shelf / content


def unpacked(parcel: Parcel, shelf: Path) -> None:
    """Lay a bot on the shelf, whole or not at all. Raises: ParcelError, OSError."""
    if _content(parcel.tar) != parcel.content:
        raise ParcelError(f"the parcel {parcel.content} is not whole")
    shelf.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=shelf) as scratch:
        tar, made = Path(scratch, "parcel"), Path(scratch, "made")
        tar.write_bytes(parcel.tar)
        unpack(tar, made, _ANY_SIZE)
        # A boxed bot runs as another user, who must be able to look in.
        made.chmod(0o755)
        try:
            os.rename(made, place_of(shelf, parcel.content))
        except OSError:
            # Another sitting on this machine may have been quicker.
            if not place_of(shelf, parcel.content).is_dir():
                raise


def _content(tar: bytes) -> str:
    return blake2b(tar, digest_size=10).hexdigest()

"""What the files of a revealed season hold, byte for byte: SHA256SUMS, as `sha256sum` writes and checks it.

A link is listed as the file that it leads to, where that lies in the season's folder too.
"""

import contextlib
import os
from collections.abc import Iterator
from hashlib import file_digest
from pathlib import Path

from arena.files import replace_file
from arena.keep import BOTS, CACHE, INCOMING
from arena.secret import FILE as SECRET
from arena.store import FILE as STORE
from arena.store import Store, StoreError
from arena.words import visible

SUMS = "SHA256SUMS"
_JOURNAL = f"{STORE}-wal"
_NOT_LISTED = {SUMS, "lock", "entries.lock", f"{STORE}-shm", SECRET}
"""Itself, who is using the season at this moment, and what holds no more than revealed.json does: the secret
in it may be taken away, and is for its owner's eyes where it stays."""
_ESCAPES = str.maketrans({"\\": r"\\", "\n": r"\n", "\r": r"\r"})
"""Of names, as `sha256sum` does it; the line begins with a backslash then."""


def write_sums(folder: Path) -> None:
    """Write the sums of a revealed season that nobody is changing. Raises: StoreError."""
    with contextlib.closing(Store(folder, write=True)) as store:
        store.fold()
    replace_file(folder / SUMS, _text(folder))


@contextlib.contextmanager
def summed(folder: Path) -> Iterator[None]:
    """While a season is changed whose store is closed before and after: if it has sums they are written anew.

    But only sums that fitted: others stay, and go on to tell what was changed otherwise. Raises: StoreError.
    """
    fitted = (folder / SUMS).exists() and not differing(folder)
    try:
        yield
    finally:
        if fitted:
            write_sums(folder)


def differing(folder: Path) -> list[str]:
    """A sentence on each file of a season that is not as its sums say; empty: all are. Raises: StoreError."""
    try:
        written = os.fsdecode((folder / SUMS).read_bytes())
    except OSError as error:
        return [f"{SUMS}: {error.strerror}"]
    text = _text(folder)
    listed, there = _by_name(written), _by_name(text)
    found = []
    for name in sorted(listed.keys() | there.keys()):
        if name not in there:
            found.append(f"{name}: is listed, and is not there")
        elif name not in listed:
            found.append(f"{name}: is there, and is not listed")
        elif listed[name] != there[name]:
            found.append(f"{name}: differs from what is listed")
    if not found and written != text:
        found.append(f"{SUMS}: differs from what was written")
    return [visible(words) for words in found]


def _text(folder: Path) -> str:
    """What the sums of the files that are there are. Raises: StoreError."""
    try:
        return "".join(_line(folder, name) for name in sorted(_names(folder)))
    except OSError as error:
        raise StoreError(f"{error.filename or folder}: {error.strerror}") from error


def _names(folder: Path) -> Iterator[str]:
    """The files that are listed, by their paths in the folder."""
    whole = folder.resolve()
    for path in folder.rglob("*"):
        name = path.relative_to(folder)
        if path.is_file() and path.resolve().is_relative_to(whole) and not _passing(path, name):
            yield name.as_posix()


def _passing(path: Path, name: Path) -> bool:
    """Whether a file is no part of the season: it comes and goes with its use."""
    text = name.as_posix()
    if text.startswith(f"{BOTS}/"):
        return CACHE in name.parts or text.startswith(f"{BOTS}/{INCOMING}")
    return text in _NOT_LISTED or (text == _JOURNAL and not path.stat().st_size)


def _line(folder: Path, name: str) -> str:
    with open(folder / name, "rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    told = name.translate(_ESCAPES)
    return ("" if told == name else "\\") + f"{digest}  {told}\n"


def _by_name(text: str) -> dict[str, str]:
    """The digests in sums, by the names beside them."""
    parts = (line.partition("  ") for line in text.split("\n"))
    return {name: digest for digest, _, name in parts if name}

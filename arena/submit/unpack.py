"""What was submitted, laid out as plain files in a folder of our own: a folder, a zip or a tar.

Nothing of it is believed: names may lead outside, entries may be links or devices, and a few bytes may
unpack into very many. Whatever is no plain file or folder is refused, not left out.
"""

import os
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from msgspec import Struct

_MB = 1 << 20
_CHUNK = 1 << 16
_LEFT_OUT = {".git", "__pycache__", ".DS_Store", "__MACOSX"}


class Bounds(Struct, frozen=True):
    """How much a submission may hold."""

    files: int = 2_000
    """Files and folders together."""
    each_mb: int = 64
    """One file."""
    whole_mb: int = 128
    """All files together."""
    ratio: int = 100
    """What is unpacked, as a multiple of an archive's own size; the first MB is free."""
    depth: int = 16
    """Folders in folders."""


BOUNDS = Bounds()


class ParcelError(ValueError):
    """Something that will not be unpacked; says which part of it, and why."""


class _Item(Struct, frozen=True):
    """One file or folder of a submission. `file` is None for a folder."""

    name: str
    file: IO[bytes] | None
    executable: bool = False


def unpack(source: Path, target: Path, bounds: Bounds = BOUNDS) -> None:
    """Lay out a submission in the folder `target`, which must not be there yet.

    A lone folder at the top of an archive is stepped over. Files are written with mode 644, or 755 where
    they may be executed. Raises: ParcelError; what was unpacked so far is left in `target`.
    """
    try:
        if source.is_dir():
            _lay_out(_in_folder(source), target, bounds, None)
        else:
            size = source.stat().st_size
            with source.open("rb") as stream:
                _lay_out(_in_archive(stream, source), target, bounds, size)
            _step_over(target)
    except (OSError, EOFError, zlib.error, zipfile.BadZipFile, tarfile.TarError) as error:
        raise ParcelError(f"{source}: {error}") from error
    except (RuntimeError, NotImplementedError, ValueError) as error:
        if isinstance(error, ParcelError):
            raise ParcelError(f"{source}: {error}") from None
        # zipfile and tarfile tell of odd archives in these ways too.
        raise ParcelError(f"{source}: cannot be unpacked: {error}") from error


def _lay_out(items: Iterator[_Item], target: Path, bounds: Bounds, packed: int | None) -> None:
    target.mkdir()
    allowed = bounds.whole_mb * _MB
    if packed is not None:
        allowed = min(allowed, _MB + bounds.ratio * packed)
    written = 0
    for number, item in enumerate(items, 1):
        if number > bounds.files:
            raise ParcelError(f"more than {bounds.files} files and folders")
        path = _safe(item.name, bounds)
        if path is None:
            continue
        place = target / path
        try:
            if item.file is None:
                place.mkdir(parents=True, exist_ok=True)
                continue
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("xb") as stream:
                most = min(allowed - written, bounds.each_mb * _MB)
                written += _copy(item, stream, most)
        except (FileExistsError, NotADirectoryError):
            raise ParcelError(f"{item.name!r}: comes twice") from None
        place.chmod(0o755 if item.executable else 0o644)


def _copy(item: _Item, stream: IO[bytes], most: int) -> int:
    assert item.file is not None
    copied = 0
    with item.file as source:
        while chunk := source.read(_CHUNK):
            copied += len(chunk)
            if copied > most:
                raise ParcelError(f"{item.name!r}: unpacks into more than is allowed")
            stream.write(chunk)
    return copied


def _safe(name: str, bounds: Bounds) -> PurePosixPath | None:
    """The name as a path below the folder it is unpacked in; None for what is left out."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or re.match(r"[A-Za-z]:", name):
        raise ParcelError(f"{name!r}: leads outside the bot's folder")
    if re.search(r"[\x00-\x1f\x7f]", name) or any(len(os.fsencode(part)) > 255 for part in path.parts):
        raise ParcelError(f"{name[:300]!r}: is no name for a file")
    if len(path.parts) > bounds.depth:
        raise ParcelError(f"{name[:300]!r}: lies more than {bounds.depth} folders deep")
    return None if not path.parts or _LEFT_OUT & set(path.parts) else path


def _in_folder(folder: Path) -> Iterator[_Item]:
    for place, names, files in os.walk(folder):
        names[:] = sorted(set(names) - _LEFT_OUT)
        for name in [*names, *sorted(files)]:
            path = Path(place, name)
            inside = path.relative_to(folder).as_posix()
            mode = path.lstat().st_mode
            if stat.S_ISDIR(mode):
                yield _Item(inside, None)
            elif stat.S_ISREG(mode):
                # Not followed, should it have become a link just now.
                descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
                yield _Item(inside, os.fdopen(descriptor, "rb"), bool(mode & stat.S_IXUSR))
            else:
                raise ParcelError(f"{inside!r}: is {_kind(mode)}, not a file or a folder")


def _in_archive(stream: IO[bytes], source: Path) -> Iterator[_Item]:
    if zipfile.is_zipfile(stream):
        stream.seek(0)
        return _in_zip(stream)
    stream.seek(0)
    try:
        archive = tarfile.open(fileobj=stream, mode="r:*")  # noqa: SIM115 - read to its end below
    except tarfile.ReadError:
        raise ParcelError("is no folder, zip or tar") from None
    return _in_tar(archive)


def _in_zip(stream: IO[bytes]) -> Iterator[_Item]:
    with zipfile.ZipFile(stream) as archive:
        for entry in archive.infolist():
            mode = entry.external_attr >> 16
            if entry.is_dir():
                yield _Item(entry.filename, None)
            elif stat.S_IFMT(mode) not in (0, stat.S_IFREG):
                raise ParcelError(f"{entry.filename!r}: is {_kind(mode)}, not a file or a folder")
            elif entry.flag_bits & 1:
                raise ParcelError(f"{entry.filename!r}: is encrypted")
            else:
                yield _Item(entry.filename, archive.open(entry), bool(mode & stat.S_IXUSR))


def _in_tar(archive: tarfile.TarFile) -> Iterator[_Item]:
    with archive:
        for entry in archive:
            if entry.isdir():
                yield _Item(entry.name, None)
            elif entry.isreg() and not entry.issparse():
                yield _Item(entry.name, archive.extractfile(entry), bool(entry.mode & stat.S_IXUSR))
            else:
                raise ParcelError(f"{entry.name!r}: is a link, a device or the like, not a file or a folder")
        assert archive.fileobj
        # A compressed one tells at its very end whether it is whole; before that is padding.
        if len(archive.fileobj.read(_MB + 1)) > _MB:
            raise ParcelError("goes on after its end")


def _kind(mode: int) -> str:
    names = {stat.S_IFLNK: "a link", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
    return names.get(stat.S_IFMT(mode), "a device or the like")


def _step_over(target: Path) -> None:
    """Take a lone folder at the top for the bot's own."""
    inside = list(target.iterdir())
    if len(inside) == 1 and inside[0].is_dir():
        aside = target.with_name(target.name + ".top")
        inside[0].rename(aside)
        target.rmdir()
        aside.rename(target)

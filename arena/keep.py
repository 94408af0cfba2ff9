"""The copies of submitted bots: read-only, each in a folder that is named by what was submitted."""

import os
import shutil
import stat
from hashlib import blake2b
from pathlib import Path

BOTS = "bots"
"""The folder of a season that holds them."""
INCOMING = ".incoming-"
"""How the names of folders begin in which those lie, beside them, who are being submitted."""
CACHE = "__pycache__"
"""The name of a folder that Python makes beside a program, wherever it runs without a sandbox."""


def content_hash(folder: Path) -> str:
    """A name for the files in a folder: their paths, whether they may be executed, and what they hold.

    Without what Python caches.
    """
    digest = blake2b(digest_size=10)
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        if CACHE in path.parts[len(folder.parts) :]:
            continue
        content = blake2b(path.read_bytes()).digest()
        name = os.fsencode(path.relative_to(folder).as_posix())
        executable = bool(path.stat().st_mode & stat.S_IXUSR)
        digest.update(b"%d %d %b %b" % (len(name), executable, name, content))
    return digest.hexdigest()


def keep(built: Path, season: Path, content: str, kept: str) -> str:
    """Move a built bot to its place in the season's folder and make it read-only.

    Unless what is there already has the hash `kept`, or that is empty: then it stays. The hash of what lies
    there then. Raises: OSError.
    """
    place = season / BOTS / content
    if place.exists():
        there = content_hash(place)
        if kept in ("", there):
            # The same files as before: the copy that is there may be playing at this moment.
            shutil.rmtree(built)
            return there
        _take_away(place)
    for path in built.rglob("*"):
        mode = path.lstat().st_mode
        if not stat.S_ISLNK(mode):
            path.chmod(0o555 if stat.S_ISDIR(mode) or mode & stat.S_IXUSR else 0o444)
    # A folder that may not be written cannot be renamed by an ordinary user.
    built.rename(place)
    place.chmod(0o555)
    return content_hash(place)


def _take_away(place: Path) -> None:
    """Remove a copy, which nothing may be removed from as it is."""
    for path in (place, *place.rglob("*")):
        if stat.S_ISDIR(path.lstat().st_mode):
            path.chmod(0o755)
    shutil.rmtree(place)

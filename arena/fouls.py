"""Fouls as their bot's owner wants to see them: what it was asked, what it said, how it ended.

A text file a foul, in the folder `fouls` of the season; bounded in size, and in number for each entrant.
"""

import re
from hashlib import blake2b
from pathlib import Path

from arena.record import Evidence, MatchRecord
from arena.words import visible

FOLDER = "fouls"
KEPT = 50
"""How many fouls of an entrant are kept: the newest."""


def told(record: MatchRecord) -> str:
    """All that is known of the foul that ended a match: a headline first."""
    seen = record.evidence or Evidence("unknown")
    head = (
        f"{record.blamed} (seat {record.ending.seat}) {record.ending.kind} in match {record.fixture.id}:"
        f" {record.ending.detail}"
    )
    lines = "\n".join(
        [
            head,
            f"game: {record.fixture.game}",
            f"process: {seen.exit}",
            *_part("the last request that it was sent", seen.request),
            *_part("the last line that it wrote", seen.output),
            *_part("the end of its stderr", seen.stderr.encode("utf-8", "backslashreplace")),
        ]
    )
    return visible(lines)


def keep(season: Path, record: MatchRecord) -> None:
    """Write a foul's file, in place of the entrant's oldest when there are many. Raises: OSError."""
    assert record.blamed is not None
    folder = season / FOLDER
    folder.mkdir(exist_ok=True)
    mark = _mark(record.blamed)
    for file in _newest(folder, mark)[KEPT - 1 :]:
        file.unlink(missing_ok=True)
    text = told(record).encode("utf-8", "backslashreplace")
    (folder / f"{mark}-{record.fixture.id}.txt").write_bytes(text)


def kept(season: Path, entrant: str | None = None) -> list[Path]:
    """The files of all fouls, or of one entrant's, newest first."""
    return _newest(season / FOLDER, _mark(entrant) if entrant is not None else None)


def _newest(folder: Path, mark: str | None) -> list[Path]:
    files = list(folder.glob(f"{mark or '*'}-*.txt"))
    return sorted(files, key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True)


def _mark(entrant: str) -> str:
    """The entrant in the name of a file: a few of its letters for people, a hash for certainty."""
    letters = re.sub(r"[^a-z0-9]+", "", entrant.lower())[:20]
    return f"{letters}.{blake2b(entrant.encode(), digest_size=4).hexdigest()}"


def _part(title: str, text: bytes) -> list[str]:
    return ["", f"--- {title} ---", text.decode("utf-8", "backslashreplace").rstrip() or "(nothing)"]

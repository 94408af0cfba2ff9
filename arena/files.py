"""Writing a file so that a reader, or a stop in the middle, finds the old one or the new one whole."""

import os
import tempfile
from pathlib import Path

from arena.store import StoreError


def replace_file(file: Path, text: str, mode: int = 0o644) -> None:
    """Write it, whole or not at all. Raises: StoreError."""
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
        try:
            with open(handle, "w", encoding="utf-8", errors="surrogateescape", newline="") as stream:
                stream.write(text)
            os.chmod(name, mode)
            os.replace(name, file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise StoreError(f"{file}: {error}") from error

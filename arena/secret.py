"""A season's secret in its folder: drawn once, committed to before the first match, published at the end."""

import contextlib
import os
import tempfile
from pathlib import Path

from msgspec import Struct, json

from arena.deals import SECRET_BYTES, commitment, drawn_secret
from arena.files import replace_file
from arena.store import Store, StoreError

FILE = "secret"
COMMITMENT = "commitment"
"""The store's key for it: nothing that was played can be dealt from another secret any more."""
MISSING = "missing"
"""The store's key for how many matches are to be played still: as the last run left it, and those taken
back since. Empty while that is not known: a run has begun and has not counted yet."""
NAME = "name"
"""The store's key for what the season is called."""
PUBLISHED = "revealed"
"""The store's key for what was published."""
REVEALED = "revealed.json"
"""The file that publishes a secret."""
OVER = "{}: the season's secret is published: no more of it can be played"
"""What is said of the folder of such a season."""


class SecretError(Exception):
    """The secret is not the one that the season began with, or may not be told yet; says why."""


class Revealed(Struct, frozen=True, omit_defaults=True):
    """What is published: the secret as hexadecimal digits, and how many matches were unplayed then."""

    season: str
    commitment: str
    secret: str
    unplayed: int
    submitted: tuple[str, ...] = ()
    """Who had been submitted since the last run, if the matches of these are not counted."""


def settle(folder: Path, store: Store, given: bytes | None, shared: Path | None = None) -> tuple[bytes, str]:
    """The season's secret and the commitment to it, both kept from now on, if they were not already.

    `given` comes from the season's seed. Without one it is the secret that was kept in the folder or is
    `shared`, the file of the season whose shard this is; or it is drawn. Raises: SecretError, StoreError.
    """
    file = folder / FILE
    before = store.meta(COMMITMENT)
    kept = read_secret(file) if file.exists() else None
    if kept is None and (before or store.finished()):
        raise SecretError(f"{file}: the secret is missing, and the season has matches that need it")
    secret = given or kept or (shared_secret(shared) if shared else drawn_secret())
    if kept not in (None, secret) or before not in (None, commitment(secret)):
        raise SecretError(f"{file}: the season began with another seed; its deals cannot be changed now")
    if kept is None:
        keep_secret(folder, secret)
    if before is None:
        store.set_meta(COMMITMENT, commitment(secret))
    return secret, commitment(secret)


def keep_secret(folder: Path, secret: bytes) -> None:
    """Write the secret that the matches in a folder are dealt from, for its owner's eyes only."""
    replace_file(folder / FILE, kept(secret), 0o600)


def stored_secret(folder: Path) -> bytes:
    """The secret of a season that was played here. Raises: StoreError."""
    return read_secret(folder / FILE)


def read_secret(file: Path) -> bytes:
    """The secret in a file. Raises: StoreError."""
    try:
        secret = bytes.fromhex(file.read_text())
    except OSError as error:
        raise StoreError(f"{file}: {error.strerror}") from error
    except ValueError as error:
        raise StoreError(f"{file}: {error}") from error
    if len(secret) != SECRET_BYTES:
        raise StoreError(f"{file}: expected {SECRET_BYTES} bytes as hexadecimal digits, got {len(secret)}")
    return secret


def shared_secret(season: Path) -> bytes:
    """The secret in a season's folder, drawn by whichever of its shards comes first. Raises: StoreError."""
    file = season / FILE
    try:
        season.mkdir(parents=True, exist_ok=True)
        season.chmod(0o700)
        with tempfile.NamedTemporaryFile("w", dir=season, prefix=FILE) as scratch:
            scratch.write(kept(drawn_secret()))
            scratch.flush()
            # A link is made whole, and only where there is none yet.
            with contextlib.suppress(FileExistsError):
                os.link(scratch.name, file)
    except OSError as error:
        raise StoreError(f"{file}: {error}") from error
    return read_secret(file)


def revealed(store: Store) -> Revealed | None:
    """What was published of a season, if anything was. Raises: StoreError."""
    text = store.meta(PUBLISHED)
    return None if text is None else json.decode(text, type=Revealed)


def published(found: Revealed) -> str:
    """The text of the file that publishes it."""
    return json.format(json.encode(found), indent=2).decode() + "\n"


def kept(secret: bytes) -> str:
    """The text of the file that a secret is kept in."""
    return secret.hex() + "\n"

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
back since."""
NAME = "name"
"""The store's key for what the season is called."""
_REVEALED = "revealed"
"""The store's key for what was published."""
REVEALED = "revealed.json"
"""The file that publishes a secret."""


class SecretError(Exception):
    """The secret is not the one that the season began with, or may not be told yet; says why."""


class Revealed(Struct, frozen=True):
    """What is published: the secret as hexadecimal digits, and how many matches were unplayed then."""

    season: str
    commitment: str
    secret: str
    unplayed: int


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
    except (OSError, ValueError) as error:
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


def reveal(folder: Path, early: bool) -> Revealed:
    """Publish the secret of the season in a folder. The season is over then: no run plays more of it.

    Raises: SecretError while matches are missing, unless `early`; StoreError.
    """
    with contextlib.closing(Store(folder, write=True)) as store:
        secret = stored_secret(folder)
        if store.meta(COMMITMENT) != commitment(secret):
            raise SecretError(f"{folder / FILE}: this is not the secret that the season was committed to")
        known = store.meta(MISSING)
        if known is None:
            raise SecretError(f"{folder}: run `arena league` first: what is missing is not known here")
        unplayed = int(known)
        if unplayed and not early:
            raise SecretError(
                f"{folder}: {unplayed} matches are not played yet, and their deals would be known;"
                " --early reveals it all the same"
            )
        found = Revealed(store.meta(NAME) or folder.name, commitment(secret), secret.hex(), unplayed)
        store.set_meta(_REVEALED, json.encode(found).decode())
        replace_file(folder / REVEALED, published(found))
    return found


def revealed(store: Store) -> Revealed | None:
    """What was published of a season, if anything was. Raises: StoreError."""
    text = store.meta(_REVEALED)
    return None if text is None else json.decode(text, type=Revealed)


def published(found: Revealed) -> str:
    """The text of the file that publishes it."""
    return json.format(json.encode(found), indent=2).decode() + "\n"


def kept(secret: bytes) -> str:
    """The text of the file that a secret is kept in."""
    return secret.hex() + "\n"

"""Publishing a season's secret, which cannot be taken back: only when nothing is missing."""

import contextlib
import json
from pathlib import Path

from msgspec import json as wire

from arena.asked import Asked
from arena.counted import ENTRANTS
from arena.deals import commitment
from arena.entries import altered, entries
from arena.files import replace_file
from arena.pool import cores
from arena.season import Season
from arena.secret import (
    COMMITMENT,
    FILE,
    MISSING,
    NAME,
    PUBLISHED,
    REVEALED,
    Revealed,
    SecretError,
    published,
    revealed,
    stored_secret,
)
from arena.store import Store
from arena.sums import SUMS, write_sums
from arena.terms import other_terms
from arena.verify import verify_content
from arena.words import count_of


def reveal(folder: Path, early: bool, season: Season | None = None) -> Revealed:
    """Publish the secret of the season in a folder, and the sums of its files. No run plays more of it then.

    What is missing is what `season`, the season as its file says now, asks for; without it what the last run
    left, what was taken back since, and who was submitted since. Raises: SecretError while anything is
    missing, unless `early`; StoreError.

    What is published already stays as it is, and only its files are written anew. Raises: SecretError then if
    the season does not hold.
    """
    with contextlib.closing(Store(folder, write=True)) as store:
        before = revealed(store)
        found = before or _publish(folder, store, early, season)
        replace_file(folder / REVEALED, published(found))
    if before:
        _check(folder)
    write_sums(folder)
    return found


def _publish(folder: Path, store: Store, early: bool, season: Season | None) -> Revealed:
    secret = stored_secret(folder)
    if store.meta(COMMITMENT) != commitment(secret):
        raise SecretError(f"{folder / FILE}: this is not the secret that the season was committed to")
    unplayed = _asked(season, store) if season else _left(folder, store)
    submitted = () if season else _submitted(folder, store)
    if not early:
        _refuse(folder, unplayed, submitted)
    name = store.meta(NAME) or folder.name
    found = Revealed(name, commitment(secret), secret.hex(), unplayed, submitted)
    store.set_meta(PUBLISHED, wire.encode(found).decode())
    return found


def _check(folder: Path) -> None:
    """Sums must not make good what is damaged. Raises: SecretError, StoreError."""
    wrong = [finding.line() for finding in verify_content(folder, cores()) if finding.wrong]
    wrong += map(str, altered(folder))
    if wrong:
        raise SecretError("\n".join([f"{folder}: does not hold; {SUMS} is not written anew:", *wrong]))


def _asked(season: Season, store: Store) -> int:
    """How many matches are missing by the season's file."""
    if words := other_terms(season, store):
        raise SecretError(f"{store.path}: its matches were played on other terms than these ({words})")
    return Asked(season, store).unplayed()


def _left(folder: Path, store: Store) -> int:
    """How many matches are missing by the store; void ones at least, wherever they come from."""
    known = store.meta(MISSING)
    if not known:
        raise SecretError(
            f"{folder}: what is missing is not known here: run `arena league` first, or name"
            " the season's file with --season"
        )
    return max(int(known), store.void_count())


def _submitted(folder: Path, store: Store) -> tuple[str, ...]:
    """Who was submitted, or came back, since the last run."""
    before = json.loads(store.meta(ENTRANTS) or "[]")
    return tuple(one.name for one in entries(folder) if one.state == "entered" and one.name not in before)


def _refuse(folder: Path, unplayed: int, submitted: tuple[str, ...]) -> None:
    """Raises: SecretError, if anything is missing."""
    why = []
    if unplayed:
        why.append(f"{count_of(unplayed, 'match is', 'matches are')} not played yet")
    if submitted:
        why.append(f"submitted since the last run, with matches to play: {', '.join(submitted)}")
    if why:
        raise SecretError(
            f"{folder}: {'; '.join(why)}, and their deals would be known; --early reveals it all the same"
        )

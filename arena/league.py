"""Running a season: what is missing is played, and the tables are written from all records."""

import contextlib
import fcntl
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from arena import pool
from arena.build import build
from arena.deals import drawn_secret, secret_of
from arena.logs import log_to, stop_logging
from arena.progress import Progress
from arena.ratings import EloTable, rated
from arena.report import written
from arena.schedule import fixtures, sittings
from arena.season import Entrant, Season
from arena.sitting import Plan, Program
from arena.store import Store, StoreError

_SECRET = "secret"
_TERMS = "terms"


class SeasonRefused(Exception):
    """This season cannot go on as it is asked to; says why."""


def play_season(
    season: Season, folder: Path, workers: int, progress: Callable[[int, int], Progress], times: bool = True
) -> EloTable:
    """Play what is missing in the season's folder, write the tables there.

    Raises: SeasonRefused, BuildError, StoreError; pool.Stopped after a stop, the tables being written.
    """
    for entrant in season.entrants:
        for bot in entrant.bots:
            build(bot)
    with _claimed(folder), contextlib.closing(Store(folder, write=True)) as store:
        _check_terms(season, store)
        plan = plan_of(season.entrants, season.clock, _secret(season, store, folder))
        scheduled = list(fixtures(season))
        finished = store.finished()
        missing = [fixture for fixture in scheduled if fixture.id not in finished]
        log = log_to(folder / "league.log")
        try:
            with progress(len(missing), len(scheduled) - len(missing)) as shown:
                pool.play(store, plan, sittings(missing, season.processes), workers, season.pin, shown.saw)
        finally:
            stop_logging(log)
            table = write_tables(store, folder, times)
    return table


def plan_of(entrants: tuple[Entrant, ...], clock: Any, secret: bytes) -> Plan:
    """What workers need to know of the entrants."""
    programs = {
        entrant.name: tuple(Program(bot.manifest.run, str(bot.folder)) for bot in entrant.bots)
        for entrant in entrants
    }
    return Plan(programs, clock, secret)


def season_table(store: Store) -> EloTable:
    """The table over all records of a season."""
    return rated(store.records(), json.loads(store.meta("entrants") or "[]"))


def write_tables(store: Store, folder: Path, times: bool) -> EloTable:
    """Write every form of the table into the season's folder."""
    table = season_table(store)
    for name, text in written(table, times).items():
        _replace(folder / name, text)
    return table


def _check_terms(season: Season, store: Store) -> None:
    """What was played before must be comparable with what is to come."""
    terms = json.loads(json.dumps(season.terms()))
    stored = store.meta(_TERMS)
    if stored is not None and (before := json.loads(stored)) != terms:
        differences = "; ".join(
            f"{key}: was {before.get(key)!r}, now {terms.get(key)!r}"
            for key in sorted(before.keys() | terms.keys())
            if before.get(key) != terms.get(key)
        )
        raise SeasonRefused(
            f"{store.path}: its matches were played on other terms ({differences});"
            " change them back, or give the season another name"
        )
    store.set_meta(_TERMS, json.dumps(terms))
    store.set_meta("entrants", json.dumps([entrant.name for entrant in season.entrants]))


def _secret(season: Season, store: Store, folder: Path) -> bytes:
    """The season's secret: from its seed, or drawn once and kept for its user's eyes only."""
    file = folder / _SECRET
    kept = bytes.fromhex(file.read_text()) if file.is_file() else None
    secret = secret_of(season.seed) if season.seed is not None else kept or drawn_secret()
    if kept is not None and kept != secret:
        raise SeasonRefused(f"{file}: the season began with another seed; its deals cannot be changed now")
    if kept is None:
        if store.finished():
            raise SeasonRefused(f"{file}: the secret is missing, and the season has matches that need it")
        keep_secret(folder, secret)
    return secret


def keep_secret(folder: Path, secret: bytes) -> None:
    """Write the secret that the matches in a folder are dealt from, for its owner's eyes only."""
    descriptor = os.open(folder / _SECRET, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "w") as stream:
        stream.write(secret.hex() + "\n")


def stored_secret(folder: Path) -> bytes:
    """The secret of a season that was played here. Raises: StoreError."""
    try:
        return bytes.fromhex((folder / _SECRET).read_text())
    except (OSError, ValueError) as error:
        raise StoreError(f"{folder / _SECRET}: {error}") from error


@contextlib.contextmanager
def _claimed(folder: Path) -> Iterator[None]:
    """One run a season at a time."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = open(folder / "lock", "a+")  # noqa: SIM115 - held while the season is played
    except OSError as error:
        raise StoreError(f"{folder}: {error}") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            owner = file.read().strip() or "unknown"
            raise SeasonRefused(f"{folder}: another run is playing this season (process {owner})") from None
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


def _replace(file: Path, text: str) -> None:
    """Write a file so that a reader, or a stop in the middle, finds the old one or the new one whole."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
    try:
        with open(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        os.chmod(name, 0o644)
        os.replace(name, file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise

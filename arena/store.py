"""The season's SQLite file: the only truth. One writer; records are idempotent by fixture id.

Every row carries a digest of what is in it, so that a damaged one is found and not believed.
"""

import contextlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from arena.ids import Ids
from arena.record import Ending, MatchRecord

VERSION = 2
FILE = "season.db"

_TABLES = (
    "create table meta (key text primary key, value text not null, digest blob not null) without rowid",
    "create table match"
    " (id text primary key, ending text not null, record blob not null, digest blob not null) without rowid",
    "create table log (id text primary key, events blob not null, moves blob not null, digest blob not null)",
)
_PAGE = 8192
"""In bytes. On pages of half the size one log of two and a half kB would fill one alone."""
_BATCH = 1000
_AFTER_IT = ("elo.txt", "revealed.json")
"""What is written into a season's folder only after its store, the secret beside: a shard may have put that
into the folder of a season which is never played there."""
_DAMAGED = "{}: match {} is damaged"
_records = msgspec.msgpack.Decoder(MatchRecord)
_encoder = msgspec.msgpack.Encoder()


class StoreError(Exception):
    """The store cannot be read or written; says why and which file."""


class NoSeason(StoreError):
    """Nothing was stored yet in a folder that is to be read."""


def is_begun(folder: Path) -> bool:
    """Whether a season is kept here, if only a damaged one: there is a file, and a run got as far as to put
    something into it, or there are traces of one. Raises: StoreError where it may not be looked at."""
    try:
        if _lost(folder):
            return True
        if not (folder / FILE).is_file():
            return False
        with contextlib.closing(_opened_to_read(folder / FILE)) as db:
            return bool(db.execute("select count(*) from sqlite_master").fetchone()[0])
    except PermissionError as error:
        raise StoreError(f"{folder / FILE}: {error.strerror}") from error
    except (sqlite3.Error, UnicodeError):
        return True


def _lost(folder: Path) -> str:
    """What became of the file of a season of which there are traces, and these; empty: nothing, or none."""
    file = folder / FILE
    there = file.is_file()
    if there and file.stat().st_size:
        return ""
    traces = _AFTER_IT if not there else ("secret", *_AFTER_IT)
    trace = next((name for name in traces if (folder / name).exists()), "")
    return trace and f"it is {'empty' if there else 'not there'}, and a season was played here ({trace})"


class Store:
    """A season's file, open for reading or for writing."""

    def __init__(self, folder: Path, write: bool = False) -> None:
        """Open the season in `folder`; made when it is to be written.

        Raises: StoreError; NoSeason when there is none to read.
        """
        self.path = folder / FILE
        if not write and not is_begun(folder):
            raise NoSeason(f"{self.path}: there is no season here yet")
        with self._errors():
            if words := _lost(folder):
                raise StoreError(
                    f"{self.path}: is damaged: {words}; put a copy of it back, or take the folder away to"
                    " begin anew"
                )
            if write:
                try:
                    folder.mkdir(parents=True, exist_ok=True)
                except OSError as error:
                    raise StoreError(f"{folder}: cannot be created: {error.strerror}") from error
                # Until the season is over it holds what its bots must not see.
                folder.chmod(0o700)
                self._db = _opened(self.path, "mode=rwc")
                self._db.execute(f"pragma page_size = {_PAGE}")
                self._db.execute("pragma journal_mode = wal")
                self._db.execute("pragma synchronous = normal")
                self._begin()
            else:
                self._db = _opened_to_read(self.path)
            self._check_version()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def meta(self, key: str) -> str | None:
        """A stored fact about the season. Raises: StoreError."""
        for value, digest in self._rows("select value, digest from meta where key = ?", key):
            if digest != _digest(key, value):
                raise StoreError(f"{self.path}: what it holds as {key!r} is damaged")
            return str(value)
        return None

    def set_meta(self, key: str, value: str) -> None:
        """Store a fact about the season. Raises: StoreError."""
        with self._change():
            self._db.execute(
                "insert or replace into meta values (?, ?, ?)", (key, value, _digest(key, value))
            )

    def meta_keys(self) -> list[str]:
        """The names of all stored facts. Raises: StoreError."""
        keys = [key for (key,) in self._rows("select key from meta order by key")]
        for key in keys:
            if not isinstance(key, str):
                raise StoreError(f"{self.path}: what it holds as {key!r} is damaged")
        return keys

    def add(self, record: MatchRecord) -> None:
        """Store a record, with its log. A match that is already there stays, unless it was void."""
        with self._change():
            changed = self._db.execute(
                "insert into match values (?, ?, ?, ?) on conflict (id) do update set"
                " ending = excluded.ending, record = excluded.record, digest = excluded.digest"
                " where match.ending = 'void'",
                match_row(record),
            )
            if changed.rowcount:
                self._db.execute("insert or replace into log values (?, ?, ?, ?)", log_row(record))

    def add_many(self, records: Iterable[MatchRecord]) -> None:
        """Store records that are not there yet in one transaction, without logs: for measuring."""
        with self._change():
            rows = map(match_row, records)
            self._db.executemany("insert or ignore into match values (?, ?, ?, ?)", rows)

    def take(self, other: "Store") -> int:
        """Take over the matches of another store that are missing here or void; how many those were."""
        with self._errors():
            self._db.execute("attach database ? as other", (f"{other.path.absolute().as_uri()}?mode=ro",))
        try:
            with self._change():
                self._db.execute("create temp table taken as " + _TO_TAKE)
                for table in ("match", "log"):
                    chosen = f"select * from other.{table} where id in (select id from taken)"
                    self._db.execute(f"insert or replace into {table} {chosen}")
                found = self._db.execute("select count(*) from taken").fetchone()
                self._db.execute("drop table taken")
        finally:
            with self._errors():
                self._db.execute("detach database other")
        return int(found[0])

    def void(self, ids: Iterable[str], detail: str) -> int:
        """Make matches void: they do not count, and the next run plays them. How many there were."""
        count = 0
        with self._change():
            for id_ in ids:
                record = self._one(id_)
                void = msgspec.structs.replace(
                    record, ending=Ending("void", None, detail), points=(), places=()
                )
                self._db.execute("insert or replace into match values (?, ?, ?, ?)", match_row(void))
                count += 1
        return count

    def prune_logs(self) -> int:
        """Forget the events of all matches; their moves, from which events follow, stay. How many there were.

        Raises: StoreError.
        """
        count = 0
        with self._change():
            last = ""
            while rows := self._db.execute(_WITH_EVENTS, (last, _BATCH)).fetchall():
                last = rows[-1][0]
                for id_, events, moves, digest in rows:
                    if digest != _digest(id_, events, moves):
                        raise StoreError(f"{self.path}: the log of match {id_} is damaged")
                pruned = [(b"", _digest(id_, b"", moves), id_) for id_, _, moves, _ in rows]
                self._db.executemany("update log set events = ?, digest = ? where id = ?", pruned)
                count += len(rows)
        with self._errors():
            self._db.execute("vacuum")
            self._db.execute("pragma wal_checkpoint(truncate)")
        return count

    def fold(self) -> None:
        """Bring all that was written into the file itself. Raises: StoreError while somebody reads it."""
        for busy, *_ in self._rows("pragma wal_checkpoint(truncate)"):
            if busy:
                raise StoreError(f"{self.path}: cannot be made whole while others read it; try again then")

    def void_count(self) -> int:
        """How many matches are void: they are played again by the next run."""
        (row,) = self._rows("select count(*) from match where ending = 'void'")
        return int(row[0])

    def finished(self) -> Ids:
        """The ids of all matches that need not be played any more."""
        return Ids(id_ for (id_,) in self._rows("select id from match where ending != 'void' order by id"))

    def records(self) -> Iterator[MatchRecord]:
        """Every record in order of its id, void ones too, without logs.

        Raises: StoreError, also at the first that is damaged.
        """
        return map(self._decoded, self._whole_rows())

    def not_played(self) -> Iterator[MatchRecord]:
        """The records of all matches that ended by a foul or are void. Raises: StoreError."""
        return (self._decoded(row) for row in self._whole_rows() if row[1] != "played")

    def check_records(self) -> None:
        """Look whether each record is as it was written. Raises: StoreError, which names one that is not."""
        for _ in self._whole_rows():
            pass

    def all_ids(self) -> set[str]:
        """The ids of all records, void ones too."""
        return {str(id_) for (id_,) in self._rows("select id from match")}

    def digests(self) -> Iterator[bytes]:
        """The digests of all records and logs, in order of their ids. Raises: StoreError."""
        for table in ("match", "log"):
            for (digest,) in self._rows(f"select digest from {table} order by id"):
                yield digest if isinstance(digest, bytes) else str(digest).encode()

    def whole_record(self, id_: str) -> MatchRecord:
        """One record with its log, which is empty if it was pruned. Raises: StoreError, also when there is
        none and when it is damaged."""
        record = self._one(id_)
        for events, moves, digest in self._rows("select events, moves, digest from log where id = ?", id_):
            if digest != _digest(id_, events, moves):
                raise StoreError(f"{self.path}: the log of match {id_} is damaged")
            try:
                log, moves = zlib.decompress(events) if events else b"", zlib.decompress(moves)
            except zlib.error as error:
                raise StoreError(f"{self.path}: the log of match {id_} cannot be read: {error}") from error
            return msgspec.structs.replace(record, log=log, moves=moves)
        raise StoreError(f"{self.path}: match {id_} has no log")

    def damage(self) -> list[str]:
        """What SQLite itself finds wrong with the file; empty: nothing. Raises: StoreError."""
        found = [str(line) for (line,) in self._rows("pragma integrity_check(10)")]
        return [] if found == ["ok"] else found

    def _one(self, id_: str) -> MatchRecord:
        """A record without its log. Raises: StoreError, also when there is none and when it is damaged."""
        for ending, blob, digest in self._rows("select ending, record, digest from match where id = ?", id_):
            if digest != _digest(id_, ending, blob):
                raise StoreError(_DAMAGED.format(self.path, id_))
            return self._decoded((id_, ending, blob))
        raise StoreError(f"{self.path}: no match {id_}")

    def _whole_rows(self) -> Iterator[tuple[str, str, bytes]]:
        """Every match as its id, ending and record, in order of the ids. Raises: StoreError, also at the
        first that is damaged: a table without it would be another one."""
        # Not by `_rows`: a generator in a generator costs a million times here.
        with self._errors():
            for id_, ending, blob, digest in self._db.execute(
                "select id, ending, record, digest from match order by id"
            ):
                if digest != _digest(id_, ending, blob):
                    raise StoreError(_DAMAGED.format(self.path, id_))
                yield id_, ending, blob

    def _decoded(self, row: tuple[str, str, bytes]) -> MatchRecord:
        try:
            return _records.decode(row[2])
        except (msgspec.DecodeError, TypeError) as error:
            raise StoreError(f"{self.path}: match {row[0]} cannot be read: {error}") from error

    def _begin(self) -> None:
        """Make an empty file a season's, whole or not at all."""
        with self._change():
            self._db.execute("begin immediate")
            if not list(self._db.execute("select name from sqlite_master")):
                for table in _TABLES:
                    self._db.execute(table)
                version = ("version", str(VERSION), _digest("version", str(VERSION)))
                self._db.execute("insert into meta values (?, ?, ?)", version)

    def _check_version(self) -> None:
        """Raises: StoreError, also for a file that holds no season."""
        if ("meta",) not in list(self._rows("select name from sqlite_master")):
            raise StoreError(f"{self.path}: holds no season")
        # Read without its digest: stores of other versions may have none.
        stored = [value for (value,) in self._rows("select value from meta where key = 'version'")]
        if stored != [str(VERSION)]:
            words = stored[0] if stored else "unknown"
            raise StoreError(f"{self.path}: written by store version {words}; this arena reads {VERSION}")

    def _rows(self, statement: str, *values: str) -> Iterator[tuple[Any, ...]]:
        with self._errors():
            yield from self._db.execute(statement, values)

    @contextlib.contextmanager
    def _change(self) -> Iterator[None]:
        """A transaction: all of it is stored, or nothing. Raises: StoreError."""
        with self._errors(), self._db:
            yield

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{self.path}: {error}") from error
        except UnicodeError as error:  # of SQLite's own message, which quotes what is in the file
            raise StoreError(f"{self.path}: is damaged: no UTF-8 where there should be text") from error


_TO_TAKE = (
    "select id from other.match as theirs left join main.match as ours using (id)"
    " where ours.id is null or (ours.ending = 'void' and theirs.ending != 'void')"
)
_WITH_EVENTS = "select id, events, moves, digest from log where id > ? and events != x'' order by id limit ?"


def _opened(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)


def _opened_to_read(path: Path) -> sqlite3.Connection:
    """Beside a file that is written to, SQLite must write too, if only who reads; where nothing can be
    written nobody writes, and it is told so."""
    db = _opened(path, "mode=ro")
    try:
        db.execute("select count(*) from sqlite_master")
    except sqlite3.OperationalError:
        db.close()
        if path.with_name(f"{FILE}-wal").exists():
            raise
        db = _opened(path, "immutable=1")
    return db


def match_row(record: MatchRecord) -> tuple[str, str, bytes, bytes]:
    """A record without its log and evidence, as it is stored: its id, ending, itself, their digest."""
    id_, ending = record.fixture.id, record.ending.kind
    blob = _encoder.encode(msgspec.structs.replace(record, log=b"", moves=b"", evidence=None))
    return id_, ending, blob, _digest(id_, ending, blob)


def log_row(record: MatchRecord) -> tuple[str, bytes, bytes, bytes]:
    """The log of a record, as it is stored: its id, events, moves, their digest."""
    id_, events, moves = record.fixture.id, zlib.compress(record.log), zlib.compress(record.moves)
    return id_, events, moves, _digest(id_, events, moves)


def _digest(*parts: object) -> bytes:
    """16 bytes of BLAKE2b over the parts, text or bytes, each after its length as 8 bytes, big-endian."""
    total = blake2b(digest_size=16)
    for part in parts:
        # In a damaged row a part may be a number, or nothing at all.
        plain = part if isinstance(part, bytes) else str(part).encode()
        total.update(len(plain).to_bytes(8, "big"))
        total.update(plain)
    return total.digest()

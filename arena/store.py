"""The season's SQLite file: the only truth. One writer; records are idempotent by fixture id."""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from arena.record import MatchRecord

VERSION = 1
FILE = "season.db"

_TABLES = """
create table if not exists meta (key text primary key, value text not null) without rowid;
create table if not exists match (
    id text primary key, ending text not null, record blob not null
) without rowid;
create table if not exists log (id text primary key, events blob not null, moves blob not null) without rowid;
"""
_records = msgspec.msgpack.Decoder(MatchRecord)
_encoder = msgspec.msgpack.Encoder()


class StoreError(Exception):
    """The store cannot be read or written; says why and which file."""


class Store:
    """A season's file, open for reading or for writing."""

    def __init__(self, folder: Path, write: bool = False) -> None:
        """Open the season in `folder`; made when it is to be written. Raises: StoreError."""
        self.path = folder / FILE
        if not write and not self.path.is_file():
            raise StoreError(f"{self.path}: there is no season here yet")
        try:
            if write:
                folder.mkdir(parents=True, exist_ok=True)
                # Until the season is over it holds what its bots must not see.
                folder.chmod(0o700)
            mode = "rwc" if write else "ro"
            self._db = sqlite3.connect(f"{self.path.absolute().as_uri()}?mode={mode}", uri=True)
            if write:
                self._db.execute("pragma journal_mode = wal")
                self._db.execute("pragma synchronous = normal")
                self._db.executescript(_TABLES)
            self._check_version(write)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{self.path}: {error}") from error

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def meta(self, key: str) -> str | None:
        """A stored fact about the season."""
        row = self._db.execute("select value from meta where key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def set_meta(self, key: str, value: str) -> None:
        """Store a fact about the season."""
        self._write("insert or replace into meta values (?, ?)", (key, value))

    def add(self, record: MatchRecord) -> None:
        """Store a record, with its log. A match that is already there stays, unless it was void."""
        id_ = record.fixture.id
        try:
            with self._db:
                changed = self._db.execute(
                    "insert into match values (?, ?, ?) on conflict (id) do update"
                    " set ending = excluded.ending, record = excluded.record where match.ending = 'void'",
                    (id_, record.ending.kind, _light(record)),
                )
                if changed.rowcount:
                    packed = (id_, zlib.compress(record.log), zlib.compress(record.moves))
                    self._db.execute("insert or replace into log values (?, ?, ?)", packed)
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from error

    def add_many(self, records: Iterable[MatchRecord]) -> None:
        """Store records that are not there yet in one transaction: for merging and measuring."""
        rows = ((record.fixture.id, record.ending.kind, _light(record)) for record in records)
        with self._db:
            self._db.executemany("insert or ignore into match values (?, ?, ?)", rows)

    def finished(self) -> set[str]:
        """The ids of all matches that need not be played any more."""
        return {row[0] for row in self._db.execute("select id from match where ending != 'void'")}

    def records(self) -> Iterator[MatchRecord]:
        """Every record in order of its id, void ones too, without logs."""
        for (blob,) in self._db.execute("select record from match order by id"):
            yield _records.decode(blob)

    def all_ids(self) -> set[str]:
        """The ids of all records, void ones too."""
        return {row[0] for row in self._db.execute("select id from match")}

    def whole_record(self, id_: str) -> MatchRecord:
        """One record with its log. Raises: StoreError when there is none."""
        row = self._db.execute(
            "select record, events, moves from match join log using (id) where id = ?", (id_,)
        ).fetchone()
        if row is None:
            raise StoreError(f"{self.path}: no match {id_}")
        return msgspec.structs.replace(
            _records.decode(row[0]), log=zlib.decompress(row[1]), moves=zlib.decompress(row[2])
        )

    def _check_version(self, write: bool) -> None:
        stored = self.meta("version")
        if stored is None and write:
            self.set_meta("version", str(VERSION))
        elif stored != str(VERSION):
            raise StoreError(f"{self.path}: written by store version {stored}; this arena reads {VERSION}")

    def _write(self, statement: str, values: tuple[str, ...]) -> None:
        try:
            with self._db:
                self._db.execute(statement, values)
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from error


def _light(record: MatchRecord) -> bytes:
    """A record without its log, as it is stored."""
    return _encoder.encode(msgspec.structs.replace(record, log=b"", moves=b""))

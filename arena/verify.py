"""A season proved from what is stored of it: its commitment, every deal, match and table once more."""

import multiprocessing
import os
from collections.abc import Iterable, Iterator
from contextlib import closing
from hashlib import sha256
from itertools import islice
from pathlib import Path

import msgspec
from msgspec import Struct

from arena.claim import claimant
from arena.deals import commitment
from arena.record import MatchRecord
from arena.replay import ReplayError, verify
from arena.schedule import fixture
from arena.secret import COMMITMENT, FILE, REVEALED, kept, published, revealed, stored_secret
from arena.sitting import new_table
from arena.store import Store, StoreError
from arena.sums import SUMS, differing
from arena.tables import table_files
from arena.words import count_of
from engine.seating import Seating

_CHUNK = 200
_SHOWN = 20
"""How many of the things that are wrong are told one by one."""
_ANEW = (
    "put copies back of what was damaged; where a command that changed the season was cut short, and where"
    f" there never was a {SUMS}, `arena reveal {{}}` writes it anew, if all else holds"
)


class Finding(Struct, frozen=True):
    """A sentence about the season, and what speaks against it; empty: it holds, as far as it was checked."""

    words: str
    wrong: tuple[str, ...] = ()
    unchecked: str = ""
    """What could not be checked, and why; empty: all was."""

    def line(self) -> str:
        """The finding in one line, and one more for each thing that is wrong or was not checked."""
        more = len(self.wrong) - _SHOWN
        against = [*self.wrong[:_SHOWN], *([f"and {more} more"] if more > 0 else [])]
        against += [f"not checked: {self.unchecked}"] if self.unchecked else []
        verdict = "NO" if self.wrong else "?" if self.unchecked else "yes"
        return "\n      ".join([f"{verdict:4}{self.words}", *against])


class _Checked(Struct):
    """What was found of some matches."""

    matches: int = 0
    void: int = 0
    fouls: int = 0
    pruned: int = 0
    deals: set[int] = msgspec.field(default_factory=set)
    damaged: list[str] = msgspec.field(default_factory=list)
    dealt_otherwise: list[str] = msgspec.field(default_factory=list)
    played_otherwise: list[str] = msgspec.field(default_factory=list)


def verify_season(folder: Path, workers: int) -> Iterator[Finding]:
    """All that can be proved of the season in a folder, a finding each, on so many cores.

    Raises: StoreError when it cannot be read at all.
    """
    yield from verify_content(folder, workers)
    yield _files(folder)


def verify_content(folder: Path, workers: int) -> Iterator[Finding]:
    """The same but for what the season's sums say of its files. Raises: StoreError."""
    with closing(Store(folder)) as store:
        yield _file(store)
        secret, finding = _commitment(folder, store)
        yield finding
        if secret is not None:
            yield from _matches(folder, store, secret, workers)
        else:
            words = "records are as they were written, deals follow from the secret, matches from their moves"
            yield Finding(
                words, unchecked=f"{len(store.all_ids())} matches, as there is no secret to deal from"
            )
        yield _tables(folder, store)


def _file(store: Store) -> Finding:
    wrong = store.damage()
    for key in store.meta_keys():
        try:
            store.meta(key)
        except StoreError as error:
            wrong.append(str(error))
    return Finding("the season's file is whole, and so is every fact in it", tuple(wrong))


def _commitment(folder: Path, store: Store) -> tuple[bytes | None, Finding]:
    """The secret, if there is a readable one, and whether it is the one that was committed to."""
    words = "the secret is the one that the season was committed to before its first match"
    secret: bytes | None = None
    wrong: list[str] = []
    unchecked = ""
    file = folder / FILE
    try:
        promised = store.meta(COMMITMENT)
        public = revealed(store)
        if public is not None:
            secret = bytes.fromhex(public.secret)
            wrong += _differs(folder / REVEALED, published(public))
        if file.exists() and not os.access(file, os.R_OK):
            # It is for its owner's eyes; once it is published nobody needs it.
            unchecked = "" if public else f"{file}: you may not read it"
        elif secret is None or file.exists():
            secret = secret or stored_secret(folder)
            wrong += _differs(file, kept(secret))
        committed = {commitment(secret)} if secret is not None else set()
        for commits in (committed | ({public.commitment} if public else set())) - {promised}:
            wrong.append(f"the season was committed to {promised}, its secret is that of {commits}")
        words += f": {promised}" + ("" if public else " (it is not published yet)")
    except (StoreError, ValueError) as error:
        wrong.append(str(error))
    return secret, Finding(words, tuple(wrong), unchecked)


def _differs(file: Path, text: str) -> list[str]:
    """What is to be said against a file that should hold this text."""
    try:
        return [] if file.read_bytes() == text.encode() else [f"{file}: differs from what was written"]
    except OSError as error:
        return [f"{file}: {error.strerror}"]


def _matches(folder: Path, store: Store, secret: bytes, workers: int) -> Iterator[Finding]:
    found = _Checked()
    for part in _checked(folder, sorted(store.all_ids()), secret, workers):
        for name in found.__struct_fields__:
            mine, theirs = getattr(found, name), getattr(part, name)
            setattr(found, name, mine | theirs if isinstance(mine, set) else mine + theirs)
    seal = sha256(b"".join(store.digests())).hexdigest()[:16]
    total = found.matches + len(found.damaged)
    nothing = "" if total else "there is no match yet"
    many = count_of(len(found.damaged), "match, as it is", "matches, as they are")
    damaged = f"{many} damaged" if found.damaged else nothing
    yield Finding(
        f"all {total} records, their logs and their moves are as they were written (seal {seal})",
        tuple(found.damaged),
        nothing,
    )
    yield Finding(
        f"{_all(len(found.deals), damaged)} deals follow from the secret and their numbers",
        tuple(found.dealt_otherwise),
        damaged,
    )
    kinds = f"{found.fouls} ended by a foul, {found.void} void"
    kinds += f", {found.pruned} without their logs" if found.pruned else ""
    others = len(found.dealt_otherwise)
    missed = [damaged] if damaged else []
    if others:
        missed.append(f"{count_of(others, 'match, as its', 'matches, as their')} deal is another one")
    yield Finding(
        f"{_all(found.matches - others, missed)} matches, refereed again, follow from their moves ({kinds})",
        tuple(found.played_otherwise),
        "; ".join(missed),
    )


def _all(count: int, some: object) -> str:
    """So many, and whether these are all."""
    return f"{count}" if some else f"all {count}"


def _tables(folder: Path, store: Store) -> Finding:
    words = "every table, computed again, is byte for byte the one that was written"
    going = _going(folder)
    try:
        files = table_files(store)
    except StoreError as error:
        return Finding(words, (str(error),))
    wrong = [words for name, text in files.items() for words in _differs(folder / name, text)]
    if wrong and going:
        return Finding(words, unchecked=f"{going}: its tables are written when it ends")
    return Finding(f"{words}: {', '.join(files)}", tuple(wrong))


def _files(folder: Path) -> Finding:
    words = f"every file is byte for byte as it was when the arena wrote {SUMS} last"
    going = _going(folder)
    try:
        if not (folder / SUMS).exists() and not _published(folder):
            return Finding(words, unchecked=f"{SUMS} is written when the season is revealed")
        wrong = differing(folder)
    except StoreError as error:
        wrong = [str(error)]
    if wrong and going:
        return Finding(words, unchecked=f"{going}: {SUMS} is written when it ends")
    return Finding(words, (_ANEW.format(folder), *wrong) if wrong else ())


def _published(folder: Path) -> bool:
    with closing(Store(folder)) as store:
        return revealed(store) is not None


def _going(folder: Path) -> str:
    """What is said while another process plays the season or changes it; empty: none does."""
    process = claimant(folder)
    return f"a run is going (process {process})" if process not in ("", str(os.getpid())) else ""


def _checked(folder: Path, ids: list[str], secret: bytes, workers: int) -> Iterator[_Checked]:
    """Look at matches, in chunks, in processes of their own if there are several."""
    jobs = [(folder, chunk, secret) for chunk in _chunks(ids)]
    if workers == 1 or len(jobs) <= 1:
        yield from map(_check, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(min(workers, len(jobs))) as processes:
        yield from processes.imap_unordered(_check, jobs)


def _chunks(ids: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(ids)
    while chunk := list(islice(rest, _CHUNK)):
        yield chunk


def _check(job: tuple[Path, list[str], bytes]) -> _Checked:
    folder, ids, secret = job
    found = _Checked()
    with closing(Store(folder)) as store:
        for id_ in ids:
            try:
                record = store.whole_record(id_)
            except StoreError as error:
                found.damaged.append(str(error))
                continue
            _look(record, secret, found)
    return found


def _look(record: MatchRecord, secret: bytes, found: _Checked) -> None:
    """Look at one match whose record is as it was written."""
    one = record.fixture
    found.matches += 1
    found.deals.add(one.deal)
    found.void += record.ending.kind == "void"
    found.fouls += record.ending.foul
    found.pruned += not record.log
    try:
        seats = Seating(one.sides), one.entrants, one.members, one.round, one.stage
        if fixture(one.game, one.options, one.deal, *seats).id != one.id:
            raise ReplayError("its id is not the one of its deal and its seats")
        if not _dealt(record, secret):
            found.dealt_otherwise.append(f"match {one.id}: deal {one.deal} is another one")
            return
        verify(record, secret)
    except Exception as error:  # whatever a record that makes no sense leads to
        found.played_otherwise.append(f"match {one.id}: {type(error).__name__}: {error}")


def _dealt(record: MatchRecord, secret: bytes) -> bool:
    """Whether the log begins with the deal; one without events says nothing against it."""
    dealt = msgspec.json.encode(new_table(secret, record.fixture).log)
    return record.log in (b"", b"[]") or record.log.startswith(dealt[:-1])

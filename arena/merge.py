"""Several stores of one season made into one: the shards of an array job, or what two machines played."""

import contextlib
import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from msgspec import Struct

from arena import fouls, playing
from arena.claim import claimed
from arena.counted import BENCHED, ENTRANTS
from arena.ratings import EloTable
from arena.secret import COMMITMENT, MISSING, keep_secret, revealed, stored_secret
from arena.store import Store, StoreError, is_begun
from arena.tables import TIMES, write_tables
from arena.terms import carry_clocks, difference

_OF_A_RUN = ("run", playing.KEY, MISSING, BENCHED, "version", "entries")
"""Facts that are a store's own, or that the next run finds out anew."""


class MergeRefused(Exception):
    """These stores are not of one season; says in what they differ."""


class Merged(Struct, frozen=True, eq=False):
    """What came of it: for each source how many of its matches were new, how many stood there already."""

    taken: tuple[int, ...]
    doubles: tuple[int, ...]
    benched: tuple[str, ...]
    """Who was benched in some source: whether he is in the whole season the next run settles."""
    table: EloTable
    times: bool
    """Whether it is written with the time column."""


def merge(sources: Sequence[Path], into: Path) -> Merged:
    """Put the matches of the seasons in `sources` into the one in `into`, which is made if need be.

    A match that several have is there once: as it was in `into` or in the first source that has it. All
    is stored, or nothing. Raises: MergeRefused, Claimed, StoreError.
    """
    with ExitStack() as held:
        stores = [held.enter_context(closing(Store(source))) for source in sources]
        first = Store(into) if is_begun(into) else None
        with contextlib.ExitStack() as before:
            known = [before.enter_context(closing(first))] if first else []
            _check([*known, *stores])
            for store in (*known, *stores):
                store.check_records()
            if first and revealed(first):
                raise MergeRefused(f"{into}: the season's secret is published: no more matches can be added")
        held.enter_context(claimed(into))
        target = held.enter_context(closing(Store(into, write=True)))
        _carry_secret(sources, into, target)
        _carry_facts(stores, target)
        taken, doubles = [], []
        for source, store in zip(sources, stores, strict=True):
            count = len(store.all_ids())
            taken.append(target.take(store))
            doubles.append(count - taken[-1])
            _carry_fouls(source, into)
        table = write_tables(target, into)
        return Merged(
            tuple(taken), tuple(doubles), tuple(_benched(stores)), table, target.meta(TIMES) != "no"
        )


def _check(stores: Sequence[Store]) -> None:
    """All must have been played on the same terms, dealt from the same secret. Raises: MergeRefused."""
    first, *others = stores
    for other in others:
        if words := difference(first, other):
            raise MergeRefused(f"{first.path} and {other.path} were played on different terms ({words})")
        ours, theirs = first.meta(COMMITMENT), other.meta(COMMITMENT)
        if ours != theirs:
            raise MergeRefused(
                f"{first.path} and {other.path} were dealt from different secrets"
                f" (commitments {ours} and {theirs})"
            )


def _carry_secret(sources: Sequence[Path], into: Path, target: Store) -> None:
    """The secret is the same everywhere: it is kept here too, if any source has it."""
    with contextlib.suppress(StoreError):
        stored_secret(into)
        return
    for source in sources:
        with contextlib.suppress(StoreError):
            keep_secret(into, stored_secret(source))
            return


def _carry_facts(stores: Sequence[Store], target: Store) -> None:
    """What is known of the season; the entrants are those of all."""
    for store in stores:
        for key in store.meta_keys():
            value = store.meta(key)
            if key.partition(":")[0] not in _OF_A_RUN and value is not None and target.meta(key) is None:
                target.set_meta(key, value)
        carry_clocks(store, target)
    lists = [json.loads(store.meta(ENTRANTS) or "[]") for store in (target, *stores)]
    target.set_meta(ENTRANTS, json.dumps(list(dict.fromkeys(name for names in lists for name in names))))


def _carry_fouls(source: Path, into: Path) -> None:
    for file in fouls.kept(source):
        place = into / fouls.FOLDER / file.name
        if not place.exists():
            place.parent.mkdir(exist_ok=True)
            shutil.copy2(file, place)


def _benched(stores: Sequence[Store]) -> Iterator[str]:
    found = {name for store in stores for name in json.loads(store.meta(BENCHED) or "{}").get("names", ())}
    yield from sorted(found)

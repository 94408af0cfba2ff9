"""Which matches are being played right now: a run tells it when it gives out a sitting."""

import json
from collections.abc import Iterable, Iterator

from msgspec import Struct

from arena.ids import Ids
from arena.record import Fixture
from arena.store import Store

KEY = "playing"
"""The store's key for what each worker has left to play."""


class Playing(Struct, frozen=True):
    """A match that a run is playing."""

    id: str
    entrants: tuple[str, ...]


def tell_playing(store: Store, left: Iterable[Iterable[Fixture]]) -> None:
    """Keep what each worker has left of its sitting, which it plays in this order. Raises: StoreError."""
    sittings = [list(fixtures) for fixtures in left]
    told = [[one[0].entrants, [fixture.id for fixture in one]] for one in sittings if one]
    store.set_meta(KEY, json.dumps(told))


def playing(store: Store, finished: Ids) -> Iterator[Playing]:
    """Of each sitting that was told the first match that is not finished. Raises: StoreError."""
    for entrants, ids in json.loads(store.meta(KEY) or "[]"):
        for id_ in ids:
            if id_ not in finished:
                yield Playing(id_, tuple(entrants))
                break

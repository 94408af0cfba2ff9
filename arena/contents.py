"""The files that a season's bots played with: whether they have them still, and whose they were."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

from arena.keep import content_hash
from arena.season import Season
from arena.store import Store, is_begun

_CONTENTS = "contents"


def changed(season: Season, store: Store) -> Iterator[str]:
    """A sentence on each entrant with other files than at the last run; what it has now is kept."""
    before: dict[str, list[str]] = json.loads(store.meta(_CONTENTS) or "{}")
    now = {entrant.name: [content_hash(bot.folder) for bot in entrant.bots] for entrant in season.entrants}
    for name, contents in now.items():
        if before.get(name, contents) != contents:
            yield f"{name} has other files than before; what it played stays and counts for it"
    store.set_meta(_CONTENTS, json.dumps(before | now))


def known(folder: Path) -> list[str]:
    """All who ever entered a run of the season in a folder; none when none began. Raises: StoreError."""
    if not is_begun(folder):
        return []
    with contextlib.closing(Store(folder)) as store:
        return list(json.loads(store.meta(_CONTENTS) or "{}"))

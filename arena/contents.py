"""Whether a season's bots have the files that they played with before."""

import json
from collections.abc import Iterator

from arena.keep import content_hash
from arena.season import Season
from arena.store import Store

_CONTENTS = "contents"


def changed(season: Season, store: Store) -> Iterator[str]:
    """A sentence on each entrant with other files than at the last run; what it has now is kept."""
    before: dict[str, list[str]] = json.loads(store.meta(_CONTENTS) or "{}")
    now = {entrant.name: [content_hash(bot.folder) for bot in entrant.bots] for entrant in season.entrants}
    for name, contents in now.items():
        if before.get(name, contents) != contents:
            yield f"{name} has other files than before; what it played stays and counts for it"
    store.set_meta(_CONTENTS, json.dumps(before | now))

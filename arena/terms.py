"""On what terms a season's matches are played: what must not change between runs, or a new stage begins."""

import json
from typing import Any

import msgspec

from arena.counted import ANCHORS, DROPPED, ENTRANTS, TERMS, WHOLE_DEALS, of_stage, stages
from arena.kinds import DRAWN
from arena.season import Season
from arena.secret import NAME
from arena.store import Store

_CLOCKS = "clocks"
_ROUNDS = "rounds"
"""What rounds are drawn from beside the terms, as it was in the last run; for each stage."""


class OtherTerms(Exception):
    """What was played before is not comparable with what is to come; says in what."""


def of_another(season: Season, store: Store) -> str:
    """A sentence when the folder is that of a season with another name; empty: it is not."""
    name = store.meta(NAME)
    if name in (None, season.name):
        return ""
    return (
        f"{store.path}: it holds the season {name!r}, and the name {season.name!r} gives the same folder:"
        " give this season another name, or keep its results elsewhere (--results)"
    )


def closed(season: Season, store: Store) -> str:
    """A sentence when nobody can enter or leave any more; empty: all can."""
    kind = season.schedule.kind
    if kind not in DRAWN or _stored(store, season.stage) == {}:
        return ""
    return (
        f"{season.name}: its {kind} has begun, and later rounds follow from who plays in it: nobody enters"
        " now, and who leaves is named in its file, with the first round without him:"
        " withdrawn = { Naam = 3 } in [schedule]"
    )


def other_terms(season: Season, store: Store) -> str:
    """In what the season's terms differ from those of its stored matches; empty: in nothing."""
    now = json.loads(json.dumps(season.terms()))
    other = _told(_stored(store, season.stage) or now, now)
    other = other or _other_clocks(_kept_clocks(store, season.stage), _clocks(season))
    return other or _other_rounds(season, store)


def settle_terms(season: Season, store: Store) -> None:
    """Keep the terms of the season's stage and whatever else of it tables need. Raises: OtherTerms."""
    if words := of_another(season, store):
        raise OtherTerms(words)
    if differences := other_terms(season, store):
        raise OtherTerms(
            f"{store.path}: its matches were played on other terms ({differences}); change them back,"
            ' give the season another name, or begin a stage in it: stage = "..." at the top of its file'
        )
    whole = season.schedule.seatings if season.schedule.whole_deals else ""
    store.set_meta(of_stage(TERMS, season.stage), json.dumps(season.terms()))
    # Also of those who left: they may come back.
    clocks = _kept_clocks(store, season.stage) | _clocks(season)
    store.set_meta(of_stage(_CLOCKS, season.stage), json.dumps(clocks))
    store.set_meta(of_stage(WHOLE_DEALS, season.stage), whole)
    store.set_meta(of_stage(_ROUNDS, season.stage), json.dumps(_rounds(season)))
    store.set_meta(DROPPED, json.dumps(season.replaced if season.old_versions == "drop" else []))
    store.set_meta(ANCHORS, json.dumps(season.anchors))
    store.set_meta(ENTRANTS, json.dumps([entrant.name for entrant in season.entrants]))


def difference(one: Store, other: Store) -> str:
    """In what the terms of two stores differ, in the stages that both have; empty: in nothing."""
    found = []
    for stage in stages(one):
        ours, theirs = _stored(one, stage), _stored(other, stage)
        if ours and theirs:
            words = _told(ours, theirs) or _other_clocks(_kept_clocks(one, stage), _kept_clocks(other, stage))
            found += [words] if words else []
    if not set(stages(one)) & set(stages(other)):
        return f"stages: {stages(one)} and {stages(other)}"
    return "; ".join(found)


def carry_clocks(store: Store, target: Store) -> None:
    """Keep in a store the clocks of another one's entrants too. Raises: StoreError."""
    for stage in stages(store):
        clocks = _kept_clocks(store, stage) | _kept_clocks(target, stage)
        target.set_meta(of_stage(_CLOCKS, stage), json.dumps(clocks))


def _other_clocks(before: dict[str, Any], now: dict[str, Any]) -> str:
    """Whose clock is another than in his stored matches. A new entrant may have any; empty: nobody's."""
    return "; ".join(
        f"clock of {name}: was {before[name]!r}, now {now[name]!r}"
        for name in sorted(now.keys() & before.keys())
        if now[name] != before[name]
    )


def _clocks(season: Season) -> dict[str, Any]:
    """Each entrant's own clock; None: the season's."""
    return {one.name: msgspec.structs.asdict(one.clock) if one.clock else None for one in season.entrants}


def _kept_clocks(store: Store, stage: str) -> dict[str, Any]:
    """Those that matches were played by."""
    found: dict[str, Any] = json.loads(store.meta(of_stage(_CLOCKS, stage)) or "{}")
    return found


def _other_rounds(season: Season, store: Store) -> str:
    """What the file says otherwise of rounds that have begun: it would draw them anew; empty: nothing."""
    now = _rounds(season)
    before = json.loads(store.meta(of_stage(_ROUNDS, season.stage)) or "null") or now
    if season.schedule.kind not in DRAWN or before == now:
        return ""
    begun = max(
        (one.fixture.round for one in store.records() if one.fixture.stage == season.stage), default=0
    )
    found = []
    if now["rounds"] is not None and now["rounds"] < begun:
        found.append(f"rounds: was {before['rounds']}, now {now['rounds']}, and round {begun} has begun")
    for name in sorted(before["withdrawn"].keys() | now["withdrawn"].keys()):
        old, new = before["withdrawn"].get(name), now["withdrawn"].get(name)
        if old != new and min(old or new, new or old) <= begun:
            found.append(
                f"withdrawn, {name}: was {_since(old)}, now {_since(new)}, and round {begun} has begun:"
                f" only from round {begun + 1} on can that change"
            )
    return "; ".join(found)


def _since(first: int | None) -> str:
    return "nothing" if first is None else f"round {first}"


def _rounds(season: Season) -> dict[str, Any]:
    """How many there are, and who is missing from which one on."""
    return {"rounds": season.schedule.rounds, "withdrawn": season.schedule.withdrawn}


def _told(before: dict[str, Any], now: dict[str, Any]) -> str:
    keys = before.keys() | now.keys()
    found = []
    if before.get("kind") != now.get("kind"):
        # Only a drawn kind is among the terms, and some others with it.
        was, is_ = (terms.get("kind", f"neither {' nor '.join(DRAWN)}") for terms in (before, now))
        found.append(f"schedule.kind: was {was}, now {is_}")
        keys = before.keys() & now.keys()
    found += [
        f"{key}: was {before.get(key)!r}, now {now.get(key)!r}"
        for key in sorted(keys)
        if before.get(key) != now.get(key)
    ]
    return "; ".join(found)


def _stored(store: Store, stage: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(store.meta(of_stage(TERMS, stage)) or "{}")
    return found

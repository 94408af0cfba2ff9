"""Which matches of a season count, and the tables that follow from them."""

import json
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from arena.aspects import with_aspects
from arena.ratings import EloTable, Model, table_of
from arena.ratings.picked import Pick
from arena.record import MatchRecord
from arena.replay import whole_record
from arena.schedule import Begun
from arena.store import Store
from arena.tally import Tally

# What a season's store keeps beside its matches: the keys under which it does. Some it keeps for each stage.
TERMS = "terms"
"""On which terms the matches were played; for each stage."""
ENTRANTS = "entrants"
ANCHORS = "anchors"
"""The Elo of entrants that is given."""
WHOLE_DEALS = "whole_deals"
"""In which seatings a deal must have been played to be rated; empty: in any. For each stage."""
BENCHED = "benched"
"""Who sits out, and which matches came after that; written anew by each run. For each stage."""
DROPPED = "dropped"
"""The names of versions whose matches do not count any more."""


def of_stage(key: str, stage: str) -> str:
    """The key for what is kept for each stage."""
    return f"{key}:{stage}" if stage else key


def stages(store: Store) -> list[str]:
    """The stages that were begun, by name; one may have none. Raises: StoreError."""
    keys = (key.partition(":") for key in store.meta_keys())
    return [stage for key, _, stage in keys if key == TERMS]


class Counted:
    """The matches of a season, but for those that do not count, and those that are not picked.

    Half-played deals and replaced versions do not count where the season says so, nor does what was played
    beyond the foul that put somebody on the bench: other runs would not have started it.
    """

    def __init__(
        self, store: Store, pick: Pick | None = None, replaced: bool = False, stage: str | None = None
    ) -> None:
        """With `replaced`, replaced versions count whatever the season says; with `stage` one stage only."""
        self._store = store
        self._pick = pick
        self._stages = stages(store) if stage is None else [stage]
        self._all = stage is None
        benched = [json.loads(store.meta(of_stage(BENCHED, one)) or "{}") for one in self._stages]
        self._beyond = {id_ for one in benched for id_ in one.get("beyond", ())}
        self._benched = tuple(sorted({name for one in benched for name in one.get("names", ())}))
        self._dropped = set() if replaced else set(json.loads(store.meta(DROPPED) or "[]"))
        seatings = {one: store.meta(of_stage(WHOLE_DEALS, one)) for one in self._stages}
        self._seatings = {one: words for one, words in seatings.items() if words}
        self.names: tuple[str, ...] = tuple(json.loads(store.meta(ENTRANTS) or "[]"))
        self.anchors: dict[str, float] = json.loads(store.meta(ANCHORS) or "{}")

    def tally(self) -> Tally:
        """Every match that counts. Raises: StoreError."""
        tally = Tally(self.names)
        begun = self._begun()
        for record in self._standing():
            if self._pick is None or self._pick.takes(record):
                tally.add(record)
            if record.fixture.stage in begun:
                begun[record.fixture.stage].add(record)
        tally.leave_out(_half_played(begun))
        return tally

    def records(self) -> Iterator[MatchRecord]:
        """The matches that count and are not void, in the order of their ids. Raises: StoreError."""
        half = self._half()
        for record in self._standing():
            over = record.ending.kind != "void" and record.fixture.deal not in half
            if over and (self._pick is None or self._pick.takes(record)):
                yield record

    def table(self, model: Model = "bradley-terry") -> EloTable:
        """The table. Raises: StoreError; ValueError when the model cannot rate these matches."""
        return replace(table_of(self.tally(), self.anchors, model), benched=self._benched)

    def with_aspects(self, model: Model = "bradley-terry") -> EloTable:
        """The table with what the game itself counts, from the logs. Raises: as `table`, and ReplayError."""
        whole = (whole_record(self._store, record.fixture.id) for record in self.records())
        return with_aspects(self.table(model), whole)

    def left_out(self) -> Callable[[MatchRecord], str]:
        """What says why a finished match does not count; empty: it does. Raises: StoreError."""
        half = self._half()

        def why(record: MatchRecord) -> str:
            one = record.fixture
            if one.id in self._beyond:
                return "somebody in it was benched before"
            if not self._dropped.isdisjoint(one.entrants):
                return "a version in it was replaced"
            return "its deal lacks some of its seatings" if one.deal in half else ""

        return why

    def strangers(self, names: Iterable[str]) -> list[str]:
        """Those of these names that are of nobody who entered or played."""
        unknown = set(names) - set(self.names)
        if unknown:
            for record in self._store.records():
                unknown -= set(record.fixture.entrants)
        return sorted(unknown)

    def _begun(self) -> dict[str, Begun]:
        """For each stage that rates whole deals only. No two stages have a deal in common."""
        return {stage: Begun(seatings) for stage, seatings in self._seatings.items()}

    def _half(self) -> set[int]:
        """The deals that are not rated, as they lack some seating."""
        begun = self._begun()
        for record in self._standing() if begun else ():
            if record.fixture.stage in begun:
                begun[record.fixture.stage].add(record)
        return _half_played(begun)

    def _standing(self) -> Iterator[MatchRecord]:
        for record in self._store.records():
            one = record.fixture
            if one.id in self._beyond or not self._dropped.isdisjoint(one.entrants):
                continue
            if self._all or one.stage in self._stages:
                yield record


def _half_played(begun: dict[str, Begun]) -> set[int]:
    return {deal for one in begun.values() for deal in one.half_played()}

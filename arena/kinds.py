"""The [schedule] of a season file: the kinds there are and the keys each of them has."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from arena.deals import MOST_DEALS
from arena.strict import Document, Line, meant, shown
from engine.seating import Seating

Positive = Annotated[int, Meta(ge=1)]
Many = Annotated[int, Meta(ge=1, le=MOST_DEALS)]
Rounds = Annotated[dict[str, Many], Meta(description="a table of names, each with the number of a round")]
Names = Annotated[tuple[Line, ...], Meta(min_length=1, description="a list of names of entrants")]

_KIND_OF = {"rounds": "swiss", "newcomers": "gauntlet", "until_error": "ladder"}
"""The keys that belong to one kind."""
DRAWN = ("swiss", "knockout")
"""The kinds whose later rounds follow from earlier ones: their field is closed once they have begun."""
_NEEDED = {
    "rounds": f"an integer of at least 1 and at most {MOST_DEALS}",
    "newcomers": "a list of names of entrants",
}


class Schedule(Struct, frozen=True, kw_only=True):
    """Which tables meet, and how often."""

    kind: Literal["round-robin", "swiss", "knockout", "gauntlet", "ladder"] = "round-robin"
    deals: Many
    """New deals whenever the same entrants meet."""
    seatings: Literal["rotations", "all"] = "rotations"
    """Each deal with everybody moved one seat on till all are round, or in every order there is."""
    partners: Literal["fixed", "rotate"] = "fixed"
    """`rotate`: individuals enter, each partners each other equally often, and individuals are rated."""
    whole_deals: bool = True
    """Whether a deal is rated only when it was played in all its seatings."""
    rounds: Many | None = None
    """Of a Swiss."""
    withdrawn: Rounds = {}
    """Of a Swiss and a knockout: who plays no more, each with the first round that is without him."""
    newcomers: Names | None = None
    """Of a gauntlet: the names of those who play against the field."""
    until_error: Positive | None = None
    """Of a ladder: Elo points; it ends when every error is at most this. None: it goes on until stopped."""


def table_size(schedule: Schedule, seating: Seating) -> int:
    """How many entrants a table has: one for each side, or for each seat where partners rotate."""
    return seating.side_count if schedule.partners == "fixed" else seating.seats


def check_schedule(document: Document, seating: Seating | None, names: Sequence[str]) -> None:
    """Complain of keys that do not go together, of names of nobody who entered, and of too few entrants."""
    written = document.content.get("schedule")
    if not isinstance(written, dict) or not document.clean("schedule.kind", "schedule.partners"):
        return
    kind = written.get("kind", "round-robin")
    for key, its_kind in _KIND_OF.items():
        if key in written and kind != its_kind:
            document.complain(f"schedule.{key}", f"this key with kind = {its_kind!r} only", repr(kind))
        elif key in _NEEDED and key not in written and kind == its_kind:
            document.complain(f"schedule.{key}", f"{_NEEDED[key]}, for a {kind}", "nothing")
    if "withdrawn" in written and kind not in DRAWN:
        words = (
            "this key with kind = 'swiss' or 'knockout' only: elsewhere who leaves is taken out of the file"
        )
        document.complain("schedule.withdrawn", words, repr(kind))
    elif document.clean("schedule.withdrawn", "entrant"):
        for name in written.get("withdrawn", {}):
            if name not in names:
                came = shown(name) + meant(name, names)
                document.complain(f"schedule.withdrawn.{name}", "the name of an entrant", came)
    # In a knockout half of them are out after each.
    rounds = (len(names) - 1).bit_length() if kind == "knockout" else written.get("rounds")
    if rounds is not None:
        _check_rounds(document, written, rounds)
    rotate = written.get("partners") == "rotate"
    if rotate and document.content.get("teams") is not True:
        document.complain("schedule.partners", "'fixed' where there are no teams", "'rotate'")
    if kind == "knockout" and seating and (rotate or seating.side_count != 2):
        came = "partners that rotate" if rotate else f"{seating.side_count} sides"
        document.complain("schedule.kind", "a knockout to be between two fixed sides", came)
    if kind == "gauntlet" and document.clean("schedule.newcomers", "entrant"):
        _check_newcomers(document, written.get("newcomers", []), names, seating, rotate)


def _check_rounds(document: Document, written: dict[str, Any], rounds: Any) -> None:
    """Complain of who withdraws from a round that there is not."""
    if not document.clean("schedule.rounds", "schedule.withdrawn", "entrant"):
        return
    for name, first in written.get("withdrawn", {}).items():
        if first > rounds:
            document.complain(f"schedule.withdrawn.{name}", f"a round from 1 to {rounds}", str(first))


def _check_newcomers(
    document: Document, newcomers: Sequence[str], names: Sequence[str], seating: Seating | None, rotate: bool
) -> None:
    for index, name in enumerate(newcomers):
        if name not in names:
            document.complain(
                f"schedule.newcomers[{index}]", "the name of an entrant", shown(name) + meant(name, names)
            )
        elif name in newcomers[:index]:
            document.complain(f"schedule.newcomers[{index}]", "each newcomer once", shown(name))
    if seating and document.clean("schedule.newcomers"):
        needed = (seating.seats if rotate else seating.side_count) - 1
        field = len(set(names) - set(newcomers))
        if field < needed:
            words = f"newcomers that leave a field of at least {needed}, to fill a table"
            document.complain("schedule.newcomers", words, f"a field of {field}")

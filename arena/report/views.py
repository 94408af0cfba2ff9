"""What can be asked beside the Elo table, as sheets: seats, partners, who is better, history."""

from collections.abc import Sequence

from arena.ratings import EloTable
from arena.ratings.history import Moment
from arena.ratings.partners import Partnership
from arena.ratings.power import Power
from arena.ratings.seats import SeatEffect
from arena.ratings.superiority import Superiority
from arena.report.curve import curve
from arena.report.elo import elo_words, notes
from arena.report.sheet import Sheet, fixed, number, percent
from arena.words import count_of


def seats_sheet(effects: Sequence[SeatEffect]) -> Sheet:
    """The effect of each seat."""
    cells, records = [], []
    for effect in effects:
        seats = "+".join(map(str, effect.seats))
        kind = f"{effect.of} seats" + (" in teams" if effect.teams else "")
        error = fixed(effect.error, 0)
        cells.append(
            (kind, seats, fixed(effect.elo, 0, "+"), error, percent(effect.share), str(effect.matches))
        )
        records.append(
            {
                "table_size": effect.of,
                "teams": effect.teams,
                "seats": list(effect.seats),
                "elo": number(effect.elo, 1),
                "error": number(effect.error, 1),
                "share": number(effect.share, 4),
                "matches": effect.matches,
            }
        )
    return Sheet(
        title="What a seat is worth",
        heads=("table", "seat", "Elo", "±", "share", "matches"),
        aligned=("left", "left", *("right",) * 4),
        cells=tuple(cells),
        records=tuple(records),
        notes=("Elo points above the mean seat, whoever sits there; over matches without a foul.",),
    )


def partners_sheet(found: Sequence[Partnership]) -> Sheet:
    """Who plays well with whom: a matrix for people, a row for each two for programs."""
    title = "Who plays well with whom"
    if not found:
        words = "Partners do not rotate here: sides are entrants, and the Elo table rates them."
        return Sheet(title, heads=(), aligned=(), cells=(), records=(), notes=(words,))
    names = sorted({name for each in found for name in (each.first, each.second)})
    by_pair = {frozenset((each.first, each.second)): each for each in found}
    return Sheet(
        title=title,
        heads=("with", *names),
        aligned=("left", *("right",) * len(names)),
        cells=tuple(
            (name, *(_beyond(by_pair.get(frozenset((name, other)))) for other in names)) for name in names
        ),
        records=tuple(
            {
                "first": each.first,
                "second": each.second,
                "deals": each.deals,
                "share": number(each.share, 4),
                "beyond": number(each.beyond, 1),
                "error": number(each.error, 1),
            }
            for each in found
        ),
        notes=(
            "Elo points by which a pair plays better than its two ratings say; ± half the 95 % interval.",
        ),
    )


def _beyond(each: Partnership | None) -> str:
    if each is None:
        return ""
    error = "" if each.beyond is None else f" ± {fixed(each.error, 0)}"
    return fixed(each.beyond, 0, "+") + error


def superiority_sheet(found: Superiority) -> Sheet:
    """How likely the one on the left is stronger than the one above: a matrix; a row for each two."""
    return Sheet(
        title="Who is better",
        heads=("stronger", *found.names),
        aligned=("left", *("right",) * len(found.names)),
        cells=tuple(
            (
                name,
                *(
                    "" if name == other else percent(chance)
                    for other, chance in zip(found.names, line, strict=True)
                ),
            )
            for name, line in zip(found.names, found.chances, strict=True)
        ),
        records=tuple(
            {"stronger": name, "weaker": other, "chance": number(chance, 4)}
            for name, line in zip(found.names, found.chances, strict=True)
            for other, chance in zip(found.names, line, strict=True)
            if name != other
        ),
        notes=("The probability that the one on the left is stronger than the one above.",),
    )


def history_sheet(moments: Sequence[Moment], table: EloTable) -> Sheet:
    """The ratings over time: a row for each moment; a row for each entrant then, for programs. `table` is
    the one at the end."""
    names = [row.name for row in moments[-1].rows] if moments else []
    cells = []
    for moment in moments:
        by_name = {row.name: row for row in moment.rows}
        shown = map(by_name.get, names)
        cells.append(
            (
                str(moment.matches),
                moment.stage,
                str(moment.round),
                *("" if row is None or row.elo is None else elo_words(row) for row in shown),
            )
        )
    return Sheet(
        title="Elo over time",
        heads=("matches", "stage", "round", *names),
        aligned=("right", "left", "right", *("right",) * len(names)),
        cells=tuple(cells),
        records=tuple(
            {
                "matches": moment.matches,
                "stage": moment.stage,
                "round": moment.round,
                "name": row.name,
                "elo": number(row.elo, 1),
                "error": number(row.error, 1),
                "bound": row.bound,
                "group": row.group,
            }
            for moment in moments
            for row in moment.rows
        ),
        notes=(*_apart(moments, table), *notes(table)),
        picture=curve(moments),
    )


def _apart(moments: Sequence[Moment], table: EloTable) -> list[str]:
    """A line on until when Elo did not compare among all, where at the end it does."""
    parted = [moment.matches for moment in moments if any(row.group > 1 for row in moment.rows)]
    if not parted or len(table.groups) > 1:
        return []
    return [f"Until {parted[-1]} matches some groups were linked by no match: Elo compared only within each."]


def power_sheet(found: Power) -> Sheet:
    """How many deals differences need."""
    return Sheet(
        title="Deals needed to see a difference",
        heads=("Elo", "times as many deals", "deals"),
        aligned=("right",) * 3,
        cells=tuple((f"{each.elo:g}", fixed(each.times, 2), str(each.deals)) for each in found.needed),
        records=tuple(
            {"elo": each.elo, "times": number(each.times, 3), "deals": each.deals} for each in found.needed
        ),
        notes=(
            f"Now: {count_of(found.deals, 'deal')}; the difference between two entrants is known to"
            f" ± {fixed(found.error, 0)} (median of {count_of(found.pairs, 'pair')}).",
        ),
    )

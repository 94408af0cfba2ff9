"""The Elo table as a sheet: its columns, which of them, in which order."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from arena.ratings import EloTable, Rating
from arena.record import FOULS
from arena.report.sheet import FORMS, Sheet, fixed, number, percent, shown


class Column(Struct, frozen=True):
    """A column: its name for choosing and sorting, its heading, its cell for people and for programs."""

    key: str
    heading: str
    cell: Callable[[Rating], str]
    value: Callable[[Rating], Any]
    aligned: str = "right"
    low_is_first: bool = False
    """Whether sorting by it puts the lowest at the top."""


def _of_kind(kind: str) -> Column:
    return Column(
        kind,
        kind,
        lambda row: str(row.fouls_by_kind[kind]),
        lambda row: row.fouls_by_kind[kind],
        low_is_first=True,
    )


def _fouls(row: Rating) -> str:
    kinds = ", ".join(f"{times} {kind}" for kind, times in row.fouls_by_kind.items() if times)
    return kinds or "0"


def _elo(row: Rating) -> str:
    return f"{row.bound} {fixed(row.elo, 0)}".strip()


def _error(row: Rating) -> str:
    return "given" if row.bound == "=" else fixed(row.error, 0)


def elo_words(row: Rating) -> str:
    """The Elo in a cell of its own; with ± its error, which an anchor and a bound have not."""
    return _elo(row) if row.bound or row.elo is None else f"{_elo(row)} ± {_error(row)}"


COLUMNS: tuple[Column, ...] = (
    Column("place", "", lambda row: str(row.place), lambda row: row.place, low_is_first=True),
    Column("name", "entrant", lambda row: row.name, lambda row: row.name, "left", True),
    Column("elo", "Elo", _elo, lambda row: number(row.elo, 1)),
    Column("error", "±", _error, lambda row: number(row.error, 1), low_is_first=True),
    Column("bound", "bound", lambda row: row.bound, lambda row: row.bound, "left", True),
    Column("group", "group", lambda row: str(row.group or "?"), lambda row: row.group, low_is_first=True),
    Column("deals", "deals", lambda row: str(row.deals), lambda row: row.deals),
    Column("matches", "matches", lambda row: str(row.matches), lambda row: row.matches),
    Column("share", "share", lambda row: percent(row.share), lambda row: number(row.share, 4)),
    Column("firsts", "firsts", lambda row: percent(row.firsts), lambda row: number(row.firsts, 4)),
    Column("score", "score", lambda row: fixed(row.score, 2), lambda row: number(row.score, 3)),
    Column("fouls", "fouls", _fouls, lambda row: row.fouls, "left", True),
    *map(_of_kind, FOULS),
    Column("decisions", "decisions", lambda row: str(row.decisions), lambda row: row.decisions),
    Column("ms", "ms", lambda row: fixed(row.ms, 2), lambda row: number(row.ms, 3), low_is_first=True),
)
USUAL = ("place", "name", "elo", "error", "matches", "share", "firsts", "score", "fouls", "ms")
_RECORD = (
    "place", "name", "elo", "error", "bound", "group", "deals", "matches", "share", "firsts", "score",
    "fouls",
)  # fmt: skip


class ColumnError(ValueError):
    """No column has that name."""


def elo_sheet(
    table: EloTable, times: bool = True, columns: Sequence[str] = (), sort: str = "", title: str = "Elo table"
) -> Sheet:
    """The table with these columns, else the usual ones and those of its aspects; without `times` the time
    column, which varies between runs, is left out. Sorted by `sort`, else by Elo. Raises: ColumnError."""
    every = (*COLUMNS, _benched(table), *map(_aspect, table.aspects))
    known = {column.key: column for column in every}
    for key in (*columns, *([sort] if sort else [])):
        if key not in known:
            raise ColumnError(f"expected columns from {', '.join(known)}, got {key!r}")
    wanted = columns or tuple(key for key in (*USUAL, *table.aspects) if times or key != "ms")
    chosen = [known[key] for key in wanted]
    rows = _sorted(table.rows, known[sort]) if sort else table.rows
    return Sheet(
        title=title,
        heads=tuple(column.heading for column in chosen),
        aligned=tuple(column.aligned for column in chosen),
        cells=tuple(tuple(column.cell(row) for column in chosen) for row in rows),
        records=tuple(
            {column.key: column.value(row) for column in chosen}
            if columns
            else _record(row, known, table, times)
            for row in rows
        ),
        notes=notes(table),
    )


def written(table: EloTable, times: bool = True) -> dict[str, str]:
    """The contents of each file by its name. Without `times` the time column, which varies, is left out."""
    sheet = elo_sheet(table, times)
    return {f"elo.{form}": shown(sheet, form) for form in FORMS}


def text(table: EloTable, times: bool = True) -> str:
    """The table for a terminal, with lines below it that say what cannot be compared."""
    return shown(elo_sheet(table, times), "txt")


def objects(table: EloTable, times: bool = True) -> list[dict[str, Any]]:
    """An object for each entrant, best first; unknown is None. Elo, error: 1 decimal; shares: from 0 to 1."""
    return list(elo_sheet(table, times).records)


def _benched(table: EloTable) -> Column:
    return Column(
        "benched",
        "benched",
        lambda row: "yes" if row.name in table.benched else "",
        lambda row: row.name in table.benched,
        "left",
    )


def _aspect(name: str) -> Column:
    return Column(
        name,
        name,
        lambda row: fixed(row.aspects.get(name), 2),
        lambda row: number(row.aspects.get(name), 4),
    )


def _sorted(rows: Sequence[Rating], column: Column) -> list[Rating]:
    """The best first, unknown last; equals as they stand."""
    known = [row for row in rows if column.value(row) is not None]
    unknown = [row for row in rows if column.value(row) is None]
    return sorted(known, key=column.value, reverse=not column.low_is_first) + unknown


def _record(row: Rating, known: Mapping[str, Column], table: EloTable, times: bool) -> dict[str, Any]:
    found = {key: known[key].value(row) for key in _RECORD}
    found |= {"fouls_by_kind": row.fouls_by_kind, "benched": known["benched"].value(row)}
    found |= {key: known[key].value(row) for key in ("decisions", *table.aspects)}
    return found | ({"ms": known["ms"].value(row)} if times else {})


def notes(table: EloTable) -> tuple[str, ...]:
    """The lines below the table: what cannot be compared, what does not agree, who is benched."""
    lines = []
    if len(table.groups) > 1:
        groups = "; ".join(", ".join(group) for group in table.groups)
        lines.append(
            "Elo compares only within each of these groups, which no match links; each has its own zero:"
            f" {groups}."
        )
    if table.unmet:
        lines.append(
            f"Pairs that never met: {table.unmet}. How these compare rests on their matches with others."
        )
    lines += [f"Warning: {misfit.words()}." for misfit in table.misfits]
    if table.benched:
        names = ", ".join(table.benched)
        lines.append(
            f"Benched, as they fouled too often in a row: {names}. Their later matches are not started; those"
            " that were under way already do not count, nor do deals that lack a seating for it."
        )
    return tuple(lines)

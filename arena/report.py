"""The table as text, Markdown, CSV and JSON: the same numbers, rounded so that files are stable."""

import csv
import json
import re
from collections.abc import Callable
from io import StringIO
from typing import Any

from tabulate import tabulate

from arena.ratings import EloTable, Rating
from arena.record import FOULS

_HEADINGS = ("", "entrant", "Elo", "±", "matches", "share", "firsts", "score", "fouls", "ms")
_ALIGNED = ("right", "left", *("right",) * 6, "left", "right")
_UNKNOWN = "?"


def written(table: EloTable, times: bool = True) -> dict[str, str]:
    """The contents of each file by its name. Without `times` the time column, which varies, is left out."""
    return {
        "elo.txt": text(table, times),
        "elo.md": _laid_out(table, times, "github", _escaped) + _caution(table, _escaped),
        "elo.csv": _csv(table, times),
        "elo.json": json.dumps(objects(table, times), indent=2, ensure_ascii=False) + "\n",
    }


def text(table: EloTable, times: bool = True) -> str:
    """The table for a terminal, with a line below it when not all Elo can be compared."""
    return _laid_out(table, times, "simple_outline", str) + _caution(table, str)


def objects(table: EloTable, times: bool = True) -> list[dict[str, Any]]:
    """An object for each entrant, best first; unknown is None. Elo, error: 1 decimal; shares: from 0 to 1."""
    return [_object(row, times) for row in table.rows]


def _laid_out(table: EloTable, times: bool, style: str, named: Callable[[str], str]) -> str:
    shown = len(_HEADINGS) if times else -1
    rows = [_cells(row, named(row.name))[:shown] for row in table.rows]
    # The cells are text already: left to itself tabulate reads a name like "1e5" as a number.
    alignment = _ALIGNED[:shown] if rows else None
    grid = tabulate(rows, _HEADINGS[:shown], tablefmt=style, disable_numparse=True, colalign=alignment)
    return grid + "\n"


def _cells(row: Rating, name: str) -> tuple[str, ...]:
    return (
        str(row.place),
        name,
        f"{row.bound} {_fixed(row.elo, 0)}".strip(),
        _fixed(row.error, 0),
        str(row.matches),
        _percent(row.share),
        _percent(row.firsts),
        _fixed(row.score, 2),
        _fouls(row),
        _fixed(row.ms, 2),
    )


def _fixed(number: float | None, decimals: int) -> str:
    return _UNKNOWN if number is None else f"{_rounded(number, decimals):.{decimals}f}"


def _percent(share: float | None) -> str:
    return _UNKNOWN if share is None else f"{_fixed(100 * share, 1)} %"


def _rounded(number: float, decimals: int) -> float:
    """Rounded, and never -0."""
    return round(number, decimals) + 0.0


def _fouls(row: Rating) -> str:
    kinds = ", ".join(f"{times} {kind}" for kind, times in row.fouls_by_kind.items() if times)
    return kinds or "0"


def _escaped(words: str) -> str:
    """Safe in a cell of a Markdown table."""
    return re.sub(r"([\\`*_\[\]<>|&])", r"\\\1", words)


def _caution(table: EloTable, named: Callable[[str], str]) -> str:
    if len(table.groups) < 2:
        return ""
    groups = "; ".join(", ".join(named(name) for name in group) for group in table.groups)
    return f"\nElo compares only within each of these groups, which no match links: {groups}.\n"


def _object(row: Rating, times: bool) -> dict[str, Any]:
    known = {
        "place": row.place,
        "name": row.name,
        "elo": _number(row.elo, 1),
        "error": _number(row.error, 1),
        "bound": row.bound,
        "matches": row.matches,
        "share": _number(row.share, 4),
        "firsts": _number(row.firsts, 4),
        "score": _number(row.score, 3),
        "fouls": row.fouls,
        "fouls_by_kind": row.fouls_by_kind,
    }
    return known | ({"ms": _number(row.ms, 3)} if times else {})


def _number(number: float | None, decimals: int) -> float | None:
    return None if number is None else _rounded(number, decimals)


def _csv(table: EloTable, times: bool) -> str:
    """The columns of the JSON objects, with a column for each kind of foul; unknown is empty."""
    columns = ("place", "name", "elo", "error", "bound", "matches", "share", "firsts", "score", "fouls")
    lines = StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow((*columns, *FOULS, *(["ms"] if times else [])))
    for row in objects(table, times):
        kinds = (row["fouls_by_kind"][kind] for kind in FOULS)
        writer.writerow((*(row[column] for column in columns), *kinds, *([row["ms"]] if times else [])))
    return lines.getvalue()

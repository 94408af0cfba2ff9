"""A sheet: rows for people and the same rows for programs, written as text, Markdown, CSV, JSON or HTML."""

import csv
import json
import re
from collections.abc import Callable, Mapping
from io import StringIO
from typing import Any, Literal, get_args

from msgspec import Struct
from tabulate import tabulate

from arena.report.page import page

Form = Literal["txt", "md", "csv", "json", "html"]
FORMS: tuple[Form, ...] = get_args(Form)
_UNKNOWN = "?"
_NAMES = {"name", "first", "second", "stronger", "weaker", "entrant"}
"""Keys under which a name stands."""


class Sheet(Struct, frozen=True):
    """Something to show. `cells` are for people, under `heads`; `records` for programs, an object a row.

    `aligned` is left or right for each column. Without `heads` the notes stand alone. `picture` is SVG, for
    pages only.
    """

    title: str
    heads: tuple[str, ...]
    aligned: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    records: tuple[dict[str, Any], ...]
    notes: tuple[str, ...] = ()
    picture: str = ""


def shown(sheet: Sheet, form: Form) -> str:
    """The sheet in one of the forms; it ends with a line break."""
    match form:
        case "txt":
            return _laid_out(sheet, "simple_outline", str)
        case "md":
            return _laid_out(sheet, "github", escaped)
        case "csv":
            return _csv(sheet)
        case "json":
            return json.dumps(sheet.records, indent=2, ensure_ascii=False) + "\n"
        case "html":
            return page(sheet.title, sheet.heads, sheet.aligned, sheet.cells, sheet.notes, sheet.picture)


def fixed(number: float | None, decimals: int, sign: str = "") -> str:
    """A number as people read it, with a sign if it is to be "+"; unknown is a question mark."""
    return _UNKNOWN if number is None else f"{rounded(number, decimals):{sign}.{decimals}f}"


def percent(share: float | None) -> str:
    """A share from 0 to 1 as people read it."""
    return _UNKNOWN if share is None else f"{fixed(100 * share, 1)} %"


def number(value: float | None, decimals: int) -> float | None:
    """A number as programs read it, rounded so that files are stable."""
    return None if value is None else rounded(value, decimals)


def rounded(value: float, decimals: int) -> float:
    """Rounded, and never -0."""
    return round(value, decimals) + 0.0


def escaped(words: str) -> str:
    """Safe in a cell of a Markdown table."""
    return re.sub(r"([\\`*_\[\]<>|&])", r"\\\1", words)


def _laid_out(sheet: Sheet, style: str, named: Callable[[str], str]) -> str:
    rows = [tuple(map(named, row)) for row in sheet.cells]
    # The cells are text already: left to itself tabulate reads a name like "1e5" as a number.
    grid = tabulate(
        rows,
        tuple(map(named, sheet.heads)),
        tablefmt=style,
        disable_numparse=True,
        colalign=sheet.aligned if rows else None,
    )
    return "\n".join([*([f"{grid}\n"] if sheet.heads else []), *(f"{named(note)}\n" for note in sheet.notes)])


def _csv(sheet: Sheet) -> str:
    """A column for each key, and for each key of an object inside; unknown is empty."""
    lines = StringIO()
    rows = [_flat(record) for record in sheet.records]
    writer = csv.writer(lines, lineterminator="\n")
    if rows:
        writer.writerow(rows[0])
    writer.writerows([_harmless(key, value) for key, value in row.items()] for row in rows)
    return lines.getvalue()


def _harmless(key: str, value: Any) -> Any:
    """A name that no program takes for a formula."""
    return f"'{value}" if key in _NAMES and str(value).startswith(("=", "+", "-", "@")) else value


def _flat(record: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in record.items():
        found |= value if isinstance(value, dict) else {key: value}
    return found

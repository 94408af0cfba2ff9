"""Tables as text, Markdown, CSV, JSON and pages: the same numbers, rounded so that files are stable."""

from arena.report.elo import COLUMNS, ColumnError, elo_sheet, objects, text, written
from arena.report.explain import explained
from arena.report.sheet import FORMS, Form, Sheet, shown
from arena.report.views import power_sheet

__all__ = [
    "COLUMNS",
    "FORMS",
    "ColumnError",
    "Form",
    "Sheet",
    "elo_sheet",
    "explained",
    "objects",
    "power_sheet",
    "shown",
    "text",
    "written",
]

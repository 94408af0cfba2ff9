"""Reads files of worked cases: `<game>.json`, an object with a list `cases`."""

import json
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

Case = dict[str, Any]


class WorkedCase(NamedTuple):
    """A case, the game it is of and the file it stands in."""

    game: str
    case: Case
    file: Path

    @property
    def label(self) -> str:
        return f"{self.game}-{self.case.get('id', '?')}"


def read_cases(folder: Path) -> Iterator[WorkedCase]:
    """The cases of every `<game>.json` in a folder. Raises: pytest.UsageError when there is none."""
    files = sorted(folder.glob("*.json"))
    if not files:
        raise pytest.UsageError(f"--cases: no <game>.json in {folder}")
    for file in files:
        content = json.loads(file.read_text(encoding="utf-8"))
        if not isinstance(content, dict) or not isinstance(content.get("cases"), list):
            raise pytest.UsageError(f"--cases: {file} is not an object with a list 'cases'")
        for case in content["cases"]:
            yield WorkedCase(content.get("game", file.stem), case, file)


def check_for(game: str, case: Case) -> Callable[[Case], None]:
    """The check that a case calls for. Raises: LookupError when there is none.

    It comes from `CHECKS` of `tests/rules/<game>_cases.py`, by the case's `type`, or by what that
    module's `kind(case)` says.
    """
    name = f"tests.rules.{game}_cases"
    if find_spec(name) is None:
        raise LookupError(f"no checks for the game {game!r}: there is no tests/rules/{game}_cases.py")
    module: ModuleType = import_module(name)
    kind = module.kind(case) if hasattr(module, "kind") else case.get("type")
    checks: dict[str, Callable[[Case], None]] = module.CHECKS
    if kind not in checks:
        raise LookupError(f"no check for type {kind!r} of {game}; there are: {', '.join(sorted(checks))}")
    return checks[kind]

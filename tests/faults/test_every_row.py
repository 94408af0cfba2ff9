"""Every fault that another harness had (parts A to E: pipes, starts, time, verdicts, hiding) is found here.

Either in the name of a test, or of a case of one, as `fault_NN`; or in the text at the top of a file in this
folder, which says why it cannot happen and names the tests that pin that. `pytest -k fault_NN` runs one.
Part G has its numbers in tests/ratings/test_faults.py and tests/compare/test_reading.py.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
PARTS = {
    "A": "01 02 03 04 05 06 07 09 10 11 13 14 15 16 17 19",
    "B": "20 21 22 23 25 26 27 29 32 33 34 36 37 39 40 41 42 43 44",
    "C": "45 46 48 49 50 51 52 53",
    "D": "54 55 56 57 58 60 61 62 63 64 65",
    "E": "66 67 68 69 70 71 72 73 75 76 77 79 80 81",
}


def written() -> Iterator[tuple[Path, ast.Module]]:
    """Every file of tests."""
    for file in sorted(TESTS.rglob("test_*.py")):
        yield file, ast.parse(file.read_text(encoding="utf-8"))


def names(module: ast.Module) -> Iterator[str]:
    """The tests of a file, and what looks like the name of a case."""
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("fault_"):
            yield node.value


def explained() -> dict[str, str]:
    """What the texts in this folder say, by number."""
    found = {}
    for file, module in written():
        if file.parent == Path(__file__).parent:
            text = ast.get_docstring(module) or ""
            found |= dict(re.findall(r"^(\d\d)  (.*(?:\n    .*)*)", text, re.MULTILINE))
    return found


def test_every_fault_has_a_test_or_a_reason_why_it_cannot_happen() -> None:
    tested = {
        number
        for _, module in written()
        for name in names(module)
        for numbers in re.findall(r"fault_((?:\d\d[_ ])+)", name)
        for number in re.findall(r"\d\d", numbers)
    }
    rows = {number for part in PARTS.values() for number in part.split()}
    assert rows - tested - explained().keys() == set()
    assert tested | explained().keys() == rows, "a number that no fault has"
    assert tested & explained().keys() == set(), "both tested and explained away"


def test_every_test_that_a_reason_names_is_there() -> None:
    there = {name for _, module in written() for name in names(module)}
    named = {name for text in explained().values() for name in re.findall(r"\btest_\w+\b(?!\.py)", text)}
    assert len(named) >= len(explained())
    assert named <= there

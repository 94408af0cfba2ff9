"""Adds `--cases DIR`: further `<game>.json` files of worked cases, run beside those in `cases/`."""

from pathlib import Path

import pytest

from tests.rules.case_files import read_cases

GIVEN = Path(__file__).parent / "cases"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases",
        action="append",
        default=[],
        metavar="DIR",
        help="run the worked cases of every <game>.json in DIR too (repeatable)",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "worked_case" not in metafunc.fixturenames:
        return
    further = metafunc.config.getoption("cases", default=[])
    here = metafunc.config.invocation_params.dir
    cases = [
        case for folder in (GIVEN, *(here / folder for folder in further)) for case in read_cases(folder)
    ]
    metafunc.parametrize("worked_case", cases, ids=[case.label for case in cases])

"""Every worked case of every game agrees with its engine; `--cases DIR` adds more of them."""

import pytest

from tests.rules.case_files import WorkedCase, check_for, read_cases
from tests.rules.conftest import GIVEN


def test_worked_case(worked_case: WorkedCase) -> None:
    check_for(worked_case.game, worked_case.case)(worked_case.case)


def test_an_unknown_type_is_named() -> None:
    with pytest.raises(LookupError, match="no check for type 'dance' of hielenlikkers"):
        check_for("hielenlikkers", {"type": "dance"})


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(LookupError, match="no checks for the game 'ganzenbord'"):
        check_for("ganzenbord", {"type": "setup"})


def test_a_folder_without_cases_is_an_error(tmp_path) -> None:
    with pytest.raises(pytest.UsageError, match=r"no <game>\.json"):
        list(read_cases(tmp_path))


def test_the_given_cases_are_there() -> None:
    assert "hielenlikkers-P01" in [case.label for case in read_cases(GIVEN)]

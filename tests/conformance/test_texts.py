"""Every game has its golden playthrough, count of paths and policy, and still plays as they say."""

import pytest

from tests.conformance.golden import TEXTS, text_file
from tests.conformance.tables import TESTED

KINDS = [pytest.param(kind, marks=[pytest.mark.slow] * (kind == "perft")) for kind in TEXTS]


@pytest.mark.parametrize("game_name", TESTED)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_changed(kind: str, game_name: str) -> None:
    file = text_file(kind, game_name)
    assert file.exists(), f"{game_name} has no {kind} text: python -m tests.conformance.golden"
    assert TEXTS[kind](game_name) == file.read_text(encoding="utf-8"), (
        f"{game_name} plays otherwise; if that was meant: python -m tests.conformance.golden"
    )


@pytest.mark.parametrize("kind", TEXTS)
def test_every_text_is_of_a_game(kind: str) -> None:
    assert {file.stem for file in text_file(kind, "any").parent.glob("*")} == set(TESTED)

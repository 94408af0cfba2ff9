"""The rating for matchmaking, where it is installed."""

import ast
from pathlib import Path

import pytest

import arena
from tests.ratings.matches import DUO, duels, foul, match, void

pytest.importorskip("openskill")
from arena.ratings.online import guesses


def test_who_wins_is_thought_better_and_known_better() -> None:
    """And one who never played is unknown as before."""
    found = guesses([record for deal in range(5) for record in duels(deal, "AB", 1)], "N")
    assert found["A"].mu > found["N"].mu > found["B"].mu
    assert found["A"].sigma < found["N"].sigma


def test_teams_and_fouls() -> None:
    """A side's partners rise together; after a foul the others do not move against each other."""
    team = guesses([match(1, "AB", (1, 2), sides=DUO)])
    assert team["A"].mu > team["B"].mu
    fouled = guesses([foul(1, "ABC", 1)])
    assert fouled["A"].mu > fouled["B"].mu
    assert fouled["C"].mu > fouled["B"].mu
    assert guesses([void(1, "AB")]) == {}


def test_it_never_enters_a_table() -> None:
    """No module of arena imports it; a schedule may."""
    for file in Path(arena.__file__).parent.rglob("*.py"):
        if "schedule" not in file.parts:
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom):
                    assert node.module != "arena.ratings.online", file

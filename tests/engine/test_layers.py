"""Imports point down only, as the house is drawn; the engine is pure."""

import ast
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from engine import registry

ROOT = Path(__file__).parents[2]
GAMES = {file.parent.name for file in (ROOT / "engine").glob("*/__init__.py")}

# From the bottom up; a room imports from its own floor and from those below.
ENGINE: tuple[set[str], ...] = (
    {"values"},
    {"standing", "seating", "sight", "chance"},
    {"game"},
    {"table", *GAMES},
    {"registry"},
)
ARENA: tuple[set[str], ...] = (
    # values and pure pieces
    {
        "record",
        "words",
        "strict",
        "deals",
        "ids",
        "keep",
        "logs",
        "newton",
        "orders",
        "kinds",
        "clusters",
        "shard",
    },
    # the protocol, processes, files
    {"wire", "transport", "sandbox", "manifest", "build", "store", "files", "fouls", "claim", "hosts"},
    {"playing"},
    {"schema", "examples", "starters", "doctor", "load", "progress"},
    # what a match is, what a season is, what came of it
    {"referee", "season", "contents", "secret", "tally", "fit", "ratings", "benched"},
    {"bot", "confined", "schedule", "sitting", "worker", "report", "replay", "aspects"},
    {"pool", "counted", "asked", "status", "check", "entries"},
    # what people ask for
    {"sums"},
    {"tables", "terms", "league", "merge", "reveal", "verify", "submit", "overview", "exhibition", "compare"},
    {"cluster", "bench"},
    {"cli"},
)
IMPURE = {
    "asyncio", "datetime", "io", "logging", "multiprocessing", "os", "random", "secrets", "select", "signal",
    "socket", "subprocess", "tempfile", "threading", "time", "uuid",
}  # fmt: skip


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def room(module: str) -> str:
    """`engine.hielenlikkers.board` is in room `hielenlikkers`, `arena.cli.match` in `cli`."""
    return module.split(".")[1]


def module_name(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(file: Path) -> Iterator[str]:
    """Every module that a file imports, also inside its functions."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            assert node.module
            for alias in node.names:
                inside = ROOT / Path(*node.module.split("."), alias.name)
                within = inside.with_suffix(".py").exists() or inside.is_dir()
                yield f"{node.module}.{alias.name}" if within else node.module


def floors(package: str) -> dict[str, int]:
    return {
        room: floor
        for floor, rooms in enumerate({"engine": ENGINE, "arena": ARENA}[package])
        for room in rooms
    }


@pytest.mark.parametrize("package", ["engine", "arena"])
def test_imports_point_down(package: str) -> None:
    floor = floors(package)
    for file in sources(package):
        name = module_name(file)
        if name == package:
            continue
        assert room(name) in floor, f"{name} has no room in the house: give it one above"
        for other in imported(file):
            if other.startswith(f"{package}."):
                assert floor[room(other)] <= floor[room(name)], f"{name} imports {other}, which is above it"


@pytest.mark.parametrize("package", ["engine", "arena"])
def test_rooms_do_not_import_each_other(package: str) -> None:
    needs: dict[str, set[str]] = {}
    for file in sources(package):
        name = module_name(file)
        if name != package:
            others = {room(other) for other in imported(file) if other.startswith(f"{package}.")}
            needs.setdefault(room(name), set()).update(others - {room(name)})
    TopologicalSorter(needs).prepare()


def test_the_engine_is_pure() -> None:
    for file in sources("engine"):
        for other in imported(file):
            top = other.partition(".")[0]
            assert top in sys.stdlib_module_names | {"engine", "msgspec"}, (
                f"{module_name(file)} imports {other}"
            )
            assert top not in IMPURE, f"{module_name(file)} imports {other}"


def test_games_do_not_know_each_other_or_the_table() -> None:
    below = set().union(*ENGINE[:3])
    for game in GAMES:
        for file in sorted((ROOT / "engine" / game).glob("*.py")):
            others = {room(other) for other in imported(file) if other.startswith("engine.")}
            assert others <= below | {game}, f"{module_name(file)} imports {others - below - {game}}"


def test_every_folder_of_a_game_is_registered() -> None:
    assert set(registry.GAMES) == GAMES

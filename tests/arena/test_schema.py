"""The printed schema against what is really said: every message of a match, in both directions."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from arena.cli import main
from arena.sitting import play_sitting
from engine.registry import GAMES
from tests.arena.stage import Heard, plan_for, recorded, rogue, sitting_for

Says = Callable[[str, Any], bool]


@pytest.fixture(params=list(GAMES))
def heard(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, list[Heard]]:
    """A game, and all that one seat heard and said in a match of it."""
    programs = [rogue("luck", f"record={tmp_path / str(seat)}") for seat in range(3)]
    (record,) = play_sitting(plan_for(programs), sitting_for(3, 1, request.param))
    assert record.ending.kind == "played", record.ending
    return request.param, recorded(tmp_path / "1")


def schema_of(game: str) -> dict[str, Any]:
    printed: dict[str, Any] = json.loads(CliRunner().invoke(main, ["games", game, "--schema"]).stdout)
    return printed


def validators(game: str) -> dict[str, Draft202012Validator]:
    """A validator for each message, by its name."""
    schema = schema_of(game)
    Draft202012Validator.check_schema(schema)
    rest = {key: value for key, value in schema.items() if key != "messages"}
    return {name: Draft202012Validator({**rest, **part}) for name, part in schema["messages"].items()}


def test_every_message_of_a_match_is_as_the_schema_says(heard: tuple[str, list[Heard]]) -> None:
    game, lines = heard
    known, seen = validators(game), set()
    for line in lines:
        name = line.message.get("type", "answer")
        known[name].validate(line.message)
        seen.add(name)
    assert seen == set(known) == {"hello", "start", "act", "over", "bye", "ready", "answer"}


def spoilt(value: Any) -> Iterator[Any]:
    """The message with one thing wrong: a field gone, or a value of no type that any field has."""
    for key in value:
        yield {name: part for name, part in value.items() if name != key}
        yield value | {key: 0.5}


def test_a_message_with_anything_wrong_is_not(heard: tuple[str, list[Heard]]) -> None:
    game, lines = heard
    known = validators(game)
    acts = [line.message for line in lines if line.how == "heard" and line.message["type"] == "act"]
    act = max(acts, key=lambda act: len(act["news"]))
    for wrong in spoilt(act):
        assert not known["act"].is_valid(wrong)
    for wrong in spoilt(act["view"]):
        assert not known["act"].is_valid(act | {"view": wrong})
    for wrong in spoilt(act["news"][0]):
        assert not known["act"].is_valid(act | {"news": [wrong]})
    assert not known["act"].is_valid(act | {"legal": [{}]})
    assert not known["answer"].is_valid({"id": 1, "choice": "first"})

"""What bots/README.md says is so: its bot plays, its transcript happened, its tables are complete."""

import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct

from arena import wire
from arena.record import FOULS
from engine.hielenlikkers.board import Area, Board, Options
from engine.hielenlikkers.cards import Family, Role
from engine.hielenlikkers.events import AnyEvent
from engine.hielenlikkers.moves import Play
from engine.registry import GAMES
from engine.seating import free_for_all
from tests.bots.seated import BOTS, played, seated
from tests.bots.transcript import FILE, transcript

README = (BOTS / "README.md").read_text()
EVENTS = get_args(AnyEvent)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_bot_in_ten_lines_plays(tmp_path: Path) -> None:
    program, manifest = blocks("python")[0], blocks("toml")[0]
    assert len([line for line in program.splitlines() if line]) == 10
    (tmp_path / "bot.py").write_text(program)
    (tmp_path / "bot.toml").write_text(manifest)
    game = GAMES["hielenlikkers"]
    with seated(tmp_path, game, free_for_all(4), 3, expansion=True) as player:
        assert played(player, game, free_for_all(4), 3, "10", expansion=True).result.ending.kind == "played"


def test_the_transcript_is_what_happens_now() -> None:
    assert FILE.read_text() == transcript(), "python -m tests.bots.transcript writes it anew"


def test_the_excerpt_is_of_the_transcript() -> None:
    excerpt = blocks("")[-1]
    assert excerpt.startswith("> ")
    pieces = map(re.escape, excerpt.split("…"))
    assert re.fullmatch(".*?".join(pieces), FILE.read_text(), re.DOTALL)


MESSAGES = (wire.Hello, wire.Start, wire.Act, wire.Over, wire.Bye, wire.Ready)


@pytest.mark.parametrize("message", MESSAGES)
def test_every_message_is_explained_field_by_field(message: type[Struct]) -> None:
    tag = message.__struct_config__.tag
    assert f"`{tag}`" in README or f'"type":"{tag}"' in README
    chapter = README.partition(f"### `{tag}`")[2].partition("\n#")[0]
    for field in message.__struct_fields__:
        assert f"`{field}`" in chapter, f"{tag}: {field}"


@pytest.mark.parametrize("struct", [Board, Options, Play, wire.Clock, *EVENTS])
def test_every_field_is_explained(struct: type[Struct]) -> None:
    for field in struct.__struct_fields__:
        # Faces stand with their cards.
        assert f"`{field}`" in README or field == "faces", field


def test_every_word_is_explained() -> None:
    events = [event.__struct_config__.tag for event in EVENTS]
    for word in (*events, *FOULS, *get_args(Family), *get_args(Role), *map('"{}"'.format, get_args(Area))):
        assert f"`{word}`" in README, word

"""What a bot says of itself: its folder and the bot.toml in it."""

import os
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from arena.strict import Document, FileError, Line, Name

MANIFEST = "bot.toml"

Word = Annotated[str, Meta(pattern=r"\A[^\x00]+\Z", description="a word of a command")]
Command = Annotated[tuple[Word, ...], Meta(min_length=1, description="a command as a list of words")]


class ManifestError(FileError):
    """A bot.toml that cannot be used: all that is wrong with it, a line each."""


class Manifest(Struct, frozen=True, kw_only=True):
    """A bot.toml. `run` and `build` are run in the bot's folder, without a shell."""

    name: Name
    run: Command
    """`python3` as the first word stands for the interpreter that runs the arena."""
    build: Command | None = None
    author: Line
    language: Line
    games: Annotated[tuple[Line, ...], Meta(min_length=1, description="a list of names of games")]


class Bot(Struct, frozen=True):
    """A bot that can be started: its folder, absolute, and its manifest."""

    folder: Path
    manifest: Manifest


def read_bot(folder: Path) -> Bot:
    """The bot in a folder. Raises: ManifestError."""
    document = Document.read(folder / MANIFEST)
    document.check(Manifest)
    if document.problems:
        raise ManifestError(document.problems)
    return Bot(folder.resolve(), msgspec.convert(document.content, Manifest))


def bots_beside(folder: Path) -> list[str]:
    """The names of the bot folders that share this one's parent: what a wrong path may be meant for."""
    try:
        return [
            entry.name for entry in os.scandir(folder.parent) if (folder.parent / entry / MANIFEST).is_file()
        ]
    except (OSError, ValueError):
        return []

"""Starters: bots to begin from, one for each language. They are example bots; `begin` copies one."""

import json
import re
import shutil
from pathlib import Path

from msgspec import Struct

from arena.examples import folder_of
from arena.manifest import MANIFEST, Bot, ManifestError, read_bot


class Starter(Struct, frozen=True):
    """The example bot that is copied, and the file in it that holds the program."""

    example: str
    program: str


STARTERS = {
    "c": Starter("starter-c", "bot.c"),
    "c++": Starter("starter-cpp", "bot.cpp"),
    "go": Starter("starter-go", "bot.go"),
    "java": Starter("starter-java", "Bot.java"),
    "javascript": Starter("starter-javascript", "bot.js"),
    "lua": Starter("starter-lua", "bot.lua"),
    "perl": Starter("starter-perl", "bot.pl"),
    "python": Starter("lukraak", "bot.py"),
    "ruby": Starter("starter-ruby", "bot.rb"),
    "rust": Starter("starter-rust", "bot.rs"),
    "sh": Starter("starter-sh", "bot.sh"),
}
"""By language."""


class StarterError(ValueError):
    """This bot cannot be begun; says why."""


def begin(folder: Path, language: str) -> Bot:
    """Make a folder with a bot that is called as the folder is. Raises: StarterError, OSError."""
    starter = STARTERS[language]
    source = folder_of(starter.example)
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise StarterError(f"{folder}: is there already; name a folder that is not") from None
    except OSError as error:
        raise StarterError(f"{folder}: cannot be created: {error.strerror}") from error
    shutil.copyfile(source / starter.program, folder / starter.program)
    manifest = (source / MANIFEST).read_text(encoding="utf-8")
    (folder / MANIFEST).write_text(_renamed(manifest, folder.resolve().name), encoding="utf-8")
    try:
        return read_bot(folder)
    except ManifestError as error:
        shutil.rmtree(folder)
        raise StarterError(str(error)) from error


def _renamed(manifest: str, name: str) -> str:
    """A bot.toml for a bot of this name, whose author is still to be told."""
    for key, value in (("name", name), ("author", "your name")):
        line = f"{key} = {json.dumps(value, ensure_ascii=False)}"
        manifest = re.sub(rf"^{key} = .*$", line.replace("\\", r"\\"), manifest, flags=re.MULTILINE)
    return manifest

"""Building a bot: its own command, in its own folder, when what it runs is missing or out of date."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from arena.manifest import Bot
from arena.sandbox import environment, guarded_folder, new_mark
from arena.transport import command_words
from arena.words import visible

BUILD_S = 300
"""How long a build may take, in s."""
_SHOWN = 2000


class BuildError(Exception):
    """A bot has no program to run, or its build failed; holds what that wrote."""


def build(bot: Bot, anew: bool = False) -> None:
    """Make sure of the bot's program: run its build, if it has one and the program is older than a file.

    `anew` builds in any case. Raises: BuildError.
    """
    if bot.manifest.build is not None and (anew or not _fresh(bot)):
        _make(bot, bot.manifest.build)
    word = command_words(bot.manifest.run)[0]
    # As the system looks for it: in the bot's folder when the word is a path.
    program = str(bot.folder / word) if "/" in word else word
    if shutil.which(program) is None:
        raise BuildError(f"{bot.folder}: run: there is no program {word!r} that can be started")


def last_words(said: IO[bytes]) -> str:
    """The end of what a build wrote to this file."""
    said.seek(max(0, said.seek(0, os.SEEK_END) - _SHOWN))
    return visible(said.read(_SHOWN).decode("utf-8", "replace"))


def _make(bot: Bot, command: Sequence[str]) -> None:
    with tempfile.TemporaryFile() as said:
        try:
            code = _run(bot, command, said)
        except OSError as error:
            raise BuildError(f"{bot.folder}: cannot build: {command[0]}: {error.strerror}") from error
        except subprocess.TimeoutExpired as error:
            raise BuildError(f"{bot.folder}: the build took more than {BUILD_S} s") from error
        if code:
            raise BuildError(f"{bot.folder}: the build ended with exit code {code}:\n{last_words(said)}")


def _run(bot: Bot, command: Sequence[str], said: IO[bytes]) -> int:
    """The exit code. The cache is for compilers that will not work without one (go); output goes to a file,
    as a pipe would be held open by whatever the build leaves running. Raises: OSError, TimeoutExpired."""
    with guarded_folder() as cache:
        return subprocess.run(
            command_words(command),
            cwd=bot.folder,
            env=environment(new_mark()) | {"XDG_CACHE_HOME": str(cache)},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            timeout=BUILD_S,
            check=False,
            start_new_session=True,
        ).returncode


def _fresh(bot: Bot) -> bool:
    program = bot.folder / bot.manifest.run[0]
    if not program.is_file():
        return False
    made = program.stat().st_mtime
    sources = (path for path in Path(bot.folder).rglob("*") if path.is_file() and path != program)
    return all(path.stat().st_mtime <= made for path in sources)

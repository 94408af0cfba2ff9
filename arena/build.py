"""Building a bot: its own command, in its own folder, when what it runs is missing or out of date."""

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from arena.manifest import Bot
from arena.transport import bot_environment, command_words
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
    if shutil.which(program, path=bot_environment()["PATH"]) is None:
        raise BuildError(f"{bot.folder}: run: there is no program {word!r} that can be started")


def _make(bot: Bot, command: Sequence[str]) -> None:
    try:
        with tempfile.TemporaryDirectory() as cache:
            done = _run(bot, command, cache)
    except OSError as error:
        raise BuildError(f"{bot.folder}: cannot build: {command[0]}: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise BuildError(f"{bot.folder}: the build took more than {BUILD_S} s") from error
    if done.returncode:
        words = visible(done.stdout.decode("utf-8", "replace")[-_SHOWN:])
        raise BuildError(f"{bot.folder}: the build ended with exit code {done.returncode}:\n{words}")


def _run(bot: Bot, command: Sequence[str], cache: str) -> "subprocess.CompletedProcess[bytes]":
    """The command, with a cache for compilers that will not work without one (go). Raises: OSError,
    TimeoutExpired."""
    return subprocess.run(
        command_words(command),
        cwd=bot.folder,
        env=bot_environment() | {"XDG_CACHE_HOME": cache},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=BUILD_S,
        check=False,
    )


def _fresh(bot: Bot) -> bool:
    program = bot.folder / bot.manifest.run[0]
    if not program.is_file():
        return False
    made = program.stat().st_mtime
    sources = (path for path in Path(bot.folder).rglob("*") if path.is_file() and path != program)
    return all(path.stat().st_mtime <= made for path in sources)

"""Building a bot: its own command, in its own folder, when what it runs is missing or out of date."""

import subprocess
from pathlib import Path

from arena.manifest import Bot
from arena.transport import bot_environment, command_words

_BUILD_S = 300
_SHOWN = 2000


class BuildError(Exception):
    """A bot's build failed; holds what it wrote."""


def build(bot: Bot) -> None:
    """Run the bot's build command, if it has one and its program is older than a file. Raises: BuildError."""
    command = bot.manifest.build
    if command is None or _fresh(bot):
        return
    try:
        done = subprocess.run(
            command_words(command),
            cwd=bot.folder,
            env=bot_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_BUILD_S,
            check=False,
        )
    except OSError as error:
        raise BuildError(f"{bot.folder}: cannot build: {command[0]}: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise BuildError(f"{bot.folder}: the build took more than {_BUILD_S} s") from error
    if done.returncode:
        words = done.stdout.decode("utf-8", "replace")[-_SHOWN:]
        raise BuildError(f"{bot.folder}: the build ended with exit code {done.returncode}:\n{words}")


def _fresh(bot: Bot) -> bool:
    program = bot.folder / bot.manifest.run[0]
    if not program.is_file():
        return False
    made = program.stat().st_mtime
    sources = (path for path in Path(bot.folder).rglob("*") if path.is_file() and path != program)
    return all(path.stat().st_mtime <= made for path in sources)

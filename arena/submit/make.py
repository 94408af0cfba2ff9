"""Building what was submitted. In a sandbox the build sees a copy of the sources and hands back a tar."""

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from msgspec.structs import replace

from arena.build import BUILD_S, BuildError, build, last_words
from arena.manifest import Bot, read_bot
from arena.sandbox import Limits, Sandbox, launch
from arena.sandbox.paths import behind_proxy, needed, program_paths
from arena.submit.unpack import BOUNDS, ParcelError, unpack
from arena.transport import command_words

_LIMITS = Limits(memory_mb=4096, processes=512, open_files=1024, disk_mb=1024)
"""Compilers need more than bots do."""
_BOUNDS = replace(BOUNDS, files=10_000, each_mb=256, whole_mb=512, ratio=1_000)
_HINTS = {
    127: "; a program was not found: of what is installed below a home only that is shown which the first"
    " word of `build` comes from, if it has a folder of its own with a `bin`"
}
_SCRIPT = 'cp -R . /tmp/made && cd /tmp/made && "$@" 1>&2 && exec tar -cf - .'
"""The copy is made in the box's own /tmp: nothing else there can be written."""


def make(bot: Bot, target: Path, sandbox: Sandbox) -> Bot:
    """The bot built anew into the folder `target`; what was submitted stays as it was.

    Raises: BuildError, ManifestError.
    """
    command = bot.manifest.build
    try:
        if command is None or sandbox.kind == "none":
            unpack(bot.folder, target)
            build(Bot(target, bot.manifest), anew=True)
        else:
            _build_boxed(bot, command, target, sandbox)
    except ParcelError as error:
        raise BuildError(f"what the build made cannot be kept: {error}") from error
    made = read_bot(target)
    return Bot(made.folder, replace(made.manifest, build=None))


def _build_boxed(bot: Bot, command: Sequence[str], target: Path, sandbox: Sandbox) -> None:
    with tempfile.NamedTemporaryFile(dir=target.parent) as tar, tempfile.TemporaryFile() as said:
        try:
            compiler, shown = _compiler(command_words(command)[0], bot.folder)
            line = ("sh", "-c", _SCRIPT, "sh", compiler, *command[1:])
            code = _run(line, bot.folder, replace(sandbox, shown=shown), tar, said)
        except OSError as error:
            words = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
            raise BuildError(f"cannot build in the sandbox: {words}") from error
        except subprocess.TimeoutExpired as error:
            raise BuildError(f"the build took more than {BUILD_S} s") from error
        if code:
            told = f"the build ended with exit code {code} (in the sandbox{_HINTS.get(code, '')})"
            raise BuildError(f"{told}:\n{last_words(said)}")
        unpack(Path(tar.name), target, _BOUNDS)


def _compiler(word: str, folder: Path) -> tuple[str, tuple[str, ...]]:
    """The first word of a build as it is to be started in the box, and what is shown for it: the toolchain
    that it comes from, also where that was installed below a home. Raises: OSError."""
    program, found = needed(word, folder)
    if "/" in word:
        return word, found  # it may be the bot's own: that of the copy is meant
    program = behind_proxy(program)
    return str(program), program_paths(program)


def _run(words: Sequence[str], folder: Path, sandbox: Sandbox, out: IO[bytes], err: IO[bytes]) -> int:
    """The exit code. Output goes to files, whose size is limited. Raises: OSError, TimeoutExpired."""
    start = launch(words, folder, _LIMITS, sandbox)
    try:
        return subprocess.run(
            start.argv,
            cwd=start.cwd,
            env=start.environment,
            pass_fds=start.inherited,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            timeout=BUILD_S,
            check=False,
        ).returncode
    finally:
        start.not_begun()

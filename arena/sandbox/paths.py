"""What a boxed program must see of the file system: the system's programs and libraries, and its own
interpreter wherever that lives."""

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = ("alternatives", "ld.so.cache", "java*", "dotnet", "mono", "php")
"""Under /etc: what programs cannot start without; each costs a start time. No names, passwords or hosts."""


def system_paths() -> Iterator[str]:
    """What every program may need."""
    yield from (path for path in _SYSTEM if os.path.lexists(path))
    for name in _SETTINGS:
        yield from map(str, sorted(Path("/etc").glob(name)))


def found(word: str, folder: Path) -> Path:
    """The file that a command's first word means, in a bot's folder. Raises: OSError when there is none."""
    path = os.path.join(folder, word) if "/" in word else word
    if name := shutil.which(path):
        return Path(name).absolute()
    number = errno.EACCES if "/" in word and os.path.exists(path) else errno.ENOENT
    raise OSError(number, os.strerror(number), word)


def needed(word: str, folder: Path) -> tuple[Path, tuple[str, ...]]:
    """The file that a command's first word means, and what must be shown for it beyond the system's paths.

    The word is a stranger's: it must not decide what is shown. So that is what our own PATH leads to, or the
    interpreter that runs us; a path leads into the bot's folder. Raises: OSError when there is no such
    program, or a path leads elsewhere.
    """
    program = found(word, folder)
    if "/" in word and program != Path(sys.executable):
        program = Path(os.path.normpath(program))
        if not within(program, [folder, *system_paths()]):
            words = "the sandbox shows no such path: name a program on the PATH, or one in the bot's folder"
            raise OSError(errno.EACCES, words, word)
    return program, program_paths(program)


@cache
def behind_proxy(program: Path) -> Path:
    """What is started in the end where rustup chooses among toolchains; elsewhere the program itself."""
    proxy = program.resolve()
    if proxy.name != "rustup":
        return program
    told = subprocess.run(
        [proxy, "which", program.name], cwd="/", capture_output=True, text=True, check=False
    )
    return program if told.returncode else Path(told.stdout.strip())


@cache
def program_paths(program: Path) -> tuple[str, ...]:
    """Beyond the system's paths, those that a program needs: each link on the way to it, and where it ends
    the whole installation if it has one of its own (`<prefix>/bin/<program>`)."""
    wanted: list[Path] = []
    if program == Path(sys.executable):
        wanted += map(Path, {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix})
    for hop in _hops(program):
        prefix = hop.parent.parent
        wanted.append(prefix if hop.parent.name == "bin" and _is_installation(prefix) else hop)
    there = list(system_paths())
    outside = sorted({path for path in wanted if not within(path, there)})
    # A path inside another one of these is there already.
    return tuple(str(path) for path in outside if not within(path.parent, outside))


def within(path: Path, roots: Sequence[str | Path]) -> bool:
    """Whether a path is one of these or below one of them."""
    return any(path.is_relative_to(root) for root in roots)


def _hops(program: Path) -> Iterator[Path]:
    """The program, and what each link to it points at in turn."""
    for _ in range(40):
        yield program
        if not program.is_symlink():
            return
        program = Path(os.path.normpath(program.parent / program.readlink()))


def _is_installation(prefix: Path) -> bool:
    """Whether a folder with a `bin` holds an installation, and not somebody's files as well.

    A home, and what lies right in one (~/.local, ~/.cargo), holds more than programs.
    """
    homes = (Path.home(), Path("/root"), Path("/home"))
    private = any(home == prefix or home in prefix.parents[:1] for home in homes)
    return not private and not any(home.is_relative_to(prefix) for home in homes)

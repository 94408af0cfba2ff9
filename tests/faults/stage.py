"""What the tests of faults share: the smallest game, and what a process holds."""

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.registry import GAMES
from tests.blind import BLIND
from tests.check.bots import rogue_folder
from tests.sandbox.started import missing


@contextmanager
def blind() -> Iterator[str]:
    """Within, there is a game whose matches are of two decisions; its name."""
    GAMES[BLIND.name] = BLIND
    try:
        yield BLIND.name
    finally:
        del GAMES[BLIND.name]


def resident(pid: int) -> int:
    """The memory of a process, in kB; 0 when it has gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS:")), 0)


def descriptors(pid: int) -> int:
    """How many descriptors it has open; 0 when it has gone."""
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0


def box(kind: str) -> object:
    """A parameter for tests: this kind of sandbox, skipped where the machine has none."""
    why = missing()
    return pytest.param(kind, marks=pytest.mark.skipif(why is not None, reason=why or ""))


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder outside all private ones, so that whoever bots run as can read it."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


def season_of(
    folder: Path, bots: Mapping[str, Sequence[str]], clock_and_more: str, top: str = "", deals: int = 4
) -> Path:
    """The file of a season for two between rogue bots that bring all they need, by name with their words."""
    text = f'name = "Proef"\ngame = "hielenlikkers"\nseats = 2\n{top}\n[schedule]\ndeals = {deals}\n'
    text += f"[clock]\n{clock_and_more}\n"
    for name, words in bots.items():
        rogue_folder(folder / "bots" / name, words, name, games=["hielenlikkers"])
        text += f'[[entrant]]\nbot = "bots/{name}"\n'
    file = folder / "proef.toml"
    file.write_text(text)
    return file

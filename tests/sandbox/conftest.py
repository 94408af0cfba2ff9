"""Who starts the probes, and where they lie."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.started import PROBES, SYSTEM_PYTHON, as_user, missing

Run = Callable[[Callable[[], Any]], Any]


@pytest.fixture(params=["root", "user"])
def run(request: pytest.FixtureRequest) -> Run:
    """Runs a body as root or as an ordinary user, in a machine that has a sandbox."""
    if why := missing():
        pytest.skip(why)
    if os.geteuid() != 0:
        if request.param == "root":
            pytest.skip("only root can start bots as root")
        return lambda body: body()
    if request.param == "root":
        return lambda body: body()
    if not os.path.exists(SYSTEM_PYTHON):
        pytest.skip(f"an ordinary user needs {SYSTEM_PYTHON}")
    return as_user


@pytest.fixture
def place() -> Iterator[Path]:
    """An open folder outside all private ones, with the probes as a bot in `bot`."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        os.chmod(folder, 0o755)
        shutil.copytree(PROBES, Path(folder, "bot"), ignore=shutil.ignore_patterns("__pycache__"))
        yield Path(folder)


@pytest.fixture
def bot(place: Path) -> Path:
    """The folder of the probes."""
    return place / "bot"

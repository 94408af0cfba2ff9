"""A folder with two bots in it."""

from pathlib import Path

import pytest

from tests.season.folders import bots


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Has bots/aap and bots/noot."""
    bots(tmp_path, "aap", "noot")
    return tmp_path

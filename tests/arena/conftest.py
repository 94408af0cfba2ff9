"""A small season, played once for all who only look at what it left."""

from pathlib import Path

import pytest

from tests.arena.stage import arena, season_file

SEED = 987654321012345


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished season of three recording bots; their records are in ../../record."""
    root = tmp_path_factory.mktemp("played")
    words = ["luck", f"record={root / 'record'}"]
    file = season_file(root / "season", dict.fromkeys(("Ada", "Bob", "Cor"), words), top=f"seed = {SEED}")
    done = arena("league", file, "--results", root / "results", "--no-times")
    assert done.returncode == 0, done.stderr
    return root / "results" / "try"

"""Fixtures that the tests of clusters share."""

import pytest

from tests.arena.stage import arena, tables
from tests.cluster.stage import season


@pytest.fixture(scope="package")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The tables of a run without a cluster."""
    folder = tmp_path_factory.mktemp("undisturbed")
    assert arena("league", season(folder), "--results", folder, "--no-times").returncode == 0
    return tables(folder / "try")

"""Where NEW is a version of OLD the paired test needs less than half the matches: played for real."""

from pathlib import Path

import pytest

from tests.compare.saving import VERSIONS, meetings, part_needed, version


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["two sides", "two teams", "field of 4"])
def test_a_new_version_is_judged_with_less_than_half_the_matches(kind: str, tmp_path: Path) -> None:
    """Against the test that takes every match for an observation of its own."""
    other = version(VERSIONS["a small change"], tmp_path / "other")
    assert part_needed(meetings(other)[kind], deals=60) < 0.5

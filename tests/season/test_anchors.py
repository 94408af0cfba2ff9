"""The anchors of a season file."""

from pathlib import Path

import pytest

from arena.season import SeasonError, read_season
from tests.season.folders import SEASON, season_file

ELO = "a number of Elo points from -10000 to 10000"


def test_several_anchors(folder: Path) -> None:
    """Each a table of its own."""
    text = SEASON + '[[anchor]]\nbot = "aap"\nelo = 1000\n[[anchor]]\nbot = "noot"\nelo = 1200.5\n'
    assert read_season(season_file(folder, text)).anchors == {"aap": 1000, "noot": 1200.5}


def test_one_anchor_on_a_line(folder: Path) -> None:
    """The short way to write it."""
    text = 'anchor = {bot = "aap", elo = 1000}\n' + SEASON
    assert read_season(season_file(folder, text)).anchors == {"aap": 1000}
    assert read_season(season_file(folder, SEASON)).anchors == {}


@pytest.mark.parametrize(
    ("anchor", "words"),
    [
        (
            'bot = "apa"\nelo = 1000',
            "anchor[0].bot: expected the name of an entrant, got 'apa'; did you mean 'aap'?",
        ),
        (
            'bot = "aap"\nelo = "high"',
            f"anchor[0].elo: expected {ELO}, got 'high'",
        ),
        ('bot = "aap"', f"anchor[0].elo: expected {ELO}, got nothing"),
        ('bot = "aap"\nelo = nan', "from -10000 to 10000, got nan"),
        ('bot = "aap"\nelo = -inf', "from -10000 to 10000, got -inf"),
        ('bot = "aap"\nelo = 10001', "from -10000 to 10000, got 10001"),
        (
            'bot = "aap"\nelo = 1\n[[anchor]]\nbot = "aap"\nelo = 2',
            "anchor[1].bot: expected each anchor once",
        ),
    ],
)
def test_wrong_anchor_is_told(folder: Path, anchor: str, words: str) -> None:
    """With its path and what was meant."""
    with pytest.raises(SeasonError) as caught:
        read_season(season_file(folder, f"{SEASON}[[anchor]]\n{anchor}\n"))
    assert words in str(caught.value)

"""Bot folders and season files for the tests to read."""

from pathlib import Path

SEASON = """\
name = "Proef"
game = "hielenlikkers"
seats = 2
[schedule]
deals = 3
[[entrant]]
bot = "bots/aap"
[[entrant]]
bot = "bots/noot"
"""

MANIFEST = """\
name = "{name}"
run = ["python3", "bot.py"]
author = "Mies"
language = "Python"
games = ["hielenlikkers"]
"""


def bots(folder: Path, *names: str) -> None:
    """Bots in `folder`/bots, each in a folder of its name."""
    for name in names:
        bot = folder / "bots" / name
        bot.mkdir(parents=True)
        (bot / "bot.toml").write_text(MANIFEST.format(name=name))


def season_file(folder: Path, text: str | bytes = SEASON) -> Path:
    """A season file with this text."""
    file = folder / "proef.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file

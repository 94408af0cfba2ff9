"""Bot folders for the tests of the check and of submissions."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

ROGUE = Path(__file__).parents[1] / "arena" / "rogue" / "rogue.py"


def bot_folder(folder: Path, program: str, name: str = "Proef", **keys: object) -> Path:
    """A Python bot with this program; further keys of its bot.toml replace the usual ones."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bot.py").write_text(program)
    wanted: dict[str, object] = {"name": name, "run": ["python3", "-I", "-S", "bot.py"], "author": "Mies"}
    wanted |= {"language": "Python", "games": ["kerstenen"]} | keys
    lines = [f"{key} = {json.dumps(value)}" for key, value in wanted.items()]
    (folder / "bot.toml").write_text("\n".join(lines) + "\n")
    return folder


def rogue_folder(folder: Path, words: Sequence[str], name: str = "Proef", **keys: object) -> Path:
    """A rogue bot; the words for what it does are in rogue.py."""
    bot_folder(folder, "", name, run=["python3", "-I", "-S", "rogue.py", *words], **keys)
    shutil.copy(ROGUE, folder / "rogue.py")
    return folder

"""The example bots: beside the packages in a checkout, inside the package when installed."""

from pathlib import Path

from arena.manifest import MANIFEST, Bot, ManifestError, read_bot
from arena.strict import Problem, meant

_PACKAGE = Path(__file__).resolve().parent
_SHIPPED = _PACKAGE / "shipped" / "bots"
_BOTS = _SHIPPED if _SHIPPED.is_dir() else _PACKAGE.parent / "bots"


def names() -> list[str]:
    """The names of the example bots."""
    return sorted(file.parent.name for file in _BOTS.glob(f"*/{MANIFEST}"))


def folder_of(name: str) -> Path:
    """Where an example bot is."""
    return _BOTS / name


def bot(name: str) -> Bot:
    """An example bot. Raises: ManifestError."""
    return read_bot(_BOTS / name)


def found(path: Path) -> Path:
    """The folder of a bot: the path itself or, when there is none, the example of that name.

    Raises: ManifestError.
    """
    if path.exists():
        return path
    if str(path) in names():
        return _BOTS / path
    words = f"there is no such folder, nor an example bot of that name{meant(str(path), names())}"
    raise ManifestError([Problem(path, "", words)])

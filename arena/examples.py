"""The example bots: beside the packages in a checkout, inside the package when installed."""

from pathlib import Path

from arena.manifest import MANIFEST, Bot, read_bot

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
    """The folder of a bot: the path itself or, when there is none, the example of that name."""
    return path if path.exists() or str(path) not in names() else _BOTS / path

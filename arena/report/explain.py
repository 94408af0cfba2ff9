"""What every number means: arena/README.md, from its heading on the numbers to the one after the example."""

from importlib.resources import files

_BEGINS = "# What the numbers on the table mean"
_ENDS = "# How far to trust them"


def explained() -> str:
    """The text, as Markdown."""
    text = files("arena").joinpath("README.md").read_text(encoding="utf-8")
    return text[text.index(_BEGINS) : text.index(_ENDS)].rstrip() + "\n"

"""The example in the engine's README runs as it stands."""

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[2] / "engine" / "README.md"


def test_the_example_plays_a_match() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    told = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=True).stdout
    assert re.fullmatch(r"Standing\(points=\((-?\d+, ){3}-?\d+\), places=\((\d, ){3}\d\)\)\n", told)

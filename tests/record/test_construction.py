"""The published construction of deals: its vectors hold, and its program deals what the engine deals."""

import subprocess
import sys

from arena.deals import commitment, deal_seed, secret_of
from engine.chance import Chance
from engine.hielenlikkers.events import Drew
from engine.registry import GAMES
from engine.seating import free_for_all
from engine.table import Table
from tests.arena.stage import ROOT

SECRET = bytes(range(32))
README = (ROOT / "results" / "README.md").read_text()


def value(of: str) -> str:
    """The value in the table of vectors."""
    line = [line for line in README.splitlines() if line.startswith(f"| {of} |")][-1]
    return line.split("`")[-2]


def test_the_vectors_hold() -> None:
    luck = Chance(deal_seed(SECRET, 1))
    draws = [f"{luck.below(1 << 128):032x}" for _ in range(5)]
    assert value("commitment") == commitment(SECRET)
    assert value("secret of `seed = 7`") == secret_of(7).hex()
    assert value("seed of deal 0") == deal_seed(SECRET, 0).hex()
    assert value("seed of deal 1") == deal_seed(SECRET, 1).hex()
    assert [value(f"its draw {number}") for number in (0, 3, 4)] == [draws[number] for number in (0, 3, 4)]
    shuffled = Chance(deal_seed(SECRET, 1)).shuffled(range(10))
    assert value("0, 1, ... 9 shuffled by it") == " ".join(map(str, shuffled))


def test_the_program_prints_what_it_says_and_what_the_engine_deals() -> None:
    program = README.split("```python\n")[1].split("```")[0]
    printed = README.split("It prints\n\n```\n")[1].split("```")[0]
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == printed
    game = GAMES["hielenlikkers"]
    table = Table.dealt(game, free_for_all(2), game.options(), Chance(deal_seed(SECRET, 1)))
    hands = {event.seat: event.faces for event in table.log if isinstance(event, Drew)}
    for seat, line in enumerate(printed.splitlines()):
        assert str([f"{face.family} {face.role}" for face in hands[seat]]) in line

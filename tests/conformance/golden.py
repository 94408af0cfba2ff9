"""Writes the texts that guard every game against change: `python -m tests.conformance.golden`.

They are made by the engine itself, so they only tell that something changed. Read the difference
before you keep it: the tests under tests/rules say what is right.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.sight import SPECTATOR
from engine.table import Table
from tests.conformance.hiding import policy
from tests.conformance.tables import TESTED, Setting, played, settings

HERE = Path(__file__).parent
SEED = 2026
MOST_PATHS = 3000
"""Paths are counted as deep as they are no more than this."""


def playthrough(game_name: str) -> str:
    """Two matches as a spectator reads them: at the first and at the last table of the game."""
    tables = settings(TESTED[game_name])
    return "\n".join(line for setting in (tables[0], tables[-1]) for line in match_lines(setting))


def match_lines(setting: Setting) -> Iterator[str]:
    yield f"# {setting}; seed {SEED}, moves at random"
    table, luck = setting.dealt(SEED), random.Random(SEED)
    for event in table.log:
        yield event_line(table, event)
    while legal := table.legal():
        seat, move = table.turn(), luck.choice(legal)
        events = table.play(move)
        yield f"{len(table.moves)}. seat {seat} of {len(legal)}: {words(msgspec.to_builtins(move))}"
        for event in events:
            yield event_line(table, event)
    standing = table.standing()
    yield f"points {list(standing.points)}, places {list(standing.places)}"
    yield ""


def event_line(table: Table, event: Any) -> str:
    """An event with the faces that a spectator knows after the move."""
    shown = msgspec.json.decode(msgspec.json.encode(table.view(SPECTATOR).painted_event(event)))
    name, looks = shown.pop("event"), shown.pop("cards", [])
    told = f"{looks} cards" if isinstance(looks, int) else cards(looks)
    return "    " + " ".join(filter(None, (f"{name}:", words(shown), told)))


def words(fields: dict[str, Any]) -> str:
    """Fields as `name=value`."""
    told = (f"{name}={msgspec.json.encode(value).decode()}" for name, value in fields.items())
    return " ".join(told).replace('"', "")


def cards(looks: list[list[Any]]) -> str:
    """Cards as `[32 stag guard] [0..89]`, closed ones in a row together."""
    told: list[str] = []
    first = last = -1
    for card, *face in [*looks, [-1, None]]:
        if first >= 0 and (face or card != last + 1):
            told.append(f"[{first}]" if first == last else f"[{first}..{last}]")
            first = -1
        if face:
            told.append(f"[{' '.join(map(str, [card, *face]))}]")
        elif first < 0:
            first = card
        last = card
    return " ".join(told[:-1])


def perft(game_name: str) -> str:
    """How many different rows of moves there are, by depth, from the deal and from the midst of a match."""
    lines = [
        "# Rows of moves of each length, counted one by one from the lists of legal moves.",
        f"# Seed {SEED}; `at 0` is the deal, `at n` comes after n decisions at random, half a match.",
    ]
    for setting in counted_settings(settings(TESTED[game_name])):
        for decisions in (0, len(played(setting, SEED).moves) // 2):
            counts = " ".join(map(str, path_counts(played(setting, SEED, decisions))))
            lines.append(f"{setting}; at {decisions}: {counts}")
    return "\n".join(lines) + "\n"


def counted_settings(tables: list[Setting]) -> list[Setting]:
    """The smallest and the largest table with each combination of options."""
    by_options: dict[Any, list[Setting]] = {}
    for setting in tables:
        by_options.setdefault(setting.options, []).append(setting)
    return [setting for alike in by_options.values() for setting in dict.fromkeys((alike[0], alike[-1]))]


def path_counts(table: Table) -> Iterator[int]:
    """The number of rows of one move, of two, and so on, up to MOST_PATHS."""
    ends = [table]
    while 0 < (paths := sum(len(end.legal()) for end in ends)) <= MOST_PATHS:
        yield paths
        ends = [branch for end in ends for branch in branches(end)]


def branches(table: Table) -> Iterator[Table]:
    """The table after each of its moves."""
    for move in table.legal():
        branch = table.copy()
        branch.play_unchecked(move)
        yield branch


TEXTS = {
    "golden": playthrough,
    "perft": perft,
    "policy": lambda game_name: policy(TESTED[game_name]),
}
"""Each folder of texts, and what writes the text of a game in it."""


def text_file(kind: str, game_name: str) -> Path:
    return HERE / kind / f"{game_name}.txt"


def write() -> None:
    for kind, text in TEXTS.items():
        for game_name in TESTED:
            file = text_file(kind, game_name)
            file.parent.mkdir(exist_ok=True)
            file.write_text(text(game_name), encoding="utf-8")


if __name__ == "__main__":
    write()

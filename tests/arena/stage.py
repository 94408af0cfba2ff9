"""What the tests of the arena share: rogue bots at a table, seasons of them, the command line, processes."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from arena.record import MatchRecord, Sitting
from arena.schedule import fixture
from arena.sitting import Plan, Program, play_sitting
from arena.wire import Clock
from engine.registry import GAMES
from engine.seating import Seating, free_for_all

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "bots"
ROGUE = Path(__file__).parent / "rogue" / "rogue.py"
ARENA = Path(sys.executable).with_name("arena")
SECRET = bytes(range(32))
PATIENT = Clock(start_ms=20_000, move_ms=20_000, match_ms=60_000)
"""For what is not about time: a busy machine changes nothing."""
BRISK = Clock(start_ms=20_000, move_ms=400, match_ms=60_000)
"""For what ends when time is up."""


def rogue_words(*words: str) -> tuple[str, ...]:
    """The command of a rogue bot; it and the words for it stand in rogue.py."""
    return ("python3", "-I", "-S", str(ROGUE), *words)


def rogue(*words: str) -> Program:
    """A rogue bot as a sitting wants it."""
    return Program(rogue_words(*words), str(ROGUE.parent))


def plan_for(programs: Sequence[Program], clock: Clock = PATIENT) -> Plan:
    """A plan in which entrant `bot n` sits in seat n."""
    return Plan({f"bot {seat}": (program,) for seat, program in enumerate(programs)}, clock, SECRET)


def sitting_for(
    seats: int, deals: int, game: str = "hielenlikkers", seating: Seating | None = None, **chosen: Any
) -> Sitting:
    """So many deals with `bot n` in seat n."""
    seating = seating or free_for_all(seats)
    options = GAMES[game].options(**chosen)
    full = {name: getattr(options, name) for name in options.__struct_fields__}
    names, members = tuple(f"bot {seat}" for seat in range(seats)), (0,) * seats
    return Sitting(tuple(fixture(game, full, deal, seating, names, members) for deal in range(deals)))


def sat(programs: Sequence[Program], deals: int = 1, clock: Clock = PATIENT) -> list[MatchRecord]:
    """A whole sitting of Hielenlikkers."""
    return list(play_sitting(plan_for(programs, clock), sitting_for(len(programs), deals)))


class Heard(NamedTuple):
    """A line that a rogue bot recorded: its process, whether it `heard` or `said` it."""

    pid: int
    how: str
    text: str

    @property
    def message(self) -> dict[str, Any]:
        """The line as JSON."""
        found: dict[str, Any] = json.loads(self.text)
        return found


def recorded(file: Path, kind: str = "") -> list[Heard]:
    """The lines in a rogue bot's record; of one type of message from the referee, when it is given."""
    lines = [Heard(*json.loads(line)) for line in file.read_text().splitlines()]
    return [line for line in lines if not kind or (line.how == "heard" and line.message["type"] == kind)]


def season_file(folder: Path, bots: Mapping[str, Sequence[str]], **changes: str) -> Path:
    """A season of Hielenlikkers for two between rogue bots, by name with their words.

    `changes` are lines of TOML in place of the ones below, by the table they stand in.
    """
    folder.mkdir(parents=True, exist_ok=True)
    parts = {
        "top": "",
        "schedule": "deals = 4",
        # Rogue bots write down what they hear, which nobody in a box can.
        "sandbox": 'kind = "none"',
        "clock": "start_ms = 20000\nmove_ms = 60000\nmatch_ms = 600000",
    } | changes
    text = f'name = "Try"\ngame = "hielenlikkers"\nseats = 2\n{parts["top"]}\n'
    text += f"[schedule]\n{parts['schedule']}\n[clock]\n{parts['clock']}\n"
    text += f"[sandbox]\n{parts['sandbox']}\n"
    for name, words in bots.items():
        bot_folder(folder / name, rogue_words(*words))
        text += f'[[entrant]]\nname = "{name}"\nbot = "{name}"\n'
    file = folder / "season.toml"
    file.write_text(text)
    return file


def bot_folder(folder: Path, run: Sequence[str], more: str = "") -> Path:
    """The folder of a bot with this command; `more` is further TOML."""
    folder.mkdir(parents=True, exist_ok=True)
    manifest = f'name = "{folder.name}"\nrun = {json.dumps(run)}\n{more}\n'
    manifest += 'author = "arena"\nlanguage = "Python"\ngames = ["hielenlikkers"]\n'
    (folder / "bot.toml").write_text(manifest)
    return folder


def arena(*words: str | Path, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """The command line, run to its end."""
    command = [str(ARENA), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)


def tables(folder: Path) -> dict[str, bytes]:
    """The table files of a season, by name."""
    return {file.name: file.read_bytes() for file in sorted(folder.glob("elo.*"))}


def until(true: Callable[[], Any], seconds: float = 20) -> Any:
    """Wait for something that cannot be waited for: look again and again, until it is true."""
    deadline = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(0.01)
    return found


def living(mark: str) -> list[int]:
    """The processes, but for this one and zombies, with `mark` in their command line."""
    return [pid for pid, words in _commands() if mark in words and pid != os.getpid()]


def alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    return any(pid == other for other, _ in _commands())


def children(pid: int) -> list[int]:
    """The processes that this one started and that still live."""
    return [other for other, _ in _commands() if parent_of(other) == pid]


def parent_of(pid: int) -> int | None:
    """Who started a process; None when it is gone."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return None


def _commands() -> Iterator[tuple[int, str]]:
    """Every living process with its command line; a zombie has none."""
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                words = Path(f"/proc/{entry}/cmdline").read_bytes()
            except OSError:
                continue
            if words:
                yield int(entry), words.decode("utf-8", "replace")

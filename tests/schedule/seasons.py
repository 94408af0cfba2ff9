"""Seasons to make schedules of, without files."""

from pathlib import Path

import msgspec

from arena.kinds import Schedule
from arena.manifest import Bot, Manifest
from arena.season import Entrant, Season
from arena.wire import Clock
from engine.hielenlikkers.board import Options
from engine.seating import Seating


def bot(name: str) -> Bot:
    """A bot of which only the name and the folder matter."""
    manifest = Manifest(name=name, run=("x",), author="a", language="C", games=("hielenlikkers",))
    return Bot(Path("/bots", name), manifest)


def entrant(name: str, *bots: str) -> Entrant:
    """An entrant with these bots, or the one of its own name."""
    return Entrant(name, tuple(map(bot, bots or (name,))))


def season(
    seating: Seating, entrants: list[Entrant], deals: int = 1, seatings: str = "rotations", **keys: object
) -> Season:
    """A season of these entrants; `keys` are further ones of its schedule."""
    schedule = msgspec.convert({"deals": deals, "seatings": seatings, **keys}, Schedule)
    return Season("Proef", "hielenlikkers", seating, Options(), schedule, Clock(), tuple(entrants))


def singles(count: int) -> list[Entrant]:
    """Entrants of one bot."""
    return [entrant(f"e{number:04}") for number in range(count)]


def mixed(count: int) -> list[Entrant]:
    """Pairs of two different bots."""
    return [entrant(f"m{number}", f"a{number}", f"b{number}") for number in range(count)]


def twins(count: int) -> list[Entrant]:
    """Pairs of one bot twice."""
    return [entrant(f"t{number}", f"c{number}", f"c{number}") for number in range(count)]

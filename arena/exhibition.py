"""A few matches between bots without a season: `arena match`."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from tabulate import tabulate

from arena import pool, report
from arena.build import BuildError, build
from arena.confined import NotPlayedHere, quick_keeping
from arena.deals import drawn_secret, secret_of
from arena.examples import found
from arena.league import plan_of
from arena.manifest import ManifestError, read_bot
from arena.orders import rotations
from arena.ratings import rated
from arena.record import Fixture, MatchRecord
from arena.sandbox import guarded_folder
from arena.schedule import fixture, sittings
from arena.schema import added
from arena.season import Entrant
from arena.secret import keep_secret
from arena.store import FILE, Store
from arena.wire import Clock
from arena.words import count_of
from engine.game import Game
from engine.registry import GAMES
from engine.seating import Seating


class ExhibitionError(ValueError):
    """What was asked for cannot be played."""


class Exhibition(Struct, frozen=True):
    """What was asked for: the bots in order of their sides; `deals` None is one match in seats as given."""

    entrants: tuple[Entrant, ...]
    game: Game
    options: Any
    seating: Seating
    deals: int | None

    def fixtures(self) -> Iterator[Fixture]:
        """One match, or every deal in all rotations."""
        seen: Counter[int] = Counter()
        places = []
        for side in self.seating.sides:
            places.append((side, seen[side]))
            seen[side] += 1
        full = {name: getattr(self.options, name) for name in self.options.__struct_fields__}
        turned = rotations(tuple(places)) if self.deals else (tuple(places),)
        for deal in range(self.deals or 1):
            for order in turned:
                names = tuple(self.entrants[side].name for side, _ in order)
                members = tuple(member for _, member in order)
                yield fixture(self.game.name, full, deal, self.seating, names, members)


def asked(
    folders: Sequence[Path], game: str, options: dict[str, str], teams: bool, deals: int | None
) -> Exhibition:
    """The exhibition that these words ask for. Raises: ExhibitionError."""
    chosen = chosen_options(game, options)
    size = 2 if teams else 1
    tables = [
        table
        for table in GAMES[game].seatings(chosen)
        if table.side_count == len(folders) and table.teams == teams
    ]
    if not tables:
        raise no_table(GAMES[game], chosen, count_of(len(folders), "team" if teams else "bot"))
    entrants: list[Entrant] = []
    taken: Counter[str] = Counter()
    for folder in folders:
        try:
            bot = read_bot(found(folder))
        except ManifestError as error:
            raise ExhibitionError(str(error)) from error
        if game not in bot.manifest.games:
            raise ExhibitionError(f"{folder}: plays {', '.join(bot.manifest.games)}, not {game}")
        taken[bot.manifest.name] += 1
        number = taken[bot.manifest.name]
        name = bot.manifest.name if number == 1 else f"{bot.manifest.name} ({number})"
        entrants.append(Entrant(name, (bot,) * size))
    return Exhibition(tuple(entrants), GAMES[game], chosen, tables[0], deals)


def no_table(game: Game, options: Any, came: str) -> ExhibitionError:
    """What is wrong where the game has no such table: those it has, and which option adds others."""
    words = ", ".join(table.words() for table in game.seatings(options))
    more = ""
    for name in options.__struct_fields__:
        if tables := added(game, options, name):
            turned = json.dumps(not getattr(options, name))
            more += f"; --option {name}={turned} adds: {', '.join(tables)}"
    return ExhibitionError(f"{game.name} with these options is played by: {words}{more}; got {came}")


def chosen_options(game: str, options: dict[str, str]) -> Any:
    """The game's options as given on the command line. Raises: ExhibitionError."""
    if game not in GAMES:
        raise ExhibitionError(f"--game: expected one of {', '.join(GAMES)}, got {game!r}")
    try:
        return msgspec.convert(options, GAMES[game].options, strict=False)
    except msgspec.ValidationError as error:
        known = ", ".join(GAMES[game].options.__struct_fields__) or "none"
        raise ExhibitionError(f"--option: {error} (options of {game}: {known})") from error


def exhibit(
    exhibition: Exhibition,
    seed: int | None,
    workers: int,
    kept: Path | None,
    sandbox: str = "auto",
    warn: Callable[[str], None] = lambda words: None,
) -> tuple[str, list[MatchRecord]]:
    """Play it; the standing in words, and the records.

    `sandbox` is as a season's `kind`; `warn` is told when bots are played without one though nobody asked
    for that, and of too few cores. No bot sees what is kept, nor the other bots.

    Raises: ExhibitionError, StoreError, pool.Stopped, pool.PoolError.
    """
    try:
        for entrant in exhibition.entrants:
            build(entrant.bots[0])
    except BuildError as error:
        raise ExhibitionError(str(error)) from error
    secret = drawn_secret() if seed is None else secret_of(seed)
    records: list[MatchRecord] = []
    with guarded_folder() as scratch:
        if kept and (kept / FILE).exists():
            raise ExhibitionError(f"{kept}: holds matches already; name another folder")
        folder = kept or scratch
        try:
            keeping, warning = quick_keeping(sandbox, exhibition.entrants, (folder,))
        except NotPlayedHere as error:
            raise ExhibitionError(str(error)) from error
        if warning:
            warn(warning)
        with closing(Store(folder, write=True)) as store:
            if kept:
                keep_secret(folder, secret)
            pool.play(
                store,
                replace(plan_of(exhibition.entrants, Clock(), secret), keeping=keeping),
                sittings(exhibition.fixtures()),
                workers,
                saw=records.append,
                warn=warn,
            )
    if exhibition.deals is not None:
        return report.text(rated(records, [entrant.name for entrant in exhibition.entrants])), records
    return _standing(records[0]), records


def _standing(record: MatchRecord) -> str:
    rows = []
    for seat, name in enumerate(record.fixture.entrants):
        place = record.places[record.fixture.sides[seat]] if record.places else "?"
        points = record.points[seat] if record.points else "?"
        rows.append((place, name, seat, points))
    rows.sort(key=lambda row: (str(row[0]), row[2]))
    grid = tabulate(
        rows, ("place", "bot", "seat", "points"), tablefmt="simple_outline", disable_numparse=True
    )
    ending = record.ending
    words = f"match {record.fixture.id}: {ending.kind}"
    if ending.seat is not None:
        words += f" by {record.fixture.entrants[ending.seat]} (seat {ending.seat})"
    if ending.detail:
        words += f": {ending.detail}"
    return f"{grid}\n{words}"

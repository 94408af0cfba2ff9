"""A season: what is played, by whom, on which clock; read from TOML, strictly."""

import os
import re
import unicodedata
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from arena.manifest import Bot, ManifestError, bots_beside, read_bot
from arena.record import Option
from arena.strict import Document, FileError, Line, meant, shown
from arena.wire import Clock
from engine.game import Game
from engine.registry import GAMES
from engine.seating import Seating

DAY_MS = 86_400_000

Positive = Annotated[int, Meta(ge=1)]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class SeasonError(FileError):
    """A season that cannot be played: all that is wrong with it, a line each."""


class Schedule(Struct, frozen=True, kw_only=True):
    """Which tables meet, and how often."""

    kind: Literal["round-robin"] = "round-robin"
    deals: Positive
    """Deals per meeting of the same entrants."""
    seatings: Literal["rotations", "all"] = "rotations"
    """Each deal with everybody moved one seat on till all are round, or in every order there is."""


class Entrant(Struct, frozen=True):
    """Who enters: one side, with a bot for each of its seats."""

    name: str
    bots: tuple[Bot, ...]

    @property
    def members(self) -> tuple[int, ...]:
        """Per seat of the side, the first of its bots that is the same: (0, 0) is one bot twice."""
        folders = [bot.folder for bot in self.bots]
        return tuple(folders.index(folder) for folder in folders)


class Season(Struct, frozen=True):
    """A season as its file describes it."""

    name: str
    game: str
    seating: Seating
    options: Any
    """An `Options` of the game."""
    schedule: Schedule
    clock: Clock
    entrants: tuple[Entrant, ...]
    seed: int | None = None
    """Fixes every deal; None: a secret is drawn when the season starts."""
    processes: Literal["sitting", "match"] = "sitting"
    """How long a bot's process lives."""
    pin: bool | None = None
    """Whether each worker keeps to one core; None: where the machine allows it."""

    @property
    def slug(self) -> str:
        """The name as a folder's: lower case, ASCII letters, digits and hyphens."""
        plain = unicodedata.normalize("NFKD", self.name).encode("ascii", "ignore").decode().lower()
        slug = re.sub(r"[^a-z0-9]+", "-", plain)[:80].strip("-")
        return slug or f"season-{blake2b(self.name.encode(), digest_size=4).hexdigest()}"

    def chosen_options(self) -> dict[str, Option]:
        """Every option with its value, those left at their default too."""
        return {name: getattr(self.options, name) for name in self.options.__struct_fields__}

    def terms(self) -> dict[str, Any]:
        """What makes matches comparable: a season may get more deals or entrants, but no other terms."""
        return {
            "name": self.name,
            "game": self.game,
            "seats": self.seating.seats,
            "teams": self.seating.teams,
            "options": self.chosen_options(),
            "clock": msgspec.structs.asdict(self.clock),
        }


class _EntrantForm(Struct):
    """An [[entrant]] as written."""

    name: Line | None = None
    bot: Line | None = None
    bots: list[Line] | None = None


class _SeasonForm(Struct, kw_only=True):
    """The file as written. Options are checked apart, since the game says which there are."""

    name: Line
    game: Literal[tuple(GAMES)]  # type: ignore[valid-type]
    seats: Positive
    teams: bool = False
    options: dict[str, Any] = {}
    schedule: Schedule
    clock: Clock = Clock()
    seed: Seed | None = None
    processes: Literal["sitting", "match"] = "sitting"
    pin: bool | None = None
    entrant: Annotated[list[_EntrantForm], Meta(description="tables [[entrant]]")]


def read_season(file: Path) -> Season:
    """The season in a TOML file; paths in it are relative to the file. Raises: SeasonError."""
    document = Document.read(file)
    if document.problems:
        raise SeasonError(document.problems)
    document.check(_SeasonForm)
    _check_clock(document)
    game = GAMES[document.content["game"]] if document.clean("game") else None
    options = _options(document, game) if game else None
    seating = _seating(document, game, options) if game and options is not None else None
    entrants = list(_entrants(document, game, seating))
    _check_names(document, entrants)
    if document.problems or seating is None:
        raise SeasonError(document.problems)
    form = msgspec.convert(document.content, _SeasonForm)
    return Season(
        name=form.name,
        game=form.game,
        seating=seating,
        options=options,
        schedule=form.schedule,
        clock=form.clock,
        entrants=tuple(entrant for entrant in entrants if entrant),
        seed=form.seed,
        processes=form.processes,
        pin=form.pin,
    )


def _check_clock(document: Document) -> None:
    clock = document.content.get("clock")
    for key, limit in clock.items() if isinstance(clock, dict) else ():
        if document.clean(f"clock.{key}") and not 0 < limit <= DAY_MS:
            document.complain(f"clock.{key}", f"ms, from 1 to {DAY_MS} (a day)", shown(limit))


def _options(document: Document, game: Game) -> Any | None:
    """The options of the game; None when they are wrong."""
    written = document.content.get("options", {})
    if document.clean("options"):
        document.check_part(written, game.options, "options")
    return msgspec.convert(written, game.options) if document.clean("options") else None


def _seating(document: Document, game: Game, options: Any) -> Seating | None:
    """The seating that the game has for these seats and teams; None when there is none."""
    if not document.clean("seats", "teams"):
        return None
    seats, teams = document.content["seats"], document.content.get("teams", False)
    tables = game.seatings(options)
    for seating in tables:
        if (seating.seats, seating.teams) == (seats, teams):
            return seating
    words = (
        f"what {game.name} with these options is played by ({', '.join(table.words() for table in tables)})"
    )
    document.complain("seats", words, f"{seats} seats {'in' if teams else 'without'} teams")
    return None


def _entrants(document: Document, game: Game | None, seating: Seating | None) -> Iterator[Entrant | None]:
    """Each entrant; None for one with problems. Without a seating, sides of any size are let through."""
    forms = document.content.get("entrant")
    if not isinstance(forms, list):
        return
    if seating and len(forms) < seating.side_count:
        document.complain(
            "entrant", f"at least {seating.side_count} entrants, to fill a table", str(len(forms))
        )
    for index, form in enumerate(forms):
        path = f"entrant[{index}]"
        if isinstance(form, dict) and ("bot" in form) == ("bots" in form):
            document.complain(path, "either bot or bots", "both" if "bot" in form else "neither")
        clean = document.clean(path)
        yield _entrant(document, path, msgspec.convert(form, _EntrantForm), game, seating) if clean else None


def _entrant(
    document: Document, path: str, form: _EntrantForm, game: Game | None, seating: Seating | None
) -> Entrant | None:
    size = len(seating.members(0)) if seating else max(1, len(form.bots or ()))
    if form.bots is not None and len(form.bots) != size:
        document.complain(f"{path}.bots", f"one bot for each seat of the side: {size}", str(len(form.bots)))
    if form.bot is not None:
        bots = [_bot(document, f"{path}.bot", form.bot, game)] * size
    else:
        bots = [_bot(document, f"{path}.bots[{n}]", bot, game) for n, bot in enumerate(form.bots or [])]
    found = tuple(bot for bot in bots if bot)
    if len(found) < len(bots) or not found:
        return None
    names = dict.fromkeys(bot.manifest.name for bot in found)
    return Entrant(form.name if form.name is not None else " + ".join(names), found)


def _bot(document: Document, path: str, written: str, game: Game | None) -> Bot | None:
    """The bot in a folder; None when there is none that plays the game."""
    folder = document.file.parent / written
    if not os.path.isdir(folder):
        near = [str(PurePath(written).with_name(name)) for name in bots_beside(folder)]
        document.complain(path, "the folder of a bot", shown(written) + meant(written, near))
        return None
    try:
        bot = read_bot(folder)
    except ManifestError as error:
        for problem in error.problems:
            document.complain(path, "a bot", f"{shown(written)}: {problem}")
        return None
    if game and game.name not in bot.manifest.games:
        document.complain(path, f"a bot that plays {game.name}", f"one for {', '.join(bot.manifest.games)}")
    return bot


def _check_names(document: Document, entrants: list[Entrant | None]) -> None:
    first: dict[str, int] = {}
    for index, entrant in enumerate(entrants):
        if entrant and first.setdefault(entrant.name, index) != index:
            words = f"a name of its own (entrant[{first[entrant.name]}] has it)"
            document.complain(f"entrant[{index}].name", words, shown(entrant.name))

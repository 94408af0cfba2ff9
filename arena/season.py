"""A season: what is played, by whom, on which clock; read from TOML, strictly."""

import math
import os
import re
import unicodedata
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from arena.kinds import DRAWN, Positive, Schedule, check_schedule, table_size
from arena.manifest import Bot, ManifestError, bots_beside, read_bot
from arena.record import Option
from arena.sandbox import Confinement, Limits
from arena.strict import Document, FileError, Line, Name, meant, shown
from arena.wire import Clock
from arena.words import alike
from engine.game import Game
from engine.registry import GAMES
from engine.seating import Seating

DAY_MS = 86_400_000
BENCH_AFTER = 5
MOST_ELO = 10_000.0
"""How far from 0 an Elo may be given."""
ELO_WORDS = f"a number of Elo points from {-MOST_ELO:.0f} to {MOST_ELO:.0f}"

Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]
FIRST = "first"
"""What a stage without a name is called where it must have one."""
Stage = Annotated[
    str,
    Meta(
        pattern=rf"\A(?!{FIRST}\Z)[a-z0-9](-?[a-z0-9])*\Z",
        max_length=40,
        description=f"a word of lower-case letters, digits and hyphens, but not {FIRST!r}",
    ),
]


class SeasonError(FileError):
    """A season that cannot be played: all that is wrong with it, a line each."""


class Entrant(Struct, frozen=True):
    """Who enters: one side, with a bot for each of its seats."""

    name: str
    bots: tuple[Bot, ...]
    clock: Clock | None = None
    """A handicap: his own clock; None: the season's."""

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
    stage: str = ""
    """Which part of the season is played: each has terms, deals and a table of its own."""
    seed: int | None = None
    """Fixes every deal; None: a secret is drawn when the season starts."""
    processes: Literal["sitting", "match"] = "sitting"
    """How long a bot's process lives."""
    pin: bool | None = None
    """Whether each worker keeps to one core; None: where the machine allows it."""
    sandbox: Confinement = Confinement()
    limits: Limits = Limits()
    pause: bool = False
    """Whether a bot's processes are stopped while others have the turn."""
    bench_after: Positive = BENCH_AFTER
    """After so many fouls in a row an entrant's remaining matches are not started."""
    old_versions: Literal["keep", "drop"] = "keep"
    """Whether matches with replaced versions of submitted bots stay in the table."""
    replaced: tuple[str, ...] = ()
    """The names of those versions."""
    anchors: dict[str, float] = {}
    """The Elo of entrants that is given and not measured; see arena/README.md."""
    places: tuple[str, ...] = ()
    """The names of the entrants in the order that tables are drawn from; empty: that of `entrants`."""

    @property
    def placed(self) -> tuple[Entrant, ...]:
        """The entrants in the order that tables are drawn from."""
        order = {name: place for place, name in enumerate(self.places)}
        return tuple(sorted(self.entrants, key=lambda entrant: order.get(entrant.name, len(order))))

    @property
    def bots_each(self) -> int:
        """How many bots an entrant has."""
        return len(self.seating.members(0)) if self.schedule.partners == "fixed" else 1

    @property
    def slug(self) -> str:
        """The name as a folder's: lower case, ASCII letters, digits and hyphens."""
        plain = unicodedata.normalize("NFKD", self.name).encode("ascii", "ignore").decode().lower()
        slug = re.sub(r"[^a-z0-9]+", "-", plain)[:80].strip("-")
        return slug or f"season-{blake2b(self.name.encode(), digest_size=4).hexdigest()}"

    def chosen_options(self) -> dict[str, Option]:
        """Every option with its value, those left at their default too."""
        return {name: getattr(self.options, name) for name in self.options.__struct_fields__}

    @property
    def table_size(self) -> int:
        """How many entrants a table has."""
        return table_size(self.schedule, self.seating)

    def terms(self) -> dict[str, Any]:
        """What makes matches comparable: a season may get more deals or entrants, but no other terms.

        In a Swiss and a knockout who meets whom follows from these as well, from the first round on.
        """
        kind, partners = self.schedule.kind, self.schedule.partners
        drawn = {
            "kind": kind,
            "deals": self.schedule.deals,
            "seatings": self.schedule.seatings,
            "entrants": [entrant.name for entrant in self.entrants],
        }
        return {
            "name": self.name,
            "game": self.game,
            "seats": self.seating.seats,
            "teams": self.seating.teams,
            "options": self.chosen_options(),
            "clock": msgspec.structs.asdict(self.clock),
            "sandbox": self.sandbox.kind,
            "limits": msgspec.structs.asdict(self.limits),
            "pause": self.pause,
            **({"partners": partners} if partners != "fixed" else {}),
            **(drawn if kind in DRAWN else {}),
        }


class _Handicap(Struct):
    """The keys of the clock that are others for one entrant."""

    start_ms: int | None = None
    move_ms: int | None = None
    match_ms: int | None = None


class _EntrantForm(Struct):
    """An [[entrant]] as written."""

    name: Name | None = None
    bot: Line | None = None
    bots: list[Line] | None = None
    clock: _Handicap | None = None


class _Anchor(Struct):
    """An [[anchor]], or `anchor = {...}` where there is one."""

    bot: Line
    elo: Annotated[float, Meta(ge=-MOST_ELO, le=MOST_ELO, description=ELO_WORDS)]


class _SeasonForm(Struct, kw_only=True):
    """The file as written. Options are checked apart, since the game says which there are."""

    name: Line
    game: Literal[tuple(GAMES)]  # type: ignore[valid-type]
    seats: Positive
    teams: bool = False
    options: dict[str, Any] = {}
    schedule: Schedule
    clock: Clock = Clock()
    sandbox: Confinement = Confinement()
    limits: Limits = Limits()
    pause: bool = False
    stage: Stage = ""
    seed: Seed | None = None
    processes: Literal["sitting", "match"] = "sitting"
    pin: bool | None = None
    bench_after: Positive = BENCH_AFTER
    old_versions: Literal["keep", "drop"] = "keep"
    anchor: Annotated[list[_Anchor], Meta(description="tables [[anchor]]")] = []
    entrant: Annotated[list[_EntrantForm], Meta(description="tables [[entrant]]")] = []


def read_season(file: Path, submitted: Sequence[Entrant] = (), filled: bool = True) -> Season:
    """The season in a TOML file; paths in it are relative to the file. Raises: SeasonError.

    Who was `submitted` to it comes after the entrants of the file. It must fill a table unless `filled` is
    false: then more are still to come.
    """
    document = Document.read(file)
    if document.problems:
        raise SeasonError(document.problems)
    if isinstance(anchor := document.content.get("anchor"), dict):
        document.content["anchor"] = [anchor]
    document.check(_SeasonForm)
    _check_clock(document, "clock", document.content.get("clock"))
    game = GAMES[document.content["game"]] if document.clean("game") else None
    options = _options(document, game) if game else None
    seating = _seating(document, game, options) if game and options is not None else None
    of_file = list(_entrants(document, game, seating, len(submitted) if filled else None))
    _check_names(document, of_file, submitted)
    entrants = [*of_file, *submitted]
    if filled:
        _check_anchors(document, [entrant.name for entrant in entrants if entrant])
        check_schedule(document, seating, [entrant.name for entrant in entrants if entrant])
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
        sandbox=form.sandbox,
        limits=form.limits,
        pause=form.pause,
        entrants=tuple(entrant for entrant in entrants if entrant),
        stage=form.stage,
        seed=form.seed,
        processes=form.processes,
        pin=form.pin,
        bench_after=form.bench_after,
        old_versions=form.old_versions,
        anchors={anchor.bot: anchor.elo for anchor in form.anchor},
    )


def _check_clock(document: Document, path: str, clock: Any) -> None:
    for key, limit in clock.items() if isinstance(clock, dict) else ():
        if document.clean(f"{path}.{key}") and not 0 < limit <= DAY_MS:
            document.complain(f"{path}.{key}", f"ms, from 1 to {DAY_MS} (a day)", shown(limit))


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


def _entrants(
    document: Document, game: Game | None, seating: Seating | None, more: int | None
) -> Iterator[Entrant | None]:
    """Each entrant; None for one with problems. Without a seating, sides of any size are let through.

    With `more` others they must fill a table; None: they need not.
    """
    forms = document.content.get("entrant", [])
    if not isinstance(forms, list):
        return
    rotate = _partners_rotate(document)
    needed = 0 if seating is None else seating.seats if rotate else seating.side_count
    if more is not None and len(forms) + more < needed:
        came = str(len(forms) + more)
        document.complain("entrant", f"at least {needed} entrants, to fill a table", came)
    size = 1 if rotate else len(seating.members(0)) if seating else None
    for index, form in enumerate(forms):
        path = f"entrant[{index}]"
        if isinstance(form, dict) and ("bot" in form) == ("bots" in form):
            document.complain(path, "either bot or bots", "both" if "bot" in form else "neither")
        if isinstance(form, dict):
            _check_clock(document, f"{path}.clock", form.get("clock"))
        clean = document.clean(path)
        yield _entrant(document, path, msgspec.convert(form, _EntrantForm), game, size) if clean else None


def _entrant(
    document: Document, path: str, form: _EntrantForm, game: Game | None, wanted: int | None
) -> Entrant | None:
    """An entrant with the wanted number of bots, or with any."""
    size = wanted or max(1, len(form.bots or ()))
    if form.bots is not None and len(form.bots) != size:
        words = (
            "one bot, as partners rotate"
            if _partners_rotate(document)
            else "one bot for each seat of the side"
        )
        document.complain(f"{path}.bots", f"{words}: {size}", str(len(form.bots)))
    if form.bot is not None:
        bots = [_bot(document, f"{path}.bot", form.bot, game)] * size
    else:
        bots = [_bot(document, f"{path}.bots[{n}]", bot, game) for n, bot in enumerate(form.bots or [])]
    found = tuple(bot for bot in bots if bot)
    if len(found) < len(bots) or not found:
        return None
    names = dict.fromkeys(bot.manifest.name for bot in found)
    name = form.name if form.name is not None else " + ".join(names)
    return Entrant(name, found, _own_clock(document, form.clock))


def _own_clock(document: Document, handicap: _Handicap | None) -> Clock | None:
    """The season's clock with the entrant's own keys in it."""
    if handicap is None or not document.clean("clock"):
        return None
    own = {key: limit for key, limit in msgspec.structs.asdict(handicap).items() if limit is not None}
    return msgspec.convert(document.content.get("clock", {}) | own, Clock)


def _partners_rotate(document: Document) -> bool:
    schedule = document.content.get("schedule")
    return isinstance(schedule, dict) and schedule.get("partners") == "rotate"


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


def _check_anchors(document: Document, names: Sequence[str]) -> None:
    """Complain of anchors that did not enter, or are given twice."""
    forms = document.content.get("anchor", [])
    given: set[str] = set()
    for index, form in enumerate(forms) if document.clean("anchor") else ():
        path, name = f"anchor[{index}].bot", form["bot"]
        if name not in names:
            document.complain(path, "the name of an entrant", shown(name) + meant(name, names))
        elif name in given:
            document.complain(path, "each anchor once", shown(name))
        given.add(name)
        # Nothing is below or above what is no number: no bound refuses it.
        if math.isnan(form["elo"]):
            document.complain(f"anchor[{index}].elo", ELO_WORDS, "nan")


def _check_names(
    document: Document, entrants: Sequence[Entrant | None], submitted: Sequence[Entrant]
) -> None:
    """Complain of entrants of the file whose names others have, or names that look like theirs."""
    first = {alike(one.name): ("a submitted bot", one.name) for one in submitted}
    for index, entrant in enumerate(entrants):
        if entrant is None:
            continue
        path = f"entrant[{index}]"
        other, name = first.setdefault(alike(entrant.name), (path, entrant.name))
        if other != path:
            has = "it" if name == entrant.name else "one that looks the same"
            words = f"a name of its own ({other} has {has})"
            document.complain(f"{path}.name", words, shown(entrant.name))

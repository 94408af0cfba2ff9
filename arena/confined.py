"""How a season's bots are kept in bounds on this machine, or why they are not played here."""

from collections.abc import Iterable
from pathlib import Path

from arena.sandbox import Keeping
from arena.sandbox.bubblewrap import can_read
from arena.sandbox.probe import SandboxMissing, sandbox_for
from arena.season import Entrant, Season


class NotPlayedHere(Exception):
    """This machine cannot keep these bots as the season demands."""


def keeping_for(season: Season, folder: Path, hidden: Iterable[Path]) -> tuple[Keeping, str | None]:
    """How they are kept, with a warning when that is without a sandbox though nobody asked for it.

    `folder` is where the season is kept; no bot sees it, nor the `hidden` paths, nor the other bots.
    Raises: NotPlayedHere.
    """
    keeping, warning = quick_keeping(season.sandbox.kind, season.entrants, (folder, *hidden))
    if keeping.sandbox.kind == "none":
        submitted = [bot for bot in _folders(season.entrants) if bot.is_relative_to(folder.resolve())]
        if submitted and not season.sandbox.trust:
            raise NotPlayedHere(
                f"{_names(submitted)}: submitted bots are not played without a sandbox (see `arena doctor`),"
                " unless the season's file says [sandbox] trust = true"
            )
    return Keeping(keeping.sandbox, season.limits, season.pause), warning


def quick_keeping(
    kind: str, entrants: Iterable[Entrant], hidden: Iterable[Path]
) -> tuple[Keeping, str | None]:
    """How bots are kept where no season says so: with the usual limits. Otherwise as `keeping_for`.

    `kind` is one of `Confinement.kind`. Raises: NotPlayedHere.
    """
    bots = _folders(entrants)
    unseen = {path.resolve() for path in hidden} | bots
    try:
        sandbox, warning = sandbox_for(kind, tuple(sorted(map(str, unseen))))
    except SandboxMissing as error:
        raise NotPlayedHere(str(error)) from error
    if sandbox.kind != "none" and (closed := [bot for bot in bots if not can_read(bot)]):
        raise NotPlayedHere(f"{_names(closed)}: root's bots run as another user, who may not read this")
    return Keeping(sandbox), warning


def _folders(entrants: Iterable[Entrant]) -> set[Path]:
    return {bot.folder for entrant in entrants for bot in entrant.bots}


def _names(paths: Iterable[Path]) -> str:
    return ", ".join(sorted(map(str, paths)))

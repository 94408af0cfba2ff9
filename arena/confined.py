"""How a season's bots are kept in bounds on this machine, or why they are not played here."""

from collections.abc import Iterable
from pathlib import Path

from arena.sandbox import Keeping
from arena.sandbox.bubblewrap import can_read
from arena.sandbox.probe import SandboxMissing, sandbox_for
from arena.season import Season


class NotPlayedHere(Exception):
    """This machine cannot keep these bots as the season demands."""


def keeping_for(season: Season, folder: Path, hidden: Iterable[Path]) -> tuple[Keeping, str | None]:
    """How they are kept, with a warning when that is without a sandbox though nobody asked for it.

    `folder` is where the season is kept; no bot sees it, nor the `hidden` paths, nor the other bots.
    Raises: NotPlayedHere.
    """
    bots = {bot.folder for entrant in season.entrants for bot in entrant.bots}
    unseen = {path.resolve() for path in (folder, *hidden)} | bots
    try:
        sandbox, warning = sandbox_for(season.sandbox.kind, tuple(sorted(map(str, unseen))))
    except SandboxMissing as error:
        raise NotPlayedHere(str(error)) from error
    if sandbox.kind == "none":
        submitted = [bot for bot in bots if bot.is_relative_to(folder.resolve())]
        if submitted and not season.sandbox.trust:
            raise NotPlayedHere(
                f"{_names(submitted)}: submitted bots are not played without a sandbox (see `arena doctor`),"
                " unless the season's file says [sandbox] trust = true"
            )
    elif closed := [bot for bot in bots if not can_read(bot)]:
        raise NotPlayedHere(f"{_names(closed)}: root's bots run as another user, who may not read this")
    return Keeping(sandbox, season.limits, season.pause), warning


def _names(paths: Iterable[Path]) -> str:
    return ", ".join(sorted(map(str, paths)))

"""`arena fouls`: what happened when bots fouled."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Failure, Refusal

EXAMPLES = """\b
Examples:
  arena fouls results/seizoen-2026-2027
  arena fouls results/seizoen-2026-2027 --bot "Mijn Bot"
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("season", type=click.Path(path_type=Path, file_okay=False))
@click.option("--bot", metavar="NAME", help="Only this entrant's, each in full.")
def command(season: Path, bot: str | None) -> None:
    """List the newest fouls in the SEASON folder, newest first; with --bot show all that is known of each.

    That is its last request and output, the end of its stderr, and its exit code or signal. The same is in
    SEASON/fouls/, a file a foul.
    """
    from arena.contents import known
    from arena.fouls import kept
    from arena.store import StoreError
    from arena.strict import meant
    from arena.words import visible

    if not season.is_dir():
        raise Refusal(f"{season}: there is no season here")
    files = kept(season, bot)
    for file in files:
        text = visible(file.read_bytes().decode("utf-8", "replace"))
        click.echo(text.rstrip() + "\n" if bot is not None else f"{text.splitlines()[0]}\n    {file}")
    if files:
        return
    try:
        names = known(season)
    except StoreError as error:
        raise Failure(str(error)) from error
    if bot is not None and names and bot not in names:
        raise Refusal(f"{season}: no entrant is called {bot!r}{meant(bot, names)}")
    click.echo("no fouls are kept" if bot is None else f"no fouls of {bot!r} are kept")

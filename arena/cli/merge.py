"""`arena merge`: several stores of one season made into one."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Failure, Refusal

EXAMPLES = """\b
Examples:
  arena merge results/seizoen-2026-2027.shard-* --into results/seizoen-2026-2027
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("seasons", nargs=-1, required=True, metavar="DIR...",
                type=click.Path(path_type=Path, file_okay=False))  # fmt: skip
@click.option("--into", required=True, type=click.Path(path_type=Path, file_okay=False),
              help="The season's folder that gets them all; made if it is not there.")  # fmt: skip
def command(seasons: tuple[Path, ...], into: Path) -> None:
    """Put the matches in the season folders DIR into one, and write its tables.

    A match that several have is there once. Stores with other terms or another secret are refused with
    the difference, and nothing is changed.
    """
    from arena.claim import Claimed
    from arena.merge import MergeRefused, merge
    from arena.report import text
    from arena.store import NoSeason, StoreError

    try:
        found = merge(seasons, into)
    except (MergeRefused, Claimed, NoSeason) as error:
        raise Refusal(str(error)) from error
    except StoreError as error:
        raise Failure(str(error)) from error
    for season, taken, doubles in zip(seasons, found.taken, found.doubles, strict=True):
        click.echo(f"{season}: {taken} matches taken, {doubles} were there already")
    click.echo(text(found.table, found.times))
    if found.benched:
        names = ", ".join(found.benched)
        click.echo(f"benched in some part: {names}; run `arena league` once more to settle what counts")
    click.echo(f"written to {into}")

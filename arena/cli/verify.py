"""`arena verify`: whether a season is what it says."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Failure, Refusal

EXAMPLES = """\b
Examples:
  arena verify results/seizoen-2026-2027
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("season", type=click.Path(path_type=Path, file_okay=False))
@click.option("--workers", type=click.IntRange(1, 512), help="Processes that check.  [default: one a core]")
def command(season: Path, workers: int | None) -> None:
    """Deal, referee and rate the SEASON folder again, and say in one line each what holds.

    That is: the file is whole; the secret is the one that was committed to; every record, log and move is
    as it was written; every deal follows from the secret; every match from its moves; every table from the
    matches; and, once the season is revealed, every file is as SHA256SUMS there says. Exit code 1:
    something does not hold, and is told.
    """
    from arena.pool import cores
    from arena.store import NoSeason, StoreError
    from arena.verify import verify_season

    wrong = 0
    try:
        for finding in verify_season(season, workers or cores()):
            click.echo(finding.line())
            wrong += bool(finding.wrong)
    except NoSeason as error:
        raise Refusal(str(error)) from error
    except StoreError as error:
        raise Failure(str(error)) from error
    if wrong:
        raise Failure(f"{season}: {wrong} of these do not hold")

"""`arena league`: play a season and write its tables."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Failure, Refusal, StopExit

EXAMPLES = """\b
Examples:
  arena league configs/seizoen.toml
  arena league configs/duo.toml --workers 1 --results /tmp/try
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("config", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--results", type=click.Path(path_type=Path, file_okay=False), default=Path("results"),
              show_default=True, help="Where seasons are kept, each in a folder of its own.")  # fmt: skip
@click.option("--workers", type=click.IntRange(1, 512), help="Matches at a time.  [default: one a core]")
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), help="Fix every deal, in place of the file's seed."
)
@click.option("--no-times", is_flag=True, help="Leave the time column out: it alone varies between runs.")
def command(config: Path, results: Path, workers: int | None, seed: int | None, no_times: bool) -> None:
    """Play what is missing of the season in CONFIG, then write and print its table.

    Run it again to go on: after a stop, or when the season has more deals or entrants. The season is
    kept in RESULTS/<season>/: season.db (every match with its log), elo.txt, elo.md, elo.csv, elo.json
    and league.log.
    """
    from msgspec.structs import replace

    from arena.build import BuildError
    from arena.league import SeasonRefused, play_season
    from arena.pool import PoolError, Stopped, cores
    from arena.progress import progress
    from arena.report import text
    from arena.season import SeasonError, read_season
    from arena.store import StoreError

    try:
        season = read_season(config)
    except SeasonError as error:
        raise Refusal(str(error)) from error
    if seed is not None:
        season = replace(season, seed=seed)
    folder = results / season.slug
    try:
        table = play_season(season, folder, workers or cores(), progress, times=not no_times)
    except (SeasonRefused, BuildError) as error:
        raise Refusal(str(error)) from error
    except (PoolError, StoreError) as error:
        raise Failure(str(error)) from error
    except Stopped:
        raise StopExit(f"stopped; finished matches are in {folder}, run again to go on") from None
    click.echo(text(table, times=not no_times))
    click.echo(f"written to {folder}")

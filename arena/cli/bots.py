"""`arena bots`: who plays in a season."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Failure, Refusal

EXAMPLES = """\b
Examples:
  arena bots --season configs/seizoen.toml
  arena bots --season configs/seizoen.toml --json
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.option("--season", "config", type=click.Path(path_type=Path, dir_okay=False), metavar="CONFIG",
              required=True, help="The season's file.")  # fmt: skip
@click.option("--results", type=click.Path(path_type=Path, file_okay=False), default=Path("results"),
              show_default=True, help="Where seasons are kept, each in a folder of its own.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def command(config: Path, results: Path, as_json: bool) -> None:
    """List the season's entrants: those of its file, then every version that was submitted.

    A state is `entered`, `replaced` by a newer version, `withdrawn`, or `benched` after too many fouls. Of a
    copy that is gone or was changed a warning says what to do.
    """
    import json

    from tabulate import tabulate

    from arena.entries import altered, listed
    from arena.season import SeasonError, read_season
    from arena.store import StoreError

    try:
        season = read_season(config, filled=False)
        folder = results / season.slug
        rows, wrong = listed(season, folder), list(altered(folder))
    except SeasonError as error:
        raise Refusal(str(error)) from error
    except StoreError as error:
        raise Failure(str(error)) from error
    if as_json:
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        headers = ("name", "bot", "version", "state", "files")
        cells = [[row[key] or "" for key in headers] for row in rows]
        click.echo(tabulate(cells, headers, tablefmt="simple_outline", disable_numparse=True))
    for problem in wrong:
        click.secho(f"warning: {problem}", err=True, fg="yellow")

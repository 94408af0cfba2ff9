"""`arena status`: how a season stands."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Failure, Refusal

EXAMPLES = """\b
Examples:
  arena status configs/seizoen.toml
  arena status configs/zwitsers.toml --json
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("config", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--results", type=click.Path(path_type=Path, file_okay=False), default=Path("results"),
              show_default=True, help="Where seasons are kept, each in a folder of its own.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print all of it as one JSON object.")
def command(config: Path, results: Path, as_json: bool) -> None:
    """Say how the season in CONFIG stands: what is done, running and missing, and what comes next and why.

    It reads only, so it can be asked at any time, also while a run is going.
    """
    import msgspec

    from arena.entries import entered
    from arena.overview import status_of, told
    from arena.season import SeasonError
    from arena.store import StoreError

    try:
        season = entered(config, results)
        found = status_of(season, results / season.slug)
    except SeasonError as error:
        raise Refusal(str(error)) from error
    except StoreError as error:
        raise Failure(str(error)) from error
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2))
    else:
        click.echo(told(found), nl=False)

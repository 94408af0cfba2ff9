"""`arena table`: the Elo table of a season, from its stored matches."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Refusal

EXAMPLES = """\b
Examples:
  arena table results/seizoen-2026-2027
  arena table results/seizoen-2026-2027 --format json
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("season", type=click.Path(path_type=Path, file_okay=False))
@click.option("--format", "form", type=click.Choice(["txt", "md", "csv", "json"]), default="txt",
              show_default=True, help="As the files that the league writes.")  # fmt: skip
@click.option("--no-times", is_flag=True, help="Leave the time column out: it alone varies between runs.")
def command(season: Path, form: str, no_times: bool) -> None:
    """Print the table of the SEASON folder, computed anew from all its records."""
    from arena.league import season_table
    from arena.report import written
    from arena.store import Store, StoreError

    try:
        table = season_table(Store(season))
    except StoreError as error:
        raise Refusal(str(error)) from error
    click.echo(written(table, not no_times)[f"elo.{form}"], nl=False)

"""`arena withdraw`: take a submitted bot out of a season."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Failure, Refusal

EXAMPLES = """\b
Examples:
  arena withdraw "Mijn Bot" --season configs/seizoen.toml
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("name")
@click.option("--season", "config", type=click.Path(path_type=Path, dir_okay=False), metavar="CONFIG",
              required=True, help="The season's file.")  # fmt: skip
@click.option("--results", type=click.Path(path_type=Path, file_okay=False), default=Path("results"),
              show_default=True, help="Where seasons are kept, each in a folder of its own.")  # fmt: skip
def command(name: str, config: Path, results: Path) -> None:
    """Let the submitted bot NAME play no more. What it played stays in the table.

    The same files submitted again bring it back.
    """
    from arena.season import SeasonError
    from arena.store import StoreError
    from arena.submit.refused import Refused
    from arena.submit.submit import withdraw

    try:
        entry = withdraw(name, config, results)
    except SeasonError as error:
        raise Refusal(str(error)) from error
    except (Refused, StoreError) as error:
        raise Failure(str(error)) from error
    click.echo(f"{entry.name} is withdrawn")

"""`arena submit`: take a bot into a season."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Failure, Refusal

EXAMPLES = """\b
Examples:
  arena submit mijnbot --season configs/seizoen.toml
  arena submit mijnbot.zip --season configs/seizoen.toml
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("bot", type=click.Path(path_type=Path, exists=True))
@click.option("--season", "config", type=click.Path(path_type=Path, dir_okay=False), metavar="CONFIG",
              required=True, help="The season's file.")  # fmt: skip
@click.option("--results", type=click.Path(path_type=Path, file_okay=False), default=Path("results"),
              show_default=True, help="Where seasons are kept, each in a folder of its own.")  # fmt: skip
def command(bot: Path, config: Path, results: Path) -> None:
    """Check BOT, a folder, a zip or a tar, and enter it into the season; the next `arena league` plays it.

    It is built and tried in the sandbox, and a copy that nobody changes is kept. A bot of a name that was
    submitted before becomes its new version. When the check does not pass, its report is all that happens.
    """
    from arena.season import SeasonError
    from arena.store import StoreError
    from arena.submit.refused import Refused
    from arena.submit.submit import submit

    try:
        outcome = submit(bot, config, results)
    except SeasonError as error:
        raise Refusal(str(error)) from error
    except Refused as error:
        if error.report:
            click.echo(error.report.text())
        raise Failure(f"refused: {error}") from error
    except (StoreError, OSError) as error:
        raise Failure(str(error)) from error
    if outcome.warning:
        click.echo(outcome.warning, err=True)
    if outcome.report:
        click.echo(outcome.report.text())
    entry = outcome.entry
    match outcome.before:
        case "withdrawn":
            click.echo(f"{entry.name} is back: these are the files that were withdrawn ({entry.content})")
        case "entered":
            click.echo(f"{entry.name} had entered already, with the same files ({entry.content})")
        case _:
            click.echo(f"{entry.name} has entered ({entry.content})")
    if outcome.mended:
        click.echo("the copy of its files was gone or changed: it is put back")
    if outcome.replaced:
        click.echo(f"it replaces {outcome.replaced.name}, which plays no more")

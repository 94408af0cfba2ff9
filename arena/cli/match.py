"""`arena match`: a few matches between bots, without a season."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Failure, Refusal, StopExit
from arena.cli.choosing import SANDBOX, warn
from arena.deals import MOST_DEALS

EXAMPLES = """\b
Examples:
  arena match vleier lukraak
  arena match bots/vleier bots/lukraak bots/gulzig --deals 10 --option expansion=true
  arena match bots/vleier bots/lukraak --teams --option expansion=true
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("bots", nargs=-1, required=True, type=click.Path(path_type=Path, file_okay=False))
@click.option("--game", default="hielenlikkers", show_default=True, help="See `arena games`.")
@click.option("--option", "options", multiple=True, metavar="K=V", help="A game option; may be repeated.")
@click.option("--teams", is_flag=True, help="Teams of two: each BOT plays both seats of a side.")
@click.option(
    "--deals", type=click.IntRange(1, MOST_DEALS), help="Deals, each in all rotations.  [default: one match]"
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Fix the deals.  [default: drawn]")
@click.option("--workers", type=click.IntRange(1, 512), help="Matches at a time.  [default: one a core]")
@SANDBOX
@click.option("--results", type=click.Path(path_type=Path, file_okay=False),
              help="Keep the matches in this folder, for `arena replay`.")  # fmt: skip
def command(
    bots: tuple[Path, ...],
    game: str,
    options: tuple[str, ...],
    teams: bool,
    deals: int | None,
    seed: int | None,
    workers: int | None,
    sandbox: str,
    results: Path | None,
) -> None:
    """Play BOTS, folders or names of example bots, against each other and print the standing.

    Without --deals one match is played with the bots in seats 0, 1, ... as given. With --deals N every
    deal is played in all rotations and each bot's means are printed. A bot may be named more than once.
    """
    from arena.exhibition import ExhibitionError, asked, exhibit
    from arena.pool import PoolError, Stopped, cores
    from arena.store import StoreError

    try:
        exhibition = asked(bots, game, dict(map(pair, options)), teams, deals)
        lines, records = exhibit(exhibition, seed, workers or cores(), results, sandbox, warn)
    except ExhibitionError as error:
        raise Refusal(str(error)) from error
    except (PoolError, StoreError) as error:
        raise Failure(str(error)) from error
    except (Stopped, KeyboardInterrupt):
        raise StopExit("stopped") from None
    click.echo(lines)
    if void := sum(record.ending.kind == "void" for record in records):
        are = "is" if void == 1 else "are"
        raise Failure(f"{void} of {len(records)} matches {are} void: no bot's fault, and not counted")


def pair(option: str) -> tuple[str, str]:
    """An --option as name and value."""
    name, equals, value = option.partition("=")
    if not equals:
        raise Refusal(f"--option: expected K=V, got {option!r}")
    return name, value

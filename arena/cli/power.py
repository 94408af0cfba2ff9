"""`arena power`: how many deals it takes to see a difference."""

from itertools import combinations
from pathlib import Path
from typing import Any

import click

from arena.cli import EXIT_CODES, Failure, Refusal
from arena.cli.choosing import FORM, Finite

EXAMPLES = """\b
Examples:
  arena power results/seizoen-2026-2027
  arena power results/seizoen-2026-2027 --elo 15 --between Vleier --between Gulzig
"""

_NOBODY = (
    "no difference between two entrants is known: `arena table` shows whose Elo is a bound or has no error"
)


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("season", type=click.Path(path_type=Path, file_okay=False))
@click.option("--elo", "differences", type=Finite(0, min_open=True), multiple=True,
              default=(10, 20, 50, 100), show_default=True,
              help="A difference to see; may be repeated.")  # fmt: skip
@click.option("--between", multiple=True, metavar="ENTRANT",
              help="Whose differences; may be repeated.  [default: all]")  # fmt: skip
@click.option("--alpha", type=Finite(0, 0.5, min_open=True, max_open=True), default=0.05,
              show_default=True, help="Risk to see a difference where there is none.")  # fmt: skip
@click.option("--beta", type=Finite(0, 0.5, min_open=True, max_open=True), default=0.2,
              show_default=True, help="Risk not to see it.")  # fmt: skip
@FORM
def command(
    season: Path,
    differences: tuple[float, ...],
    between: tuple[str, ...],
    alpha: float,
    beta: float,
    form: Any,
) -> None:
    """Tell how many deals the SEASON folder would need to see differences of so many Elo points.

    Judged by how much its own deals vary; all meetings are taken to grow alike.
    """
    from arena.counted import Counted
    from arena.ratings.differences import why_unknown
    from arena.ratings.power import power
    from arena.report import power_sheet, shown
    from arena.store import NoSeason, Store, StoreError

    if between and len(set(between)) < 2:
        raise click.UsageError(f"--between: name two different entrants, got only {between[0]}")
    try:
        counted = Counted(Store(season))
        tally = counted.tally()
        table = counted.table()
    except NoSeason as error:
        raise Refusal(str(error)) from error
    except StoreError as error:
        raise Failure(str(error)) from error
    if unknown := set(between) - set(tally.names):
        raise Refusal(f"--between: expected {', '.join(tally.names)}, got {', '.join(sorted(unknown))}")
    found = power(table, tally.deal_count, differences, alpha, beta, between)
    if found is None:
        rows = [row for row in table.rows if row.name in between]
        reasons = dict.fromkeys(why_unknown(*two) for two in combinations(rows, 2))
        raise Failure("; ".join(reasons) or _NOBODY)
    click.echo(shown(power_sheet(found), form), nl=False)

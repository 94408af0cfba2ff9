"""`arena table`: the Elo table of a season, from its stored matches, and what else they tell."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli import EXIT_CODES, Failure, Refusal
from arena.cli.choosing import FORM, Named, only, pick

if TYPE_CHECKING:
    from arena.counted import Counted
    from arena.ratings import Model
    from arena.ratings.history import Every
    from arena.report import Sheet
    from arena.store import Store

EXAMPLES = """\b
Examples:
  arena table results/seizoen-2026-2027
  arena table results/seizoen-2026-2027 --columns name,elo,error,late --sort late
  arena table results/seizoen-2026-2027 --seats --format json
  arena table results/seizoen-2026-2027 --history 100 --format html > elo.html
  arena table --explain
"""


def _once(
    ctx: click.Context, param: click.Parameter, anchors: tuple[tuple[str, float], ...]
) -> tuple[tuple[str, float], ...]:
    """Nobody is given two."""
    names = [name for name, _ in anchors]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise click.BadParameter(f"expected one Elo for each, got several for {', '.join(twice)}")
    return anchors


class _Every(click.ParamType):  # type: ignore[type-arg]
    """A number of matches, `stage` or `round`."""

    name = "N|stage|round"

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        if isinstance(value, int) or value in ("stage", "round"):
            return value
        if not (value.isdecimal() and int(value)):
            self.fail(f"expected at least 1 match, stage or round, got {value!r}", param, ctx)
        return int(value)


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("season", type=click.Path(path_type=Path, file_okay=False), required=False)
@FORM
@click.option("--columns", metavar="A,B,...", help="These columns, in this order; a wrong name lists all.")
@click.option("--sort", metavar="COLUMN", default="", help="The best of this column first.  [default: elo]")
@click.option("--no-times", is_flag=True, help="Leave the time column out: it alone varies between runs.")
@click.option("--aspects", is_flag=True, help="Add what the game counts, such as missions; reads every log.")
@click.option("--model", type=click.Choice(["bradley-terry", "plackett-luce"]), default="bradley-terry",
              show_default=True, help="Rate pairs of sides, or whole rankings.")  # fmt: skip
@click.option(
    "--anchor", "anchors", type=Named(-10_000, 10_000), multiple=True, callback=_once,
    help="The Elo of an entrant, given.",
)  # fmt: skip
@click.option("--seats", is_flag=True, help="Instead: what each seat is worth.")
@click.option("--partners", is_flag=True, help="Instead: who plays well with whom.")
@click.option("--superiority", is_flag=True, help="Instead: how likely each is better.")
@click.option("--history", type=_Every(), help="Instead: Elo after every N matches, stage or round.")
@click.option("--explain", is_flag=True, help="Instead: what every number means, with an example by hand.")
@only
@click.option("--all-versions", is_flag=True, help="Count replaced versions, whatever the season says.")
def command(
    season: Path | None,
    form: Any,
    columns: str | None,
    sort: str,
    no_times: bool,
    aspects: bool,
    model: Any,
    anchors: tuple[tuple[str, float], ...],
    seats: bool,
    partners: bool,
    superiority: bool,
    history: Any,
    explain: bool,
    all_versions: bool,
    **chosen: Any,
) -> None:
    """Print the table of the SEASON folder, computed anew from all its records.

    "Only" options choose the matches that it is made of; "instead" options show something else that these
    matches tell.
    """
    from arena.counted import Counted
    from arena.replay import ReplayError
    from arena.report import ColumnError, elo_sheet, explained, shown
    from arena.store import NoSeason, Store, StoreError

    instead = {
        "seats": seats,
        "partners": partners,
        "superiority": superiority,
        "history": history,
        "explain": explain,
    }
    views = [name for name, given in instead.items() if given]
    if len(views) > 1:
        words = " and ".join(f"--{name}" for name in views)
        raise click.UsageError(f"{words} each show something else: choose one")
    if explain:
        click.echo(explained(), nl=False)
        return
    if season is None:
        raise click.UsageError("Missing argument 'SEASON'.")
    try:
        store = Store(season)
        _check_stages(season, store, chosen["stages"])
        counted = Counted(store, pick(**chosen), all_versions)
        names = (*chosen["opponents"], *(name for name, _ in (*anchors, *chosen["seated"])))
        if unknown := counted.strangers(names):
            raise Refusal(f"{season}: no entrant is called {', '.join(unknown)}")
        counted.anchors |= dict(anchors)
        if any(given not in (None, ()) for given in chosen.values()) and not any(counted.records()):
            click.echo(f"{season}: no match fits", err=True)
        if views:
            sheet = _view(counted, views[0], history, model)
        else:
            table = counted.with_aspects(model) if aspects else counted.table(model)
            sheet = elo_sheet(table, not no_times, columns.split(",") if columns else (), sort)
    except NoSeason as error:
        raise Refusal(str(error)) from error
    except (StoreError, ReplayError) as error:
        raise Failure(str(error)) from error
    except (ColumnError, ValueError) as error:
        raise Refusal(str(error)) from error
    click.echo(shown(sheet, form), nl=False)


def _check_stages(season: Path, store: "Store", wanted: tuple[str, ...]) -> None:
    from arena.counted import stages
    from arena.season import FIRST

    known = [stage or FIRST for stage in stages(store)]
    if unknown := sorted(set(wanted) - set(known)):
        raise Refusal(f"{season}: no stage is called {', '.join(unknown)} (there are: {', '.join(known)})")


def _view(counted: "Counted", view: str, history: "Every", model: "Model") -> "Sheet":
    """What is shown instead of the table."""
    from arena.ratings.history import history as moments
    from arena.ratings.partners import partnerships
    from arena.ratings.seats import seat_effects
    from arena.ratings.superiority import superiority
    from arena.report.views import history_sheet, partners_sheet, seats_sheet, superiority_sheet

    match view:
        case "seats":
            return seats_sheet(seat_effects(counted.tally()))
        case "partners":
            return partners_sheet(partnerships(counted.tally()))
        case "superiority":
            return superiority_sheet(superiority(counted.table(model)))
        case _:
            told = moments(counted.records(), history, counted.names, counted.anchors, model)
            return history_sheet(list(told), counted.table(model))

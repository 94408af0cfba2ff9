"""What several commands share: options for what is printed, which matches, the sandbox; a warning."""

import math
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from arena.ratings.picked import Pick

F = TypeVar("F", bound=Callable[..., Any])

FORM = click.option("--format", "form", type=click.Choice(["txt", "md", "csv", "json", "html"]),
                    default="txt", show_default=True)  # fmt: skip

SANDBOX = click.option("--sandbox", type=click.Choice(["auto", "bubblewrap", "none"]), default="auto",
                       show_default=True, help="What bots play in; `auto` warns if it is none.")  # fmt: skip


def warn(words: str) -> None:
    """Say on stderr what does not stop a command."""
    click.secho(f"warning: {words}", err=True, fg="yellow")


class Finite(click.FloatRange):
    """A number within bounds; they alone let through what is no number, and without end what is infinite."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"expected a number, got {value}", param, ctx)
        return number


class Named(click.ParamType):  # type: ignore[type-arg]
    """A name and a number within bounds, as NAME=NUMBER."""

    name = "NAME=NUMBER"

    def __init__(self, least: int, most: int, whole: bool = False) -> None:
        self._least, self._most, self._whole = least, most, whole

    def convert(
        self, value: str | tuple[str, float], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, float]:
        """The name and the number."""
        if isinstance(value, tuple):
            return value
        name, _, written = value.rpartition("=")
        try:
            number = float(written)
        except ValueError:
            self.fail(f"expected NAME=NUMBER, got {value!r}", param, ctx)
        if not self._least <= number <= self._most or (self._whole and number % 1):
            kind = "a whole number" if self._whole else "a number"
            self.fail(f"expected {kind} from {self._least} to {self._most}, got {written!r}", param, ctx)
        return name, number


_DAY = click.DateTime(["%Y-%m-%d"])
_ONLY = (
    click.option("--opponent", "opponents", multiple=True, metavar="NAME",
                 help="Only matches in which one of these plays (a version: `Mijnbot v2`); may be repeated."),
    click.option("--since", type=_DAY, help="Only matches that ended on this day or later."),
    click.option("--until", type=_DAY, help="Only matches that ended on this day or earlier."),
    click.option("--stage", "stages", multiple=True, metavar="NAME",
                 help="Only matches of this stage, `first` if it has no name; may be repeated."),
    click.option("--round", "rounds", type=int, multiple=True,
                 help="Only matches of this round of the schedule; may be repeated."),
    click.option("--table-size", type=int, help="Only matches with so many seats."),
    click.option("--seated", type=Named(0, 63, whole=True), multiple=True,
                 help="Only matches in which NAME sits in this seat; may be repeated."),
)  # fmt: skip


def only(command: F) -> F:
    """Add the options that choose matches; `pick` makes a `Pick` of them."""
    for option in reversed(_ONLY):
        command = option(command)
    return command


def pick(
    opponents: tuple[str, ...],
    since: datetime | None,
    until: datetime | None,
    stages: tuple[str, ...],
    rounds: tuple[int, ...],
    table_size: int | None,
    seated: tuple[tuple[str, float], ...],
) -> "Pick":
    """What the options of `only` choose."""
    from arena.ratings.picked import Pick
    from arena.season import FIRST

    return Pick(
        opponents=opponents,
        since=since.timestamp() if since else None,
        before=(until + timedelta(days=1)).timestamp() if until else None,
        stages=tuple("" if stage == FIRST else stage for stage in stages),
        rounds=rounds,
        table_size=table_size,
        seated=tuple((name, int(seat)) for name, seat in seated),
    )

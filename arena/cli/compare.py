"""`arena compare`: is the new version better?"""

import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli import Failure, Refusal, StopExit, said_plainly
from arena.cli.choosing import SANDBOX, Finite, warn
from arena.cli.match import pair

if TYPE_CHECKING:
    from arena.ratings.sequential import Standing, Terms

EXAMPLES = """\b
Examples:
  arena compare bots/mijnbot-1 bots/mijnbot-2
  arena compare vleier strateeg --against gulzig --against intrigant --option expansion=true
  arena compare vleier strateeg --teams --option expansion=true --elo1 30
"""

ANSWERS = """\b
Exit codes: 0 NEW is better; 1 it is not; 2 bad usage or a bad bot;
3 stopped by Ctrl-C or a signal; 4 undecided after --max-matches;
5 the run failed.
"""

_UNDECIDED = 4
_FAILED = 5
_EVERY_S = 2.0
_ELO = Finite(-10_000, 10_000)


class _RunFailed(Failure):
    """The run failed: no answer, and not the answer no."""

    exit_code = _FAILED


class _Answering(click.Command):
    """A command whose exit code 1 is an answer: whatever else goes wrong ends with another."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with said_plainly():
                return super().invoke(ctx)
        except Failure as error:
            raise _RunFailed(error.message) from error
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception:
            traceback.print_exc()
            sys.exit(_FAILED)


@click.command(cls=_Answering, epilog=EXAMPLES + "\n" + ANSWERS)
@click.argument("old", type=click.Path(path_type=Path, file_okay=False))
@click.argument("new", type=click.Path(path_type=Path, file_okay=False))
@click.option("--against", multiple=True, type=click.Path(path_type=Path, file_okay=False), metavar="BOT",
              help="A bot of the field on the other sides; may be repeated.  [default: OLD]")  # fmt: skip
@click.option("--elo0", type=_ELO, default=0.0, show_default=True, help="Not better: at most this much.")
@click.option("--elo1", type=_ELO, default=10.0, show_default=True, help="Better: at least this much.")
@click.option("--alpha", type=Finite(0, 0.5, min_open=True, max_open=True), default=0.05,
              show_default=True, help="Risk to call NEW better when it is so by ELO0.")  # fmt: skip
@click.option("--beta", type=Finite(0, 0.5, min_open=True, max_open=True), default=0.05,
              show_default=True, help="Risk not to when it is so by ELO1.")  # fmt: skip
@click.option("--max-matches", type=click.IntRange(1, 1_000_000), default=20_000, show_default=True)
@click.option("--game", default="hielenlikkers", show_default=True, help="See `arena games`.")
@click.option("--option", "options", multiple=True, metavar="K=V", help="A game option; may be repeated.")
@click.option("--seats", type=click.IntRange(2), help="Seats of the table.  [default: as the field needs]")
@click.option("--teams", is_flag=True, help="Teams of two: each bot plays both seats of a side.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Fix the deals.  [default: drawn]")
@click.option("--workers", type=click.IntRange(1, 512), help="Matches at a time.  [default: one a core]")
@SANDBOX
def command(
    old: Path,
    new: Path,
    against: tuple[Path, ...],
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    max_matches: int,
    game: str,
    options: tuple[str, ...],
    seats: int | None,
    teams: bool,
    seed: int | None,
    workers: int | None,
    sandbox: str,
) -> None:
    """Play until it is clear whether NEW is better than OLD, and say so.

    Each deal is played in all seatings. Without --against NEW meets OLD; with it, NEW and OLD each play the
    same deals in the same seats against the same others, and what differs is tested. The test is sequential:
    it stops as soon as the deals, read in the order of the schedule, tell.
    """
    from arena.compare import NothingPlayed, compared, decide
    from arena.exhibition import ExhibitionError
    from arena.pool import PoolError, Stopped, cores
    from arena.ratings.sequential import Terms
    from arena.store import StoreError

    if not elo0 < elo1:
        raise click.UsageError(f"--elo0 must be below --elo1, got {elo0:g} and {elo1:g}")
    terms = Terms(elo0, elo1, alpha, beta)
    try:
        comparison = compared(old, new, against, game, dict(map(pair, options)), teams, seats)
        shown = _Shown(terms)
        outcome = decide(comparison, terms, max_matches, seed, workers or cores(), shown.told, sandbox, warn)
    except ExhibitionError as error:
        raise Refusal(str(error)) from error
    except (NothingPlayed, PoolError, StoreError) as error:
        raise _RunFailed(str(error)) from error
    except (Stopped, KeyboardInterrupt):
        raise StopExit("stopped") from None
    shown.close()
    if outcome.void:
        one = outcome.void == 1
        words = "deal was left out, as matches on it" if one else "deals were left out, as matches on them"
        click.echo(f"{outcome.void} {words} were void", err=True)
    standing = outcome.standing
    names = {"old": comparison.old.name, "new": comparison.new.name}
    click.echo(f"{_answer(standing.verdict, terms, **names)}: {_measured(standing, outcome.matches, terms)}.")
    sys.exit({"better": 0, "not better": 1}.get(standing.verdict, _UNDECIDED))


def _answer(verdict: str, terms: "Terms", old: str, new: str) -> str:
    by = f"by {terms.elo1:g} Elo rather than {terms.elo0:g}"
    match verdict:
        case "better":
            return f"{new} is better than {old} ({by})"
        case "not better":
            return f"{new} is not better than {old} (not {by})"
        case _:
            return f"Undecided whether {new} is better than {old} ({by})"


def _measured(standing: "Standing", matches: int, terms: "Terms") -> str:
    from arena.words import count_of

    seen = f"{count_of(standing.deals, 'deal')} ({count_of(matches, 'match', 'matches')})"
    return (
        f"{standing.elo:+.1f} ± {standing.error:.1f} Elo after {seen},"
        f" log-likelihood ratio {standing.ratio:.2f} of {terms.lower:.2f} to {terms.upper:.2f}"
    )


class _Shown:
    """How the test stands, on stderr: one line that changes on a terminal, else a line now and then."""

    def __init__(self, terms: "Terms") -> None:
        self._terms = terms
        self._live = sys.stderr.isatty()
        self._told = float("-inf")

    def told(self, standing: "Standing", matches: int) -> None:
        """After each deal."""
        import time

        now = time.monotonic()
        if now - self._told < (0.1 if self._live else _EVERY_S):
            return
        self._told = now
        line = _measured(standing, matches, self._terms)
        print(f"\r\x1b[K{line}" if self._live else line, end="" if self._live else "\n", file=sys.stderr)
        sys.stderr.flush()

    def close(self) -> None:
        """At the end."""
        if self._live:
            print("\r\x1b[K", end="", file=sys.stderr)

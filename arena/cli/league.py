"""`arena league`: play a season and write its tables."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli import EXIT_CODES, Failure, Refusal, StopExit

if TYPE_CHECKING:
    from arena.shard import Shard

EXAMPLES = """\b
Examples:
  arena league configs/seizoen.toml
  arena league configs/duo.toml --workers 1 --results /tmp/try
  arena league configs/seizoen.toml --shard 1/8
  arena league configs/seizoen.toml --cluster tcp://head:8786
"""


def _shard(context: click.Context, option: click.Parameter, words: str | None) -> "Shard | None":
    from arena.shard import shard_of

    try:
        return None if words is None else shard_of(words)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


def _cluster(context: click.Context, option: click.Parameter, where: str | None) -> str | None:
    from arena.cluster.client import check_address

    try:
        if where is not None:
            check_address(where)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error
    return where


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("config", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--results", type=click.Path(path_type=Path, file_okay=False), default=Path("results"),
              show_default=True, help="Where seasons are kept, each in a folder of its own.")  # fmt: skip
@click.option("--workers", type=click.IntRange(1, 512), help="Matches at a time.  [default: one a core]")
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), help="Fix every deal, in place of the file's seed."
)
@click.option("--no-times", is_flag=True, help="Leave the time column out: it alone varies between runs.")
@click.option("--shard", callback=_shard, metavar="I/N",
              help="Play only part I of N disjoint ones; see `arena merge`.")  # fmt: skip
@click.option("--cluster", "where", callback=_cluster, metavar="ADDRESS|local|slurm",
              help="Play on a dask cluster; see arena/cluster/README.md.")  # fmt: skip
def command(
    config: Path,
    results: Path,
    workers: int | None,
    seed: int | None,
    no_times: bool,
    shard: "Shard | None",
    where: str | None,
) -> None:
    """Play what is missing of the season in CONFIG, then write and print its table.

    Run it again to go on: after a stop, or when the season has more deals or entrants. The season is
    kept in RESULTS/<season>/: season.db (every match with its log), elo.txt, elo.md, elo.csv, elo.json,
    elo.html and league.log. What is printed first is the commitment to its deals; results/README.md says what
    that is worth.
    """
    from contextlib import ExitStack
    from functools import partial

    from msgspec.structs import replace

    from arena import pool
    from arena.build import BuildError
    from arena.cluster.client import Cluster, ClusterError
    from arena.cluster.client import play as play_there
    from arena.entries import entered
    from arena.league import Play, SeasonRefused, play_season, void_count
    from arena.progress import progress
    from arena.report import text
    from arena.season import SeasonError
    from arena.store import StoreError

    try:
        season = entered(config, results)
    except SeasonError as error:
        raise Refusal(str(error)) from error
    except StoreError as error:
        raise Failure(str(error)) from error
    if seed is not None:
        season = replace(season, seed=seed)
    count = workers or pool.cores()
    play: Play = partial(pool.play, workers=count, pin=season.pin, warn=_warn)
    folder = results / season.slug
    place = shard.folder(folder) if shard else folder
    try:
        with ExitStack() as held:
            if where is not None:
                play = partial(play_there, cluster=held.enter_context(Cluster(where, count)), warn=_warn)
            told = (progress, _tell, _warn, not no_times, (config,), shard)
            table = play_season(season, folder, play, *told)
    except (SeasonRefused, BuildError) as error:
        raise Refusal(str(error)) from error
    except (pool.PoolError, ClusterError, StoreError) as error:
        raise Failure(str(error)) from error
    except (pool.Stopped, KeyboardInterrupt):
        raise StopExit(f"stopped; what was stored is in {place}, run again to go on") from None
    click.echo(text(table, times=not no_times))
    click.echo(f"written to {place}")
    if void := void_count(place):
        one, log = void == 1, place / "league.log"
        words = (
            "match is void, see {}; run again to play it"
            if one
            else "matches are void, see {}; run again to play them"
        )
        raise Failure(f"{void} {words.format(log)}")


def _tell(words: str) -> None:
    click.echo(words, err=True)


def _warn(words: str) -> None:
    click.secho(f"warning: {words}", err=True, fg="yellow")

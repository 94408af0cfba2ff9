"""`arena void`: take back the matches that a machine spoilt."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Failure, Refusal

EXAMPLES = """\b
Examples:
  arena void results/seizoen-2026-2027                  list the machines
  arena void results/seizoen-2026-2027 --host node17
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("season", type=click.Path(path_type=Path, file_okay=False))
@click.option("--host", metavar="NAME", help="Void all matches that were played on this machine.")
def command(season: Path, host: str | None) -> None:
    """Void the matches of the SEASON folder that were played on a machine, or list its machines.

    The table is written anew without them, and the next run plays them again. The list marks a machine on
    which bots foul by time more often than the same bots do on the others.
    """
    import contextlib

    from tabulate import tabulate

    from arena.claim import Claimed, claimed
    from arena.hosts import Hosts
    from arena.secret import MISSING, OVER, revealed
    from arena.store import NoSeason, Store, StoreError
    from arena.tables import write_tables

    try:
        with contextlib.closing(Store(season)) as store:
            found = Hosts(store.records()).found()
            here = ((one.fixture.id, one.ending.kind) for one in store.records() if one.host == host)
            endings = {} if host is None else dict(here)
        if host is None:
            rows = [(x.name, x.matches, x.by_time, x.expected, "ODD" if x.odd else "") for x in found]
            headings = ("machine", "matches", "fouls by time", "expected", "")
            click.echo(tabulate(rows, headings, tablefmt="simple_outline", disable_numparse=True))
            return
        ids = [id_ for id_, kind in endings.items() if kind != "void"]
        if endings and not ids:
            raise Refusal(f"all matches that were played on {host!r} are void already")
        if not ids:
            raise Refusal(f"no match was played on {host!r} (there are: {', '.join(x.name for x in found)})")
        with claimed(season), contextlib.closing(Store(season, write=True)) as store:
            if revealed(store):
                raise Refusal(OVER.format(season))
            count = store.void(ids, f"taken back: played on {host}")
            store.set_meta(MISSING, str(int(store.meta(MISSING) or 0) + count))
            words = "match played on {} is void; the next run plays it again"
            if count != 1:
                words = "matches played on {} are void; the next run plays them again"
            # Done it is, also if the tables cannot be written.
            click.echo(f"{count} {words.format(host)}")
            write_tables(store, season)
    except (Claimed, NoSeason) as error:
        raise Refusal(str(error)) from error
    except StoreError as error:
        raise Failure(str(error)) from error

"""`arena prune`: make a season's store smaller."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Failure, Refusal

EXAMPLES = """\b
Examples:
  arena prune results/seizoen-2026-2027 --logs
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("season", type=click.Path(path_type=Path, file_okay=False))
@click.option("--logs", is_flag=True, required=True, help="Forget the events of all matches stored so far.")
def command(season: Path, logs: bool) -> None:
    """Forget what the SEASON folder does not need any more. Tables do not change.

    The moves stay, and events follow from them and the secret: `arena replay` and `arena verify` derive
    them anew.
    """
    import contextlib

    from arena.claim import Claimed, claimed
    from arena.store import FILE, Store, StoreError, is_begun
    from arena.sums import summed

    file = season / FILE
    try:
        if not is_begun(season):
            raise Refusal(f"{season}: there is no season here")
        with claimed(season), summed(season), contextlib.closing(Store(season, write=True)) as store:
            before = file.stat().st_size
            count = store.prune_logs()
        after = file.stat().st_size
    except Claimed as error:
        raise Refusal(str(error)) from error
    except (StoreError, OSError) as error:
        raise Failure(str(error)) from error
    click.echo(f"{count} logs forgotten: {before / 1e6:.1f} MB before, {after / 1e6:.1f} MB now")

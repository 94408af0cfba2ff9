"""`arena reveal`: publish the secret of a season that is over."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Failure, Refusal

EXAMPLES = """\b
Examples:
  arena reveal results/seizoen-2026-2027
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("season", type=click.Path(path_type=Path, file_okay=False))
@click.option("--early", is_flag=True, help="Also while matches are missing: nobody can play them any more.")
def command(season: Path, early: bool) -> None:
    """Publish the secret of the SEASON folder, so that anyone can check its deals: in revealed.json there.

    It is told when nothing is missing. After that no run plays more matches of the season, since their
    deals could be known before.
    """
    from arena.claim import Claimed, claimed
    from arena.secret import REVEALED, SecretError, reveal
    from arena.store import StoreError, is_begun

    if not is_begun(season):
        raise Refusal(f"{season}: there is no season here")
    try:
        with claimed(season):
            found = reveal(season, early)
    except (SecretError, Claimed, StoreError) as error:
        raise Failure(str(error)) from error
    if found.unplayed:
        words = f"WARNING: revealed early: {found.unplayed} matches are missing and cannot be played any more"
        click.secho(words, err=True, fg="red", bold=True)
    click.echo(f"season      {found.season}")
    click.echo(f"commitment  {found.commitment}")
    click.echo(f"secret      {found.secret}")
    click.echo(f"written to {season / REVEALED}; check it all with: arena verify {season}")

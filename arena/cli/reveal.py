"""`arena reveal`: publish the secret of a season that is over."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Failure, Refusal

EXAMPLES = """\b
Examples:
  arena reveal results/seizoen-2026-2027 --season configs/seizoen.toml
  arena reveal results/seizoen-2026-2027
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("season", type=click.Path(path_type=Path, file_okay=False))
@click.option("--season", "config", type=click.Path(path_type=Path, dir_okay=False), metavar="CONFIG",
              help="The season's file: what it asks for now must be played.")  # fmt: skip
@click.option("--early", is_flag=True, help="Also while matches are missing: nobody can play them any more.")
def command(season: Path, config: Path | None, early: bool) -> None:
    """Publish the secret of the SEASON folder, so that anyone can check its deals: in revealed.json there.
    SHA256SUMS beside it tells of every file there if a byte of it changes.

    It is told when nothing is missing. After that no run plays more matches of the season, since their
    deals could be known before. Only CONFIG tells of deals or entrants that were added to it after the last
    run; without it what counts is what that run left, what was made void and who was submitted since.

    Of a season that is revealed already it writes both files anew, if the season holds.
    """
    from arena.claim import Claimed, claimed
    from arena.entries import entered
    from arena.reveal import reveal
    from arena.season import SeasonError
    from arena.secret import REVEALED, SecretError
    from arena.store import StoreError, is_begun
    from arena.sums import SUMS

    try:
        if not is_begun(season):
            raise Refusal(f"{season}: there is no season here")
        asked = entered(config, season.absolute().parent) if config else None
        if asked and asked.slug != season.absolute().name:
            raise Refusal(f"{config}: is of {asked.slug}, not of {season}")
        with claimed(season):
            found = reveal(season, early, asked)
    except (SeasonError, Claimed) as error:
        raise Refusal(str(error)) from error
    except (SecretError, StoreError) as error:
        raise Failure(str(error)) from error
    if found.unplayed or found.submitted:
        words = f"WARNING: revealed early: {found.unplayed} matches are missing and cannot be played any more"
        if found.submitted:
            words += f", nor any of {', '.join(found.submitted)}, submitted since the last run"
        click.secho(words, err=True, fg="red", bold=True)
    click.echo(f"season      {found.season}")
    click.echo(f"commitment  {found.commitment}")
    click.echo(f"secret      {found.secret}")
    click.echo(f"written to {season / REVEALED}, and the sums of all files to {season / SUMS}")
    click.echo(f"check it all with: arena verify {season}")

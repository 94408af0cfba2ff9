"""`arena replay`: a stored match turn by turn, or verified."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Failure, Refusal

EXAMPLES = """\b
Examples:
  arena replay results/seizoen-2026-2027                     list the matches
  arena replay results/seizoen-2026-2027 0f3a... --as 2      as seat 2 saw it
  arena replay results/seizoen-2026-2027 --verify            check them all
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("season", type=click.Path(path_type=Path, file_okay=False))
@click.argument("match", required=False)
@click.option("--as", "who", default="referee", show_default=True, metavar="referee|spectator|SEAT",
              help="Through whose eyes.")  # fmt: skip
@click.option("--verify", "check", is_flag=True, help="Deal and play again; compare with the stored log.")
def command(season: Path, match: str | None, who: str, check: bool) -> None:
    """Show MATCH (the start of its id will do) of the SEASON folder, or list the matches there."""
    from arena.counted import Counted
    from arena.replay import ReplayError, observer_of, retold, whole_record
    from arena.store import NoSeason, Store, StoreError

    try:
        store = Store(season)
        if match is None and not check:
            why_not = Counted(store).left_out()
            for record in store.records():
                names = ", ".join(record.fixture.entrants)
                line = f"{record.fixture.id}  {record.ending.kind:8}  {names}: {list(record.points)}"
                why = "" if record.ending.kind == "void" else why_not(record)
                click.echo(f"{line}  (does not count: {why})" if why else line)
            return
        found = [id_ for id_ in sorted(store.all_ids()) if id_.startswith(match or "")]
        if check:
            _verify(store, season, found, match)
            return
        if len(found) != 1:
            raise Refusal(f"{season}: {len(found) or 'no'} matches have an id that starts with {match!r}")
        record = whole_record(store, found[0])
        try:
            observer = observer_of(who, len(record.fixture.sides))
        except ValueError as error:
            raise Refusal(f"--as: {error}") from error
        for line in retold(record, observer):
            click.echo(line)
    except NoSeason as error:
        raise Refusal(str(error)) from error
    except StoreError as error:
        raise Failure(str(error)) from error
    except ReplayError as error:
        raise Failure(f"match {found[0]}: {error}") from error


def _verify(store: object, season: Path, ids: list[str], match: str | None) -> None:
    from arena.replay import ReplayError, verify
    from arena.secret import stored_secret
    from arena.store import Store, StoreError

    assert isinstance(store, Store)
    if not ids and match is None:
        raise Refusal(f"{season}: there are no matches yet")
    if not ids:
        raise Refusal(f"{season}: no match has an id that starts with {match!r}")
    secret, wrong = stored_secret(season), 0
    for id_ in ids:
        try:
            verify(store.whole_record(id_), secret)
        except (ReplayError, StoreError) as error:
            wrong += 1
            click.echo(f"{id_}: {error}")
    click.echo(f"{len(ids) - wrong} of {len(ids)} matches follow from the secret and their moves")
    if wrong:
        raise Failure("1 match does not" if wrong == 1 else f"{wrong} matches do not")

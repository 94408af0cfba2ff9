"""`arena games`: what can be played, and a game's tables, events and message schemas."""

import click

from arena.cli import EXIT_CODES, Refusal

EXAMPLES = """\b
Examples:
  arena games
  arena games hielenlikkers
  arena games hielenlikkers --schema
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("game", required=False)
@click.option("--schema", is_flag=True, help="Print the JSON Schema of every message, as JSON.")
def command(game: str | None, schema: bool) -> None:
    """List the games, or tell of GAME: its tables, its options, and who sees what."""
    from arena.schema import described, schemas
    from engine.registry import GAMES

    if game is None:
        if schema:
            raise click.UsageError("--schema needs the name of a game")
        for name in GAMES:
            click.echo(name)
        return
    if game not in GAMES:
        raise Refusal(f"expected a game ({', '.join(GAMES)}), got {game!r}")
    click.echo(schemas(GAMES[game]) if schema else described(GAMES[game]))

"""`arena init`: a bot to begin from."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Refusal
from arena.starters import STARTERS

EXAMPLES = """\b
Examples:
  arena init mijnbot --language python
  arena init bots/mijnbot --language rust
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("name", type=click.Path(path_type=Path))
@click.option("--language", type=click.Choice(list(STARTERS), case_sensitive=False), required=True,
              help="What it is written in; sh needs jq.")  # fmt: skip
def command(name: Path, language: str) -> None:
    """Make the folder NAME with a bot of that name, which plays any move of any game.

    Its first comment says where to think.
    """
    import shlex

    from arena.starters import StarterError, begin

    try:
        begin(name, language)
    except (StarterError, OSError) as error:
        raise Refusal(str(error)) from error
    click.echo(f"{name / STARTERS[language].program} plays any move; its first comment says where to think.")
    click.echo("Next:")
    click.echo(f"  arena check {shlex.quote(str(name))}")
    click.echo(f"  arena match {shlex.quote(str(name))} lukraak vleier --deals 10")

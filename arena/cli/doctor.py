"""`arena doctor`: what this machine can enforce against bots, and what to install."""

import json

import click

from arena.cli import EXIT_CODES

EXAMPLES = """\b
Examples:
  arena doctor
  arena doctor --json
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def command(as_json: bool) -> None:
    """Try what this machine can enforce against bots, and say what to do about what it cannot.

    `yes`: the kernel sees to it. `watched`: a bot that goes beyond is ended within 50 ms or so.
    `NO`: nothing stops it. Exits with 1 when bots of strangers should not be played here.
    """
    from arena.doctor import healthy, objects, screen
    from arena.sandbox.probe import findings

    found = findings()
    click.echo(json.dumps(objects(found), indent=2) if as_json else screen(found))
    if not healthy(found):
        raise SystemExit(1)

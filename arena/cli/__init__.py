"""The commands: parse, call, print. Each stands in a file of its own and is loaded when it is asked for."""

from importlib import import_module
from typing import Any

import click

COMMANDS = (
    *("league", "status", "table", "replay", "match", "games"),
    *("init", "check", "submit", "withdraw", "bots", "fouls", "doctor"),
    *("reveal", "verify", "merge", "void", "prune"),
    *("compare", "power", "bench"),
)

EXIT_CODES = """\b
Exit codes: 0 done; 1 the run found something wrong (its message says what);
2 bad usage or a bad file; 3 stopped by Ctrl-C or a signal, all finished
matches being safe.
"""


class _Lazy(click.Group):
    """A group whose commands are imported one by one: `arena --help` stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: Any = import_module(f"arena.cli.{name}").command
        return command  # type: ignore[no-any-return]


@click.group(cls=_Lazy, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="arena")
def main() -> None:
    """Programs play games with hidden parts against each other; the arena referees and rates them."""


class Refusal(click.ClickException):
    """Bad input: the message names the file, the key, what was expected and what came."""

    exit_code = 2


class Failure(click.ClickException):
    """The run found something wrong."""

    exit_code = 1


class StopExit(click.ClickException):
    """The run was stopped; nothing that was finished is lost."""

    exit_code = 3

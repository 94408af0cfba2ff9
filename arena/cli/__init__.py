"""The commands: parse, call, print. Each stands in a file of its own and is loaded when it is asked for."""

import contextlib
import errno
import os
import re
import signal
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import click

from arena.words import visible

COMMANDS = (
    *("league", "status", "table", "replay", "match", "games"),
    *("init", "check", "submit", "withdraw", "bots", "fouls", "doctor"),
    *("reveal", "verify", "merge", "void", "prune"),
    *("compare", "power", "bench"),
)

EXIT_CODES = """\b
Exit codes: 0 done; 1 the run found something wrong (its message says what),
also a damaged season; 2 bad usage or a bad file; 3 stopped by Ctrl-C or a
signal, all that was stored being safe.
"""


_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


@contextlib.contextmanager
def _stops_asked_for() -> Iterator[None]:
    """SIGTERM and SIGHUP interrupt as Ctrl-C does, until a run that has more to do on it listens itself."""
    asking = (signal.SIGTERM, signal.SIGHUP)
    # What was ignored before, as under nohup, stays so.
    heard = [number for number in asking if signal.getsignal(number) is signal.SIG_DFL]
    for number in heard:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_DFL)


@contextlib.contextmanager
def said_plainly() -> Iterator[None]:
    """Raises: StopExit, and Failure when there is no room for what is printed, in place of a traceback."""
    try:
        yield
    except KeyboardInterrupt:
        raise StopExit("stopped") from None
    except OSError as error:
        # One that names a file is not about what is printed.
        if error.filename is not None or error.errno not in _FULL:
            raise
        # What is still held back would be tried once more at the end, and fail with a traceback.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        raise Failure(f"cannot write what is to be printed: {error.strerror}") from error


class _Lazy(click.Group):
    """A group whose commands are imported one by one: `arena --help` stays quick."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command; see `EXIT_CODES`."""
        with _stops_asked_for():
            return super().main(*args, **extra)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the words before the command; some print and leave."""
        with said_plainly():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with said_plainly():
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command; no argument of any is empty, which as a path would mean the folder one is in."""
        for word in args:
            if not word or re.fullmatch(r"--[a-z-]+=", word):
                raise click.UsageError(f"expected a value, got nothing{f' ({word})' if word else ''}")
        return super().resolve_command(ctx, args)

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


class _Message(click.ClickException):
    """What went wrong, in words that may quote a bot."""

    def format_message(self) -> str:
        return visible(self.message)


class Refusal(_Message):
    """Bad input: the message names the file, the key, what was expected and what came."""

    exit_code = 2


class Failure(_Message):
    """The run found something wrong."""

    exit_code = 1


class StopExit(_Message):
    """The run was stopped; nothing that was finished is lost."""

    exit_code = 3

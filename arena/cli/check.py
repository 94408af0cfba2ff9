"""`arena check`: whether a bot does what it must, sentence by sentence."""

from pathlib import Path

import click

from arena.cli import EXIT_CODES, Refusal

EXAMPLES = """\b
Examples:
  arena check mijnbot
  arena check mijnbot --season configs/seizoen.toml
  arena check lukraak --json
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("bot", type=click.Path(path_type=Path, file_okay=False))
@click.option("--season", "config", type=click.Path(path_type=Path, dir_okay=False), metavar="CONFIG",
              help="Check for this season: its game, table and clock.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def command(bot: Path, config: Path | None, as_json: bool) -> None:
    """Play with BOT, a folder or the name of an example, and report what it does and what to do about it.

    Without --season it plays every game that it declares, at every number of players. It is tried as a
    season would treat it, and never for more than some minutes. Exit code 1: some sentence failed.
    """
    from arena.check.examine import examine
    from arena.examples import found
    from arena.manifest import ManifestError
    from arena.sandbox import Confinement, Keeping, Limits
    from arena.sandbox.probe import SandboxMissing, sandbox_for
    from arena.season import SeasonError, read_season

    try:
        folder = found(bot)
        season = read_season(config, filled=False) if config else None
        sandbox, warning = sandbox_for((season.sandbox if season else Confinement()).kind)
    except (ManifestError, SeasonError, SandboxMissing) as error:
        raise Refusal(str(error)) from error
    if warning:
        click.echo(warning, err=True)
    keeping = Keeping(sandbox, season.limits, season.pause) if season else Keeping(sandbox, Limits())
    report = examine(folder, season, keeping)
    click.echo(report.json() if as_json else report.text())
    if not report.passed:
        raise SystemExit(1)

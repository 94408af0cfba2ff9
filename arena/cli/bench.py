"""`arena bench`: the budgets beside what this machine gives."""

import click

from arena.cli import EXIT_CODES, Failure

EXAMPLES = """\b
Examples:
  arena bench
  arena bench pipe --json
"""


@click.command(epilog=EXAMPLES + "\n" + EXIT_CODES)
@click.argument("parts", nargs=-1, metavar="[engine|pipe|league|table|season|start|sandbox]...")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as a JSON list.")
@click.option("--scale", type=click.FloatRange(0.01, 100), default=1.0, show_default=True,
              help="How much is played, as a multiple of the usual.")  # fmt: skip
@click.option("--strict", is_flag=True, help="Exit with 1 when a budget is not kept.")
def command(parts: tuple[str, ...], as_json: bool, scale: float, strict: bool) -> None:
    """Measure PARTS of the harness, all of them by default, and print each figure beside its budget.

    Figures are facts about this machine at this moment: compare within one run, on an idle machine.
    """
    import json

    import msgspec
    from tabulate import tabulate

    from arena.bench import PARTS, measured

    unknown = set(parts) - set(PARTS)
    if unknown:
        raise click.BadParameter(f"expected {', '.join(PARTS)}, got {', '.join(sorted(unknown))}")
    figures = [figure for part in parts or PARTS for figure in measured(part, scale)]
    if as_json:
        click.echo(
            json.dumps([msgspec.to_builtins(figure) | {"met": figure.met} for figure in figures], indent=2)
        )
    else:
        rows = [
            (
                figure.part,
                figure.what,
                f"{figure.value:.4g} {figure.unit}",
                "" if figure.budget is None else f"{figure.limit} {figure.budget:g}",
                {None: "", True: "kept", False: "NOT KEPT"}[figure.met],
            )
            for figure in figures
        ]
        click.echo(tabulate(rows, ("part", "what", "measured", "budget", ""), tablefmt="simple_outline"))
    if strict and any(figure.met is False for figure in figures):
        raise Failure("a budget is not kept")

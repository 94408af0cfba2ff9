"""What this machine can enforce against bots, on one screen."""

from collections.abc import Sequence
from typing import Any

import msgspec
from tabulate import tabulate

from arena.sandbox.probe import Finding

_MARKS = {"enforced": "yes", "watched": "watched", "missing": "NO"}


def healthy(findings: Sequence[Finding]) -> bool:
    """Whether bots of strangers can be played here: nothing is missing."""
    return all(finding.state != "missing" for finding in findings)


def screen(findings: Sequence[Finding]) -> str:
    """The findings as a table, what to do about each, and the verdict."""
    rows = [(finding.name, _MARKS[finding.state], finding.words) for finding in findings]
    grid = tabulate(
        rows, ("promise", "kept", "how"), tablefmt="simple_outline", maxcolwidths=[None, None, 64]
    )
    remedies = [f"{finding.name}: {finding.remedy}" for finding in findings if finding.remedy]
    verdict = (
        "Bots of strangers can be played on this machine."
        if healthy(findings)
        else "Only bots that you trust should be played on this machine."
    )
    return "\n".join([grid, *remedies, "", verdict])


def objects(findings: Sequence[Finding]) -> dict[str, Any]:
    """The same for programs."""
    return {"healthy": healthy(findings), "findings": [msgspec.to_builtins(finding) for finding in findings]}

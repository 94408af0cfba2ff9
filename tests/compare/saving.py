"""How many matches the paired test saves where NEW is a version of OLD: real matches, read both ways.

`python -m tests.compare.saving [DEALS]` prints the table of arena/README.md.
"""

import re
import shutil
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import numpy as np
from tabulate import tabulate

from arena import pool
from arena.compare import Comparison, compared, share
from arena.deals import secret_of
from arena.league import plan_of
from arena.store import Store
from arena.wire import Clock
from tests.compare.arms import BOTS

VERSIONS = {"a small change": (0.6, 8.0, 0.4, 0.4), "a large change": (1.2, 20.0, 0.8, 0.5)}
"""Other weights of Strateeg: its TABLE_BLUR, POINTS_BLUR, COUNT_BLUR and STAY."""
FIELD = ("vleier", "gulzig", "intrigant")


def version(weights: tuple[float, ...], folder: Path) -> Path:
    """Strateeg with these weights, as a bot in `folder`."""
    shutil.copytree(BOTS / "strateeg", folder)
    program = folder / "strateeg.py"
    words, changed = re.subn(
        "(STAY = ).*", rf"\g<1>{', '.join(map(str, weights))}", program.read_text(), count=1
    )
    assert changed
    program.write_text(words)
    return folder


def meetings(new: Path) -> dict[str, Comparison]:
    """Strateeg against its other version, in every kind of comparison; with the expansion."""
    old, field = BOTS / "strateeg", [BOTS / name for name in FIELD]
    game, options = "hielenlikkers", {"expansion": "true"}
    return {
        "two sides": compared(old, new, [], game, options, teams=False, seats=2),
        "two teams": compared(old, new, [], game, options, teams=True, seats=4),
        "field of 4": compared(old, new, field, game, options, teams=False, seats=4),
    }


def part_needed(comparison: Comparison, deals: int) -> float:
    """Matches of the test on deals, as a part of those of the test that takes each match for itself.

    Both need as many as the variance of one match's worth of their observations says: of n matches the
    variance of the gain is that part of n of the mean over deals, or of the mean over matches.
    """
    with tempfile.TemporaryDirectory() as scratch, closing(Store(Path(scratch), write=True)) as store:
        plan = plan_of(comparison.everyone, Clock(), secret_of(3))
        pool.play(store, plan, comparison.sittings(deals), pool.cores())
        records = {record.fixture.id: record for record in store.records()}
    per_deal: list[list[float]] = [[] for _ in comparison.arms]
    per_match: list[list[float]] = [[] for _ in comparison.arms]
    for deal in range(deals):
        for spot, (arm, fixtures) in enumerate(comparison.fixtures(deal)):
            played = [records[one.id] for one in fixtures]
            per_deal[spot].append(share(arm.name, played))
            per_match[spot] += [share(arm.name, [record]) for record in played]
    new, *old = np.array(per_deal)
    of_deals = (new - old[0] if old else new).var() * len(per_match[0]) / deals
    return float(of_deals / sum(np.var(arm) for arm in per_match))


def main(deals: int = 200) -> None:
    """Print the table."""
    rows = []
    for change, weights in VERSIONS.items():
        with tempfile.TemporaryDirectory() as folder:
            for kind, comparison in meetings(version(weights, Path(folder) / "other")).items():
                rows.append((kind, change, f"{100 * part_needed(comparison, deals):.0f} %"))
    print(tabulate(rows, ("comparison", "NEW is", "matches"), tablefmt="github"))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

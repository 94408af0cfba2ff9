"""The team seasons of configs/, with fewer deals: two against two, and three teams of two."""

import json
import re
from pathlib import Path

import pytest

from arena.store import Store
from tests.arena.stage import ROOT, arena


@pytest.mark.parametrize(("name", "teams", "seats", "entrants"), [("duo", 2, 4, 5), ("trio", 3, 6, 4)])
def test_a_team_season_runs_to_its_end(
    name: str, teams: int, seats: int, entrants: int, tmp_path: Path
) -> None:
    text = (ROOT / "configs" / f"{name}.toml").read_text()
    # A clock that a busy machine cannot break: what is tested is not how quick it is.
    text = re.sub(r"\bmove_ms = \d+", "move_ms = 20000", text)
    text = re.sub(r"\bdeals = \d+", "deals = 1", text).replace('"../bots', f'"{ROOT}/bots')
    file = tmp_path / "season.toml"
    file.write_text(text)
    done = arena("league", file, "--results", tmp_path, "--seed", "1", timeout=120)
    assert done.returncode == 0, done.stderr
    (folder,) = (path.parent for path in tmp_path.glob("*/season.db"))
    rows = json.loads((folder / "elo.json").read_text())
    assert len(rows) == entrants
    assert sum(row["fouls"] for row in rows) == 0

    store = Store(folder)
    records = list(store.records())
    store.close()
    assert sum(row["matches"] for row in rows) == teams * len(records)
    for record in records:
        fixture = record.fixture
        assert (len(fixture.sides), len(set(fixture.sides))) == (seats, teams)
        assert (len(record.points), len(record.places)) == (seats, teams)
        for seat in range(teams):
            assert fixture.sides[seat] == fixture.sides[seat + teams]
            assert fixture.entrants[seat] == fixture.entrants[seat + teams]
    mixed = [
        {record.fixture.members[seat] for seat in range(seats) if record.fixture.entrants[seat] == entrant}
        for record in records
        for entrant in set(record.fixture.entrants)
        if entrant == "Strateeg en Intrigant"
    ]
    assert mixed
    assert all(members == {0, 1} for members in mixed)

"""Who fouls and fouls is benched: by the records in the order of the schedule, whoever played them when."""

import json
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from arena import pool
from arena.benched import Bench
from arena.cli import main
from arena.entries import entered
from arena.league import play_season
from arena.progress import progress
from arena.ratings import rated
from arena.record import Ending, Fixture, MatchRecord
from arena.report import elo_sheet
from arena.schedule import fixtures
from arena.season import Season
from arena.sitting import play_sitting
from arena.store import Store
from arena.tables import season_table
from tests.arena.stage import BOTS, BRISK, plan_for, rogue, sitting_for
from tests.check.bots import rogue_folder

SEASON = """\
name = "Proef"
game = "kerstenen"
seats = 2
seed = 3
bench_after = 3
[schedule]
deals = 4
[sandbox]
kind = "none"
"""
ENTRANT = '[[entrant]]\nname = "{}"\nbot = "{}"\n'


def season_of(folder: Path, **bots: Path) -> Season:
    file = folder / "proef.toml"
    file.write_text(SEASON + "".join(ENTRANT.format(name, bot) for name, bot in bots.items()))
    return entered(file, folder / "results")


@pytest.fixture
def season(tmp_path: Path) -> Season:
    lukraak = BOTS / "lukraak"
    return season_of(tmp_path, Aap=lukraak, Kapot=rogue_folder(tmp_path / "kapot", ["raise@1"]), Mies=lukraak)


def record(fixture: Fixture, blamed: str | None, void: bool = False) -> MatchRecord:
    seat = None if blamed is None else fixture.entrants.index(blamed)
    ending = Ending("void") if void else Ending("played") if seat is None else Ending("crashed", seat)
    return MatchRecord(fixture, ending, (), () if void else (1, 2), (0, 0), (0.0, 0.0))


def of(season: Season, name: str) -> list[Fixture]:
    """An entrant's fixtures, as the schedule has them."""
    return [one for one in fixtures(season) if name in one.entrants]


def test_so_many_fouls_in_a_row_and_not_one_less(season: Season) -> None:
    bench = Bench(season, fixtures(season), ())
    own = of(season, "Kapot")
    for number, blamed in enumerate(("Kapot", "Kapot", None, "Kapot", "Kapot")):
        bench.saw(record(own[number], blamed))
        assert bench.names == {}
    bench.saw(record(own[5], "Kapot"))
    assert bench.names == {"Kapot": own[5].id}
    assert not bench.wants(own[6])
    assert all(bench.wants(one) for one in fixtures(season) if "Kapot" not in one.entrants)


def test_the_order_is_the_schedules_whatever_came_first(season: Season) -> None:
    own = of(season, "Kapot")
    records = [record(one, "Kapot") for one in own[:5]]
    bench = Bench(season, fixtures(season), records[::-1])
    assert bench.names == {"Kapot": own[2].id}
    assert {own[3].id, own[4].id} <= bench.beyond
    assert not {one.id for one in own[:3]} & bench.beyond


def test_what_is_not_known_yet_is_waited_for_and_what_is_void_is_not(season: Season) -> None:
    own = of(season, "Kapot")
    later = [record(one, "Kapot") for one in own[1:6]]
    assert Bench(season, fixtures(season), later).names == {}
    void = record(own[0], None, void=True)
    assert Bench(season, fixtures(season), [void, *later]).names == {"Kapot": own[3].id}


def test_a_schedule_that_follows_from_results_has_no_bench(season: Season) -> None:
    records = [record(one, "Kapot") for one in of(season, "Kapot")]
    swiss = replace(season, schedule=replace(season.schedule, kind="swiss", rounds=3))
    assert Bench(swiss, fixtures(season), records).names == {}


@pytest.mark.parametrize("workers", [1, 2])
def test_the_benched_play_no_more_and_all_others_do(season: Season, workers: int, tmp_path: Path) -> None:
    folder = tmp_path / "results" / "proef"
    play = partial(pool.play, workers=workers)
    table = play_season(season, folder, play, progress, tell=lambda words: None, warn=lambda words: None)
    assert table.benched == ("Kapot",)
    rows = {row.name: row for row in table.rows}
    assert rows["Kapot"].fouls == rows["Kapot"].matches <= 3
    honest = [one for one in fixtures(season) if "Kapot" not in one.entrants]
    records = list(Store(folder).records())
    assert sum("Kapot" not in one.fixture.entrants for one in records) == len(honest) == 8
    assert sum("Kapot" in one.fixture.entrants for one in records) < len(of(season, "Kapot")) == 16
    assert season_table(Store(folder)).benched == ("Kapot",)


def test_a_sitting_is_given_back_when_somebody_fouls_and_fouls() -> None:
    plan = replace(plan_for([rogue("raise@1"), rogue()], BRISK), bench_after=2)
    assert len(list(play_sitting(plan, sitting_for(2, 5)))) == 2


def test_a_bot_that_says_nothing_at_the_start_costs_that_limit_only_so_often() -> None:
    """As often as the season's default says, not once for each match."""
    plan = plan_for([rogue("silent"), rogue()], replace(BRISK, start_ms=200))
    assert plan.bench_after == 5
    records = list(play_sitting(plan, sitting_for(2, 9)))
    assert [record.ending.kind for record in records] == ["silent"] * 5


def run(*words: object) -> str:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_table_status_bots_and_replay_tell_the_same_of_a_benched_bot(season: Season, tmp_path: Path) -> None:
    """At least nine fouls are stored, as by workers who had begun them.

    Of the four up to the bench two are on deals that are never played in their other seating.
    """
    file, folder = tmp_path / "proef.toml", tmp_path / "results" / "proef"
    file.write_text(file.read_text().replace("bench_after = 3", "bench_after = 4"))
    season = entered(file, folder.parent)
    play = partial(pool.play, workers=1)
    play_season(season, folder, play, progress, tell=lambda words: None, warn=lambda words: None)
    store = Store(folder, write=True)
    own = of(season, "Kapot")
    for one in own[:9]:
        store.add(record(one, "Kapot"))
    store.close()
    play_season(season, folder, play, progress, tell=lambda words: None, warn=lambda words: None)

    store = Store(folder)
    rows = {row.name: row for row in season_table(store).rows}
    beyond = sum("Kapot" in one.fixture.entrants for one in store.records()) - 4
    store.close()
    assert beyond >= 5
    assert rows["Kapot"].matches == rows["Kapot"].fouls == 2
    note = run("table", folder).splitlines()[-1]
    assert note.startswith("Benched, as they fouled too often in a row: Kapot. Their later matches are not")
    where = (file, "--results", folder.parent)
    told = json.loads(run("status", *where, "--json"))
    (standing,) = [one for one in told["entrants"] if one["name"] == "Kapot"]
    assert (standing["finished"], standing["missing"], standing["benched"]) == (4, 0, True)
    assert (told["beyond"], told["half_played"], told["half_finished"]) == (beyond, 2, 2)
    words = run("status", *where)
    assert f"not counted, as somebody in them was benched before: {beyond}" in words
    assert "matches finished on them, which do not count: 2" in words
    assert {one["name"]: one["state"] for one in json.loads(run("bots", "--season", *where, "--json"))} == {
        "Aap": "entered",
        "Kapot": "benched",
        "Mies": "entered",
    }
    listed = [line for line in run("replay", folder).splitlines() if "Kapot" in line]
    assert sum("(does not count: somebody in it was benched before)" in line for line in listed) == beyond
    assert sum("(does not count: its deal lacks some of its seatings)" in line for line in listed) == 2


def test_benched_is_a_column(season: Season) -> None:
    table = replace(rated([record(of(season, "Kapot")[0], "Kapot")]), benched=("Kapot",))
    sheet = elo_sheet(table, columns=("name", "benched"), sort="name")
    assert dict(sheet.cells)["Kapot"] == "yes"
    assert {row["name"]: row["benched"] for row in sheet.records} == {"Aap": False, "Kapot": True}

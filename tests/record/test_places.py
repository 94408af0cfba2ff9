"""A season too large for every table to meet: what stays of its sample when entrants come and go."""

import shutil
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from arena.contents import changed
from arena.entries import Entry, changing, entered, places
from arena.examples import folder_of
from arena.schedule import TABLES, fixtures
from arena.store import Store

SEATS = 4
FILE_BOTS = 15
SUBMITTED = 5
ALL = FILE_BOTS + SUBMITTED

Tables = set[frozenset[str]]


class League:
    """A season's file and folder, without a match."""

    def __init__(self, folder: Path) -> None:
        self.results = folder
        self.file = folder / "groot.toml"
        self.folder = folder / "groot"
        self.write(FILE_BOTS)
        shutil.copytree(folder_of("lukraak"), self.folder / "bots" / "0")
        with closing(Store(self.folder, write=True)):
            pass
        for number in range(SUBMITTED):
            self.enter(f"S{number}")

    def write(self, count: int) -> None:
        """The file, with so many entrants."""
        lines = ['name = "groot"', 'game = "hielenlikkers"', f"seats = {SEATS}", "[schedule]", "deals = 1"]
        for number in range(count):
            lines += ["[[entrant]]", f'name = "F{number}"', f'bot = "{folder_of("lukraak")}"']
        self.file.write_text("\n".join(lines))

    def enter(self, bot: str, version: int = 1) -> None:
        with changing(self.folder) as found:
            self.leave(found, bot, "replaced")
            found.append(Entry(bot, version, "0"))

    def withdraw(self, bot: str) -> None:
        with changing(self.folder) as found:
            self.leave(found, bot, "withdrawn")

    def leave(self, found: list[Entry], bot: str, state: str) -> None:
        found[:] = [msgspec.structs.replace(e, state=state) if e.bot == bot else e for e in found]

    def run(self) -> Tables:
        """The tables that a run plays now; it keeps who is in it."""
        season = entered(self.file, self.results)
        with closing(Store(self.folder, write=True)) as store:
            list(changed(season, store))
        return {frozenset(one.entrants) for one in fixtures(season)}


@pytest.fixture
def league(tmp_path: Path) -> League:
    return League(tmp_path)


def without(tables: Tables, *names: str) -> Tables:
    return {table for table in tables if table.isdisjoint(names)}


def test_a_new_version_sits_where_the_old_one_sat_and_nobody_else_moves(league: League) -> None:
    before = league.run()
    league.enter("S1", 2)
    after = league.run()
    assert without(after, "S1 v2") == without(before, "S1")
    assert {table - {"S1 v2"} for table in after if "S1 v2" in table} == {
        table - {"S1"} for table in before if "S1" in table
    }
    assert league.run() == after


def test_a_newcomer_of_the_file_takes_few_tables_from_those_who_were_submitted(league: League) -> None:
    before = league.run()
    league.write(FILE_BOTS + 1)
    after = league.run()
    # Of 21 entrants the newcomer sits at 4 of 21 tables.
    assert len(before & after) >= TABLES * (1 - SEATS / (ALL + 1)) - 1
    assert league.run() == after


@pytest.mark.parametrize("who", ["S1", "S4"])
def test_when_one_leaves_most_tables_of_the_others_stay(league: League, who: str) -> None:
    before = league.run()
    league.withdraw(who)
    after = league.run()
    others = without(before, who)
    # He who had the last place takes the one that is free, and the tables that he had are filled anew.
    assert len(others & after) >= len(others) * (1 - 1.5 * SEATS / ALL)
    league.enter(who, 2)
    assert without(league.run(), f"{who} v2") == others


def test_an_entrant_taken_out_of_the_file_moves_few_others(league: League) -> None:
    before = league.run()
    league.file.write_text(league.file.read_text().replace('name = "F0"', 'name = "Nieuw"'))
    after = league.run()
    others = without(before, "F0")
    assert len(others & after) >= len(others) * (1 - 1.5 * SEATS / ALL)


def test_places_are_kept_and_those_that_are_free_go_to_the_last() -> None:
    assert places("abc", "") == ["a", "b", "c"]
    assert places("cabd", "abc") == ["a", "b", "c", "d"]
    assert places("acd", "abcd") == ["a", "d", "c"]
    assert places("ab", "abcd") == ["a", "b"]
    assert places("de", "abcde") == ["e", "d"]
    assert places("xbc", "abc") == ["x", "b", "c"]

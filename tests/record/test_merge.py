"""Shards are disjoint and whole; what is merged is the season that one run would have played."""

import shutil
from pathlib import Path

import pytest

from arena.shard import Shard, shard_of
from arena.store import Store
from tests.arena.stage import arena, season_file, tables

BOTS = {"Ada": ["luck"], "Bob": ["luck"], "Cor": []}
MATCHES = 3 * 8 * 2


def season(folder: Path, **changes: str) -> Path:
    return season_file(folder / "season", BOTS, **{"top": "seed = 5", "schedule": "deals = 8"} | changes)


def league(file: Path, results: Path, *words: str) -> None:
    done = arena("league", file, "--results", results, "--no-times", *words)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A season played whole, and played in three shards."""
    root = tmp_path_factory.mktemp("shards")
    league(season(root), root / "whole")
    for number in (1, 2, 3):
        league(season(root), root / "parts", "--shard", f"{number}/3")
    return root


def shards(root: Path) -> list[Path]:
    return sorted((root / "parts").glob("try.shard-*-of-3"))


def ids(folder: Path) -> set[str]:
    store = Store(folder)
    found = store.all_ids()
    store.close()
    return found


def test_shards_are_disjoint_hold_whole_deals_and_make_the_season(root: Path) -> None:
    parts = [ids(folder) for folder in shards(root)]
    assert len(parts) == 3
    assert all(parts)
    assert sum(map(len, parts)) == len(set().union(*parts)) == MATCHES
    assert set().union(*parts) == ids(root / "whole" / "try")
    seen: dict[int, int] = {}
    for number, folder in enumerate(shards(root)):
        store = Store(folder)
        for record in store.records():
            assert seen.setdefault(record.fixture.deal, number) == number
        store.close()


def test_merged_shards_have_the_table_of_one_run_and_nothing_is_missing(root: Path, tmp_path: Path) -> None:
    done = arena("merge", *shards(root), "--into", tmp_path / "try")
    assert done.returncode == 0, done.stderr
    expected = tables(root / "whole" / "try")
    assert expected["elo.txt"].decode() in done.stdout
    assert tables(tmp_path / "try") == expected
    assert "run `arena league` first" in arena("reveal", tmp_path / "try").stderr
    again = arena("league", season(root), "--results", tmp_path, "--no-times")
    assert f"{MATCHES} matches stored, 0 to play" in again.stderr
    assert tables(tmp_path / "try") == expected
    assert arena("reveal", tmp_path / "try").returncode == 0
    assert arena("verify", tmp_path / "try").returncode == 0
    refused = arena("merge", *shards(root), "--into", tmp_path / "try")
    assert refused.returncode == 2
    assert "no more matches can be added" in refused.stderr
    refused = arena("league", season(root), "--results", tmp_path, "--shard", "1/3")
    assert refused.returncode == 2
    assert "no more of it can be played" in refused.stderr


def test_overlapping_stores_merge_without_doubles(root: Path, tmp_path: Path) -> None:
    first, second, third = shards(root)
    into = shutil.copytree(first, tmp_path / "try")
    done = arena("merge", first, root / "whole" / "try", second, third, second, "--into", into)
    assert done.returncode == 0, done.stderr
    mine = len(ids(first))
    assert f"{first}: 0 matches taken, {mine} were there already" in done.stdout
    assert f"{MATCHES - mine} matches taken, {mine} were there already" in done.stdout
    assert ids(into) == ids(root / "whole" / "try")
    assert tables(into) == tables(root / "whole" / "try")


def test_a_shard_plays_nothing_that_the_season_has(root: Path, tmp_path: Path) -> None:
    shutil.copytree(root / "whole" / "try", tmp_path / "try")
    done = arena("league", season(root), "--results", tmp_path, "--shard", "2/3")
    assert "0 matches stored, 0 to play" in done.stderr
    assert ids(tmp_path / "try.shard-2-of-3") == set()


def test_shards_draw_one_secret_between_them(tmp_path: Path) -> None:
    file = season(tmp_path, top="", schedule="deals = 2")
    for number in (2, 1):
        league(file, tmp_path / "results", "--shard", f"{number}/2")
    folders = sorted((tmp_path / "results").glob("try*"))
    assert len(folders) == 3
    assert len({(folder / "secret").read_text() for folder in folders}) == 1
    done = arena("merge", *folders[1:], "--into", folders[0])
    assert done.returncode == 0, done.stderr
    assert "12 to play" in arena("league", file, "--results", tmp_path / "other").stderr
    assert "12 matches stored, 0 to play" in arena("league", file, "--results", tmp_path / "results").stderr


@pytest.mark.slow
def test_other_secrets_and_other_terms_are_refused_with_the_difference(root: Path, tmp_path: Path) -> None:
    first = shards(root)[0]
    league(season(tmp_path / "a", top="seed = 6"), tmp_path / "a")
    done = arena("merge", first, tmp_path / "a" / "try", "--into", tmp_path / "into")
    assert done.returncode == 2
    assert "were dealt from different secrets (commitments " in done.stderr
    league(
        season(tmp_path / "b", clock="start_ms = 20000\nmove_ms = 60000\nmatch_ms = 500000"), tmp_path / "b"
    )
    done = arena("merge", first, tmp_path / "b" / "try", "--into", tmp_path / "into")
    assert done.returncode == 2
    assert "were played on different terms (clock: was {" in done.stderr
    assert "500000" in done.stderr
    assert not (tmp_path / "into").exists()


def test_another_handicap_is_refused_with_the_difference(root: Path, tmp_path: Path) -> None:
    first = shards(root)[0]
    file = season(tmp_path / "a")
    text = file.read_text()
    name = text.partition('[[entrant]]\nname = "')[2].partition('"')[0]
    file.write_text(text.replace(f'bot = "{name}"', f'bot = "{name}"\nclock = {{ move_ms = 50000 }}'))
    league(file, tmp_path / "a")
    done = arena("merge", first, tmp_path / "a" / "try", "--into", tmp_path / "into")
    assert done.returncode == 2
    assert f"clock of {name}: was None, now {{" in done.stderr
    assert not (tmp_path / "into").exists()


def test_what_is_merged_knows_the_handicaps_of_all(tmp_path: Path) -> None:
    for name in ("Bob", "Cor"):
        file = season_file(tmp_path / name, {"Ada": ["luck"], name: []}, schedule="deals = 1", top="seed = 5")
        text = file.read_text()
        file.write_text(text.replace(f'bot = "{name}"', f'bot = "{name}"\nclock = {{ move_ms = 50000 }}'))
        league(file, tmp_path / name)
    both = [tmp_path / name / "try" for name in ("Bob", "Cor")]
    assert arena("merge", *both, "--into", tmp_path / "into" / "try").returncode == 0
    file.write_text(file.read_text().replace("50000", "40000"))
    refused = arena("league", file, "--results", tmp_path / "into")
    assert refused.returncode == 2
    assert "clock of Cor: was {" in refused.stderr


def test_a_schedule_that_follows_from_results_has_no_shards(tmp_path: Path) -> None:
    file = season(tmp_path, schedule='kind = "swiss"\nrounds = 2\ndeals = 1')
    done = arena("league", file, "--results", tmp_path, "--shard", "1/2")
    assert done.returncode == 2
    assert "a swiss cannot be split into shards" in done.stderr


@pytest.mark.parametrize("words", ["0/3", "4/3", "1", "/", "a/b", "1/-2", "1/0", ""])
def test_what_is_no_shard_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match="expected i/n"):
        shard_of(words)
    assert shard_of("3/3") == Shard(3, 3)


def test_a_folder_without_a_season_is_bad_usage(tmp_path: Path) -> None:
    refused = arena("merge", tmp_path / "none", "--into", tmp_path / "merged")
    assert refused.returncode == 2
    assert "none/season.db: there is no season here yet" in refused.stderr
    assert not (tmp_path / "merged").exists()

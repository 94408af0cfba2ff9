"""What `arena status` tells."""

import fcntl
import json
import os
import random
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.status import command
from arena.overview import status_of, told
from arena.playing import tell_playing
from arena.record import Fixture, MatchRecord
from arena.schedule import Spread, fixtures
from arena.schedule.meeting import BLOCK, Meeting
from arena.season import Season, read_season
from arena.status import Run, Status, status
from arena.store import Store
from arena.terms import settle_terms
from engine.seating import free_for_all
from tests.schedule.played import fouled, missing, played, void
from tests.schedule.seasons import season, singles

ROBIN = season(free_for_all(3), singles(4), deals=2)
CONFIGS = Path(__file__).parents[2] / "configs"


def found(asked: Season, records: list[MatchRecord], **keys: object) -> Status:
    """The status by these records."""
    return status(asked, lambda: records, **keys)  # type: ignore[arg-type]


def kept(asked: Season, folder: Path, records: list[MatchRecord]) -> None:
    """A season's folder with these records, which another run is playing."""
    with closing(Store(folder, write=True)) as store:
        for record in records:
            store.add(record)
        store.set_meta("run", json.dumps({"process": 77, "started": 1000.0, "finished": 0}))


def test_what_is_finished_and_missing_adds_up_to_the_schedule() -> None:
    made = fixtures(ROBIN)
    half = found(ROBIN, [played(one) for one in made[:10]])
    assert (half.finished, half.missing) == (10, len(made) - 10)
    for entrant in half.entrants:
        mine = [one for one in made if entrant.name in one.entrants]
        assert entrant.finished + entrant.missing == len(mine)
        assert entrant.finished == sum(entrant.seats) == sum(one in made[:10] for one in mine)


def test_the_games_of_every_pair_and_the_imbalance_are_counted() -> None:
    made = fixtures(ROBIN)
    now = found(ROBIN, [played(one) for one in made[:3]])
    assert {frozenset(pair[:2]): pair[2] for pair in now.pairs} == {
        frozenset({one, other}): sum({one, other} <= set(match.entrants) for match in made[:3])
        for one, other, _ in now.pairs
    }
    assert len(now.pairs) == 6
    assert (now.even_pairs, now.even_seats) == ((12, 12), (6, 6))


def test_fault_63_a_void_match_is_missing_and_listed_with_its_reason() -> None:
    first, *others = fixtures(ROBIN)
    record = void(first)
    now = found(ROBIN, [record, *map(played, others)])
    assert (now.missing, now.half_played) == (1, 1)
    assert [(each.id, each.entrants) for each in now.void] == [(first.id, first.entrants)]
    assert first.id in told(now)


def test_fouls_are_counted_by_kind_for_who_committed_them() -> None:
    one, *_ = fixtures(ROBIN)
    fouls = {each.name: each.fouls for each in found(ROBIN, [fouled(one, 1)]).entrants}
    assert fouls == {name: {"late": 1} if name == one.entrants[1] else {} for name in fouls}


@pytest.mark.parametrize("seed", range(30))
def test_leaving_out_whole_deals_changes_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    luck = random.Random(seed)
    asked = season(free_for_all(3), singles(5), deals=5)
    # Most deals whole, some half played; one who fouls often, rarely twice in a row in some seasons.
    records = []
    for one in fixtures(asked):
        if luck.random() < luck.choice((0.0, 0.02, 0.1)):
            continue
        if "e0001" in one.entrants and luck.random() < seed / 30:
            records.append(fouled(one, one.entrants.index("e0001")))
        else:
            records.append(void(one) if luck.random() < 0.02 else played(one))
    luck.shuffle(records)
    now = found(asked, records)
    monkeypatch.setattr(Spread, "without", lambda self, over, kept: self)
    assert found(asked, records) == now


def test_whole_deals_are_not_named_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[int] = []
    made = Meeting.fixtures

    def noted(self: Meeting, indices: Iterable[int]) -> Iterable[Fixture]:
        indices = list(indices)
        named.extend(map(self.number, indices))
        return made(self, indices)

    asked = season(free_for_all(3), singles(5), deals=6)
    records = [played(one) for one in fixtures(asked)][:-1]
    monkeypatch.setattr(Meeting, "fixtures", noted)
    assert found(asked, records).missing == 1
    assert 0 < len(named) <= 2 * BLOCK


def test_rate_and_time_left_are_those_of_the_run_that_is_going() -> None:
    made = fixtures(ROBIN)
    records = [played(one) for one in made[:12]]
    now = found(ROBIN, records, run=Run(77, 1000.0, 2), now=1005.0)
    assert (now.rate, now.left) == (2.0, (len(made) - 12) / 2.0)


def test_a_clock_that_was_set_back_gives_no_rate() -> None:
    now = found(ROBIN, [played(one) for one in fixtures(ROBIN)[:12]], run=Run(77, 1000.0, 2), now=900.0)
    assert (now.rate, now.left) == (None, None)
    assert "process 77" in told(now)


def test_what_comes_next_is_told_with_its_reason_until_all_is_played() -> None:
    asked = season(free_for_all(2), singles(3), kind="swiss", rounds=1)
    assert "next:\n  round 1 of 1, paired by standing: e0000 (0) - e0001 (0)\n  bye: e0002" in told(
        found(asked, [])
    )
    done = [played(one) for one in missing(asked, [])]
    assert "next: nothing, all is played" in told(found(asked, done))


def test_a_season_without_a_folder_has_everything_missing(tmp_path: Path) -> None:
    now = status_of(ROBIN, tmp_path / "nowhere")
    assert (now.finished, now.missing, now.run) == (0, len(fixtures(ROBIN)), None)
    assert not (tmp_path / "nowhere").exists()


def test_a_run_is_going_only_while_it_holds_the_season(tmp_path: Path) -> None:
    kept(ROBIN, tmp_path, [played(fixtures(ROBIN)[0])])
    with open(tmp_path / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        going = status_of(ROBIN, tmp_path).run
    assert going == Run(77, 1000.0, 0)
    assert status_of(ROBIN, tmp_path).run is None


def test_asking_does_not_change_the_store_nor_keep_a_run_from_it(tmp_path: Path) -> None:
    kept(ROBIN, tmp_path, [played(fixtures(ROBIN)[0])])
    before = (tmp_path / "season.db").read_bytes()
    status_of(ROBIN, tmp_path)
    assert (tmp_path / "season.db").read_bytes() == before
    with open(tmp_path / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_of_each_sitting_that_was_given_out_the_match_is_told_that_is_played_now(tmp_path: Path) -> None:
    made = fixtures(ROBIN)
    kept(ROBIN, tmp_path, [played(made[0]), played(made[4])])
    with closing(Store(tmp_path, write=True)) as store:
        tell_playing(store, [made[:3], made[4:5], made[5:8], []])
    assert status_of(ROBIN, tmp_path).playing == ()
    with open(tmp_path / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        now = status_of(ROBIN, tmp_path)
    assert [(one.id, one.entrants) for one in now.playing] == [
        (one.id, one.entrants) for one in (made[1], made[5])
    ]
    assert f"playing now:\n  {made[1].id} ({', '.join(made[1].entrants)})\n" in told(now)


def test_terms_that_changed_are_told_in_place_of_what_comes_next(tmp_path: Path) -> None:
    kept(ROBIN, tmp_path, [])
    with closing(Store(tmp_path, write=True)) as store:
        store.set_meta("terms", json.dumps(ROBIN.terms() | {"seats": 9}))
    assert "other terms (seats: was 9, now 3)" in told(status_of(ROBIN, tmp_path))


def test_the_command_prints_text_or_one_object_with_the_same_numbers(tmp_path: Path) -> None:
    config = str(CONFIGS / "beker.toml")
    text = CliRunner().invoke(command, [config, "--results", str(tmp_path)])
    whole = CliRunner().invoke(command, [config, "--results", str(tmp_path), "--json"])
    assert (text.exit_code, whole.exit_code) == (0, 0)
    number = json.loads(whole.output)["missing"]
    assert f"{number} missing" in text.output
    assert "quarter-finals" in text.output
    assert os.listdir(tmp_path) == []


def test_a_season_that_is_wrong_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "fout.toml"
    file.write_text("name = 3\n")
    answer = CliRunner().invoke(command, [str(file)])
    assert answer.exit_code == 2
    assert "name: expected some words" in answer.output


def test_every_kind_has_a_season_among_those_we_ship() -> None:
    kinds = {read_season(file).schedule.kind for file in CONFIGS.glob("*.toml")}
    assert kinds == {"round-robin", "swiss", "knockout", "gauntlet", "ladder"}


def test_a_published_secret_is_told_in_place_of_what_comes_next(tmp_path: Path) -> None:
    asked = season(free_for_all(2), singles(3))
    for records in ([], [played(one) for one in fixtures(asked)]):
        folder = tmp_path / str(len(records))
        kept(asked, folder, records)
        assert not status_of(asked, folder).published
        with closing(Store(folder, write=True)) as store:
            store.set_meta(
                "revealed", json.dumps({"season": "x", "commitment": "", "secret": "", "unplayed": 0})
            )
        now = status_of(asked, folder)
        assert now.published
        (line,) = [line for line in told(now).splitlines() if line.startswith("next: nothing")]
        assert "secret is published" in line


def test_a_file_with_other_seats_than_the_matches_that_are_stored_is_told(tmp_path: Path) -> None:
    made = season(free_for_all(3), singles(4), deals=2)
    records = [played(one) for one in fixtures(made)]
    with closing(Store(tmp_path, write=True)) as store:
        settle_terms(made, store)
        for record in records:
            store.add(record)
    for seats in (2, 4):
        now = status_of(season(free_for_all(seats), singles(4), deals=2), tmp_path)
        assert now.other_terms == f"seats: was 3, now {seats}"
        assert now.finished == 0
        assert "played on other terms" in told(now)


def test_all_void_matches_are_counted_and_the_first_listed() -> None:
    records = [void(one) for one in fixtures(ROBIN)]
    now = found(ROBIN, records)
    assert (now.half_played, len(now.void)) == (0, len(records))
    text = told(now)
    assert f"void, and played again by the next run: {len(records)}" in text
    assert f"  and {len(records) - 8} more" in text

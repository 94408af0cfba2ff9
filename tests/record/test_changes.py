"""A season that changes between runs: what stays, what is played, what is refused; matches taken back."""

import fcntl
import sqlite3
from pathlib import Path

import msgspec
import pytest

from arena.record import Ending
from arena.secret import MISSING
from arena.store import Store, match_row
from tests.arena.stage import arena, season_file, tables

BOTS = {"Ada": ["luck"], "Bob": ["luck"]}
SWIFT = "start_ms = 20000\nmove_ms = 30000\nmatch_ms = 600000"


def league(file: Path, results: Path) -> str:
    done = arena("league", file, "--results", results, "--no-times")
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_an_entrant_that_leaves_keeps_its_matches_and_its_row(tmp_path: Path) -> None:
    three = season_file(tmp_path / "a", BOTS | {"Cor": []}, schedule="deals = 1")
    assert "0 matches stored, 6 to play" in league(three, tmp_path)
    two = season_file(tmp_path / "b", BOTS, schedule="deals = 2")
    assert "6 matches stored, 2 to play" in league(two, tmp_path)
    assert b"Cor" in tables(tmp_path / "try")["elo.txt"]


def test_other_files_in_a_bots_folder_are_said_and_its_matches_count(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", BOTS, schedule="deals = 1")
    assert "other files" not in league(file, tmp_path)
    assert "other files" not in league(file, tmp_path)
    (tmp_path / "season" / "Bob" / "notes.txt").write_text("thinks harder now")
    file.write_text(file.read_text().replace("deals = 1", "deals = 2"))
    said = league(file, tmp_path)
    assert "Bob has other files than before; what it played stays and counts for it" in said
    assert "Ada has other files" not in said
    assert "2 matches stored, 2 to play" in said
    assert "Bob has other files" in (tmp_path / "try" / "league.log").read_text()
    assert "other files" not in league(file, tmp_path)


def test_a_new_stage_has_other_terms_deals_and_a_table_of_its_own(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", BOTS, schedule="deals = 2")
    league(file, tmp_path)
    before = tables(tmp_path / "try")
    swift = season_file(tmp_path / "season", BOTS, schedule="deals = 2", clock=SWIFT)
    refused = arena("league", swift, "--results", tmp_path)
    assert refused.returncode == 2
    assert "begin a stage in it" in refused.stderr
    stage = season_file(tmp_path / "season", BOTS, schedule="deals = 2", clock=SWIFT, top='stage = "finale"')
    assert "4 matches stored, 4 to play" in league(stage, tmp_path)
    store = Store(tmp_path / "try")
    deals: dict[str, set[int]] = {}
    for record in store.records():
        deals.setdefault(record.fixture.stage, set()).add(record.fixture.deal)
    store.close()
    assert {name: len(own) for name, own in deals.items()} == {"": 2, "finale": 2}
    assert not deals[""] & deals["finale"]
    after = tables(tmp_path / "try")
    firsts = {file.name: file.read_bytes() for file in (tmp_path / "try").glob("elo-first.*")}
    assert {name.replace("-first", ""): text for name, text in firsts.items()} == before
    assert b" 8 " in after["elo.txt"]
    assert b" 4 " in (tmp_path / "try" / "elo-finale.txt").read_bytes()
    # Either stage goes on by itself.
    assert "8 matches stored, 0 to play" in league(stage, tmp_path)
    more = season_file(tmp_path / "season", BOTS, schedule="deals = 3")
    assert "8 matches stored, 2 to play" in league(more, tmp_path)
    assert arena("verify", tmp_path / "try").returncode == 0


def test_another_kind_of_schedule_is_told_by_its_name_alone(tmp_path: Path) -> None:
    robin = season_file(tmp_path / "season", BOTS, schedule="deals = 1")
    league(robin, tmp_path)
    swiss = season_file(tmp_path / "season", BOTS, schedule='kind = "swiss"\nrounds = 1\ndeals = 1')
    refused = arena("league", swiss, "--results", tmp_path)
    assert refused.returncode == 2
    assert "(schedule.kind: was neither swiss nor knockout, now swiss)" in refused.stderr
    ladder = season_file(tmp_path / "season", BOTS, schedule='kind = "ladder"\ndeals = 1\nuntil_error = 1000')
    assert "2 matches stored" in league(ladder, tmp_path)


def test_status_says_that_another_seed_is_refused(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", BOTS, schedule="deals = 1", top="seed = 1")
    league(file, tmp_path)
    file.write_text(file.read_text().replace("seed = 1", "seed = 2"))
    assert arena("league", file, "--results", tmp_path).returncode == 2
    asked = arena("status", file, "--results", tmp_path)
    assert "played on other terms (seed: the season began with another one)" in asked.stdout


def with_clock(file: Path, name: str, clock: str) -> None:
    """Give an entrant a clock of its own."""
    text = file.read_text()
    file.write_text(text.replace(f'bot = "{name}"', f'bot = "{name}"\nclock = {{ {clock} }}'))


@pytest.mark.slow
def test_a_handicap_cannot_change_while_its_entrant_is_away(tmp_path: Path) -> None:
    three = season_file(tmp_path / "season", BOTS | {"Cor": []}, schedule="deals = 1")
    with_clock(three, "Cor", "move_ms = 50000")
    league(three, tmp_path)
    league(season_file(tmp_path / "season", BOTS, schedule="deals = 1"), tmp_path)
    back = season_file(tmp_path / "season", BOTS | {"Cor": []}, schedule="deals = 2")
    with_clock(back, "Cor", "move_ms = 40000")
    refused = arena("league", back, "--results", tmp_path)
    assert refused.returncode == 2
    assert "clock of Cor: was {" in refused.stderr
    assert "50000" in refused.stderr
    assert "40000" in refused.stderr
    back.write_text(back.read_text().replace("40000", "50000"))
    assert "6 matches stored, 6 to play" in league(back, tmp_path)


def test_another_handicap_begins_a_stage_when_asked(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", BOTS, schedule="deals = 1")
    league(file, tmp_path)
    stage = season_file(tmp_path / "season", BOTS, schedule="deals = 1", top='stage = "finale"')
    with_clock(stage, "Bob", "move_ms = 50000")
    assert "2 matches stored, 2 to play" in league(stage, tmp_path)


@pytest.mark.parametrize("name", ["Finale", "a b", "-", "a--b", "é", "", "first"])
def test_a_stage_is_one_plain_word(tmp_path: Path, name: str) -> None:
    file = season_file(tmp_path / "season", BOTS, top=f'stage = "{name}"')
    refused = arena("league", file, "--results", tmp_path)
    assert refused.returncode == 2
    assert "stage: expected a word of lower-case letters, digits and hyphens" in refused.stderr


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A season of which the matches of one deal were played elsewhere."""
    file = season_file(tmp_path / "season", BOTS, schedule="deals = 3", top="seed = 2")
    league(file, tmp_path)
    store = Store(tmp_path / "try")
    records = list(store.records())
    store.close()
    with sqlite3.connect(tmp_path / "try" / "season.db") as db:
        for record in records:
            if record.fixture.deal == records[0].fixture.deal:
                elsewhere = msgspec.structs.replace(record, host="node17")
                db.execute("insert or replace into match values (?, ?, ?, ?)", match_row(elsewhere))
    db.close()
    return tmp_path / "try"


def test_records_tell_where_they_were_played(played: Path) -> None:
    import platform

    listed = arena("void", played).stdout
    assert platform.node() in listed
    assert "node17" in listed
    assert "ODD" not in listed


def test_the_matches_of_a_machine_are_taken_back_in_one_step_and_played_again(played: Path) -> None:
    before = tables(played)
    done = arena("void", played, "--host", "node17")
    assert done.returncode == 0, done.stderr
    assert "2 matches played on node17 are void" in done.stdout
    assert b" 4 " in tables(played)["elo.txt"]
    assert arena("reveal", played).returncode == 1
    file = played.parent / "season" / "season.toml"
    assert "4 matches stored, 2 to play" in league(file, played.parent)
    assert tables(played) == before
    assert "node17" not in arena("void", played).stdout
    assert arena("verify", played).returncode == 0


def test_what_was_taken_back_is_told_also_when_the_table_cannot_be_written(played: Path) -> None:
    (played / "elo.txt").unlink()
    (played / "elo.txt").mkdir()
    done = arena("void", played, "--host", "node17")
    assert done.returncode == 1
    assert "2 matches played on node17 are void" in done.stdout
    assert "elo.txt" in done.stderr


def test_an_unknown_machine_is_refused_with_those_there_are(played: Path) -> None:
    refused = arena("void", played, "--host", "node1")
    assert refused.returncode == 2
    assert "no match was played on 'node1' (there are: " in refused.stderr
    assert "node17" in refused.stderr


def test_pruned_logs_leave_tables_replays_and_proofs_as_they_were(played: Path) -> None:
    before = tables(played)
    store = Store(played)
    id_ = min(store.all_ids())
    store.close()
    told = arena("replay", played, id_).stdout
    size = (played / "season.db").stat().st_size
    done = arena("prune", played, "--logs")
    assert done.returncode == 0, done.stderr
    assert "6 logs forgotten" in done.stdout
    assert (played / "season.db").stat().st_size <= size
    assert arena("replay", played, id_).stdout == told
    verified = arena("verify", played)
    assert verified.returncode == 0
    assert "6 without their logs" in verified.stdout
    assert arena("replay", played, "--verify").returncode == 0
    file = played.parent / "season" / "season.toml"
    assert "6 matches stored, 0 to play" in league(file, played.parent)
    assert tables(played) == before


def test_a_secret_is_revealed_when_nothing_is_missing_and_ends_the_season(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", BOTS, schedule="deals = 1")
    said = league(file, tmp_path)
    folder = tmp_path / "try"
    done = arena("reveal", folder)
    assert done.returncode == 0, done.stderr
    assert (folder / "secret").read_text().strip() in done.stdout
    assert said.splitlines()[0].removeprefix("commitment to the deals: ") in done.stdout
    assert "2 matches stored, 0 to play" in league(file, tmp_path)
    file.write_text(file.read_text().replace("deals = 1", "deals = 2"))
    refused = arena("league", file, "--results", tmp_path)
    assert refused.returncode == 2
    assert "the season's secret is published: no more of it can be played" in refused.stderr


def test_a_secret_is_revealed_early_only_when_asked_and_says_it(tmp_path: Path) -> None:
    stuck = {"Ada": [], "Bob": [f"needs={tmp_path / 'none'}"], "Cor": [f"needs={tmp_path / 'none'}"]}
    file = season_file(tmp_path / "season", stuck, schedule="deals = 1", top="bench_after = 9")
    assert arena("league", file, "--results", tmp_path).returncode == 1  # Bob against Cor is void
    refused = arena("reveal", tmp_path / "try")
    assert refused.returncode == 1
    assert "2 matches are not played yet, and their deals would be known; --early" in refused.stderr
    assert not (tmp_path / "try" / "revealed.json").exists()
    done = arena("reveal", tmp_path / "try", "--early")
    assert done.returncode == 0
    assert "WARNING: revealed early: 2 matches are missing" in done.stderr


def test_a_secret_that_was_changed_is_refused_by_the_commitment(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", BOTS, schedule="deals = 1")
    league(file, tmp_path)
    secret = tmp_path / "try" / "secret"
    secret.write_text("ab" * 32 + "\n")
    refused = arena("league", file, "--results", tmp_path)
    assert refused.returncode == 2
    assert "the season began with another seed" in refused.stderr
    assert "not the secret that the season was committed to" in arena("reveal", tmp_path / "try").stderr
    secret.unlink()
    assert "the secret is missing" in arena("league", file, "--results", tmp_path).stderr


def test_a_machine_on_which_bots_are_late_is_named_by_the_status(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", BOTS, schedule="deals = 20", top="bench_after = 99")
    league(file, tmp_path)
    store = Store(tmp_path / "try")
    records = list(store.records())
    store.close()
    with sqlite3.connect(tmp_path / "try" / "season.db") as db:
        for record in records[:20]:
            late = msgspec.structs.replace(
                record, ending=Ending("late", 1), points=(), places=(1, 2), host="node17"
            )
            db.execute("insert or replace into match values (?, ?, ?, ?)", match_row(late))
    db.close()
    words = arena("status", file, "--results", tmp_path).stdout
    assert "node17: 20 fouls by time in 20 matches, where 10.0 were expected of the same bots" in words
    (line,) = [line for line in arena("void", tmp_path / "try").stdout.splitlines() if "ODD" in line]
    assert "node17" in line


@pytest.mark.slow
def test_no_secret_is_revealed_while_the_file_asks_for_more(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", BOTS, schedule="deals = 1")
    league(file, tmp_path)
    more = season_file(tmp_path / "season", BOTS, schedule="deals = 2")
    words = ("reveal", tmp_path / "try", "--season", more)
    refused = arena(*words)
    assert refused.returncode == 1
    assert "2 matches are not played yet" in refused.stderr
    other = season_file(tmp_path / "other", BOTS, schedule="deals = 1", clock=SWIFT)
    assert "on other terms than these (clock" in arena(*words[:2], "--season", other).stderr
    other.write_text(other.read_text().replace('"Try"', '"Once more"'))
    assert arena(*words[:2], "--season", other).returncode == 2
    assert not (tmp_path / "try" / "revealed.json").exists()
    league(more, tmp_path)
    assert arena(*words).returncode == 0


def test_what_is_missing_is_not_known_after_a_run_that_did_not_count_it(tmp_path: Path) -> None:
    """As when it was killed in between."""
    file = season_file(tmp_path / "season", BOTS, schedule="deals = 1")
    league(file, tmp_path)
    store = Store(tmp_path / "try", write=True)
    store.set_meta(MISSING, "")
    store.close()
    refused = arena("reveal", tmp_path / "try", "--early")
    assert refused.returncode == 1
    assert "what is missing is not known here: run `arena league` first" in refused.stderr
    assert arena("reveal", tmp_path / "try", "--season", file).returncode == 0


def swiss(folder: Path, rounds: int, withdrawn: str = "", kind: str = "swiss") -> Path:
    """The season's file with four entrants and these rounds; a knockout has as many as it takes."""
    keys = f'kind = "{kind}"\ndeals = 1\nwithdrawn = {{ {withdrawn} }}'
    keys += f"\nrounds = {rounds}" if kind == "swiss" else ""
    return season_file(folder / "season", BOTS | {"Cor": ["luck"], "Dee": ["luck"]}, schedule=keys)


def refused_as_begun(file: Path, results: Path) -> str:
    """What is said to a file that would draw again what has begun; nothing is changed by it."""
    before = tables(results / "try")
    for words in (("league", file), ("reveal", results / "try", "--season", file)):
        where = ("--results", results) if words[0] == "league" else ()
        refused = arena(*words, *where)
        assert refused.returncode in (1, 2)
        assert "has begun" in refused.stderr
    assert "has begun" in arena("status", file, "--results", results).stdout
    assert tables(results / "try") == before
    return refused.stderr


@pytest.mark.slow
def test_who_withdraws_does_so_from_a_round_that_has_not_begun(tmp_path: Path) -> None:
    league(swiss(tmp_path, 2), tmp_path)
    for late in ("Ada = 1", "Ada = 2"):
        said = refused_as_begun(swiss(tmp_path, 3, late), tmp_path)
        assert "withdrawn, Ada: was nothing, now round" in said
        assert "only from round 3 on can that change" in said
    assert "8 to play" not in league(swiss(tmp_path, 3, "Ada = 3, Bob = 3"), tmp_path)
    for changed in ("Bob = 3", "Ada = 4, Bob = 3"):
        said = refused_as_begun(swiss(tmp_path, 4, changed), tmp_path)
        assert "withdrawn, Ada: was round 3" in said
    # What is as it was is never refused, nor who leaves later.
    league(swiss(tmp_path, 4, "Ada = 3, Bob = 3, Cor = 4"), tmp_path)
    league(swiss(tmp_path, 4, "Ada = 3, Bob = 3"), tmp_path)


@pytest.mark.slow
def test_who_withdraws_from_a_knockout_that_is_over_is_refused(tmp_path: Path) -> None:
    league(swiss(tmp_path, 0, kind="knockout"), tmp_path)
    assert "withdrawn, Dee" in refused_as_begun(swiss(tmp_path, 0, "Dee = 2", "knockout"), tmp_path)


def test_a_swiss_has_no_fewer_rounds_than_have_begun(tmp_path: Path) -> None:
    league(swiss(tmp_path, 2), tmp_path)
    assert "rounds: was 2, now 1, and round 2 has begun" in refused_as_begun(swiss(tmp_path, 1), tmp_path)


def test_nothing_is_taken_back_of_a_season_whose_secret_is_published(played: Path) -> None:
    assert arena("reveal", played).returncode == 0
    before = tables(played)
    refused = arena("void", played, "--host", "node17")
    assert refused.returncode == 2
    assert "the season's secret is published: no more of it can be played" in refused.stderr
    assert tables(played) == before
    assert arena("verify", played).returncode == 0


def test_matches_that_are_void_already_are_not_taken_back_again(played: Path) -> None:
    assert arena("void", played, "--host", "node17").returncode == 0
    again = arena("void", played, "--host", "node17")
    assert again.returncode == 2
    assert "all matches that were played on 'node17' are void already" in again.stderr


def test_pruned_logs_without_the_secret_are_an_error_that_says_why(played: Path) -> None:
    arena("prune", played, "--logs")
    (played / "secret").unlink()
    store = Store(played)
    id_ = min(store.all_ids())
    store.close()
    refused = arena("replay", played, id_)
    assert refused.returncode == 1
    words = "secret: No such file or directory; the logs were pruned, and follow from the secret only"
    assert words in refused.stderr


def test_a_season_that_is_being_played_is_not_revealed(played: Path) -> None:
    with open(played / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        refused = arena("reveal", played)
    assert refused.returncode == 2
    assert "another run is playing this season" in refused.stderr

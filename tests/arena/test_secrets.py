"""What must not be known: the luck to come, and whatever it could be told from."""

import stat
from pathlib import Path

from arena.deals import deal_seed, match_name, secret_of
from arena.secret import stored_secret
from arena.store import Store
from tests.arena.conftest import SEED
from tests.arena.stage import arena, recorded, season_file


def test_the_secret_is_for_its_owners_eyes(played: Path) -> None:
    assert stat.S_IMODE((played / "secret").stat().st_mode) == 0o600
    assert stat.S_IMODE(played.stat().st_mode) == 0o700


def test_fault_75_no_byte_for_a_bot_tells_of_the_deal(played: Path) -> None:
    lines = recorded(played.parents[1] / "record")
    heard = "".join(line.text for line in lines if line.how == "heard")
    assert len(heard) > 10_000
    secret, store = stored_secret(played), Store(played)
    fixtures = [record.fixture for record in store.records()]
    store.close()
    deals = {one.deal for one in fixtures}
    assert secret == secret_of(SEED)
    hidden = {str(SEED), secret.hex(), *(one.id for one in fixtures), *map(str, deals)}
    hidden |= {deal_seed(secret, deal).hex() for deal in deals}
    assert len(hidden) > 20
    assert [word for word in hidden if word in heard] == []


def test_matches_have_different_names_that_the_seed_repeats(played: Path) -> None:
    names = [line.message["match"] for line in recorded(played.parents[1] / "record", "start")]
    store, secret = Store(played), stored_secret(played)
    ids = [record.fixture.id for record in store.records()]
    store.close()
    assert sorted(names) == sorted(2 * [match_name(secret_of(SEED), id_) for id_ in ids])
    assert len(set(names)) == len(ids)
    assert match_name(secret_of(SEED + 1), ids[0]) not in names
    assert secret == secret_of(SEED)


def logs(folder: Path) -> dict[str, bytes]:
    store = Store(folder)
    found = {id_: store.whole_record(id_).log for id_ in store.all_ids()}
    store.close()
    return found


def test_fault_79_a_seed_repeats_a_season_0_is_one_and_without_one_luck_is_drawn(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", {"A": ["luck"], "B": ["luck"]}, schedule="deals = 1")

    def play(name: str, *words: str) -> dict[str, bytes]:
        done = arena("league", file, "--results", tmp_path / name, "--workers", "1", *words)
        assert done.returncode == 0, done.stderr
        return logs(tmp_path / name / "try")

    zero, again, drawn = play("zero", "--seed", "0"), play("again", "--seed", "0"), play("drawn")
    assert zero == again
    assert stored_secret(tmp_path / "zero" / "try") == secret_of(0)
    assert zero.keys() == drawn.keys()
    assert all(zero[id_] != drawn[id_] for id_ in zero)
    kept = stored_secret(tmp_path / "drawn" / "try")
    assert play("drawn") == drawn
    assert stored_secret(tmp_path / "drawn" / "try") == kept

    for words in (["--seed", "1"], ["--seed", "0"]):
        refused = arena("league", file, "--results", tmp_path / "drawn", *words)
        assert refused.returncode == 2
        assert "the season began with another seed" in refused.stderr


def test_a_secret_that_is_lost_or_spoilt_is_never_replaced(tmp_path: Path) -> None:
    file = season_file(tmp_path / "season", {"A": [], "B": []}, schedule="deals = 1")
    words = ("league", file, "--results", tmp_path, "--workers", "1")
    assert arena(*words).returncode == 0
    secret = tmp_path / "try" / "secret"
    kept = secret.read_text()
    for spoilt in ("", "no digits", kept[:10]):
        secret.write_text(spoilt)
        failed = arena(*words)
        assert (failed.returncode, "Traceback" in failed.stderr) == (1, False)
        assert str(secret) in failed.stderr
        assert secret.read_text() == spoilt
    secret.unlink()
    refused = arena(*words)
    assert refused.returncode == 2
    assert "the secret is missing" in refused.stderr
    secret.write_text(kept)
    assert arena(*words).returncode == 0

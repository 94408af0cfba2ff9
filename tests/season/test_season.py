"""What a season file that is right comes to."""

import pickle
from pathlib import Path

import msgspec
import pytest

from arena.season import Season, read_season
from arena.wire import Clock
from tests.season.folders import SEASON, bots, season_file

CONFIGS = Path(__file__).parents[2] / "configs"


def changed(folder: Path, old: str, new: str) -> Season:
    """The season of the folder with one piece of its file replaced."""
    assert old in SEASON
    return read_season(season_file(folder, SEASON.replace(old, new)))


def test_what_is_left_out_has_its_documented_value(folder: Path) -> None:
    season = read_season(season_file(folder))
    assert season.clock == Clock(start_ms=10_000, move_ms=1_000, match_ms=60_000)
    assert (season.schedule.kind, season.schedule.seatings) == ("round-robin", "rotations")
    assert (season.processes, season.pin, season.seed) == ("sitting", None, None)
    assert season.chosen_options() == {"expansion": False, "noble_counts_two_in_missions": False}


def test_every_key_arrives(folder: Path) -> None:
    text = SEASON.replace(
        "seats = 2",
        'seats = 2\nseed = 5\npin = false\nprocesses = "match"\n'
        "options = { expansion = true }\nclock = { start_ms = 1, move_ms = 2, match_ms = 3 }",
    ).replace("deals = 3", 'deals = 7\nkind = "round-robin"\nseatings = "all"')
    season = read_season(season_file(folder, text))
    assert (season.name, season.game, season.seating.sides) == ("Proef", "hielenlikkers", (0, 1))
    assert (season.seed, season.pin, season.processes) == (5, False, "match")
    assert season.options.expansion is True
    assert season.clock == Clock(1, 2, 3)
    assert (season.schedule.deals, season.schedule.seatings) == (7, "all")


def test_an_entrant_is_called_after_its_bot_unless_named(folder: Path) -> None:
    season = changed(folder, 'bot = "bots/noot"', 'bot = "bots/noot"\nname = "Noot de Tweede"')
    assert [entrant.name for entrant in season.entrants] == ["aap", "Noot de Tweede"]


def test_bots_are_found_from_the_folder_of_the_file(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = season_file(folder)
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert read_season(file).entrants[0].bots[0].folder == (folder / "bots" / "aap").resolve()


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "mark"])
@pytest.mark.parametrize("ends", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
def test_fault_09_a_byte_order_mark_and_line_ends_make_no_difference(
    folder: Path, mark: bytes, ends: bytes
) -> None:
    plain = read_season(season_file(folder))
    assert read_season(season_file(folder, mark + SEASON.encode().replace(b"\n", ends))) == plain


def test_seed_nought_is_a_seed(folder: Path) -> None:
    assert changed(folder, "seats = 2", "seats = 2\nseed = 0").seed == 0


TEAMS = SEASON.replace("seats = 2", "seats = 4\nteams = true\noptions.expansion = true")


def test_one_bot_takes_every_seat_of_its_side(folder: Path) -> None:
    season = read_season(season_file(folder, TEAMS))
    assert season.seating.sides == (0, 1, 0, 1)
    assert [bot.manifest.name for bot in season.entrants[0].bots] == ["aap", "aap"]
    assert season.entrants[0].members == (0, 0)


def test_two_bots_share_a_side_and_its_name(folder: Path) -> None:
    season = read_season(
        season_file(folder, TEAMS.replace('bot = "bots/aap"', 'bots = ["bots/noot", "bots/aap"]'))
    )
    assert [bot.manifest.name for bot in season.entrants[0].bots] == ["noot", "aap"]
    assert season.entrants[0].members == (0, 1)
    assert season.entrants[0].name == "noot + aap"


def test_a_pair_that_writes_one_folder_in_two_ways_is_one_bot_twice(folder: Path) -> None:
    season = read_season(
        season_file(folder, TEAMS.replace('bot = "bots/aap"', 'bots = ["bots/aap", "bots/../bots/aap"]'))
    )
    assert season.entrants[0].members == (0, 0)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Seizoen 2026-2027", "seizoen-2026-2027"),
        ("../../etc: Één!", "etc-een"),
        ("x" * 99 + " y", "x" * 80),
    ],
)
def test_the_slug_is_a_safe_folder_name(folder: Path, name: str, slug: str) -> None:
    assert changed(folder, "Proef", name).slug == slug


def test_names_without_a_letter_of_ours_have_slugs_of_their_own(folder: Path) -> None:
    slugs = {changed(folder, "Proef", name).slug for name in ("赛季", "季赛", "..")}
    assert len(slugs) == 3
    assert all(slug.startswith("season-") for slug in slugs)


def test_more_deals_and_entrants_are_on_the_same_terms(folder: Path) -> None:
    bots(folder, "mies")
    before = read_season(season_file(folder)).terms()
    more = SEASON.replace("deals = 3", "deals = 30") + '[[entrant]]\nbot = "bots/mies"\n'
    assert read_season(season_file(folder, more)).terms() == before


@pytest.mark.parametrize(
    "line",
    ["options.expansion = true", "clock.move_ms = 999", "options.noble_counts_two_in_missions = true"],
)
def test_another_option_or_clock_is_on_other_terms(folder: Path, line: str) -> None:
    before = read_season(season_file(folder)).terms()
    assert changed(folder, "seats = 2", f"seats = 2\n{line}").terms() != before


def test_an_option_written_at_its_default_is_on_the_same_terms(folder: Path) -> None:
    before = read_season(season_file(folder)).terms()
    assert changed(folder, "seats = 2", "seats = 2\noptions.expansion = false").terms() == before


def test_terms_survive_json(folder: Path) -> None:
    terms = read_season(season_file(folder)).terms()
    assert msgspec.json.decode(msgspec.json.encode(terms)) == terms


def test_a_season_survives_pickling(folder: Path) -> None:
    season = read_season(season_file(folder))
    assert pickle.loads(pickle.dumps(season)) == season


@pytest.mark.parametrize("file", sorted(CONFIGS.glob("*.toml")), ids=lambda file: file.stem)
def test_the_seasons_we_ship_can_be_read(file: Path) -> None:
    assert read_season(file).entrants

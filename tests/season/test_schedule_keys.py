"""What the [schedule] of a season file may say, kind by kind."""

from pathlib import Path

import pytest

from arena.season import Season, SeasonError, read_season
from tests.season.folders import SEASON, bots, season_file

MANY = "an integer of at least 1 and at most 100000"
TEAMS = SEASON.replace("seats = 2", "seats = 4\nteams = true\noptions.expansion = true")


def read(folder: Path, schedule: str, text: str = SEASON, more: int = 0) -> Season:
    """The season with these lines in its schedule and so many more entrants."""
    names = [f"mies{number}" for number in range(more)]
    bots(folder, *names)
    text += "".join(f'[[entrant]]\nbot = "bots/{name}"\n' for name in names)
    return read_season(season_file(folder, text.replace("[schedule]", f"[schedule]\n{schedule}")))


def refused(folder: Path, schedule: str, text: str = SEASON, more: int = 0) -> str:
    """The one line of the error, from the path of the key on."""
    with pytest.raises(SeasonError) as caught:
        read(folder, schedule, text, more)
    (line,) = str(caught.value).splitlines()
    return line.split(": ", 1)[1]


def test_every_key_of_every_kind_arrives(folder: Path) -> None:
    assert read(folder, 'kind = "swiss"\nrounds = 4').schedule.rounds == 4
    assert read(folder, 'kind = "gauntlet"\nnewcomers = ["noot"]').schedule.newcomers == ("noot",)
    assert read(folder, 'kind = "ladder"\nuntil_error = 30').schedule.until_error == 30
    assert read(folder, 'kind = "ladder"').schedule.until_error is None
    assert read(folder, 'kind = "knockout"\nwhole_deals = false').schedule.whole_deals is False
    assert read(folder, "").schedule.whole_deals is True


def test_where_partners_rotate_an_entrant_is_one_bot_and_a_table_has_one_for_each_seat(folder: Path) -> None:
    season = read(folder, 'partners = "rotate"', TEAMS, more=2)
    assert [len(entrant.bots) for entrant in season.entrants] == [1] * 4
    assert (season.table_size, read(folder, "", TEAMS).table_size) == (4, 2)


@pytest.mark.parametrize(
    ("schedule", "told"),
    [
        ("rounds = 4", "schedule.rounds: expected this key with kind = 'swiss' only, got 'round-robin'"),
        (
            'kind = "swiss"\nrounds = 4\nuntil_error = 5',
            "schedule.until_error: expected this key with kind = 'ladder' only, got 'swiss'",
        ),
        (
            'kind = "swiss"',
            f"schedule.rounds: expected {MANY}, for a swiss, got nothing",
        ),
        ('kind = "swiss"\nrounds = 0', f"schedule.rounds: expected {MANY}, got 0"),
        (
            'kind = "ladder"\nuntil_error = -1',
            "schedule.until_error: expected an integer of at least 1, got -1",
        ),
        (
            'kind = "gauntlet"',
            "schedule.newcomers: expected a list of names of entrants, for a gauntlet, got nothing",
        ),
        (
            'kind = "gauntlet"\nnewcomers = []',
            "schedule.newcomers: expected a list of names of entrants, got []",
        ),
        (
            'kind = "swiss"\nrounds = 3\nwithdrawn = { nooot = 2 }',
            "schedule.withdrawn.nooot: expected the name of an entrant, got 'nooot'; did you mean 'noot'?",
        ),
        (
            'kind = "swiss"\nrounds = 3\nwithdrawn = { noot = 4 }',
            "schedule.withdrawn.noot: expected a round from 1 to 3, got 4",
        ),
        (
            'kind = "knockout"\nwithdrawn = { noot = 9 }',
            "schedule.withdrawn.noot: expected a round from 1 to 1, got 9",
        ),
        (
            'kind = "swiss"\nrounds = 3\nwithdrawn = { noot = 0 }',
            "schedule.withdrawn.noot: expected an integer of at least 1 and at most 100000, got 0",
        ),
        (
            'kind = "swiss"\nrounds = 3\nwithdrawn = ["noot"]',
            "schedule.withdrawn: expected a table of names, each with the number of a round, got ['noot']",
        ),
        (
            "withdrawn = { noot = 2 }",
            "schedule.withdrawn: expected this key with kind = 'swiss' or 'knockout' only: "
            "elsewhere who leaves is taken out of the file, got 'round-robin'",
        ),
        (
            'kind = "gauntlet"\nnewcomers = ["nooot"]',
            "schedule.newcomers[0]: expected the name of an entrant, got 'nooot'; did you mean 'noot'?",
        ),
        (
            'kind = "gauntlet"\nnewcomers = ["noot", "noot"]',
            "schedule.newcomers[1]: expected each newcomer once, got 'noot'",
        ),
        (
            'kind = "gauntlet"\nnewcomers = ["noot", "aap"]',
            "schedule.newcomers: expected newcomers that leave a field of at least 1, to fill a table, "
            "got a field of 0",
        ),
        (
            'partners = "rotate"',
            "schedule.partners: expected 'fixed' where there are no teams, got 'rotate'",
        ),
        (
            'partners = "rotates"',
            "schedule.partners: expected one of 'fixed', 'rotate', got 'rotates'; did you mean 'rotate'?",
        ),
        ("whole_deals = 1", "schedule.whole_deals: expected true or false, got 1"),
    ],
)
def test_one_thing_wrong(folder: Path, schedule: str, told: str) -> None:
    assert refused(folder, schedule) == told


def test_a_knockout_is_between_two(folder: Path) -> None:
    words = "schedule.kind: expected a knockout to be between two fixed sides, got "
    three = SEASON.replace("seats = 2", "seats = 3")
    assert refused(folder, 'kind = "knockout"', three, more=1) == words + "3 sides"


def test_who_enters_where_partners_rotate_is_one_bot(folder: Path) -> None:
    text = TEAMS.replace('bot = "bots/aap"', 'bots = ["bots/aap", "bots/noot"]')
    told = refused(folder, 'partners = "rotate"', text, more=2)
    assert told == "entrant[0].bots: expected one bot, as partners rotate: 1, got 2"


def test_where_partners_rotate_there_is_an_entrant_for_every_seat(folder: Path) -> None:
    told = refused(folder, 'partners = "rotate"', TEAMS, more=1)
    assert told == "entrant: expected at least 4 entrants, to fill a table, got 3"


@pytest.mark.parametrize("kind", ['kind = "swiss"\nrounds = 4', 'kind = "knockout"'])
def test_who_meets_whom_in_later_rounds_is_on_terms_that_do_not_change(folder: Path, kind: str) -> None:
    before = read(folder, kind).terms()
    assert read(folder, kind, SEASON.replace("deals = 3", "deals = 30")).terms() == before | {"deals": 30}
    assert read(folder, kind, more=1).terms() != before


def test_a_swiss_may_get_more_rounds(folder: Path) -> None:
    four, five = (read(folder, f'kind = "swiss"\nrounds = {rounds}') for rounds in (4, 5))
    assert four.terms() == five.terms()


def test_fixed_and_changing_partners_are_different_terms(folder: Path) -> None:
    rotate = read(folder, 'partners = "rotate"', TEAMS, more=2).terms()
    assert rotate["partners"] == "rotate"
    assert "partners" not in read(folder, "", TEAMS).terms()

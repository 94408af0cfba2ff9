"""What a worker of a cluster does: it asks for bots that it lacks, and plays those that it was sent."""

import shutil
from pathlib import Path

from msgspec.structs import replace

from arena.cluster.parcel import packed
from arena.cluster.there import Errand, played
from arena.sitting import Plan, Program
from tests.arena.stage import BOTS, PATIENT, SECRET, sitting_for


def errand_of(folder: Path) -> Errand:
    """Two deals between a bot and itself, not sent along."""
    words = ("python3", "-I", "-S", "bot.py")
    programs = {f"bot {seat}": (Program(words, packed(folder).content),) for seat in range(2)}
    return Errand(Plan(programs, PATIENT, SECRET), sitting_for(2, 2))


def test_bots_are_asked_for_once_and_played_where_they_were_put(tmp_path: Path) -> None:
    bot = shutil.copytree(BOTS / "lukraak", tmp_path / "lukraak")
    errand, parcel = errand_of(bot), packed(bot)
    # The worker has nothing but what it was sent.
    shutil.rmtree(bot)
    asked = played(errand, tmp_path / "shelf")
    assert (asked.records, asked.wanting) == ([], [parcel.content])
    sent = played(replace(errand, parcels=[parcel]), tmp_path / "shelf")
    assert [record.ending.kind for record in sent.records] == ["played", "played"]
    again = played(errand, tmp_path / "shelf")
    assert [record.points for record in again.records] == [record.points for record in sent.records]
    assert again.wanting == []


def test_what_goes_wrong_is_said_for_the_seasons_log(tmp_path: Path) -> None:
    bot = tmp_path / "babbler"
    bot.mkdir()
    (bot / "bot.py").write_text("print('what is this?', flush=True)")
    found = played(replace(errand_of(bot), parcels=[packed(bot)]), tmp_path / "shelf")
    assert [record.ending.kind for record in found.records] == ["void", "void"]
    assert any("what is this?" in line.words for line in found.said)

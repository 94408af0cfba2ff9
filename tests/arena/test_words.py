"""What strangers write is shown without acting on a terminal, wherever it is shown."""

import json
import logging
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from arena.build import BuildError, build
from arena.check.report import Report, Sentence
from arena.cli import Failure, Refusal, StopExit, main
from arena.fouls import keep, kept, told
from arena.logs import log_to, stop_logging
from arena.manifest import Bot, Manifest
from arena.record import Evidence
from arena.referee import DETAIL_KEPT, Foul
from arena.words import alike, count_of, visible
from tests.arena.stage import BRISK, rogue, sat

HOSTILE = "\x1b[31mred\x07\x9b2J\u202egnp\r\x7f"
SHOWN = r"\x1b[31mred\x07\x9b2J\u202egnp\r\x7f"


def test_what_acts_is_escaped_and_what_reads_is_kept() -> None:
    assert visible(HOSTILE) == SHOWN
    assert visible("één 日本語 🐴\n\tin") == "één 日本語 🐴\n\tin"


def test_a_foul_holds_it_escaped_and_bounded() -> None:
    assert Foul("crashed", HOSTILE).detail == SHOWN
    assert str(Foul("crashed", HOSTILE)) == f"crashed: {SHOWN}"
    assert len(Foul("crashed", "\x1b" * DETAIL_KEPT).detail) == DETAIL_KEPT + len("...")


def test_a_foul_is_one_line_whatever_it_quotes() -> None:
    """In tables, `arena match` and `arena replay` nothing of it can pass for a line of ours."""
    assert Foul("crashed", "exit code 1\n  match 7: played\n\n\u2028 end\n").detail == (
        r"exit code 1 match 7: played \u2028 end"
    )


def test_a_record_in_the_log_is_escaped_and_its_further_lines_are_set_in(tmp_path: Path) -> None:
    log = logging.getLogger("arena.test")
    handler = log_to(tmp_path / "league.log")
    try:
        log.warning("could not start %s: %s", "Aap", f"{HOSTILE}\n2026-11-30 12:00:00,000 ERROR forged")
        try:
            raise ValueError(HOSTILE)
        except ValueError:
            log.exception("match 7 is void")
    finally:
        stop_logging(handler)
    lines = (tmp_path / "league.log").read_text().splitlines()
    assert [line.startswith("    ") for line in lines] == [False, True, False] + [True] * (len(lines) - 3)
    assert lines[0].endswith(f"could not start Aap: {SHOWN}")
    assert lines[-1].endswith(f"ValueError: {SHOWN}")


@pytest.mark.parametrize("kind", [Refusal, Failure, StopExit])
def test_an_error_of_a_command_shows_it_escaped(
    kind: type[Refusal | Failure | StopExit], capsys: pytest.CaptureFixture[str]
) -> None:
    kind(f"{HOSTILE}\nand more").show()
    assert capsys.readouterr().err == f"Error: {SHOWN}\nand more\n"


def test_the_file_of_a_foul_and_the_command_show_it_escaped(tmp_path: Path) -> None:
    (record,) = sat([rogue("exit-at-start"), rogue()], clock=BRISK)
    seen = Evidence(HOSTILE, HOSTILE.encode(), HOSTILE.encode(), HOSTILE)
    record = replace(record, evidence=seen)
    assert told(record).count(SHOWN) == 4
    assert "\x1b" not in told(record)
    keep(tmp_path, record)
    (file,) = kept(tmp_path)
    file.write_text(f"an older file {HOSTILE}\n")
    for words in ([], ["--bot", "bot 0"]):
        assert f"an older file {SHOWN}\n" in CliRunner().invoke(main, ["fouls", str(tmp_path), *words]).stdout


def test_a_check_shows_it_escaped_in_both_forms() -> None:
    report = Report("Aap", (Sentence("It starts", "failed", HOSTILE, HOSTILE),))
    assert report.text().count(SHOWN) == 2
    (sentence,) = json.loads(report.json())["sentences"]
    assert (sentence["seen"], sentence["advice"]) == (SHOWN, SHOWN)


def test_what_a_build_wrote_is_shown_escaped(tmp_path: Path) -> None:
    command = ("sh", "-c", r"printf '\033[2Jno\n'; exit 1")
    made = Manifest(name="A", run=("./a",), build=command, author="B", language="C", games=("kerstenen",))
    with pytest.raises(BuildError, match=r"exit code 1:\n\\x1b\[2Jno"):
        build(Bot(tmp_path, made))


def test_names_that_look_alike() -> None:
    assert alike("Straße") == alike("STRASSE")
    assert alike("\u00e9en") == alike("E\u0301en")
    assert alike("a\u200bb") == alike("ab")
    assert alike("Mijn Bot") == alike("mijn  bot") == alike("mijn \u00a0\u2003bot")
    assert alike("a b") != alike("ab")
    assert alike("a") != alike("b")


def test_one_is_singular() -> None:
    assert [count_of(number, "deal") for number in (0, 1, 2)] == ["0 deals", "1 deal", "2 deals"]
    assert count_of(2, "match", "matches") == "2 matches"

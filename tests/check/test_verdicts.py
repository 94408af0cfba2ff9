"""From what was seen to sentences: the judgement, without playing."""

from typing import Any

from arena.check.found import Found, Leaving, Played, Twice
from arena.check.report import Report, Sentence
from arena.check.verdicts import report
from arena.manifest import Manifest
from arena.record import Ending
from arena.wire import Clock

MANIFEST = Manifest(name="Aap", run=("./aap",), author="Mies", language="C", games=("kerstenen",))
CLOCK = Clock(start_ms=1000, move_ms=100, match_ms=1000)


def judged(**seen: Any) -> Report:
    """The report on a bot of which nothing else was seen than that it is ready."""
    seen = {"manifest": MANIFEST, "built": False, "ready_ms": 5.0} | seen
    return report(Found(folder="aap", clock=CLOCK, memory_limit=1 << 20, **seen))


def sentence(words: str, **seen: Any) -> Sentence:
    """The one whose claim holds these words."""
    (found,) = [each for each in judged(**seen).sentences if words in each.claim]
    return found


def test_an_unusable_manifest_leaves_nothing_to_judge() -> None:
    found = judged(manifest=None, manifest_trouble="bot.toml: run: nothing", built=None, ready_ms=None)
    assert [each.verdict for each in found.sentences] == ["failed"] + ["skipped"] * (len(found.sentences) - 1)
    assert not found.passed


def test_silence_is_put_down_to_a_buffer() -> None:
    told = sentence("starts", ready_ms=None, start_foul=Ending("silent", 0, "start: no `ready`"))
    assert told.verdict == "failed"
    assert "buffer" in told.advice


def test_a_wrong_first_line_fails_hello_but_not_the_start() -> None:
    foul = Ending("garbled", 0, "start: no `ready`; instead it wrote 'hoi'")
    assert sentence("starts", ready_ms=None, start_foul=foul).verdict == "passed"
    assert sentence("`hello`", ready_ms=None, start_foul=foul).verdict == "failed"


def test_only_its_own_foul_fails_a_match() -> None:
    foul = Ending("late", 1, "request 3")
    assert sentence("whole match", played=[Played("k", foul, own=True)]).verdict == "failed"
    void = Ending("void", None, "no memory")
    assert sentence("whole match", played=[Played("k", void)]).verdict == "skipped"
    assert sentence("whole match", played=[Played("k", None)]).verdict == "skipped"
    assert sentence("whole match", played=[Played("k", Ending("played"))]).verdict == "passed"


def test_both_forms_are_counted() -> None:
    played = [Played("k", Ending("played"), by_choice=2, by_moves=1), Played("l", None, by_choice=1)]
    assert "3 with `choice`, 1 with `moves`" in sentence("forms", played=played).seen


def test_speed_is_told_by_quantiles_and_judged_by_the_clock() -> None:
    told = sentence("clock", own_ms=[float(ms) for ms in range(1, 101)][::-1])
    assert told.verdict == "passed"
    assert "half within 50.00 ms, 99 % within 99.00 ms, slowest 100.00 ms of 100" in told.seen
    assert "close" in told.advice
    assert sentence("clock", own_ms=[130.0]).verdict == "failed"
    assert sentence("clock", own_ms=[1.0], match_ms=[1100.0]).verdict == "failed"
    assert not sentence("clock", own_ms=[1.0], match_ms=[10.0]).advice


def test_memory_is_judged_by_the_limit() -> None:
    assert sentence("memory", memory=1 << 20).verdict == "passed"
    assert sentence("memory", memory=1 + (1 << 20)).verdict == "failed"
    assert sentence("memory", memory=None).verdict == "skipped"


def test_an_answer_that_never_came_is_told() -> None:
    told = sentence("id of its request", twice=Twice((1, 1, 2), (1,), "then nothing more came in time"))
    assert (told.verdict, told.seen.startswith("asked 1, 1, 2, answered 1;")) == ("failed", True)


def test_other_moves_in_the_same_match_are_allowed_but_told() -> None:
    told = sentence("same match", repeated=False)
    assert (told.verdict, "does not repeat" in told.seen, bool(told.advice)) == ("passed", True, True)


def test_who_stays_or_leaves_others_behind_fails() -> None:
    assert sentence("`bye`", after_bye=Leaving(None, "")).verdict == "failed"
    assert sentence("`bye`", after_bye=Leaving(3.0, "exit code 0", stayed=2)).verdict == "failed"
    assert sentence("stdin", after_eof=Leaving(3.0, "exit code 0")).verdict == "passed"


def test_the_text_numbers_every_sentence_and_the_json_holds_the_same() -> None:
    found = judged()
    assert f"{len(found.sentences):3}. " in found.text()
    assert f'"number": {len(found.sentences)},' in found.json()
    assert '"passed": true' in found.json()

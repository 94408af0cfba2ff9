"""The judgement: from what was seen of a bot to sentences about it. Pure."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import get_args

from arena.bot import MARGIN_MS
from arena.check.found import Found, Leaving, Played
from arena.check.report import Report, Sentence
from arena.record import Limit

LEAVE_MS = 1000
"""How long a bot may take to leave. The arena itself waits but a quarter of that before it ends it."""
_FLUSH = (
    "nothing came out of it. Most often the answer waits in a buffer: flush after each line"
    ' (print(..., flush=True), fflush(stdout), $| = 1, std::endl). It must answer {"type":"ready"} to `hello`'
)
_ADVICE = {
    "late": "answer within `ms` of each request; an answer must repeat the id of the request that is open",
    "silent": _FLUSH,
    "crashed": "run it by hand in its folder and type a line: its own error comes on stderr",
    "garbled": 'answer one line {"id":ID,"choice":K} or {"id":ID,"moves":[...]}; notes belong on stderr',
    "illegal": "answer with an index into `legal`, counted from 0, or with moves that are in it",
    **dict.fromkeys(get_args(Limit), "use less of it: the season's [limits] say how much there is"),
}
_CLOSE = "that is close: on a busier machine it may be too late"
_MB = 1 << 20


def report(found: Found) -> Report:
    """Every sentence about a bot, in the order in which it would meet with them."""
    name = found.manifest.name if found.manifest else found.folder
    return Report(name, tuple(_sentences(found)))


def _sentences(found: Found) -> Iterator[Sentence]:
    yield _manifest(found)
    yield _build(found)
    yield _start(found)
    yield _hello(found)
    yield from map(_match, found.played)
    for judge in _LATER:
        yield judge(found)


def _manifest(found: Found) -> Sentence:
    claim = "Its bot.toml says what it is"
    manifest = found.manifest
    if manifest is None:
        return Sentence(
            claim, "failed", found.manifest_trouble, "bots/README.md has an example of a bot.toml"
        )
    if found.manifest_trouble:
        return Sentence(claim, "failed", found.manifest_trouble)
    seen = f"{manifest.name}, {manifest.language}, plays {', '.join(manifest.games)}"
    return Sentence(claim, "passed", seen)


def _build(found: Found) -> Sentence:
    claim = "Its program is there, or can be built"
    if found.build_trouble:
        advice = "run the words of `build` in its folder; `run` must start with a program that is there then"
        return Sentence(claim, "failed", found.build_trouble, advice)
    if found.built is None:
        return _skipped(claim, "its bot.toml cannot be used")
    return Sentence(claim, "passed", "" if found.built else "nothing to build")


def _start(found: Found) -> Sentence:
    claim = "It starts and says something"
    foul = found.start_foul
    if found.ready_ms is None and foul is None:
        return _skipped(claim, "there is no program")
    if foul and foul.kind != "garbled":
        return Sentence(claim, "failed", f"{foul.kind}: {foul.detail}", _ADVICE.get(foul.kind, ""))
    return Sentence(claim, "passed")


def _hello(found: Found) -> Sentence:
    claim = "It answers `hello` with `ready` in time"
    foul = found.start_foul
    if foul and foul.kind == "garbled":
        advice = 'the first line on stdout must be {"type":"ready"}; notes belong on stderr'
        return Sentence(claim, "failed", f"{foul.kind}: {foul.detail}", advice)
    if found.ready_ms is None:
        return _skipped(claim, "it did not start")
    seen = f"after {found.ready_ms:.0f} ms; the limit is {found.clock.start_ms} ms"
    if found.ready_ms > found.clock.start_ms / 2:
        return Sentence(claim, "passed", seen, _CLOSE)
    return Sentence(claim, "passed", seen)


def _match(played: Played) -> Sentence:
    claim = f"It plays a whole match: {played.words}"
    ending = played.ending
    if ending is None:
        seen = f"{played.decisions} decisions without a foul, then the time of the check was up"
        return _skipped(claim, seen if played.decisions else "the time of the check was up")
    if ending.kind == "played":
        return Sentence(claim, "passed", f"{played.decisions} decisions")
    if not played.own:
        return _skipped(claim, f"the arena's own trouble: {ending.detail}")
    return Sentence(claim, "failed", f"{ending.kind}: {ending.detail}", _ADVICE.get(ending.kind, ""))


def _forms(found: Found) -> Sentence:
    claim = "Its answers have one of the two forms"
    choices = sum(played.by_choice for played in found.played)
    moves = sum(played.by_moves for played in found.played)
    if not choices + moves:
        return _skipped(claim, "it never answered")
    return Sentence(claim, "passed", f"{choices} with `choice`, {moves} with `moves`: both are understood")


def _stdout(found: Found) -> Sentence:
    claim = "Its stdout holds nothing but answers"
    if found.ready_ms is None:
        return _skipped(claim, "it did not start")
    if not found.stray:
        return Sentence(claim, "passed")
    seen = "allowed, but each costs time: " + "; ".join(found.stray[:3])
    return Sentence(claim, "passed", seen, "write notes to stderr")


def _speed(found: Found) -> Sentence:
    claim = "It keeps the clock"
    if not found.own_ms:
        return _skipped(claim, "it never answered")
    times, clock = sorted(found.own_ms), found.clock
    half, most, slowest = _quantile(times, 0.5), _quantile(times, 0.99), times[-1]
    seen = (
        f"{len(times)} decisions: half within {half:.2f} ms, 99 % within {most:.2f} ms, slowest {slowest:.2f}"
        f" ms of {clock.move_ms}"
    )
    longest = max(found.match_ms, default=0.0)
    seen += f"; longest match {longest:.0f} ms of {clock.match_ms}"
    late = slowest > clock.move_ms + MARGIN_MS or longest > clock.match_ms + MARGIN_MS
    advice = "answer sooner: `ms` of each request says how long there is" if late else ""
    if not late and (slowest > clock.move_ms / 2 or longest > clock.match_ms / 2):
        advice = _CLOSE
    return Sentence(claim, "failed" if late else "passed", seen, advice)


def _memory(found: Found) -> Sentence:
    claim = "It keeps within its memory"
    if found.memory is None:
        return _skipped(claim, "it did not run, or this machine does not tell")
    seen = (
        f"at most {found.memory / _MB:.0f} of {found.memory_limit / _MB:.0f} MB, all its processes together"
    )
    if found.memory > found.memory_limit:
        return Sentence(claim, "failed", seen, "hold less")
    return Sentence(claim, "passed", seen)


def _twice(found: Found) -> Sentence:
    claim = "Each answer bears the id of its request, also when it is asked again before it has answered"
    twice = found.twice
    if twice is None:
        return _skipped(claim, "it does not play yet")
    seen = f"asked {_listed(twice.asked)}, answered {_listed(twice.answered)}"
    if twice.trouble:
        return Sentence(claim, "failed", f"{seen}; {twice.trouble}", _ADVICE["late"])
    return Sentence(claim, "passed", seen)


def _next_match(found: Found) -> Sentence:
    claim = "After `over` it plays another match in the same process"
    ending = found.next_match
    if ending is None:
        return _skipped(claim, "it did not end one")
    if ending.kind == "played":
        return Sentence(claim, "passed")
    advice = "treat each `start` as a fresh match; `over` needs no answer; leave at `bye` only"
    return Sentence(claim, "failed", f"{ending.kind}: {ending.detail}", advice)


def _repeats(found: Found) -> Sentence:
    claim = "It plays the same match again"
    if found.repeated is None:
        return _skipped(claim, "it did not end one")
    if found.repeated:
        return Sentence(claim, "passed", "with the same moves")
    seen = "with other moves: allowed, but a season with it does not repeat from its seed"
    return Sentence(claim, "passed", seen, "draw luck from the match's name and the seat alone")


def _bye(found: Found) -> Sentence:
    return _leaving("It leaves after `bye`", found.after_bye)


def _eof(found: Found) -> Sentence:
    return _leaving("It leaves when its stdin is closed without a word", found.after_eof)


def _leaving(claim: str, leaving: Leaving | None) -> Sentence:
    if leaving is None:
        return _skipped(claim, "it does not play yet")
    advice = "end the program when reading stdin comes to an end; a loop over its lines does so by itself"
    if leaving.after_ms is None:
        return Sentence(claim, "failed", f"it was still there after {LEAVE_MS} ms, and was ended", advice)
    if leaving.stayed:
        seen = f"processes that it had started stayed behind and were ended: {leaving.stayed}"
        return Sentence(claim, "failed", seen, "end what it has started, too")
    return Sentence(claim, "passed", f"after {leaving.after_ms:.0f} ms, with {leaving.words}")


def _stderr(found: Found) -> Sentence:
    claim = "Its stderr is read and its end is kept"
    if found.stderr is None:
        return _skipped(claim, "it did not start")
    tail = found.stderr.strip()
    return Sentence(claim, "passed", f"it ends:\n{tail[-1000:]}" if tail else "it wrote nothing")


_LATER: tuple[Callable[[Found], Sentence], ...] = (
    _forms, _stdout, _speed, _memory, _twice, _next_match, _repeats, _bye, _eof, _stderr,
)  # fmt: skip


def _skipped(claim: str, seen: str, advice: str = "") -> Sentence:
    return Sentence(claim, "skipped", seen, advice)


def _quantile(ascending: Sequence[float], part: float) -> float:
    """The smallest value that this part of all values does not exceed."""
    return ascending[max(0, math.ceil(part * len(ascending)) - 1)]


def _listed(ids: Sequence[int]) -> str:
    return ", ".join(map(str, ids)) or "none"

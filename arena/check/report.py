"""The report of a check: numbered sentences, each passed, failed or skipped. As text and as JSON."""

import json
import textwrap
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arena.words import visible

Verdict = Literal["passed", "failed", "skipped"]
_WIDTH = 100


class Sentence(Struct, frozen=True):
    """One thing that a bot should do, and what was seen of it; `advice` when there is something to do."""

    claim: str
    verdict: Verdict
    seen: str = ""
    advice: str = ""


class Report(Struct, frozen=True):
    """All sentences about a bot."""

    bot: str
    """Its name, or its folder when it has none."""
    sentences: tuple[Sentence, ...]

    @property
    def passed(self) -> bool:
        """Whether no sentence failed."""
        return not any(sentence.verdict == "failed" for sentence in self.sentences)

    def text(self) -> str:
        """For a terminal: a paragraph a sentence."""
        lines = [f"{visible(self.bot)}:"]
        for number, sentence in enumerate(map(_plain, self.sentences), 1):
            lines.append(f"{number:3}. {sentence.verdict:8} {sentence.claim}")
            lines += _indented(sentence.seen, "")
            lines += _indented(sentence.advice, "-> ")
        counts = [f"{self._count(verdict)} {verdict}" for verdict in ("passed", "failed", "skipped")]
        return "\n".join([*lines, ", ".join(counts)])

    def json(self) -> str:
        """An object with `bot`, `passed` and a list of `sentences`."""
        sentences: list[dict[str, Any]] = [
            {"number": number} | msgspec.to_builtins(sentence)
            for number, sentence in enumerate(map(_plain, self.sentences), 1)
        ]
        whole = {"bot": visible(self.bot), "passed": self.passed, "sentences": sentences}
        return json.dumps(whole, indent=2, ensure_ascii=False)

    def _count(self, verdict: Verdict) -> int:
        return sum(sentence.verdict == verdict for sentence in self.sentences)


def _plain(sentence: Sentence) -> Sentence:
    """Safe to show: what was seen may quote the bot."""
    return replace(sentence, seen=visible(sentence.seen), advice=visible(sentence.advice))


def _indented(words: str, mark: str) -> list[str]:
    lines: list[str] = []
    for line in words.splitlines():
        lines += textwrap.wrap(mark + line, _WIDTH, initial_indent=" " * 14, subsequent_indent=" " * 14)
    return lines

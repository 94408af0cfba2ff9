"""Words for people: strangers' text made safe to show, names that look alike, numbers with their nouns."""

import re
import unicodedata

_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def visible(text: str) -> str:
    r"""The text with each character that acts on a terminal, or cannot be seen, as its escape (`\x1b`).

    Line breaks and tabs stay.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def one_line(text: str) -> str:
    """The text made visible, its lines one after another on one: no part of it can pass for another line."""
    return re.sub(r"\s*\n\s*", " ", visible(text.strip()))


def _shown(character: str) -> str:
    if character in "\n\t" or unicodedata.category(character) not in _HIDDEN:
        return character
    return character.encode("unicode_escape").decode()


def alike(name: str) -> str:
    """The same for names that people take for one: in other cases, composed of other characters, or spaced
    otherwise."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return re.sub(r"\s+", " ", "".join(one for one in plain if unicodedata.category(one) != "Cf"))


def count_of(number: int, noun: str, nouns: str = "") -> str:
    """A number with what it counts: `1 deal`, `2 deals`; `nouns` if the plural is not the noun and an s."""
    return f"{number} {noun if number == 1 else nouns or noun + 's'}"

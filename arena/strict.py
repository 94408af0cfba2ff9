"""A TOML file read against a Struct: every problem at once, each with its line and its path."""

import os
import re
import stat
import tomllib
from collections import Counter
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

# No control characters, no line breaks, and nothing that turns the direction of the words around it.
_LINE = r"\A(?! )[^\x00-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+(?<! )\Z"
LONGEST_NAME = 60
"""In characters."""
MOST_BYTES = 1 << 20
"""How large a file of ours may be."""

Line = Annotated[str, Meta(pattern=_LINE, description="some words on one line, without spaces at the ends")]
"""A name or a path: it fits in a cell of a table."""
Name = Annotated[
    str,
    Meta(
        pattern=_LINE,
        max_length=LONGEST_NAME,
        description=f"some words on one line, without spaces at the ends, at most {LONGEST_NAME} characters",
    ),
]
"""What an entrant or a bot is called."""


class Problem(Struct, frozen=True):
    """One thing wrong with a file. `path` is the key, counted from 0 (`entrant[2].bot`); "" is the file."""

    file: Path
    path: str
    words: str
    line: int | None = None

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else str(self.file)
        return ": ".join(part for part in (place, self.path, self.words) if part)


class FileError(ValueError):
    """A file that cannot be used: all that is wrong with it, a line each."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line or 0))
        super().__init__("\n".join(map(str, self.problems)))


class Document:
    """A TOML file and the problems found in it so far. `content` is empty when it cannot be read at all."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.content: dict[str, Any] = {}
        self.problems: list[Problem] = []
        self._lines: dict[str, int] = {}

    @classmethod
    def read(cls, file: Path) -> "Document":
        """The document in a UTF-8 file, with or without a byte order mark, lines ended by LF or CRLF."""
        document = cls(file)
        try:
            text = _content(file).decode("utf-8-sig")
            document.content = tomllib.loads(text)
            document._lines = _lines(text)
        except OSError as error:
            document._refuse(f"cannot be read: {error.strerror}")
        except _Unfit as error:
            document._refuse(str(error))
        except UnicodeDecodeError as error:
            document._refuse("is not UTF-8", 1 + error.object.count(b"\n", 0, error.start))
        except RecursionError:
            document._refuse("is no TOML that can be read: nested too deep")
        except ValueError as error:
            at = re.search(r"at line (\d+)", str(error))
            document._refuse(f"is no TOML: {error}", int(at[1]) if at else None)
        return document

    def check(self, kind: Any) -> None:
        """Note every way in which the content is no `kind`, a Struct; nothing if it could not be read."""
        if not self.problems:
            self.check_part(self.content, kind, "")

    def check_part(self, value: Any, kind: Any, path: str) -> None:
        """Note every way in which the value at `path` is no `kind`."""
        kind = _without_none(kind)
        inner = get_args(kind)[0] if get_origin(kind) is Annotated else kind
        if isinstance(inner, type) and issubclass(inner, Struct) and isinstance(value, dict):
            self._check_table(value, inner, path)
        elif get_origin(inner) in (list, tuple) and isinstance(value, list) and value:
            for index, part in enumerate(value):
                self.check_part(part, get_args(inner)[0], f"{path}[{index}]")
        elif get_origin(inner) is dict and isinstance(value, dict):
            for key, part in value.items():
                self.check_part(part, get_args(inner)[1], _joined(path, key))
        else:
            try:
                msgspec.convert(value, kind)
            except msgspec.ValidationError:
                self.complain(path, _words(kind), shown(value) + meant(value, _literals(kind)))

    def complain(self, path: str, expected: str, came: str) -> None:
        """Note that something else was expected at `path` than came."""
        words = f"expected {expected}, got {came}"
        self.problems.append(Problem(self.file, path, words, self._line(path)))

    def clean(self, *paths: str) -> bool:
        """Whether no problem was found in, or with a key of, the values at `paths`."""
        return not any(
            re.match(rf"{re.escape(path)}(\W|$)", problem.path) for path in paths for problem in self.problems
        )

    def _check_table(self, table: dict[str, Any], kind: type[Struct], path: str) -> None:
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        for key, value in table.items():
            if key in fields:
                self.check_part(value, fields[key].type, _joined(path, key))
            else:
                expected = f"one of {', '.join(fields)}" if fields else "no key here"
                self.complain(_joined(path, key), expected, shown(key) + meant(key, fields))
        for key, field in fields.items():
            if field.required and key not in table:
                self.complain(_joined(path, key), _words(field.type), "nothing")

    def _refuse(self, words: str, line: int | None = None) -> None:
        self.problems.append(Problem(self.file, "", words, line))

    def _line(self, path: str) -> int | None:
        """The line of a key, else that of the table it is in."""
        while path and path not in self._lines:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return self._lines.get(path)


class _Unfit(Exception):
    """No file to be read as a whole."""


def _content(file: Path) -> bytes:
    """What a file holds. Raises: OSError; _Unfit, before a device or a pipe could keep us waiting."""
    # Of a folder the system itself says what is wrong with it.
    if not (stat.S_ISREG(mode := os.stat(file).st_mode) or stat.S_ISDIR(mode)):
        raise _Unfit("is no regular file")
    with open(file, "rb") as stream:
        content = stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise _Unfit(f"is larger than {MOST_BYTES >> 20} MiB")
    return content


def _lines(text: str) -> dict[str, int]:
    """On which line each table and key begins. Keys written in another way than `key =` are left out."""
    lines: dict[str, int] = {}
    seen: Counter[str] = Counter()
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if header := re.match(r"\s*(\[\[?)\s*([\w.-]+)\s*\]", line):
            table = header[2]
            if header[1] == "[[":
                lines.setdefault(table, number)
                seen[table] += 1
                table = f"{table}[{seen[table] - 1}]"
            lines[table] = number
        elif key := re.match(r"\s*([\w-]+)\s*=", line):
            lines[_joined(table, key[1])] = number
    return lines


def _joined(path: str, key: str) -> str:
    part = key if re.fullmatch(r"[\w-]+", key) else repr(key)
    return f"{path}.{part}" if path else part


def _without_none(kind: Any) -> Any:
    """The type of an optional key: TOML cannot say None, the key is there or it is not."""
    some = [part for part in get_args(kind) if part is not NoneType]
    return some[0] if len(some) == 1 and NoneType in get_args(kind) else kind


def _literals(kind: Any) -> list[str]:
    found = msgspec.inspect.type_info(kind)
    return [value for value in getattr(found, "values", ()) if isinstance(value, str)]


def _words(kind: Any) -> str:
    """What a type expects, in words."""
    match msgspec.inspect.type_info(_without_none(kind)):
        case msgspec.inspect.Metadata(extra_json_schema={"description": str(words)}):
            return words
        case msgspec.inspect.BoolType():
            return "true or false"
        case msgspec.inspect.IntType(ge=least, le=most):
            bounds = [f"at least {least}"] * (least is not None) + [f"at most {most}"] * (most is not None)
            return " ".join(["an integer", *(["of", " and ".join(bounds)] if bounds else [])])
        case msgspec.inspect.LiteralType(values=values):
            return "one of " * (len(values) > 1) + ", ".join(map(shown, values))
        case msgspec.inspect.ListType() | msgspec.inspect.VarTupleType():
            return "a list"
        case msgspec.inspect.StructType() | msgspec.inspect.DictType():
            return "a table"
        case _:
            return "a string"


def meant(name: Any, known: Iterable[str]) -> str:
    """A question after what came: the nearest of the known names; empty when none is near."""
    near = get_close_matches(name, sorted(known), n=1) if isinstance(name, str) else []
    return f"; did you mean {near[0]!r}?" if near else ""


def shown(value: Any) -> str:
    """What came, short, as TOML would write it where that differs from Python."""
    match value:
        case dict():
            return "a table"
        case bool():
            return str(value).lower()
        case _:
            # A number of thousands of digits has no decimal form that Python is willing to write.
            text = repr(value) if not isinstance(value, int) or value.bit_length() < 256 else hex(value)
            return text if len(text) <= 80 else f"{text[:77]}..."

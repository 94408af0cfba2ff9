"""What counts as an answer: JSON in UTF-8, through and through, that bears the id of the request."""

import pytest

from arena import wire
from arena.wire import Answer
from engine.registry import GAMES

GAME = GAMES["hielenlikkers"]
DEEP = b"[" * 100_000 + b"]" * 100_000

NO_JSON = {
    # the value of a field
    "no UTF-8": b'"\xb7"',
    "no UTF-8, deep inside": b'{"y":["\xff"]}',
    "an overlong NUL": b'"\xc0\x80"',
    "half a surrogate pair as bytes": b'"\xed\xa0\x80"',
    "half a surrogate pair": rb'"\ud800"',
    "the other half": rb'"\udc00 and more"',
    "two first halves": rb'"\ud800\ud800"',
    "a bare NUL": b'"\x00"',
    "a bare escape": b'"\x1b[2J"',
    "no escape": rb'"\q"',
    "NaN": b"NaN",
    "Infinity": b"-Infinity",
    "a leading zero": b"01",
    "nested deep": DEEP,
}
JSON = {
    "a whole surrogate pair": rb'"\ud83d\ude00"',
    "an escaped NUL": rb'"\u0000"',
    "a number of many digits": b"9" * 5000,
    "a number beyond all floats": b"1e400",
    "nested a little": b"[" * 100 + b"]" * 100,
    "a key twice": b'{"y":0,"y":1}',
}
FIELDS = {
    "unknown": b'{"id":7,"choice":0,"x":%b}',
    "unknown, before the id": b'{"x":%b,"id":7,"choice":0}',
    "unknown, in a move": b'{"id":7,"moves":[{"card":1,"where":0,"x":%b}]}',
    "choice": b'{"id":7,"choice":%b}',
    "where": b'{"id":7,"moves":[{"card":1,"where":%b}]}',
    "id": b'{"id":%b,"choice":0}',
}


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", NO_JSON)
def test_fault_07_what_is_no_json_is_no_answer_in_whatever_field(value: str, field: str) -> None:
    line = FIELDS[field] % NO_JSON[value]
    assert wire.addressee(line) is None
    with pytest.raises(ValueError, match=r"JSON|utf-8|truncated|Expected"):
        wire.read_answer(GAME, line)


@pytest.mark.parametrize("value", JSON)
def test_an_unknown_field_may_hold_whatever_is_json(value: str) -> None:
    for field in FIELDS:
        if "unknown" in field:
            line = FIELDS[field] % JSON[value]
            assert wire.addressee(line) == 7
            assert wire.read_answer(GAME, line).id == 7


@pytest.mark.parametrize("value", NO_JSON)
def test_ready_is_json_too(value: str) -> None:
    assert not wire.is_ready(b'{"type":"ready","x":%b}' % NO_JSON[value])


@pytest.mark.parametrize(
    "line",
    [
        b'\xef\xbb\xbf{"id":7,"choice":0}',
        b'\x00{"id":7,"choice":0}',
        b'{"id":7,"choice":0}\x00',
        b'{"id":7,"choice":0} and more',
        b'{"id":7,"choice":0}{"id":7,"choice":0}',
        b'{"id":7,"choice":0,"\xb7":1}',
        b'{"id":7,"choice":0',
        b'[{"id":7,"choice":0}]',
        b"",
    ],
)
def test_a_line_is_one_object_and_nothing_around_it(line: bytes) -> None:
    assert wire.addressee(line) is None


def test_spaces_around_it_and_a_carriage_return_do_no_harm() -> None:
    assert wire.addressee(b' {"id":7,"choice":0}\t\r') == 7


@pytest.mark.parametrize(
    "line",
    [
        b'{"id":9,"choice":5,"id":7,"choice":2}',
        b'{"choice":5,"id":7,"\\u0063hoice":2}',
    ],
)
def test_of_a_key_that_comes_twice_the_last_counts(line: bytes) -> None:
    assert wire.addressee(line) == 7
    assert wire.read_answer(GAME, line) == Answer(7, 2)


@pytest.mark.parametrize(
    ("choice", "words"),
    [(b"1e400", "out of range"), (b"9" * 5000, "out of range"), (b"1.0", "float"), (b"true", "bool")],
)
def test_a_choice_is_an_integer_of_some_digits(choice: bytes, words: str) -> None:
    line = FIELDS["choice"] % choice
    assert wire.addressee(line) == 7
    with pytest.raises(ValueError, match=words):
        wire.read_answer(GAME, line)

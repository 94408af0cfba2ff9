"""The protocol: one JSON line <-> one typed message. What bot writers read of it is bots/README.md."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Raw, Struct

from arena.record import Ending, Option
from engine.game import Game

PROTOCOL = 1
LINE_LIMIT = 1 << 20
"""The longest line a bot may send, in bytes."""

M = TypeVar("M")


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a bot may take, in ms."""

    start_ms: int = 10_000
    """From the start of its process to `ready`."""
    move_ms: int = 1_000
    """For one request."""
    match_ms: int = 60_000
    """For all requests of one match together."""


class Hello(Struct, frozen=True, tag="hello", tag_field="type"):
    """The first message to a process: what it will play, and where it sits."""

    protocol: int
    game: str
    options: dict[str, Option]
    seat: int
    sides: tuple[int, ...]
    clock: Clock


class Start(Struct, frozen=True, tag="start", tag_field="type"):
    """A fresh match begins. The name tells nothing of the deal."""

    match: str


class Act(Struct, frozen=True, tag="act", tag_field="type"):
    """A decision is asked: what the seat sees, what happened since its last message, its moves."""

    id: int
    view: Any
    news: list[Raw]
    legal: Sequence[Any]
    ms: int


class Over(Struct, frozen=True, tag="over", tag_field="type"):
    """The match has ended. `points` is empty after a foul."""

    match: str
    ending: Ending
    points: tuple[int, ...]
    places: tuple[int, ...]
    news: list[Raw]


class Bye(Struct, frozen=True, tag="bye", tag_field="type"):
    """No more matches: leave."""


class Ready(Struct, frozen=True, tag="ready", tag_field="type"):
    """The bot's answer to `hello`."""


class Answer(Struct, Generic[M], frozen=True):
    """The bot's answer to `act`: an index into `legal`, or one or more of its consecutive moves."""

    id: int
    choice: int | None = None
    moves: list[M] | None = None


class Addressed(Struct, frozen=True):
    """All that is looked at in a line that is no proper answer: to which request it wants to be one."""

    id: int


# A line is decoded as text: the decoder does not look into what it skips, and there too it must be UTF-8.
_encoder = msgspec.json.Encoder()
_addressed = msgspec.json.Decoder(Addressed)
_ready = msgspec.json.Decoder(Ready)


def line(message: Hello | Start | Act | Over | Bye) -> bytes:
    """The message as one line."""
    return _encoder.encode(message) + b"\n"


def is_ready(text: bytes) -> bool:
    """Whether a line says `ready`."""
    try:
        _ready.decode(text.decode())
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return False
    return True


def addressee(text: bytes) -> int | None:
    """The request that a line wants to answer; None when it is no JSON object with an id."""
    try:
        return _addressed.decode(text.decode()).id
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None


def read_answer(game: Game, text: bytes) -> Answer[Any]:
    """A line as an answer. Raises: ValueError with the reason (also for JSON that is nested too deep)."""
    try:
        answer: Answer[Any] = answers(game).decode(text.decode())
    except RecursionError:
        raise ValueError("JSON nested too deep") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(str(error)) from None
    if (answer.choice is None) == (answer.moves is None):
        raise ValueError("expected either `choice` or `moves`")
    if answer.moves is not None and not answer.moves:
        raise ValueError("`moves` is empty")
    return answer


@cache
def answers(game: Game) -> msgspec.json.Decoder[Any]:
    """The decoder of a game's answers."""
    return msgspec.json.Decoder(Answer[game.move])  # type: ignore[name-defined]

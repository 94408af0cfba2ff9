"""What a game and its messages look like: words for people, JSON Schema for programs."""

import json
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import Meta, defstruct

from arena import wire
from engine import sight
from engine.game import Game
from engine.sight import closed_pile, holds_cards
from engine.values import CardId

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
Fields = list[tuple[str, Any]]


def schemas(game: Game) -> str:
    """JSON: `messages` from the referee and from the bot, by name, and the `$defs` they refer to."""
    kinds = message_types(game)
    refs, defs = msgspec.json.schema_components(kinds.values(), ref_template="#/$defs/{name}")
    messages = dict(zip(kinds, refs, strict=True))
    return json.dumps({"$schema": _DIALECT, "messages": messages, "$defs": defs}, indent=2)


def message_types(game: Game) -> dict[str, Any]:
    """The type of each message of a game, by name: as `arena.wire` writes it, with its game's own parts."""
    card = _card(game)
    view = defstruct("View", [*_shown(game.board, card), ("seat", int)])
    news: Any = list[Union[tuple(_event(kind, card) for kind in get_args(game.event))]]  # type: ignore[misc]  # noqa: UP007
    legal: Any = list[game.move]  # type: ignore[name-defined]
    act: Fields = [("id", int), ("view", view), ("news", news), ("legal", legal), ("ms", int)]
    over: Fields = [(name, wire.Over.__annotations__[name]) for name in wire.Over.__struct_fields__[:-1]]
    return {
        "hello": wire.Hello,
        "start": wire.Start,
        "act": defstruct("Act", act, tag="act", tag_field="type"),
        "over": defstruct("Over", [*over, ("news", news)], tag="over", tag_field="type"),
        "bye": wire.Bye,
        "ready": wire.Ready,
        "answer": wire.Answer[game.move],  # type: ignore[name-defined]
    }


def described(game: Game) -> str:
    """A game in words: tables, options, and to whom each event shows its faces."""
    options = game.options()
    lines = [game.name, "", "tables:"]
    lines += [f"  {seating.words()}" for seating in game.seatings(options)]
    lines += ["", "options:"]
    for name in game.options.__struct_fields__:
        kind = msgspec.inspect.type_info(game.options.__annotations__[name])
        words = (
            "true|false"
            if isinstance(kind, msgspec.inspect.BoolType)
            else "|".join(map(str, get_args(game.options.__annotations__[name])))
        )
        lines.append(f"  {name} = {words} (default {json.dumps(getattr(options, name))})")
        if more := added(game, options, name):
            lines.append(f"    adds: {', '.join(more)}")
    lines += ["", "faces are shown to:"]
    lines += [f"  {kind.__struct_config__.tag:14} {kind.shown_to.value}" for kind in get_args(game.event)]
    return "\n".join(lines)


def added(game: Game, options: Any, name: str) -> list[str]:
    """The tables, in words, that a true-or-false option adds when it is turned over; of others none."""
    value = getattr(options, name)
    if not isinstance(value, bool):
        return []
    turned = msgspec.structs.replace(options, **{name: not value})
    more = set(game.seatings(turned)) - set(game.seatings(options))
    return sorted(seating.words() for seating in more)


def _event(kind: Any, card: Any) -> Any:
    fields = [(name, hint) for name, hint in _shown(kind, card) if name != "faces"]
    return defstruct(kind.__name__, fields, tag=kind.__struct_config__.tag, tag_field="event")


def _card(game: Game) -> Any:
    """A card on the wire: its number, then the words of its face if the seat knows it."""
    faces = get_args(game.face) or (game.face,)
    forms: list[dict[str, Any]] = [{"prefixItems": [{"type": "integer"}], "minItems": 1, "maxItems": 1}]
    for face in faces:
        words = msgspec.json.schema(face)["$defs"][face.__name__]["prefixItems"]
        words = [word for word in words if "const" not in word or "title" in word]
        fields = len(face.__struct_fields__)
        items = [{"type": "integer"}, *words[-fields:]]
        forms.append({"prefixItems": items, "minItems": len(items), "maxItems": len(items)})
    return Annotated[list[Any], Meta(extra_json_schema={"anyOf": forms})]


def _shown(kind: Any, card: Any) -> Fields:
    return [(name, _shown_as(hint, card)) for name, hint in sight.fields(kind)]


def _shown_as(hint: Any, card: Any) -> Any:
    """The type that a board's or an event's field has on the wire."""
    if closed_pile(hint):
        return int
    if hint is CardId:
        return card
    if not holds_cards(hint):
        return hint
    origin, args = get_origin(hint), get_args(hint)
    parts = tuple(part if part is Ellipsis else _shown_as(part, card) for part in args)
    if origin in (Union, UnionType):
        return Union[parts]  # noqa: UP007
    return origin[parts]

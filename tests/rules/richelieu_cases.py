"""What the worked cases of Richelieu claim, held against the engine.

A case names a position, what is done, and what is expected: every key of `expected` is a claim of its own.
"""

import re
from collections.abc import Callable
from typing import Any

from engine.richelieu.board import allowance
from engine.richelieu.cards import CAMPS, FIELDS, PAWN_CAMPS
from engine.richelieu.events import Acted, Hidden, Strode
from engine.richelieu.intrigue import ranking
from engine.richelieu.moves import Agent
from engine.richelieu.scoring import tile_points
from engine.values import Seat
from tests.rules.richelieu_told import Told

PROSE = {"note", "why", "steps", "reason", "comment", "because"}

Claim = Callable[..., None]
"""(case as played, what is expected, the groups of the key's pattern)"""


def kind(case: dict[str, Any]) -> str | None:
    """Cases of this game have no type: they all are a position, a `do` and what is expected."""
    return case.get("type", "position" if {"position", "do", "expected"} <= set(case) else None)


def check_position(case: dict[str, Any]) -> None:
    told = Told(case)
    expected = case["expected"]
    if told.refused and not _refusal_expected(expected):
        raise AssertionError(f"refused: {told.refused[0]}")
    for key, value in expected.items():
        if key not in PROSE:
            claim, groups = _claim(told, key)
            claim(told, value, *groups)


def _claim(told: Told, key: str) -> tuple[Claim, tuple[str, ...]]:
    names = "|".join(map(re.escape, told.position.players))
    for pattern, claim in CLAIMS.items():
        found = re.fullmatch(pattern.replace("NAME", f"({names})"), key)
        if found is not None:
            return claim, found.groups()
    raise AssertionError(f"no such claim: {key!r}")


def _refusal_expected(expected: dict[str, Any]) -> bool:
    return (
        expected.get("illegal") is True or expected.get("legal") is False or expected.get("error") is not None
    )


def _same(got: Any, expected: Any) -> None:
    assert got == expected, f"expected {expected}, got {got}"


def _name(told: Told, seat: Seat | None) -> str | None:
    return None if seat is None else told.position.players[seat]


def _per_seat(attribute: str) -> Claim:
    def claim(told: Told, expected: Any) -> None:
        got = getattr(told.table.board, attribute)
        if isinstance(expected, dict):
            got = {name: got[told.position.seat(name)] for name in expected}
        _same(got, expected)

    return claim


def _plain(attribute: str) -> Claim:
    return lambda told, expected: _same(getattr(told.table.board, attribute), expected)


def _totals(told: Told, expected: Any) -> None:
    event = told.resolved()[0]
    _same({camp: getattr(event, camp) for camp in expected}, expected)


def _winner(told: Told, expected: Any) -> None:
    if expected in CAMPS:
        _same(told.resolved()[0].winner, expected)
    else:
        winners = _winners(told)
        _same(winners if isinstance(expected, list) else " ".join(winners), expected)


def _winners(told: Told) -> list[str]:
    places = told.table.standing().places
    return [name for name, place in zip(told.position.players, places, strict=True) if place == 1]


def _place(told: Told, expected: Any, which: str) -> None:
    resolved = told.resolved()
    _same(_name(told, getattr(resolved[0], which)) if resolved else None, expected)


def _contributions(told: Told, expected: Any) -> None:
    course, event = told.before_resolving(), told.resolved()[0]
    ranks = ranking(course, event.box, event.winner)
    got = {told.position.players[rank.seat]: -rank.lack for rank in ranks}
    _same(got, {name: value for name, value in expected.items() if value > 0})


def _won(told: Told, expected: Any) -> None:
    for name, codes in expected.items():
        cards = told.table.board.won[told.position.seat(name)]
        _same(sorted(map(told.position.code, cards)), sorted(codes))


def _removed(told: Told, expected: Any) -> None:
    _same(sorted(map(told.position.code, told.table.board.removed)), sorted(expected))


def _agents(where: str) -> Claim:
    def claim(told: Told, expected: Any, name: str | None = None) -> None:
        for its_name, values in ({name: expected} if name else expected).items():
            cards = getattr(told.table.board, where)[told.position.seat(its_name)]
            got = sorted(map(told.position.value, cards))
            _same(
                len(got) if isinstance(values, int) else got,
                values if isinstance(values, int) else sorted(values),
            )

    return claim


def _box(told: Told, expected: Any, box: str) -> None:
    _same(_tiles(told, int(box)), expected or [])


def _boxes(told: Told, expected: Any) -> None:
    _same([_tiles(told, box) for box in range(len(expected))], [codes or [] for codes in expected])


def _tiles(told: Told, box: int) -> list[str]:
    return [told.position.code(card) for card in told.table.board.tiles[box].values()]


def _fields(told: Told, expected: Any, box: str, camp: str) -> None:
    if not told.table.board.tiles[int(box)]:
        _same(None, expected)
    else:
        _same(told.position.fields(int(box), camp), expected)


def _fields_played(told: Told, expected: Any) -> None:
    _same(told.position.fields(*_played_at(told)), expected)


def _sees(told: Told, expected: Any, name: str) -> None:
    _same(told.position.seen_fields(*_played_at(told), name), expected)


def _played_at(told: Told) -> Any:
    step = next(step for step in told.steps if isinstance(step, dict) and {"box", "to"} & set(step))
    return step["to"][:2] if "to" in step else (step["box"], step["tile"])


def _actions_next_turn(told: Told, expected: Any) -> None:
    board = told.table.board
    _same({name: allowance(board, told.position.seat(name)) for name in expected}, expected)


def _still_has(told: Told, expected: Any, name: str | None = None) -> None:
    board = told.table.board
    on_turn = name is None or board.turn == told.position.seat(name)
    _same(board.actions if on_turn else 0, expected)


def _per_name(told: Told, expected: Any, name: str) -> None:
    """A number for a player: what was asked last says of what."""
    seat = told.position.seat(name)
    board, query = told.table.board, told.asked[-1]["query"]
    if query == "actionsThisTurn":
        _same(allowance(board, seat), expected)
    elif query == "tileBonus":
        faces = told.table.view(seat).faces
        _same(tile_points([[faces[card] for card in won] for won in board.won])[seat], expected)
    else:
        _same(query, "finalScore")
        _same(told.table.standing().points[seat], expected)


def _may(possible: bool) -> Claim:
    def claim(told: Told, expected: Any, name: str | None = None) -> None:
        if isinstance(expected, bool):
            _same(bool(told.refused), expected is not possible)
            return
        if name is None and told.asked:
            name = told.asked[-1].get("by")
        for words in [expected] if isinstance(expected, str) else expected:
            assert told.possible(words, name) is possible, f"{words}: expected {possible}"

    return claim


def _fields_cost(told: Told, expected: Any, name: str) -> None:
    faces = told.table.view(0).faces
    tiles = told.table.board.tiles
    spots = [move for move in told.options(name) if isinstance(move, Agent)]
    costs = {faces[tiles[move.box][move.tile]].costs[move.field] for move in spots}
    _same(costs, {expected})


def _targets(told: Told, expected: Any) -> None:
    spots = {tuple(spot) if isinstance(spot, list) else spot for spot in expected}
    # What Corruption is aimed at may be meant as the agents or as the fields they can go to.
    _same(told.sources() if spots & told.sources() else told.targets(), spots)


def _sources(told: Told, expected: Any) -> None:
    _same(told.sources(), set(map(tuple, expected)))


def _payment(told: Told, expected: Any) -> None:
    events = told.table.log[told.last_step :]
    paid = sum(event.price for event in events if isinstance(event, Hidden))
    _same(paid - sum(event.money for event in events if isinstance(event, Acted)), expected)


def _pawn(told: Told, expected: Any, pawn: str) -> None:
    got = told.pawn_at(pawn)
    _same(got, tuple(expected) if isinstance(expected, list) else expected or "palace")


def _pawns(told: Told, expected: Any) -> None:
    for pawn, where in expected.items():
        _pawn(told, where, pawn.lower())


def _palaces(told: Told, expected: Any) -> None:
    home = {pawn for pawn in PAWN_CAMPS if told.pawn_at(pawn) == "palace"}
    _same(home, {pawn.lower() for pawn in expected})


def _cardinal_after_move(told: Told, expected: Any) -> None:
    _same(next(event.to for event in told.events if isinstance(event, Strode)), expected)


def _occupied(told: Told, expected: Any, box: str) -> None:
    rows = told.table.board.occupants[int(box)].values()
    _same(sum(FIELDS - row.count(None) for row in rows), expected)


CLAIMS: dict[str, Claim] = {
    **{name: _per_seat(name) for name in ("prestige", "income", "military", "money", "jewels")},
    "cityJewels": _plain("city_jewels"),
    "cardinal": _plain("cardinal"),
    "cardinalAfterMove": _cardinal_after_move,
    "totals": _totals,
    "winner|winners": _winner,
    "(first|second)": _place,
    "contributions?": _contributions,
    "triggered": lambda told, expected: _same(bool(told.resolved()), expected),
    "resolvedBox": lambda told, expected: _same(
        next((event.box for event in told.resolved()), None), expected
    ),
    "resolved|resolvedBoxes|order": lambda told, expected: _same(
        [event.box for event in told.resolved()], expected
    ),
    "valve": lambda told, expected: _same(any(event.valve for event in told.resolved()), expected),
    "tilesWon|won": _won,
    "removedFromGame": _removed,
    "city": _agents("city"),
    "hand|hands": _agents("hands"),
    "cityNAME": _agents("city"),
    "handNAME": _agents("hands"),
    r"(?:newTilesInBox|box)(\d)": _box,
    "boxes": _boxes,
    r"box(\d)(richelieu|opposition)": _fields,
    r"occupiedInBox(\d)": _occupied,
    "fields": _fields_played,
    "NAMESees": _sees,
    "actionsNextTurn": _actions_next_turn,
    "NAMEStillHas": _still_has,
    "actionsLeft": _still_has,
    "turn|onTurn|nextPlayer|toMove": lambda told, expected: _same(_name(told, told.table.turn()), expected),
    "gameOver": lambda told, expected: _same(told.table.turn() is None, expected),
    "NAMEMayNot|illegalNAME": lambda told, expected, *names: _may(False)(
        told, expected, *filter(None, names)
    ),
    "NAMEMay|legalIncludesNAME": lambda told, expected, *names: _may(True)(
        told, expected, *filter(None, names)
    ),
    "illegal": _may(False),
    "legal|legalIncludes": _may(True),
    "error": lambda told, expected: _same(bool(told.refused), bool(expected)),
    "NAMEAgentFieldsAllCost": _fields_cost,
    "targets": _targets,
    "sources": _sources,
    "payment": _payment,
    "(eminence|queen)": _pawn,
    "pawns": _pawns,
    "palaces?|inPalaces?": _palaces,
    "NAME": _per_name,
}

CHECKS: dict[str, Callable[[dict[str, Any]], None]] = {"position": check_position}

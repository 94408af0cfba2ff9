"""What may be done in a turn of Hielenlikkers, as tests ask for it."""

import pytest

from engine.hielenlikkers.board import Board
from engine.hielenlikkers.moves import Play, Where
from engine.table import Table
from engine.values import IllegalMove
from tests.rules.hielenlikkers_positions import Position

PLAIN = ["BU.-", "TO.-", "NI.-"]


def places(position: Position, name: str) -> set[Where]:
    """Where a card in hand may go."""
    players = range(len(position.table.board.hands))
    card = position.held(name)
    return {where for where in ("above", "below", *players) if position.allowed(Play(card, where))}


def targets(position: Position, name: str, where: Where) -> set[str]:
    """Whom a card in hand may kill or fetch there."""
    return {aim for aim in position.names.values() if _aims(position, name, where, aim)}


def _aims(position: Position, name: str, where: Where, aim: str) -> bool:
    card = next(card for card, its_name in position.names.items() if its_name == aim)
    return any(
        position.allowed(Play(position.held(name), where, **{kind: card})) for kind in ("victim", "fetched")
    )


def refused(position: Position, name: str, where: Where, target: str | None = None) -> None:
    move = position.move(name, where, target)
    with pytest.raises(IllegalMove):
        position.table.play(move)


def turn_ends(position: Position) -> set[str]:
    """The different tables that a turn of three cards without targets can lead to."""
    ends = set()
    paths = [position.table]
    for _ in range(3):
        paths = [after(table, move) for table in paths for move in table.legal()]
    for table in paths:
        board: Board = table.board
        ends.add(repr([sorted(cards) for cards in (board.above, board.below, *board.domains)]))
    return ends


def after(table: Table, move: Play) -> Table:
    branch = table.copy()
    branch.play(move)
    return branch

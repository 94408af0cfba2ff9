"""The promises of every game about play: each check takes a setting and a seed and raises AssertionError."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import msgspec

from engine.chance import Chance
from engine.sight import REFEREE, SPECTATOR, places
from engine.table import Table
from engine.values import IllegalMove
from tests.conformance.meaning import doubtful_moves, outcome, placed_alike, renaming, shape, told_apart
from tests.conformance.tables import Setting, observers, played, seed_bytes, steps


def snapshot(table: Table) -> bytes:
    """All there is to see of a table, by anyone."""
    views = [table.view(observer).painted() for observer in observers(table)]
    return msgspec.json.encode([table.board, table.log, table.moves, views, table.turn(), table.legal()])


def is_refused(table: Table, move: Any) -> None:
    """The move is not allowed, and the error says whose move it was."""
    error = None
    seat = table.turn()
    try:
        table.play(move)
    except IllegalMove as refusal:
        error = refusal
    assert error is not None, f"seat {seat} could play {move}"
    assert (error.move, error.seat) == (move, seat)


def ends(setting: Setting, seed: int) -> None:
    """A match ends, and nobody has a move then."""
    table = played(setting, seed)
    assert table.turn() is None
    assert table.legal() == []
    for _, move in table.moves[-5:]:
        is_refused(table, move)


def legal_moves_are_accepted(setting: Setting, seed: int) -> None:
    """Whatever is listed may be played, by the seat to move and in its name."""
    table, luck = setting.dealt(seed), random.Random(seed)
    for _ in steps(table, luck):
        seat = table.turn()
        assert seat is not None
        if luck.random() < 0.1:
            for move in luck.sample(table.legal(), min(8, len(table.legal()))):
                branch = table.copy()
                branch.play(move)
                assert branch.moves[-1] == (seat, move)


def wrong_moves_are_refused(setting: Setting, seed: int) -> None:
    """A move that means the same as a listed one does the same; any other is refused and changes nothing."""
    table, luck = setting.dealt(seed), random.Random(seed)
    for _ in steps(table, luck):
        if luck.random() < 0.05:
            for move in doubtful_moves(table, luck):
                _refused_or_alike(table, move)


def _refused_or_alike(table: Table, move: Any) -> None:
    seat = table.turn()
    assert seat is not None
    listed = table.game.same(table.view(seat), move)
    branch = table.copy()
    if listed in table.legal():
        twin = table.copy()
        happened, expected = branch.play(move), twin.play(listed)
        assert [type(event) for event in happened] == [type(event) for event in expected]
        names = renaming(move, listed)
        assert outcome(branch, names, anywhere=True) == outcome(twin, {}, anywhere=True)
        return
    before = snapshot(branch)
    is_refused(branch, move)
    assert snapshot(branch) == before


def no_two_moves_mean_the_same(setting: Setting, seed: int) -> None:
    """No move is listed twice, nor two that nobody could tell apart, now or by what comes of them."""
    table, luck = setting.dealt(seed), random.Random(seed)
    for _ in steps(table, luck):
        seat = table.turn()
        legal = table.legal()
        assert seat is not None
        assert len(set(legal)) == len(legal)
        by_shape: dict[str, list[Any]] = {}
        for move in legal:
            by_shape.setdefault(shape(table.view(seat), move), []).append(move)
        for moves in by_shape.values():
            for move, other in combinations(moves, 2):
                assert not mean_the_same(table, move, other), f"{move} means the same as {other}"


def mean_the_same(table: Table, move: Any, other: Any) -> bool:
    """Whether two moves of one shape differ only in the numbers of cards that nobody can tell apart."""
    names = renaming(move, other)
    if any(told_apart(table, observer, names) for observer in range(-1, table.seating.seats)):
        return False
    if not placed_alike(table, names):
        return False
    one, two = table.copy(), table.copy()
    one.play(move)
    two.play(other)
    return outcome(one, names) == outcome(two, {})


def nobody_else_has_moves(setting: Setting, seed: int) -> None:
    """What the other seats do next cannot be done now, unless the seat to move may do the same."""
    whole = played(setting, seed)
    table = setting.dealt(seed)
    for number, (seat, move) in enumerate(whole.moves):
        assert table.turn() == seat
        if number % 5 == 0:
            for other, later in whole.moves[number + 1 : number + 12]:
                if other != seat and table.game.same(table.view(seat), later) not in table.legal():
                    _refused_or_alike(table, later)
        table.play(move)


def replay_equals_play(setting: Setting, seed: int) -> None:
    """Log and moves lead to the same table, at any moment; a seat's own log, to what it knows."""
    whole = played(setting, seed)
    luck = random.Random(seed)
    for decisions in (0, luck.randrange(len(whole.moves)), len(whole.moves)):
        table = setting.dealt(seed)
        for _, move in whole.moves[:decisions]:
            table.play(move)
        assert table.log == whole.log[: len(table.log)]
        again = setting.table.replayed(setting.game, setting.seating, setting.options, table.log)
        for observer in observers(table):
            assert painted(again, observer) == painted(table, observer)
            told = setting.table.replayed(
                setting.game, setting.seating, setting.options, table.seen(observer)
            )
            assert painted(told, observer) == painted(table, observer)
        assert (again.board, again.legal()) == (table.board, table.legal())
    assert table.log == whole.log
    assert again.standing() == whole.standing()


def painted(table: Table, observer: int) -> bytes:
    """The view as it goes over the wire."""
    return msgspec.json.encode(table.view(observer).painted())


def everything_survives_encoding(setting: Setting, seed: int) -> None:
    """Log, moves and board come back from JSON as they were; a view names every field of the board."""
    game, luck = setting.game, random.Random(seed)
    table = setting.dealt(seed)
    for _ in steps(table, luck):
        if luck.random() < 0.1:
            board = msgspec.json.encode(table.board)
            assert msgspec.json.decode(board, type=game.board) == table.board
            for observer in observers(table):
                view = msgspec.json.decode(painted(table, observer))
                assert view.keys() - {"seat"} == set(game.board.__struct_fields__)
    log = msgspec.json.encode(table.log)
    assert msgspec.json.decode(log, type=list[game.event]) == table.log  # type: ignore[name-defined]
    moves = msgspec.json.encode(table.moves)
    assert msgspec.json.decode(moves, type=list[tuple[int, game.move]]) == table.moves  # type: ignore[name-defined]
    faces = table.view(REFEREE).faces
    assert msgspec.json.decode(msgspec.json.encode(faces), type=dict[int, game.face]) == faces  # type: ignore[name-defined]


def same_seed_same_cards(setting: Setting, seed: int) -> None:
    """However the seats play, and whatever other luck they use, the cards come as they were to come."""
    first = setting.dealt(seed)
    dealt, draws = len(first.log), first.chance.draws
    tables = []
    for player in (1, 2, 3):
        random.seed(player)
        table = setting.dealt(seed)
        for _ in steps(table, random.Random(player)):
            random.random()
        assert table.log[:dealt] == first.log
        numbered = first.chance.numbered
        known = {card: face for card, face in table.view(REFEREE).faces.items() if card < numbered}
        assert known == first.view(REFEREE).faces
        tables.append(table)
    if all(table.chance.draws == draws for table in tables):
        dealings = [private_events(table) for table in tables]
        shortest = min(map(len, dealings))
        assert shortest
        assert all(dealing[:shortest] == dealings[0][:shortest] for dealing in dealings)


def private_events(table: Table) -> list[Any]:
    """The events shown to their owner alone: what was dealt, in order."""
    return [event for event in table.log if event.shown_to.value == "owner"]


def cards_are_conserved(setting: Setting, seed: int) -> None:
    """Every card lies in one place; together they are the deck; what a seat knows of them is true."""
    table = setting.dealt(seed)
    deck = faces_on(table)
    for _ in steps(table, random.Random(seed)):
        assert faces_on(table) == deck
        truth = table.view(REFEREE).faces
        for observer in range(-1, table.seating.seats):
            known = table.view(observer).faces
            assert all(truth[card] == face for card, face in known.items())
    assert faces_on(table) == deck


def faces_on(table: Table) -> Counter[Any]:
    """The faces of all cards on the board, each of which lies in one place."""
    lying = [card for cards in places(table.board).values() for card in cards]
    assert len(set(lying)) == len(lying), "a card lies in two places"
    return Counter(table.view(REFEREE).faces[card] for card in lying)


def spectator_can_score(setting: Setting, seed: int) -> None:
    """What everyone was shown is enough for the standing, and it is the right one."""
    table = played(setting, seed)
    standing = setting.game.standing(table.view(SPECTATOR))
    assert standing == setting.game.standing(table.view(REFEREE)) == table.standing()
    assert len(standing.points) == setting.seating.seats
    assert len(standing.places) == setting.seating.side_count
    assert min(standing.places) == 1


def luck_comes_from_the_seed(setting: Setting, seed: int) -> None:
    """The same seed and moves give the same log; another seed, other cards."""
    table = played(setting, seed)
    again = setting.table.dealt(setting.game, setting.seating, setting.options, Chance(seed_bytes(seed)))
    for _, move in table.moves:
        again.play(move)
    assert again.log == table.log
    assert setting.dealt(seed + 1).log != again.log[: len(setting.dealt(seed).log)]

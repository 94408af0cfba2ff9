"""What the worked cases of Hielenlikkers claim of turns, views and the end, held against the engine."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from engine.hielenlikkers.board import area
from engine.hielenlikkers.cards import Courtier
from engine.hielenlikkers.events import Drew, Slipped
from engine.hielenlikkers.moves import Play, Where
from engine.sight import SPECTATOR
from engine.table import Table
from engine.values import IllegalMove, Seat
from tests.rules.hielenlikkers_positions import FILLER, Laid, Position, courtier, short
from tests.rules.hielenlikkers_scores import (
    Case,
    agree,
    check_composition,
    check_scoring,
    check_setup,
    check_team_ranking,
    options_of,
)


def standing_position(case: Case, **more: Any) -> Position:
    """The position a case describes: table, domains, discard pile, who is to move."""
    table = case.get("table") or {}
    domains = case.get("domains") or []
    return Position(
        case.get("players", len(domains)),
        options=options_of(case),
        teams=bool(case.get("teams")),
        above=table.get("above", []),
        below=table.get("below", []),
        domains=domains,
        discard=case.get("discard") or [],
        active=case.get("active", 0),
        **more,
    )


def check_placement_options(case: Case) -> None:
    position = turn_position(case, [*case.get("played_this_turn", []), {"card": case["card"]}])
    play_actions(position, case.get("played_this_turn", []))
    seat = position.table.turn()
    assert seat == case.get("active", 0)
    card = position.held(case["card"])
    players = range(len(position.table.board.hands))
    accepted = [where for where in ("above", "below", *players) if position.allowed(Play(card, where))]
    expected = {**case["expected"], "areas": sorted(case["expected"]["areas"], key=str)}
    agree(expected, {"areas": sorted((spelled(where, seat) for where in accepted), key=str)})


def turn_position(case: Case, actions: list[Case]) -> Position:
    """The position before a turn in which these cards are played: in hand, with fillers up to three."""
    active = case.get("active", 0)
    given = Counter(case.get("hand") or [])
    hand = list((given | Counter(action["card"] for action in actions)).elements())
    hand += [FILLER] * (3 - len(hand))
    players = case.get("players", len(case.get("domains") or []))
    hands = {seat: [FILLER] * 3 for seat in range(players)} | {active: hand}
    return standing_position(case, hands=hands)


def spelled(where: Where, seat: Seat) -> list[Any]:
    """A place as the cases write it."""
    if isinstance(where, str):
        return ["table", where]
    return ["own"] if where == seat else ["other", where]


def place(spelling: list[Any], seat: Seat) -> Where:
    """A place as the engine writes it. Raises: IllegalMove when it is not in the area it claims to be."""
    where: Where | None = seat if spelling == ["own"] else spelling[-1] if spelling else None
    if where is None or area(where, seat) != spelling[0]:
        raise IllegalMove(spelling, seat)
    return where


def play_actions(position: Position, actions: list[Case]) -> None:
    """Play the actions of one turn. Raises: IllegalMove; so does a face other than the one the rules give."""
    for action in actions:
        unknown = action.keys() - {"card", "area", "target", "face_down"}
        assert not unknown, f"an action says {sorted(unknown)}, which no check looks at"
        seat = position.table.turn()
        assert seat is not None
        move = position.move(action["card"], place(action["area"] or [], seat), action.get("target"))
        played = position.table.play(move)[0]
        if action.get("face_down", isinstance(played, Slipped)) != isinstance(played, Slipped):
            raise IllegalMove(action, seat)


def check_targets(case: Case) -> None:
    earlier = case.get("played_this_turn", [])
    position = turn_position(case, [*earlier, {"card": case["card"]}])
    play_actions(position, earlier)
    seat = position.table.turn()
    assert seat is not None
    where, card = place(case["area"], seat), position.held(case["card"])
    named = "fetched" if courtier(case["card"]).role == "diplomat" else "victim"
    accepted = [aim for aim in position.names if position.allowed(Play(card, where, **{named: aim}))]
    declining = position.allowed(Play(card, where))
    agree(in_order(case["expected"]), {"targets": position.called(accepted), "may_decline": declining})


def check_transition(case: Case) -> None:
    position = turn_position(case, case["actions"])
    play_actions(position, case["actions"])
    table, board = position.table, position.table.board
    hidden = [card for card in position.in_play() if card not in table.view(SPECTATOR).faces]
    buried = [card for card in board.discard if card not in table.view(SPECTATOR).faces]
    expected = in_order(case["expected"])
    found: Case = {
        "table": {"above": position.called(board.above), "below": position.called(board.below)},
        "domains": [position.called(domain) for domain in board.domains],
        "discard": position.called(board.discard),
        "active": table.turn(),
    }
    if "face_down" in expected:
        # A dead spy lies face down too; whether a case lists it as such is its own affair.
        listed = expected.pop("face_down")
        assert listed in (position.called(hidden), position.called([*hidden, *buried]))
    agree(expected, found)


def in_order(value: Any) -> Any:
    """Expected places with the names at each in alphabetical order."""
    if isinstance(value, dict):
        return {key: in_order(part) for key, part in value.items()}
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return sorted(value)
    return [in_order(part) for part in value] if isinstance(value, list) else value


def check_illegal(case: Case) -> None:
    *earlier, last = case["actions"]
    position = turn_position(case, case["actions"])
    play_actions(position, earlier)
    try:
        play_actions(position, [last])
    except IllegalMove:
        legal = False
    else:
        legal = True
    agree(case["expected"], {"last_action_legal": legal})


def check_view(case: Case) -> None:
    position, tokens = viewed_position(case)
    for observer, expected in case["expected"].items():
        seat = SPECTATOR if observer == "spectator" else int(observer.removeprefix("player"))
        view = position.table.view(seat)
        looks = dict(seen_cards(msgspec.json.decode(msgspec.json.encode(view.painted()))))
        found: Case = {token: known(looks[position.anywhere(name)]) for token, name in tokens.items()}
        discard = [looks[card] for card in position.table.board.discard]
        found["discard_face_up"] = sorted(known(look) for look in discard if look[1:] and look[2] != "spy")
        agree(in_order(expected), found)


def viewed_position(case: Case) -> tuple[Position, dict[str, str]]:
    """The position of a view case, and the name of the card that each token stands for."""
    described = case["position"]
    tokens: dict[str, str] = {}

    def laid(cards: list[Any]) -> list[Laid]:
        return [lay(card if isinstance(card, dict) else {"card": card}) for card in cards]

    def lay(card: Case) -> Laid:
        name = card["card"]
        if "token" in card:
            name = f"{name.partition('#')[0]}#{card['token']}"
            tokens[card["token"]] = name
        return (name, card["played_by"]) if "played_by" in card else name

    position = Position(
        case["players"],
        options=options_of(case),
        teams=bool(case.get("teams")),
        above=laid([*described.get("queen_column_above", []), *described.get("above", [])]),
        below=laid([*described.get("queen_column_below", []), *described.get("below", [])]),
        domains=[laid(domain) for domain in described.get("domains", [])],
        discard=laid(described.get("discard", [])),
    )
    return position, tokens


def seen_cards(value: Any) -> Iterator[tuple[int, list[Any]]]:
    """Every card in an encoded view: (number, as it looks). Cards are lists that start with a number."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name not in ("sides", "options"):
                yield from seen_cards(part)
    elif isinstance(value, list) and value and isinstance(value[0], int):
        yield value[0], value
    elif isinstance(value, list):
        for part in value:
            yield from seen_cards(part)


def known(look: list[Any]) -> str:
    if len(look) == 1:
        return "spy, family unknown"
    return short(Courtier(*look[1:]))


def check_end(case: Case) -> None:
    described = case["position"]
    pile = described.get("draw_pile", 0)
    hands = dict(enumerate(described["hands"]))
    active = described.get("active", 0)
    position = Position(
        case.get("players", len(hands)),
        options=options_of(case),
        teams=bool(case.get("teams")),
        active=active,
        hands=hands,
        pile=pile if isinstance(pile, int) else len(pile),
    )
    luck = random.Random(1)
    for turn, expected in case["expected"].items():
        seat = int(turn.removeprefix("after_turn_player"))
        assert position.table.turn() == seat
        agree(expected, turn_played(position.table, seat, luck))


def turn_played(table: Table, seat: Seat, luck: random.Random) -> Case:
    """Play one whole turn at random: what was drawn, and who is to move."""
    drawn = 0
    for _ in range(3):
        assert table.turn() == seat
        events = table.play(luck.choice(table.legal()))
        drawn += sum(len(event.cards) for event in events if isinstance(event, Drew))
    return {"drawn": drawn, "game_over": table.turn() is None, "active": table.turn()}


CHECKS: dict[str, Callable[[Case], None]] = {
    "setup": check_setup,
    "setup_composition": check_composition,
    "scoring": check_scoring,
    "placement_options": check_placement_options,
    "targets": check_targets,
    "transition": check_transition,
    "illegal": check_illegal,
    "team_ranking": check_team_ranking,
    "view": check_view,
    "end": check_end,
}

"""What the worked cases of Hielenlikkers claim of the deck and the score, held against the engine."""

from collections import Counter
from typing import Any

import msgspec

from engine.chance import Chance
from engine.hielenlikkers import GAME
from engine.hielenlikkers.board import Options
from engine.hielenlikkers.events import Killed, Shuffled
from engine.hielenlikkers.moves import Where
from engine.hielenlikkers.scoring import Court, ranked
from engine.seating import Seating, free_for_all, teams_of_two
from engine.sight import SPECTATOR
from engine.standing import places
from engine.table import Table
from tests.rules.hielenlikkers_positions import FAMILIES, FILLER, Position, short

Case = dict[str, Any]


def agree(expected: Case, found: Case) -> None:
    """Every key that the case expects was found, with that value."""
    unknown = expected.keys() - found.keys()
    assert not unknown, f"the case expects {sorted(unknown)}, which no check looks at"
    assert {key: found[key] for key in expected} == expected


def options_of(case: Case, **switches: bool) -> Options:
    return msgspec.convert(
        {"expansion": case.get("mode") == "exp", **case.get("options", {}), **switches}, Options
    )


def check_setup(case: Case) -> None:
    options = options_of(case)
    for players, expected in case["expected"].items():
        if expected is None:
            assert free_for_all(int(players)) not in GAME.seatings(options)
            continue
        seatings = [seating for seating in GAME.seatings(options) if seating.seats == int(players)]
        assert seatings, f"{players} players cannot play"
        for seating in seatings:
            agree(expected, dealt_numbers(seating, options))


def dealt_numbers(seating: Seating, options: Options) -> Case:
    table = Table.dealt(GAME, seating, options, Chance(b"setup"))
    board = table.board
    pile, removed = len(board.pile), len(board.box)
    in_play = pile + sum(map(len, board.hands))
    while legal := table.legal():
        table.play(legal[0])
    cards = Counter(seat for seat, _ in table.moves)
    turns = {cards[seat] / 3 for seat in range(seating.seats)}
    assert len(turns) == 1, "not everyone has as many turns"
    return {"removed": removed, "in_play": in_play, "draw_pile": pile, "turns_each": turns.pop()}


def check_composition(case: Case) -> None:
    found: Case = {}
    for mode, expansion, players in (("base", False, 5), ("exp", True, 6)):
        table = Table.dealt(GAME, free_for_all(players), Options(expansion), Chance(b"deck"))
        faces = next(event.faces for event in table.log if isinstance(event, Shuffled))
        per_family = [
            Counter(short(face)[3:] for face in faces if face.family == it) for it in FAMILIES.values()
        ]
        assert all(family == per_family[0] for family in per_family), "families differ"
        found |= {f"{mode}_per_family": dict(per_family[0]), f"{mode}_total": len(faces)}
    agree(case["expected"], found)


def check_scoring(case: Case) -> None:
    agree(case["expected"], scored(case, options_of(case)))
    if "expected_switch" in case:
        # Status and domain points cannot depend on the switch; what can is only what it says itself.
        fixed = {key: case["expected"][key] for key in ("status", "domain_points") if key in case["expected"]}
        agree(
            fixed | case["expected_switch"], scored(case, options_of(case, noble_counts_two_in_missions=True))
        )


def scored(case: Case, options: Options) -> Case:
    """The score of a final position, after its last card was really played and the spies were turned."""
    position = last_card_played(case, options)
    table = position.table
    board, faces = table.board, table.view(SPECTATOR).faces
    court = Court(
        above=[faces[card] for card in board.above],
        below=[faces[card] for card in board.below],
        domains=[[faces[card] for card in domain] for domain in board.domains],
        missions=[[faces[card] for card in held] for held in board.missions],
        options=options,
    )
    standing, status = table.standing(), court.status()
    return {
        "status": {code: status[family] for code, family in FAMILIES.items()},
        "domain_points": court.domain_points(),
        "missions": [
            [court.achieved(seat, mission) for mission in held] for seat, held in enumerate(court.missions)
        ],
        "totals": list(standing.points),
        "winners": [seat for seat, side in enumerate(board.sides) if standing.places[side] == 1],
        "winning_teams": winning_teams(case, board.sides, standing.places),
    }


def last_card_played(case: Case, options: Options) -> Position:
    """Everything lies as the case says, the last of it played as the last card of the game.

    When nothing lies anywhere, the last card is a stray one that does not stay.
    """
    spots = laid_cards(case)
    stray = not spots
    where, last = ("above", FILLER) if stray else spots.pop()
    laid: dict[Where, list[str]] = {}
    for spot, name in spots:
        laid.setdefault(spot, []).append(name)
    players = case.get("players", len(case.get("domains") or []))
    position = Position(
        players,
        options=options,
        teams=bool(case.get("teams")),
        active=players - 1,
        above=laid.get("above", []),
        below=laid.get("below", []),
        domains=[laid.get(seat, []) for seat in range(players)],
        hands={players - 1: [last]},
        missions=case.get("missions") or [],
        pile=0,
    )
    position.play(last, where)
    if stray:
        position.table.happen([Killed(seat=players - 1, cards=(position.lying(last),))])
    assert position.table.turn() is None
    return position


def laid_cards(case: Case) -> list[tuple[Where, str]]:
    table = case.get("table") or {}
    spots: list[tuple[Where, str]] = [
        (side, name) for side in ("above", "below") for name in table.get(side, [])
    ]
    return spots + [(seat, name) for seat, domain in enumerate(case.get("domains") or []) for name in domain]


def winning_teams(case: Case, sides: tuple[int, ...], its_places: tuple[int, ...]) -> list[int] | None:
    """The numbers, in the case's list of teams, of those in first place."""
    teams = case.get("teams")
    if not teams:
        return None
    for team in teams:
        assert len({sides[seat] for seat in team}) == 1, f"seats {team} are not a team"
    return [number for number, team in enumerate(teams) if its_places[sides[team[0]]] == 1]


def check_team_ranking(case: Case) -> None:
    teams, scores = case["teams"], case["scores"]
    sides = teams_of_two(len(scores)).sides
    standing = ranked(scores, sides)
    expected = dict(case["expected"])
    found: Case = {"winning_teams": winning_teams(case, sides, standing.places)}
    if "keys" in expected:
        ranking = places([tuple(key) for key in expected.pop("keys")])
        assert ranking == tuple(standing.places[sides[team[0]]] for team in teams)
    agree(expected, found)

"""What the worked cases of Kerstenen claim, held against the engine.

The cases say in words what is to be done (`do`); `kind` says which check those words call for.
"""

import re
from collections.abc import Callable
from typing import Any

from engine.chance import Chance
from engine.kerstenen import GAME
from engine.kerstenen.conversion import sums
from engine.kerstenen.events import Cleared, Converted, Laid, Opened, Shuffled
from engine.kerstenen.moves import Lay
from engine.seating import free_for_all
from engine.table import Table
from engine.values import IllegalMove, Seat
from tests.rules.kerstenen_deals import DEALS
from tests.rules.kerstenen_positions import CLERGY, NUMBERS, PAGANS, Position, cleric, named, names
from tests.rules.kerstenen_told import SEATS, Case, agree, by_seat, options_of, players_of, spare

IDLE_HANDS = {
    2: ["KS JS QS QH", "KH JH QD QC"],
    3: ["AH KS JS QS", "AD KH JH QH", "JD JC QD QC"],
    4: ["AH KS KH JS", "AD KD KC JH", "AS QS QH QD", "AC JD JC QC"],
}
"""By number of players: hands of which the leaders tie in everything when all are laid at one pagan."""


def kind(case: Case) -> str | None:
    """The check that a case calls for: by its `type`, or by the first check whose words `do` starts with."""
    if "type" in case:
        return str(case["type"])
    words = case.get("do", "")
    return next((name for name in CHECKS if words.startswith(name)), words)


def check_setup(case: Case) -> None:
    table = Table.dealt(GAME, free_for_all(players_of(case["position"])), options_of(case), Chance(b"setup"))
    first, second = (event for event in table.log if isinstance(event, Shuffled))
    agree(
        case["expected"],
        {
            "pagans": len(first.faces),
            "ordinary": sum(not face.special for face in first.faces),
            "special": sum(face.special for face in first.faces),
            "clergy": len(second.faces),
            "values": {name: cleric(name).points for name in case["expected"].get("values", ())},
            "totalPoints": sum(face.points for face in second.faces),
        },
    )


def check_resolve(case: Case) -> None:
    """What was laid lies there; the last card of the round goes to a pagan that does not matter."""
    told = case["position"]
    players = players_of(told)
    laid = by_seat(players, told["laid"])
    pagan, elsewhere = named(told["pagan"]), spare([told["pagan"]])
    free = [name for name in CLERGY if name not in {named(name) for names in laid for name in names}]
    if free:
        last, at, seat = free[0], elsewhere, 0
    else:
        seat = next(seat for seat, names in enumerate(laid) if names)
        *laid[seat], last = laid[seat]
        at = pagan
    position = Position(
        players,
        options=options_of(case),
        row=[pagan, elsewhere],
        pile=[name for name in PAGANS if name not in (pagan, elsewhere)],
        laid={pagan: laid},
        hands=[[last] if each == seat else [] for each in range(players)],
        active=seat,
    )
    position.lay(last, at)
    agree(case["expected"], round_facts(position, pagan))


def round_facts(position: Position, pagan: str) -> Case:
    """How the round came out, above all at one pagan."""
    table, number = position.table, NUMBERS[pagan]
    board = table.board
    here: list[list[Any]] = [[] for _ in board.hands]
    for event in table.log:
        if isinstance(event, Laid) and event.pagan == number:
            here[event.seat] += event.faces
    news = position.news()
    winners = [event.seat for event in news if isinstance(event, Converted) and number in event.cards]
    assert len(winners) <= 1
    assert not winners or number in board.won[winners[0]]
    assert any(isinstance(event, Cleared) for event in news), "the round is not over"
    over = table.turn() is None
    points = table.standing()
    return {
        "sums": {SEATS[seat]: total for seat, total in enumerate(sums(here))},
        "winner": SEATS[winners[0]] if winners else None,
        "stays": number in board.row,
        "gameOver": over,
        "nextRound": any(isinstance(event, Opened) for event in news) and not over,
        "roundsWithoutConversion": board.idle,
        "row": sorted(names(board.row)),
        "unowned": names([*board.row, *board.pagans]) if over else [],
        "points": {SEATS[seat]: total for seat, total in enumerate(points.points)},
        "winners": [SEATS[seat] for seat, place in enumerate(points.places) if place == 1],
    }


def check_score(case: Case) -> None:
    told = case["position"]
    players = players_of(told)
    table = Position(players, options=options_of(case), won=by_seat(players, told["won"])).table
    standing = table.standing()
    agree(
        case["expected"],
        {
            "points": {SEATS[seat]: total for seat, total in enumerate(standing.points)},
            "winners": [SEATS[seat] for seat, place in enumerate(standing.places) if place == 1],
            "places": {SEATS[seat]: place for seat, place in enumerate(standing.places)},
        },
    )


def check_round(case: Case) -> None:
    """Everyone lays all at one pagan: the one that the words name, or the first in the row."""
    told = case["position"]
    players = players_of(told)
    row = [named(name) for name in told["row"] if name]
    at = next((named(word) for word in re.findall(r"\b(?:[2-9T]|10)[SHDC]\b", case["do"])), row[0])
    hands = by_seat(players, told["hands"]) if "hands" in told else hands_for(case["do"], players)
    position = Position(
        players,
        options=options_of(case),
        row=row,
        pile=pagans_left(told, row),
        won=by_seat(players, told.get("won", {})),
        hands=hands,
        idle=told.get("roundsWithoutConversion", 0),
        active=SEATS.index(told.get("toPlay", "A")),
    )
    left = [list(hand) for hand in hands]
    for _ in range(sum(map(len, hands))):
        seat = position.table.turn()
        assert seat is not None
        position.lay(left[seat].pop(0), at)
    expected = {
        key: sorted(named(name) for name in value if name) if key in ("row", "unowned") else value
        for key, value in case["expected"].items()
    }
    found = round_facts(position, at)
    agree(expected, {**found, "unowned": sorted(found["unowned"])})


def hands_for(words: str, players: int) -> list[list[str]]:
    """Hands that convert nobody when all are laid at one pagan, if the words say so; else somebody."""
    if re.search(r"\b(nothing|nobody|without|no)\b", words):
        return [hand.split() for hand in IDLE_HANDS[players]]
    return [CLERGY[first : first + 4] for first in range(0, 4 * players, 4)]


def pagans_left(told: Case, row: list[str]) -> list[str]:
    """The pagan pile as told: card by card, or as a number."""
    if "paganPileTopFirst" in told:
        return [named(name) for name in told["paganPileTopFirst"]]
    won = {named(name) for names in told.get("won", {}).values() for name in names}
    return [name for name in PAGANS if name not in won and name not in row][: told.get("paganPile", 0)]


def check_legal(case: Case) -> None:
    told = case["position"]
    players = players_of(told)
    seat = SEATS.index(told.get("toPlay", "A"))
    hands = by_seat(players, told["hands"])
    table = Position(
        players,
        options=options_of(case),
        row=[named(name) for name in told["row"] if name],
        hands=hands,
        laid={place: by_seat(players, names) for place, names in told.get("laid", {}).items()},
        active=seat,
    ).table
    legal = table.legal()
    pairs = [Lay(card, pagan) for card in table.board.hands[seat] for pagan in table.board.row]
    agree(
        case["expected"],
        {
            "count": sum(accepted(table, move) for move in pairs),
            "distinctByRank": len(legal),
            "mayPass": not all(isinstance(move, Lay) for move in legal),
            "mayLayAgainAtSameCard": may_lay_again(table, seat),
        },
    )


def accepted(table: Table, move: Lay) -> bool:
    """Whether the table takes a move."""
    try:
        table.copy().play(move)
    except IllegalMove:
        return False
    return True


def may_lay_again(table: Table, seat: Seat) -> bool:
    """Whether a seat, once it has laid at any pagan, may lay its next card there."""
    for move in table.legal():
        after = table.copy()
        after.play(move)
        after.happen([Opened(seat=seat)])
        if all(again.pagan != move.pagan for again in after.legal()):
            return False
    return True


CHECKS: dict[str, Callable[[Case], None]] = {
    "setup": check_setup,
    "resolve": check_resolve,
    "score": check_score,
    "play round": check_round,
    "a round": check_round,
    "legal": check_legal,
    **DEALS,
}

"""What the worked cases of Kerstenen claim of deal, refill and starter, held against the engine."""

import random
import re
from collections.abc import Callable, Iterable
from itertools import count

from msgspec import Struct

from engine.chance import Chance
from engine.kerstenen import GAME
from engine.kerstenen.board import Options
from engine.kerstenen.events import AnyEvent, Drew, Opened, Shuffled
from engine.seating import free_for_all
from engine.table import Table
from tests.rules.kerstenen_positions import CLERGY, PAGANS, Position, named, names
from tests.rules.kerstenen_told import SEATS, Case, agree, options_of, players_of, spare


class Deal(Struct):
    """One round's deal: cards dealt and left in the pile, and whether the used cards were shuffled for it."""

    dealt: int = 0
    left: int = 0
    before: bool = False
    during: bool = False


def check_deal(case: Case) -> None:
    """Deal as many rounds as the words name, from a full pile or from the one told."""
    told = case["position"]
    deals = played_deals(told, options_of(case), len(re.findall(r"\d+", case["do"])) or 1)
    expected = dict(case["expected"])
    found = {
        "dealt": [deal.dealt for deal in deals],
        "pileAfterDeal": [deal.left for deal in deals],
        "shuffledBefore": [deal.before for deal in deals],
        "shuffledDuring": [deal.during for deal in deals],
    }
    for key in found.keys() & expected.keys():
        if not isinstance(expected[key], list):
            expected[key] = [expected[key]] * len(deals)
    if "shuffledBefore" in expected:
        # Whether a shuffle in the middle of a deal comes "before" it is a matter of words: either will do.
        said = zip(expected["shuffledBefore"], deals, strict=True)
        expected["shuffledBefore"] = [deal.before if deal.during else word for word, deal in said]
    agree(expected, found)


def played_deals(told: Case, options: Options, rounds: int) -> list[Deal]:
    """The deals of the next rounds, whatever is played between them."""
    pile = told.get("clergyPile", len(CLERGY))
    luck = random.Random(1)
    if pile == len(CLERGY):
        table = Table.dealt(GAME, free_for_all(players_of(told)), options, Chance(b"deal"))
        since, pile = 0, 0
    else:
        used = len(CLERGY) - 1 - pile
        table = Position(
            players_of(told), options=options, row=PAGANS[:4], pile=PAGANS[4:], hands=[["AS"]], used=used
        ).table
        since = len(table.log)
    while len(deals_in(table.log[since:], pile)) < rounds:
        table.play(luck.choice(table.legal()))
    return deals_in(table.log[since:], pile)


def deals_in(log: Iterable[AnyEvent], pile: int) -> list[Deal]:
    """The deal of every round that a log opens, given the size of the clergy pile at its start."""
    deals: list[Deal] = []
    shuffled = False
    for event in log:
        match event:
            case Opened():
                deals.append(Deal(left=pile, before=shuffled))
                shuffled = False
            case Shuffled(pile="clergy"):
                pile += len(event.cards)
                if not deals:
                    shuffled = True
                elif deals[-1].dealt:
                    deals[-1].during = True
                else:
                    deals[-1].before = True
            case Drew():
                pile -= len(event.cards)
                deals[-1].dealt += len(event.cards)
                deals[-1].left = pile
    return deals


def check_refill(case: Case) -> None:
    """Another pagan, beside those that stayed, is converted: then the row is filled."""
    told = case["position"]
    stayed = [named(name) for name in told["row"] if name]
    pile = [named(name) for name in told.get("paganPileTopFirst", [])]
    another = spare(stayed, pile)
    position = Position(
        players_of(told), options=options_of(case), row=[*stayed, another], pile=pile, hands=[["KS"]]
    )
    position.lay("KS", another)
    board = position.table.board
    expected = dict(case["expected"])
    # Places in the row mean nothing (R5), and an empty one is none.
    expected["row"] = sorted(named(name) for name in expected["row"] if name)
    if "paganPileTopFirst" in expected:
        expected["paganPileTopFirst"] = [named(name) for name in expected["paganPileTopFirst"]]
    agree(
        expected,
        {
            "row": sorted(names(board.row)),
            "paganPileTopFirst": names(board.pagans),
            "paganPile": len(board.pagans),
            "gameOver": position.table.turn() is None,
        },
    )


def check_starters(case: Case) -> None:
    """Rounds of a match in which the told seat was drawn to begin."""
    told = case["position"]
    rounds = max(map(int, re.findall(r"\d+", case["do"])))
    first = told.get("starterRound1", "A")
    for number in count():
        table = Table.dealt(
            GAME, free_for_all(players_of(told)), options_of(case), Chance(number.to_bytes(8, "big"))
        )
        if SEATS[table.board.starter] == first:
            break
    starters = [table.turn()]
    luck = random.Random(1)
    while len(starters) < rounds:
        events = table.play(luck.choice(table.legal()))
        if any(isinstance(event, Opened) for event in events):
            starters.append(table.turn())
    agree(case["expected"], {"starters": [SEATS[seat] for seat in starters if seat is not None]})


DEALS: dict[str, Callable[[Case], None]] = {
    "deal": check_deal,
    "refill": check_refill,
    "rounds": check_starters,
}

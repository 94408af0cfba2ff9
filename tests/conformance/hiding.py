"""The promises of every game about secrets: each check raises AssertionError when one gets out."""

import base64
import random
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from engine.game import Game
from engine.sight import REFEREE, closed_pile, places, sees
from engine.table import Table
from engine.values import CardId, Seat
from tests.conformance.checks import painted
from tests.conformance.meaning import doubtful_moves, named_cards
from tests.conformance.tables import Exchanged, Recorded, Setting, observers, played, seed_bytes, steps


class Decision(NamedTuple):
    """One decision of a match: `legal` is the list it was taken from, as JSON; `events`, what kinds came."""

    seat: Seat
    move: Any
    legal: bytes
    events: tuple[type, ...]


class Tally(NamedTuple):
    """How many pairs of cards were exchanged without a trace; how many of those after a move named one."""

    compared: int = 0
    acted_upon: int = 0
    could_be_acted_upon: int = 0

    def plus(self, other: "Tally") -> "Tally":
        return Tally(*(mine + its for mine, its in zip(self, other, strict=True)))


def hidden_faces_leave_no_trace(setting: Setting, seed: int, swaps: int) -> Tally:
    """Exchange two faces that an observer was not shown, play the same: he sees the same, byte for byte."""
    luck = random.Random(seed)
    match = recorded(setting, seed)
    tally = Tally()
    cuts = [luck.randint(0, len(match)) for _ in range(4)]
    for cut in [*cuts, len(match)]:
        table = setting.dealt(seed, Recorded)
        for decision in match[:cut]:
            table.play_unchecked(decision.move)
        for _ in range(swaps // 5):
            tally = tally.plus(exchange(setting, seed, table, match[:cut], luck))
    return tally


def recorded(setting: Setting, seed: int) -> list[Decision]:
    """A match played at random."""
    table = setting.dealt(seed)
    match = []
    for move in steps(table, random.Random(seed)):
        seat = table.turn()
        assert seat is not None
        legal = msgspec.json.encode(table.legal())
        events = table.copy().play(move)
        match.append(Decision(seat, move, legal, tuple(map(type, events))))
    return match


def exchange(setting: Setting, seed: int, table: Table, match: list[Decision], luck: random.Random) -> Tally:
    """Look for one exchange that the moves made so far allow, and compare what an observer sees of it."""
    observer = luck.randrange(-1, table.seating.seats)
    named = {card for decision in match for card in named_cards(decision.move).values()}
    hidden = unseen(table, observer)
    acted = luck.random() < 0.5 and any(named & set(pile) for pile in hidden)
    wrong = wrong_moves(table, random.Random(seed)) if table.turn() == observer else []
    for one, other in pairs(table, hidden, named if acted else set(), luck):
        twin = replayed(setting, seed, match, observer, (one, other))
        if twin is not None:
            expected, found = all_seen(table, observer, wrong), all_seen(twin, observer, wrong)
            assert found == expected, (
                f"{setting}: observer {observer} can tell {one} from {other} after {len(match)} decisions"
            )
            return Tally(1, int(bool({one, other} & named)), int(acted))
    return Tally(could_be_acted_upon=int(acted))


def wrong_moves(table: Table, luck: random.Random) -> list[Any]:
    """A few moves that the seat to move may not make."""
    seat = table.turn()
    assert seat is not None
    view, legal = table.view(seat), table.legal()
    return [move for move in doubtful_moves(table, luck) if table.game.same(view, move) not in legal][:3]


def unseen(table: Table, observer: Seat) -> list[list[CardId]]:
    """The cards on the board that the observer was not shown, by the pile they were numbered in."""
    lying = {card for cards in places(table.board).values() for card in cards}
    known = {card for event in table.log if event.faces and sees(event, observer) for card in event.cards}
    chance = table.chance
    assert isinstance(chance, Recorded)
    return [[card for card in pile if card in lying and card not in known] for pile in chance.piles]


def pairs(
    table: Table, hidden: list[list[CardId]], named: set[CardId], luck: random.Random
) -> Iterator[tuple[CardId, CardId]]:
    """A few pairs with different faces: any, or with a named card and one that looks much like it."""
    faces = table.view(REFEREE).faces
    piles = [pile for pile in hidden if len({faces[card] for card in pile}) > 1]
    piles = [pile for pile in piles if not named or named & set(pile)]
    if not piles:
        return
    for _ in range(6):
        pile = luck.choice(piles)
        one = luck.choice([card for card in pile if not named or card in named])
        others = [card for card in pile if faces[card] != faces[one]]
        if named:
            alike = {card: likeness(faces[card], faces[one]) for card in others}
            others = [card for card in others if alike[card] == max(alike.values())]
        yield one, luck.choice(others)


def likeness(face: Any, other: Any) -> int:
    """In how many fields two faces agree."""
    if type(face) is not type(other):
        return -1
    return sum(
        mine == its
        for mine, its in zip(msgspec.structs.astuple(face), msgspec.structs.astuple(other), strict=True)
    )


def replayed(
    setting: Setting, seed: int, match: list[Decision], observer: Seat, pair: tuple[CardId, CardId]
) -> Table | None:
    """The same match with two faces exchanged; None when who knew one of the two could not have played so."""
    chance = Exchanged(seed_bytes(seed), *pair)
    table = setting.table.dealt(setting.game, setting.seating, setting.options, chance)
    for decision in match:
        seat, move = decision.seat, decision.move
        view = table.view(seat)
        concerned = any(card in view.faces or card in named_cards(move).values() for card in pair)
        if seat == observer:
            legal = msgspec.json.encode(table.legal())
            assert legal == decision.legal, f"{setting}: the moves of {observer} depend on {pair}"
        elif concerned and setting.game.same(view, move) not in table.legal():
            return None
        events = tuple(map(type, table.play_unchecked(move)))
        if events != decision.events:
            assert concerned, f"{setting}: what came of {move} depends on {pair}"
            return None
    return table


def all_seen(table: Table, observer: Seat, wrong: list[Any]) -> list[bytes]:
    """Everything that reaches an observer: log, view, news, moves, error texts, the standing."""
    view, seen = table.view(observer), table.seen(observer)
    for other in observers(table):
        table.news(other)
    told = [
        msgspec.json.encode(seen),
        painted(table, observer),
        msgspec.json.encode([view.painted_event(event) for event in seen]),
        msgspec.json.encode(table.news(observer)),
        msgspec.json.encode([refusal(table, move) for move in wrong]),
    ]
    if table.turn() == observer:
        told.append(msgspec.json.encode(table.legal()))
    if table.turn() is None:
        told.append(msgspec.json.encode(table.standing()))
    return told


def refusal(table: Table, move: Any) -> str:
    """What a seat is told about a move that it may not make."""
    try:
        table.play(move)
    except Exception as error:
        return repr(error)
    return ""


def numbers_tell_nothing(setting: Setting, seed: int) -> None:
    """Only `Chance.pile` numbers cards; a number keeps its face; no known card leaves a hidden pile."""
    table = setting.dealt(seed, Recorded)
    chance = table.chance
    assert isinstance(chance, Recorded)
    for move in steps(table, random.Random(seed)):
        before = closed_cards(table)
        known = [dict(table.view(observer).faces) for observer in range(-1, table.seating.seats)]
        drawn = before - closed_cards(after(table, move))
        for faces in known:
            assert not drawn & faces.keys(), f"{setting}: a card that was known was drawn from a hidden pile"
    numbered = [card for pile in chance.piles for card in pile]
    assert len(set(numbered)) == len(numbered)
    for event in table.log:
        assert set(event.cards) <= set(numbered)
        for card, face in zip(event.cards, event.faces, strict=False):
            assert chance.faces[card] == face, f"{setting}: card {card} has got another face"


def after(table: Table, move: Any) -> Table:
    """A branch in which the move was made."""
    branch = table.copy()
    branch.play_unchecked(move)
    return branch


def closed_cards(table: Table) -> set[CardId]:
    """The cards in hidden piles."""
    hints = get_type_hints(type(table.board), include_extras=True)
    lying = places(table.board)
    return {card for name, cards in lying.items() if closed_pile(hints[name]) for card in cards}


def numbers_are_even(setting: Setting, deals: int) -> None:
    """Over many deals every face comes as early as any other: the mean place of each is the middle."""
    sums: Counter[Any] = Counter()
    counts: Counter[Any] = Counter()
    for seed in range(deals):
        table = setting.dealt(seed, Recorded)
        faces, chance = table.view(REFEREE).faces, table.chance
        assert isinstance(chance, Recorded)
        for number, pile in enumerate(chance.piles):
            for place, card in enumerate(pile):
                sums[number, faces[card]] += (place + 0.5) / len(pile) - 0.5
                counts[number, faces[card]] += 1
    for key, count in counts.items():
        error = sqrt(1 / 12 / count)
        assert abs(sums[key] / count) < 5 * error, f"{setting}: {key} comes early or late in its pile"


def seed_stays_secret(setting: Setting, seed: int) -> None:
    """Nothing that leaves the table spells the seed."""
    table = played(setting, seed)
    secret = seed_bytes(seed)
    spellings = [
        secret.decode(),
        secret.hex(),
        str(int.from_bytes(secret, "big")),
        str(int.from_bytes(secret, "little")),
        base64.b64encode(secret).decode().rstrip("="),
    ]
    for observer in observers(table):
        text = painted(table, observer) + msgspec.json.encode(table.seen(observer))
        for spelling in spellings:
            assert spelling.encode() not in text, f"{setting}: {observer} can read the seed"


def policy(game: Game) -> str:
    """Who is shown the faces of what: a line for each class of event."""
    lines = [f"{kind.__struct_config__.tag:12}{kind.shown_to.value}" for kind in get_args(game.event)]
    return "\n".join(lines) + "\n"

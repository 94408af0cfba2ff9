"""What other harnesses betrayed, or could be foretold (faults 66 to 81).

Most are tested beside what they are about: 69 and 70 in tests/conformance/test_promises.py, 68, 75 and 79 in
tests/arena (test_replay.py, test_secrets.py), 71 in tests/engine/test_sight.py, 80 and 81 in test_league.py
and test_stops.py there.

Impossible by design:

72  There is one board, and a view adds faces to it; nobody keeps a list of hidden cards. That every card lies
    in one place, and that what is known of it is true, is a promise that test_promise asks of every game for
    every seat at every step (cards_are_conserved).
73  Knowledge belongs to a card's number, not to a hand: it stays with whoever was shown the face, wherever
    the card goes. Pinned by test_a_view_shows_each_card_where_it_lies_with_the_face_it_knows.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from arena.record import MatchRecord
from arena.sitting import new_table, play_sitting
from engine.game import Game
from engine.registry import GAMES
from engine.values import Audience
from tests.arena.stage import SECRET, Heard, plan_for, recorded, rogue, sat, sitting_for


def shown(game: Game, event: dict[str, Any], seat: int) -> bool:
    """Whether its faces are for this seat, by the class of the event."""
    (kind,) = [each for each in get_args(game.event) if each.__struct_config__.tag == event["event"]]
    owner = kind.shown_to is Audience.OWNER and event["seat"] == seat
    return bool(kind.shown_to is Audience.EVERYONE or owner)


def spelt(event: dict[str, Any]) -> Iterator[tuple[int, bytes]]:
    """The cards of an event as an open card is written in a message: its number, then what is printed."""
    for card, (_, *face) in zip(event.get("cards", ()), event.get("faces", ()), strict=False):
        yield card, json.dumps([card, *face], separators=(",", ":")).encode()


def heard_by(file: Path) -> Iterator[tuple[int, Heard]]:
    """Each line that a bot was sent, with how many events had been told to it when it had read it."""
    told = 0
    for line in recorded(file):
        if line.how == "heard":
            told += len(line.message.get("news", ()))
            yield told, line


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_fault_66_67_no_byte_for_a_seat_is_a_card_it_was_not_shown(game: Game, tmp_path: Path) -> None:
    """Every byte of a match, from the first message on, to every seat: no card is open before it is shown."""
    seating = game.seatings(game.options())[-1]
    files = [tmp_path / str(seat) for seat in range(seating.seats)]
    plan = plan_for([rogue("luck", f"record={file}") for file in files])
    (record,) = play_sitting(plan, sitting_for(seating.seats, 1, game.name, seating))
    assert record.ending.kind == "played"
    log = json.loads(record.log)
    cards = {pair for event in log for pair in spelt(event)}
    hidden_bytes = open_bytes = 0
    for seat, file in enumerate(files):
        for told, line in heard_by(file):
            text = line.text.encode()
            known = {card for event in log[:told] if shown(game, event, seat) for card, _ in spelt(event)}
            for card, spelling in cards:
                open_bytes += card in known and spelling in text
                hidden_bytes += card not in known
                assert card in known or spelling not in text, (seat, spelling, line.text)
        assert told == len(log)
    assert min(hidden_bytes, open_bytes) > 1000


def logs(records: list[MatchRecord]) -> set[bytes]:
    return {record.log for record in records}


def test_fault_76_a_hundred_matches_are_a_hundred_deals() -> None:
    """Unless they are rotations of one deal: those have the same cards."""
    tables = [new_table(SECRET, one) for one in sitting_for(2, 100).fixtures]
    dealt = {tuple(table.log[0].faces) for table in tables}
    assert len(dealt) == 100


def test_fault_77_two_matches_of_one_process_have_cards_of_their_own() -> None:
    assert len(logs(sat([rogue("luck")] * 2, 2))) == 2


def test_fault_79_twenty_runs_of_one_seed_are_one_match(tmp_path: Path) -> None:
    """Seats are numbers in order, in no run another's."""
    assert len(logs([record for _ in range(20) for record in sat([rogue("luck")] * 2)])) == 1

"""What a game counts beside points, from the logs of matches."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from arena.aspects import with_aspects
from arena.ratings import rated
from arena.record import Ending, Fixture, MatchRecord
from engine.chance import Chance
from engine.hielenlikkers import GAME
from engine.hielenlikkers.cards import MISSION_POINTS
from engine.hielenlikkers.scoring import Court
from engine.seating import free_for_all
from engine.sight import SPECTATOR
from engine.table import Table
from tests.ratings.matches import duels


def played(seed: int) -> tuple[Table, MatchRecord]:
    """A match of A, B and C that was played at random."""
    rng = random.Random(seed)
    options = GAME.options(expansion=True)
    table = Table.dealt(GAME, free_for_all(3), options, Chance(bytes([seed])))
    while table.turn() is not None:
        table.play_unchecked(rng.choice(table.legal()))
    standing = table.standing()
    fixture = Fixture(
        f"{seed}", "hielenlikkers", {"expansion": True}, seed, (0, 1, 2), tuple("ABC"), (0,) * 3
    )
    record = MatchRecord(
        fixture, Ending("played"), standing.points, standing.places, (1,) * 3, (1.0,) * 3,
        log=msgspec.json.encode(table.log),
    )  # fmt: skip
    return table, record


def test_missions_are_what_points_have_beyond_the_domains() -> None:
    """Per entrant, the mean over matches of the part of its missions that it achieved."""
    sums = dict.fromkeys("ABC", 0.0)
    records = []
    for seed in range(6):
        table, record = played(seed)
        records.append(record)
        view = table.view(SPECTATOR)
        faces, board = view.faces, view.board
        court = Court(
            [faces[card] for card in board.above],
            [faces[card] for card in board.below],
            [[faces[card] for card in domain] for domain in board.domains],
            [[faces[card] for card in held] for held in board.missions],
            board.options,
        )
        for seat, name in enumerate("ABC"):
            extra = record.points[seat] - court.domain_points()[seat]
            sums[name] += extra / MISSION_POINTS / len(board.missions[seat]) / 6
    table = with_aspects(rated(records), records)
    assert table.aspects == ("missions",)
    assert {row.name: row.aspects["missions"] for row in table.rows} == pytest.approx(sums)


def test_fouls_and_other_games_have_none() -> None:
    """Neither an unfinished match nor a game that counts nothing."""
    _, record = played(1)
    fouled = replace(record, ending=Ending("late", 0), points=())
    records = [fouled, *duels(1, "AB", 1)]
    assert with_aspects(rated(records), records).aspects == ()

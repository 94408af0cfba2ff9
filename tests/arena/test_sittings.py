"""Sittings: which process plays what, and that answers may hold one move or many."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from arena.deals import match_name
from arena.record import Sitting
from arena.schedule import sittings
from arena.sitting import play_sitting
from arena.wire import Clock
from tests.arena.stage import SECRET, Heard, living, plan_for, recorded, rogue, sat, sitting_for, until


def deals_by_process(lines: list[Heard], played: list[Sitting]) -> dict[int, list[int]]:
    """The deals that each process was started on, told from the names of its matches."""
    named = {match_name(SECRET, one.id): one.deal for sitting in played for one in sitting.fixtures}
    deals: dict[int, list[int]] = {}
    for line in lines:
        deals.setdefault(line.pid, []).append(named[line.message["match"]])
    return deals


def test_a_sitting_has_one_process_a_seat_and_each_sees_a_deal_once(tmp_path: Path) -> None:
    programs = [rogue(f"record={tmp_path / str(seat)}") for seat in range(3)]
    sitting = sitting_for(3, 5)
    assert [record.ending.kind for record in play_sitting(plan_for(programs), sitting)] == ["played"] * 5
    for seat in range(3):
        (hello,) = recorded(tmp_path / str(seat), "hello")
        assert (hello.message["seat"], hello.message["sides"]) == (seat, [0, 1, 2])
        deals = deals_by_process(recorded(tmp_path / str(seat), "start"), [sitting])
        assert list(deals.values()) == [[0, 1, 2, 3, 4]]
        assert len(recorded(tmp_path / str(seat), "bye")) == 1


@pytest.mark.parametrize("processes", ["sitting", "match"])
def test_a_deal_that_comes_back_has_processes_of_their_own(processes: str, tmp_path: Path) -> None:
    file = tmp_path / "record"
    ones = sitting_for(2, 3).fixtures
    turned = [msgspec.structs.replace(one, id=one.id[::-1], entrants=one.entrants[::-1]) for one in ones]
    again = [msgspec.structs.replace(one, id=f"again {one.id}") for one in ones]
    made = sittings([*ones, *turned, *again], processes)
    plan = plan_for([rogue(f"record={file}")] * 2)
    for sitting in made:
        assert {record.ending.kind for record in play_sitting(plan, sitting)} == {"played"}
    deals = deals_by_process(recorded(file, "start"), made)
    assert sorted(deals.values()) == (
        [[0, 1, 2]] * 6 if processes == "sitting" else [[0]] * 6 + [[1]] * 6 + [[2]] * 6
    )


def test_several_moves_in_one_answer_are_the_same_moves_one_by_one(tmp_path: Path) -> None:
    (one_by_one,) = sat([rogue("luck")] * 2)
    script = tmp_path / "moves"
    script.write_bytes(one_by_one.moves)
    (whole_turns,) = sat([rogue(f"script={script}", f"record={tmp_path / str(seat)}") for seat in range(2)])
    assert whole_turns.ending.kind == "played", whole_turns.ending
    assert whole_turns.log == one_by_one.log
    assert whole_turns.moves == one_by_one.moves
    assert whole_turns.decisions == one_by_one.decisions
    said = [line.message for line in recorded(tmp_path / "0") if line.how == "said"]
    assert {len(answer["moves"]) for answer in said[1:]} == {3}


def test_moves_before_an_illegal_one_are_made_and_counted(tmp_path: Path) -> None:
    """A good card, then one that is not in hand."""
    (whole,) = sat([rogue("luck")] * 2)
    first = json.loads(whole.moves)[0][1]
    script = tmp_path / "moves"
    script.write_text(json.dumps([[0, first], [0, {"card": 10**6, "where": "above"}]]))
    (record,) = sat([rogue(f"script={script}"), rogue()])
    assert (record.ending.kind, record.ending.seat) == ("illegal", 0)
    assert record.decisions == (1, 0)
    assert json.loads(record.moves) == [[0, first]]


def test_nobody_moves_for_his_neighbour(tmp_path: Path) -> None:
    """A whole turn, and then a move that would be legal: of the next seat, whose cards have numbers too."""
    (whole,) = sat([rogue("luck")] * 2)
    moves = json.loads(whole.moves)
    assert [seat for seat, _ in moves[:4]] == [0, 0, 0, 1]
    script = tmp_path / "moves"
    script.write_text(json.dumps([[0, move] for _, move in moves[:4]]))
    (record,) = sat([rogue(f"script={script}"), rogue()])
    assert (record.ending.kind, record.ending.seat) == ("illegal", 0)
    assert record.ending.detail.startswith('request 1: move 4 of 4 comes after the turn: {"card":')
    assert json.loads(record.moves) == moves[:3]


def test_a_sitting_that_is_given_up_leaves_nothing(tmp_path: Path) -> None:
    programs = [rogue("deaf", "grandchild", f"mark={tmp_path}")] * 2
    records = play_sitting(plan_for(programs), sitting_for(2, 2))
    next(records)
    assert len(living(str(tmp_path))) == 4
    records.close()
    until(lambda: not living(str(tmp_path)))


def test_everyone_has_his_own_start_limit_and_none_waits_for_another(tmp_path: Path) -> None:
    """The first is silent for all of the limit; the others write more than a pipe holds, and are ready."""
    silent = rogue("silent", f"once={tmp_path / 'once'}")
    first, second = sat([silent, rogue("loud-at-start"), rogue("loud-at-start")], 2, Clock(start_ms=1500))
    assert (first.ending.kind, first.ending.seat) == ("silent", 0), first.ending
    assert second.ending.kind == "played"


def test_fault_40_sixteen_slow_bots_may_start_at_once_on_few_cores() -> None:
    with ThreadPoolExecutor(4) as pool:
        tables = list(pool.map(lambda _: sat([rogue("ready-after=1")] * 4), range(4)))
    assert [record.ending.kind for (record,) in tables] == ["played"] * 4

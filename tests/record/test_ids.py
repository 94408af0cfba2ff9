"""Packed ids are a set of strings like any other."""

import random

from arena.ids import Ids, numbers_of


def test_it_holds_what_was_put_in_and_nothing_else() -> None:
    luck = random.Random(3)
    given = [f"{luck.getrandbits(64):016x}" for _ in range(40_000)]
    ids, plain = Ids(sorted(given[:20_000])), set(given[:20_000])
    for id_ in given[20_000:]:
        assert id_ not in ids
        ids.add(id_)
        ids.add(given[0])
        plain.add(id_)
    assert len(ids) == len(plain)
    assert ids == plain
    assert all(id_ in ids for id_ in plain)
    assert all(f"{luck.getrandbits(64):016x}" not in ids for _ in range(1000))


def test_ids_of_other_forms_are_kept_as_they_are() -> None:
    odd = {"", "12", "+000000000000007", "00000000000000FF", "0x00000000000001", "x" * 16, "f" * 16, "0" * 16}
    assert Ids(odd) == odd
    assert "000000000000000f" not in Ids(odd)
    assert "00000000000000ff" not in Ids(odd)


def test_many_are_looked_up_at_once_as_one_by_one() -> None:
    luck = random.Random(5)
    given = [f"{luck.getrandbits(64):016x}" for _ in range(30_000)]
    ids = Ids(sorted(given[:10_000]))
    for id_ in given[10_000:15_000]:
        ids.add(id_)
    ids.add("odd")
    for asked in (given, sorted(given), ["f" * 16, "0" * 16], ["odd", given[0], given[-1]], []):
        assert ids.has(asked, numbers_of(asked)).tolist() == [id_ in ids for id_ in asked]
        assert not Ids().has(asked, numbers_of(asked)).any()

"""A set of ids of fixtures, packed: 8 bytes each, where strings in a set take 150."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from arena.record import Fixture

Numbers = NDArray[np.uint64]

_DIGITS = 16
_FRESH = 10_000
"""How many are kept loose before they are packed with the others."""
_TOGETHER = 1_000
"""How many are looked up at a time."""


class Ids(Set[str]):
    """Ids, each the 16 hexadecimal digits that a fixture's is; others are kept too, unpacked."""

    def __init__(self, ids: Iterable[str] = ()) -> None:
        self._packed = array("Q")
        self._fresh: set[int] = set()
        self._others: set[str] = set()
        left = iter(ids)
        while some := list(islice(left, _TOGETHER)):
            numbers = numbers_of(some)
            if numbers is not None and self._follow(numbers):
                # In ascending order, as a store gives them, nothing need be sorted.
                self._packed.frombytes(numbers.tobytes())
            else:
                for id_ in some:
                    self.add(id_)

    def add(self, id_: str) -> None:
        """Put in one more."""
        number = _number(id_)
        if number is None:
            self._others.add(id_)
        elif self._packed and number > self._packed[-1] and number not in self._fresh:
            self._packed.append(number)
        elif not self._has(number):
            self._fresh.add(number)
            if len(self._fresh) > max(_FRESH, len(self._packed) // 32):
                self._pack()

    def __contains__(self, id_: object) -> bool:
        number = _number(id_) if isinstance(id_, str) else None
        return id_ in self._others if number is None else self._has(number)

    def has(self, ids: Sequence[str], numbers: Numbers | None) -> NDArray[np.bool_]:
        """For each of these whether it is in, as `in` says it: for many at once ten times as quick.

        `numbers` is what `numbers_of` makes of them.
        """
        if numbers is None:
            return np.array([id_ in self for id_ in ids], np.bool_)
        found = np.zeros(len(ids), np.bool_)
        if self._packed:
            packed = np.frombuffer(self._packed, np.uint64)
            # In ascending order they are looked for in places close together, which is quicker.
            order = np.argsort(numbers)
            places = np.minimum(np.searchsorted(packed, numbers[order]), len(packed) - 1)
            found[order] = packed[places] == numbers[order]
        if self._fresh:
            found |= np.isin(numbers, np.fromiter(self._fresh, np.uint64))
        return found

    def __iter__(self) -> Iterator[str]:
        self._pack()
        for number in self._packed:
            yield f"{number:0{_DIGITS}x}"
        yield from self._others

    def __len__(self) -> int:
        return len(self._packed) + len(self._fresh) + len(self._others)

    def _has(self, number: int) -> bool:
        packed = self._packed
        place = bisect_left(packed, number)
        return (place < len(packed) and packed[place] == number) or number in self._fresh

    def _follow(self, numbers: Numbers) -> bool:
        """Whether these ascend, from above all that are in."""
        above = not self._fresh and (not self._packed or int(numbers[0]) > self._packed[-1])
        return above and bool(np.all(numbers[1:] > numbers[:-1]))

    def _pack(self) -> None:
        if self._fresh:
            fresh = np.fromiter(self._fresh, np.uint64)
            every = np.sort(np.concatenate([np.frombuffer(self._packed, np.uint64), fresh]))
            self._packed = array("Q", every.tobytes())
            self._fresh.clear()


def looked_up(fixtures: Iterable[Fixture], *sets: Ids) -> Iterator[tuple[Fixture, bool]]:
    """Each fixture with whether its id is in any of these sets; they are asked for many at a time, so what
    is put in meanwhile may not show."""
    left = iter(fixtures)
    while some := list(islice(left, _TOGETHER)):
        ids = [one.id for one in some]
        over, numbers = np.zeros(len(ids), np.bool_), numbers_of(ids)
        for one in sets:
            over |= one.has(ids, numbers)
        yield from zip(some, over.tolist(), strict=True)


def _number(id_: str) -> int | None:
    """The number that an id is; None when it is none of ours."""
    # int() alone would take signs, underscores, spaces, a leading 0x and digits of other scripts too.
    if len(id_) != _DIGITS or not (id_.isascii() and id_.isalnum()) or id_ != id_.lower() or id_[1] == "x":
        return None
    try:
        return int(id_, 16)
    except ValueError:
        return None


def numbers_of(ids: Sequence[str]) -> Numbers | None:
    """The numbers that ids are; None when one of them is none of ours."""
    digits = "".join(ids)
    # fromhex() would take capitals, and spaces between.
    plain = digits.isascii() and digits.isalnum() and digits == digits.lower()
    if not plain or set(map(len, ids)) != {_DIGITS}:
        return None
    try:
        return np.frombuffer(bytes.fromhex(digits), ">u8").astype(np.uint64)
    except ValueError:
        return None

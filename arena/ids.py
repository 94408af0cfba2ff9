"""A set of ids of fixtures, packed: 8 bytes each, where strings in a set take 150."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Set
from heapq import merge

_DIGITS = 16
_FRESH = 10_000
"""How many are kept loose before they are packed with the others."""


class Ids(Set[str]):
    """Ids, each the 16 hexadecimal digits that a fixture's is; others are kept too, unpacked."""

    def __init__(self, ids: Iterable[str] = ()) -> None:
        self._packed = array("Q")
        self._fresh: set[int] = set()
        self._others: set[str] = set()
        packed, last = self._packed, -1
        for id_ in ids:
            number = _number(id_)
            if number is not None and number > last:
                # In ascending order, as a store gives them, nothing need be sorted.
                packed.append(number)
                last = number
            else:
                self.add(id_)
                packed = self._packed
                last = packed[-1] if packed else -1

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

    def _pack(self) -> None:
        if self._fresh:
            self._packed = array("Q", merge(self._packed, sorted(self._fresh)))
            self._fresh.clear()


def _number(id_: str) -> int | None:
    """The number that an id is; None when it is none of ours."""
    # int() alone would take signs, underscores, spaces, a leading 0x and digits of other scripts too.
    if len(id_) != _DIGITS or not (id_.isascii() and id_.isalnum()) or id_ != id_.lower() or id_[1] == "x":
        return None
    try:
        return int(id_, 16)
    except ValueError:
        return None

"""As many couples as can be made of people who may not all be coupled with each other.

J. Edmonds, "Paths, trees, and flowers", Canadian Journal of Mathematics 17 (1965): a matching is largest
when no path joins two single people along couples and non-couples in turn; odd rings met on the way are
shrunk to a point, their base.
"""

from collections import deque
from collections.abc import Sequence

_NOBODY = -1


def couples(may: Sequence[Sequence[bool]]) -> int:
    """The most couples among 0..n-1; `may` is symmetric and says who may be coupled with whom."""
    mate = [_NOBODY] * len(may)
    found = 0
    for single in range(len(may)):
        if mate[single] == _NOBODY:
            # The first free one will do for most: searching is for those who find none.
            free = (other for other in range(len(may)) if may[single][other] and mate[other] == _NOBODY)
            other = next(free, _NOBODY)
            if other != _NOBODY:
                mate[single], mate[other] = other, single
                found += 1
            else:
                found += _Search(may, mate, single).improved()
    return found


class _Search:
    """A tree of alternating paths that grows from one single person."""

    def __init__(self, may: Sequence[Sequence[bool]], mate: list[int], root: int) -> None:
        self._may, self._mate, self._root = may, mate, root
        everyone = range(len(may))
        self._before = [_NOBODY for _ in everyone]
        self._base = list(everyone)
        self._reached = [person == root for person in everyone]
        self._queue = deque([root])

    def improved(self) -> bool:
        """Look for a path to another single person, and swap couples along it."""
        while self._queue:
            person = self._queue.popleft()
            for other in range(len(self._may)):
                apart = self._base[person] != self._base[other] and self._mate[person] != other
                if self._may[person][other] and apart and self._meet(person, other):
                    return True
        return False

    def _meet(self, person: int, other: int) -> bool:
        """Follow a non-couple; whether it ended at somebody single."""
        partner = self._mate[other]
        if other == self._root or (partner != _NOBODY and self._before[partner] != _NOBODY):
            self._shrink(person, other)
        elif self._before[other] == _NOBODY:
            self._before[other] = person
            if partner == _NOBODY:
                self._swap(other)
                return True
            self._reached[partner] = True
            self._queue.append(partner)
        return False

    def _swap(self, person: int) -> None:
        while person != _NOBODY:
            before = self._before[person]
            following = self._mate[before]
            self._mate[person], self._mate[before] = before, person
            person = following

    def _shrink(self, one: int, other: int) -> None:
        """An odd ring through two people and the base where their paths join."""
        base = self._join(one, other)
        ring: set[int] = set()
        self._walk(one, base, other, ring)
        self._walk(other, base, one, ring)
        for person in range(len(self._may)):
            if self._base[person] in ring:
                self._base[person] = base
                if not self._reached[person]:
                    self._reached[person] = True
                    self._queue.append(person)

    def _join(self, one: int, other: int) -> int:
        passed = set()
        while True:
            one = self._base[one]
            passed.add(one)
            if self._mate[one] == _NOBODY:
                break
            one = self._before[self._mate[one]]
        while self._base[other] not in passed:
            other = self._before[self._mate[self._base[other]]]
        return self._base[other]

    def _walk(self, person: int, base: int, child: int, ring: set[int]) -> None:
        while self._base[person] != base:
            partner = self._mate[person]
            ring |= {self._base[person], self._base[partner]}
            self._before[person] = child
            child, person = partner, self._before[partner]

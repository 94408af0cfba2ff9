"""The score of Hielenlikkers (R18-R36): status, domains, missions, teams.

It works on faces, as they lie once the spies are turned up, so that a worked example can be checked by hand.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct

from engine.hielenlikkers.board import Options
from engine.hielenlikkers.cards import (
    FAMILIES,
    MISSION_POINTS,
    Courtier,
    Family,
    Mission,
    MissionCode,
    Role,
)
from engine.standing import Standing, places


class Court(Struct, frozen=True):
    """All that scoring looks at: faces above and below the mat and in each domain, missions per seat."""

    above: Sequence[Courtier]
    below: Sequence[Courtier]
    domains: Sequence[Sequence[Courtier]]
    missions: Sequence[Sequence[Mission]]
    options: Options

    def status(self) -> dict[Family, int]:
        """1 esteemed, 0 neutral, -1 fallen (R19, R20)."""
        balance: Counter[Family] = Counter()
        for card in self.above:
            balance[card.family] += card.weight
        for card in self.below:
            balance[card.family] -= card.weight
        return {family: (balance[family] > 0) - (balance[family] < 0) for family in FAMILIES}

    def domain_points(self) -> list[int]:
        """Per seat, the weights in its domain times their family's status (R21)."""
        status = self.status()
        return [sum(card.weight * status[card.family] for card in domain) for domain in self.domains]

    def achieved(self, seat: int, mission: Mission) -> bool:
        """Whether `seat` has achieved this mission (R30-R35)."""
        return MISSIONS[mission.code](self, seat)

    def points(self) -> tuple[int, ...]:
        """Per seat, domain and missions together (R21, R30)."""
        return tuple(
            points + MISSION_POINTS * sum(self.achieved(seat, mission) for mission in self.missions[seat])
            for seat, points in enumerate(self.domain_points())
        )

    def counted(self, cards: Sequence[Courtier], family: Family) -> int:
        """How many cards of a family, as missions count them (R33)."""
        if self.options.noble_counts_two_in_missions:
            return sum(card.weight for card in cards if card.family == family)
        return sum(card.family == family for card in cards)


def ranked(points: Sequence[int], sides: Sequence[int]) -> Standing:
    """Points and places: a side is as good as its weaker member, then as its stronger (R22, R36)."""
    keys = [
        sorted(point for point, its_side in zip(points, sides, strict=True) if its_side == side)
        for side in sorted(set(sides))
    ]
    return Standing(tuple(points), places(keys))


Achieved = Callable[[Court, int], bool]


def _fallen(family: Family) -> Achieved:
    return lambda court, seat: court.status()[family] == -1


def _fewer_than_left(family: Family) -> Achieved:
    def achieved(court: Court, seat: int) -> bool:
        left = court.domains[(seat + 1) % len(court.domains)]
        return court.counted(court.domains[seat], family) < court.counted(left, family)

    return achieved


def _at_least(count: int, role: Role) -> Achieved:
    return lambda court, seat: sum(card.role == role for card in court.domains[seat]) >= count


def _statuses(court: Court, status: int) -> int:
    return sum(its_status == status for its_status in court.status().values())


# The mat's order of the families, which the numbers on the mission cards do not follow (R31, R34).
_ON_MISSIONS: tuple[Family, ...] = ("butterfly", "toad", "nightingale", "stag", "hare", "carp")

MISSIONS: dict[MissionCode, Achieved] = {
    "B1": _fallen(_ON_MISSIONS[0]),
    "B2": _fallen(_ON_MISSIONS[1]),
    "B3": _fallen(_ON_MISSIONS[2]),
    "B4": _fallen(_ON_MISSIONS[3]),
    "B5": _fallen(_ON_MISSIONS[4]),
    "B6": _fallen(_ON_MISSIONS[5]),
    "B7": lambda court, seat: {card.family for card in court.below} == set(FAMILIES),
    "B8": lambda court, seat: any(court.counted(court.below, family) >= 5 for family in FAMILIES),
    "B9": lambda court, seat: _statuses(court, 1) <= 3,
    "B10": lambda court, seat: _statuses(court, -1) >= 2,
    "W1": _fewer_than_left(_ON_MISSIONS[0]),
    "W2": _fewer_than_left(_ON_MISSIONS[1]),
    "W3": _fewer_than_left(_ON_MISSIONS[2]),
    "W4": _fewer_than_left(_ON_MISSIONS[3]),
    "W5": _fewer_than_left(_ON_MISSIONS[4]),
    "W6": _fewer_than_left(_ON_MISSIONS[5]),
    "W7": _at_least(3, "noble"),
    "W8": _at_least(2, "assassin"),
    "W9": _at_least(4, "guard"),
    "W10": _at_least(3, "spy"),
}

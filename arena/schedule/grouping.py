"""How fixtures become sittings: those in the same seats together, never a deal twice."""

from collections.abc import Iterable

from arena.record import Fixture, Sitting

SITTING = 100
"""The most fixtures in a sitting: enough to make starting bots cheap, few enough to share them out."""

TOGETHER = f"matches in the same seats are played together, {SITTING} at most"
"""What is said of the order."""


def sittings(fixtures: Iterable[Fixture], processes: str = "sitting") -> list[Sitting]:
    """Fixtures in the same seats together, SITTING at most, or one by one with `processes` "match".

    No sitting has a deal twice. They are in the order of their first fixtures, so that the rotations of a
    deal are finished close together.
    """
    most = SITTING if processes == "sitting" else 1
    made: list[dict[int, Fixture]] = []
    filling: dict[tuple[tuple[str, ...], tuple[int, ...]], dict[int, Fixture]] = {}
    for one in fixtures:
        seats = (one.entrants, one.members)
        sitting = filling.get(seats)
        if sitting is None or len(sitting) == most or one.deal in sitting:
            sitting = filling[seats] = {}
            made.append(sitting)
        sitting[one.deal] = one
    return [Sitting(tuple(sitting.values())) for sitting in made]

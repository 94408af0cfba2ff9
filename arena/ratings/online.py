"""A rating that is carried on from match to match, for matchmaking only: it depends on the order of matches.

It is openskill's Plackett-Luce model: Weng and Lin (2011), "A Bayesian approximation method for online
ranking", Journal of Machine Learning Research 12. Install the extra `ladder` to have it. It never enters a
table: tables are fits over all records, whatever their order.
"""

from collections.abc import Iterable

from msgspec import Struct

from arena.record import MatchRecord


class Guess(Struct, frozen=True):
    """What is thought of an entrant so far, on openskill's scale: strength and its standard deviation."""

    mu: float
    sigma: float


def guesses(records: Iterable[MatchRecord], entrants: Iterable[str] = ()) -> dict[str, Guess]:
    """Every entrant after these records, in the order in which they come; the given ones start unknown.

    A side plays as its partners together. After a foul each of the others has beaten the fouling side, one
    by one. Raises: ImportError without openskill.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known = {name: model.rating(name=name) for name in entrants}
    for record in records:
        for sides, places in _rankings(record):
            for name in {name for side in sides for name in side}:
                known.setdefault(name, model.rating(name=name))
            teams = [[known[name] for name in side] for side in sides]
            for team in model.rate(teams, ranks=[float(place) for place in places]):
                known |= {str(rating.name): rating for rating in team}
    return {name: Guess(rating.mu, rating.sigma) for name, rating in known.items()}


def _rankings(record: MatchRecord) -> list[tuple[list[tuple[str, ...]], tuple[int, ...]]]:
    """Sides and their places; one ranking, or one for each pair that a foul leaves; void: none."""
    sides = [record.fixture.partners(side) for side in range(record.fixture.side_count)]
    if record.ending.kind == "played":
        return [(sides, record.places)]
    pairs = record.rated_pairs()
    return [([sides[one], sides[other]], (2, 1) if score == 0 else (1, 2)) for one, other, score in pairs]

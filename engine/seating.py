"""Which seat plays for which side."""

from msgspec import Struct

from engine.values import ImpossibleTable, Seat, Side


class Seating(Struct, frozen=True):
    """The sides round a table: `sides[s]` is the side of seat s."""

    sides: tuple[Side, ...]

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.sides)

    @property
    def side_count(self) -> int:
        """How many sides there are."""
        return len(set(self.sides))

    @property
    def teams(self) -> bool:
        """Whether any side has more than one seat."""
        return self.side_count < self.seats

    def members(self, side: Side) -> tuple[Seat, ...]:
        """The seats of a side, ascending."""
        return tuple(seat for seat, its_side in enumerate(self.sides) if its_side == side)

    def left(self, seat: Seat) -> Seat:
        """The neighbour who moves next."""
        return (seat + 1) % len(self.sides)

    def words(self) -> str:
        """The seating as a person would say it: `4 players`, `3 teams of 2`."""
        if not self.teams:
            return f"{self.seats} players"
        return f"{self.side_count} teams of {self.seats // self.side_count}"


def free_for_all(seats: int) -> Seating:
    """Everyone for himself."""
    return Seating(tuple(range(seats)))


def teams_of_two(seats: int) -> Seating:
    """Partners sit opposite each other: seats s and s + seats/2.

    Raises: ImpossibleTable when the number of seats is odd or below four.
    """
    if seats < 4 or seats % 2:
        raise ImpossibleTable(f"teams of two need an even number of seats from 4 up, not {seats}")
    return Seating(tuple(range(seats // 2)) * 2)

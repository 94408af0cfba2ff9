"""What a game is: the contract between a game's folder and everything else.

A match is a loop over these functions: `deal` once; then, while `turn` names a seat, that seat picks
one of `legal` and `play` answers with events; each event is applied to the board. A replay is the
events applied again.

Only `deal` and `play` ever see a hidden face. `apply` receives each event as a spectator does,
`legal` the mover's view, `standing` the spectator's: what they were not given, they cannot betray.
All of them are pure, except that `apply` changes the board it is given. None reads a clock, a file
or a random number other than through the `Chance` it is handed.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from engine.chance import Chance
from engine.seating import Seating
from engine.sight import View
from engine.standing import Aspects, Standing
from engine.values import Event, Seat


class Game(Struct, frozen=True):
    """One game: its name, the tables it can be played at, its types and its rules as pure functions."""

    name: str

    seatings: Callable[[Any], tuple[Seating, ...]]
    """(options) -> every seating the game can be played at with them."""

    options: type[Any]
    """A frozen Struct; every field has a default, and is a bool or a Literal."""

    move: type[Any]
    """A frozen Struct or a tagged union of them: one decision."""

    event: type[Any]
    """A tagged union of `Event` classes."""

    board: type[Any]
    """A Struct without secrets: cards are numbers, and each field type says where cards lie."""

    face: type[Any]
    """A `Face` class or a tagged union of them."""

    blank: Callable[[Seating, Any], Any]
    """(seating, options) -> the board before the deal. Raises: ImpossibleTable."""

    deal: Callable[[Any, Chance], Iterable[Event]]
    """(board, chance) -> the events that set the game up."""

    apply: Callable[[Any, Any], None]
    """(board, event as a spectator sees it): change the board."""

    turn: Callable[[Any], Seat | None]
    """(board) -> whose decision is next; None when the game is over."""

    legal: Callable[[View[Any]], list[Any]]
    """(mover's view) -> his moves, at least one, no two of which mean the same."""

    play: Callable[[View[Any], Any, Chance], Sequence[Event]]
    """(referee's view, a legal move, chance) -> what happens."""

    standing: Callable[[View[Any]], Standing]
    """(spectator's view at the end) -> points and places."""

    aspects: Callable[[View[Any]], Aspects] = lambda view: {}
    """(spectator's view at the end) -> what tables show of each seat beside points, such as missions."""

    same: Callable[[View[Any], Any], Any] = lambda view, move: move
    """(mover's view, any move of the right type) -> the move of `legal` that means the same, if there is
    one, else the move itself. For moves that name one of several cards that nobody can tell apart."""

"""Positions of Kerstenen set up from events, with cards named as people write them: `TS`, `10S`, `KH`, `AS`.

A card is a rank (2-9, T or 10 for pagans; Q, J, K, A for clergy) and a suit (S, H, D, C).
"""

from collections.abc import Iterable, Mapping, Sequence

from engine.chance import Chance
from engine.kerstenen import GAME
from engine.kerstenen.board import Options
from engine.kerstenen.cards import Cleric, Pagan, Title
from engine.kerstenen.events import AnyEvent, Arrived, Cleared, Converted, Drew, Laid, Opened, Shuffled
from engine.kerstenen.moves import Lay
from engine.seating import free_for_all
from engine.table import Table
from engine.values import CardId, Seat

TITLES: dict[str, Title] = {"Q": "nun", "J": "priest", "K": "bishop", "A": "cardinal"}
SUITS = "SHDC"
PAGANS = [rank + suit for rank in "23456789T" for suit in SUITS]
CLERGY = [rank + suit for rank in TITLES for suit in SUITS]
NUMBERS = {name: CardId(number) for number, name in enumerate(PAGANS + CLERGY)}


def named(name: str) -> str:
    """One spelling of a card's name."""
    return name.strip().upper().replace("10", "T")


def pagan(name: str) -> Pagan:
    """The face that a name stands for."""
    rank = named(name)[0]
    return Pagan(10 if rank == "T" else int(rank))


def cleric(name: str) -> Cleric:
    """The face that a name stands for; without a suit an ace is a cardinal."""
    return Cleric("pope" if named(name) == "AS" else TITLES[named(name)[0]])


class Position:
    """A table set up as told; `active` is to lay, and everybody holds what `hands` says.

    `hands` and `won` are per seat, `laid` is per pagan and seat; any may say less than there is. Of the
    clergy that nobody mentions, `used` are used cards and the others lie in the pile. Pagans that nobody
    mentions are not in the game.
    """

    def __init__(
        self,
        players: int,
        *,
        options: Options | None = None,
        row: Sequence[str] = (),
        pile: Sequence[str] = (),
        won: Sequence[Sequence[str]] = (),
        laid: Mapping[str, Sequence[Sequence[str]]] | None = None,
        hands: Sequence[Sequence[str]] = (),
        used: int = 0,
        idle: int = 0,
        active: Seat = 0,
    ) -> None:
        luck = Chance(b"position", numbered=len(NUMBERS))
        self.table = Table(GAME, free_for_all(players), options or Options(), luck)
        self._pagans(row, pile, won)
        placed = laid or {}
        told = [*hands, *(names for by_seat in placed.values() for names in by_seat)]
        self._clergy(used, idle, {named(name) for names in told for name in names})
        for place, by_seat in placed.items():
            for seat, names in enumerate(by_seat):
                self._lay(seat, NUMBERS[named(place)], names)
        for seat, names in enumerate(hands):
            self._draw(seat, names)
        self._happen(Opened(seat=active))
        self.since = len(self.table.log)

    def lay(self, card: str, at: str) -> None:
        """The seat on turn lays a card, by the rules."""
        self.table.play(Lay(NUMBERS[named(card)], NUMBERS[named(at)]))

    def news(self) -> list[AnyEvent]:
        """What has happened since the position was set up."""
        return self.table.log[self.since :]

    def _happen(self, *events: AnyEvent) -> None:
        self.table.happen(events)

    def _pagans(self, row: Sequence[str], pile: Sequence[str], won: Sequence[Sequence[str]]) -> None:
        shown = [*row, *(name for names in won for name in names)]
        every = [*shown, *pile]
        self._happen(Shuffled(pile="pagans", cards=numbers(every), faces=tuple(map(pagan, every))))
        if shown:
            self._happen(Arrived(cards=numbers(shown), faces=tuple(map(pagan, shown))))
        for seat, names in enumerate(won):
            self._happen(*(Converted(seat=seat, cards=numbers([name])) for name in names))

    def _clergy(self, used: int, idle: int, told: set[str]) -> None:
        """The pile, and the used cards as an earlier round left them."""
        self._happen(Shuffled(pile="clergy", cards=numbers(CLERGY), faces=tuple(map(cleric, CLERGY))))
        gone = [name for name in CLERGY if name not in told][:used]
        if gone:
            self._lay(0, self.table.board.row[0], gone)
        self._happen(Cleared(idle=idle, cards=numbers(gone)))

    def _draw(self, seat: Seat, names: Sequence[str]) -> None:
        if names:
            self._happen(Drew(seat=seat, cards=numbers(names), faces=tuple(map(cleric, names))))

    def _lay(self, seat: Seat, place: CardId, names: Sequence[str]) -> None:
        self._draw(seat, names)
        for name in names:
            self._happen(Laid(seat=seat, pagan=place, cards=numbers([name]), faces=(cleric(name),)))


def numbers(names: Iterable[str]) -> tuple[CardId, ...]:
    """The numbers of cards, by their names."""
    return tuple(NUMBERS[named(name)] for name in names)


def names(cards: Iterable[CardId]) -> list[str]:
    """The names of cards, by their numbers."""
    every = [*PAGANS, *CLERGY]
    return [every[card] for card in cards]

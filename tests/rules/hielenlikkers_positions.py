"""Positions of Hielenlikkers set up from events, with cards named as people write them: `BU.N`, `CA.S#2`.

A card is FAMILY.ROLE[#copy]: families BU TO NI HA ST CA, roles - (plain), N, S, A, G, D, C.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.chance import Chance
from engine.hielenlikkers import GAME
from engine.hielenlikkers.board import Options, pile_at
from engine.hielenlikkers.cards import Courtier, Family, Mission, Role
from engine.hielenlikkers.events import Drew, Entrusted, Killed, Played, Prepared, Shuffled, Slipped
from engine.hielenlikkers.moves import Play, Where
from engine.seating import free_for_all, teams_of_two
from engine.table import Table
from engine.values import CardId, Event, Seat

FAMILIES: dict[str, Family] = {
    "BU": "butterfly", "TO": "toad", "NI": "nightingale", "HA": "hare", "ST": "stag", "CA": "carp",
}  # fmt: skip
ROLES: dict[str, Role] = {
    "-": "plain", "N": "noble", "S": "spy", "A": "assassin", "G": "guard", "D": "diplomat", "C": "confidant",
}  # fmt: skip
FILLER = "BU.-#filler"

Laid = str | tuple[str, Seat]
"""A card that lies somewhere, and who played it if that matters."""


def courtier(name: str) -> Courtier:
    """The face that a name stands for."""
    family, role = name.partition("#")[0].split(".")
    return Courtier(FAMILIES[family], ROLES[role])


def short(face: Courtier) -> str:
    """The name of a face, without a copy."""
    family = next(code for code, its_name in FAMILIES.items() if its_name == face.family)
    return f"{family}.{next(code for code, its_name in ROLES.items() if its_name == face.role)}"


class Position:
    """A table set up as told; `active` is to move, and everybody holds what `hands` says.

    `domains`, `hands` and `missions` are per seat and may be shorter than the table is large.
    `pile` is the number of cards left to draw. Whoever laid a card is the seat after `active`
    unless a (card, seat) pair says otherwise.
    """

    def __init__(
        self,
        players: int,
        *,
        options: Options | None = None,
        teams: bool = False,
        active: Seat = 0,
        above: Sequence[Laid] = (),
        below: Sequence[Laid] = (),
        domains: Sequence[Sequence[Laid]] = (),
        discard: Sequence[Laid] = (),
        hands: Mapping[Seat, Sequence[str]] | None = None,
        missions: Sequence[Sequence[str]] = (),
        pile: int = 30,
    ) -> None:
        seating = teams_of_two(players) if teams else free_for_all(players)
        self.table = Table(GAME, seating, options or Options(), Chance(b"position"))
        self.names: dict[CardId, str] = {}
        self._other = (active + 1) % players
        laid: list[tuple[Where | None, Laid]] = [("above", card) for card in above]
        laid += [("below", card) for card in below]
        laid += [(seat, card) for seat, domain in enumerate(domains) for card in domain]
        laid += [(None, card) for card in discard]
        setup = [event for where, card in laid for event in self._lay(where, card)]
        for seat, hand in (hands or {}).items():
            cards = tuple(map(self._new, hand))
            setup.append(Drew(seat=seat, cards=cards, faces=tuple(map(courtier, hand))))
        for _ in range(pile):
            self._new(FILLER)
        deck = tuple(self.names)
        faces = tuple(map(courtier, self.names.values()))
        self.table.happen([Shuffled(cards=deck, faces=faces, boxed=0), *setup, *self._entrust(missions)])
        # Whose turn it is follows from turns that were not played here.
        self.table.board.turn = active

    def _new(self, name: str) -> CardId:
        card = CardId(len(self.names))
        self.names[card] = name
        return card

    def _lay(self, where: Where | None, laid: Laid) -> Iterator[Event]:
        name, seat = (laid, self._other) if isinstance(laid, str) else laid
        cards, faces = (self._new(name),), (courtier(name),)
        place: Where = "above" if where is None else where
        yield Drew(seat=seat, cards=cards, faces=faces)
        if faces[0].role == "spy":
            yield Slipped(seat=seat, where=place, cards=cards)
        else:
            yield Played(seat=seat, where=place, cards=cards, faces=faces)
        if where is None:
            yield Killed(seat=seat, cards=cards)

    def _entrust(self, missions: Sequence[Sequence[str]]) -> Iterator[Event]:
        first = 1000
        for seat, codes in enumerate(missions):
            cards = tuple(CardId(first + place) for place in range(len(codes)))
            faces: tuple[Any, ...] = tuple(Mission(code) for code in codes)  # type: ignore[arg-type]
            yield Prepared(cards=cards, faces=faces)
            yield Entrusted(seat=seat, cards=cards, faces=faces)
            first += len(codes)

    def held(self, name: str) -> CardId:
        """The card of this name in the hand of the seat to move."""
        turn = self.table.turn()
        assert turn is not None, "the game is over"
        return self._find(name, self.table.board.hands[turn])

    def lying(self, name: str, where: Where | None = None) -> CardId:
        """The card of this name at a place, or if it is not there, anywhere in play."""
        board = self.table.board
        nearby = []
        if isinstance(where, str):
            nearby = [*board.above, *board.below]
        elif where is not None and 0 <= where < len(board.domains):
            nearby = pile_at(board, where)
        return self._find(name, [*nearby, *self.in_play()])

    def anywhere(self, name: str) -> CardId:
        """The card of this name wherever it is."""
        return self._find(name, self.names)

    def in_play(self) -> list[CardId]:
        """Every card at the table and in the domains."""
        board = self.table.board
        return [*board.above, *board.below, *(card for domain in board.domains for card in domain)]

    def _find(self, name: str, cards: Iterable[CardId]) -> CardId:
        found = next((card for card in cards if self.names.get(card) == name), None)
        assert found is not None, f"{name} is not there"
        return found

    def move(self, name: str, where: Where, target: str | None = None) -> Play:
        """Play a card from hand, its effect on the card named `target`."""
        card = self.held(name)
        if target is None:
            return Play(card, where)
        aim = card if target == name else self.lying(target, where)
        if courtier(name).role == "diplomat":
            return Play(card, where, fetched=aim)
        return Play(card, where, victim=aim)

    def play(self, name: str, where: Where, target: str | None = None) -> Sequence[Event]:
        """Play a card as `Table.play` does. Raises: IllegalMove."""
        return self.table.play(self.move(name, where, target))

    def allowed(self, move: Play) -> bool:
        """Whether `legal` has this move, or one that means the same."""
        turn = self.table.turn()
        assert turn is not None
        return GAME.same(self.table.view(turn), move) in self.table.legal()

    def called(self, cards: Iterable[CardId]) -> list[str]:
        """The names of these cards, in alphabetical order."""
        return sorted(self.names[card] for card in cards)

"""Looks one card ahead: its own points less those of the best opponent, as the table lies now.

It counts domains only: no missions, no face-down spies, no turns to come.
"""

import json
import sys

FAMILIES = ["butterfly", "toad", "nightingale", "hare", "stag", "carp"]


class Court:
    """The weight of each family at each place: `lies["above"]`, `lies["below"]`, `lies[seat]`."""

    def __init__(self, view):
        self.seat = view["seat"]
        sides = view["sides"]
        self.opponents = [seat for seat, side in enumerate(sides) if side != sides[self.seat]]
        self.faces = {card[0]: card[1:] for card in view["hands"][self.seat]}
        self.place = {}
        self.lies = {}
        places = [("above", view["above"]), ("below", view["below"]), *enumerate(view["domains"])]
        for where, cards in places:
            self.lies[where] = [0] * 6
            for number, *face in cards:
                self.faces[number] = face
                self.place[number] = where
                self.shift(number, where, 1)

    def shift(self, number, where, times):
        """Put a card down (times 1) or take it away again (times -1)."""
        if self.faces[number]:
            family, role = self.faces[number]
            self.lies[where][FAMILIES.index(family)] += times * (2 if role == "noble" else 1)

    def make(self, move, times=1):
        """Make a move (times 1) or take it back (times -1)."""
        self.shift(move["card"], move["where"], times)
        gone = move.get("victim", move.get("fetched"))
        if gone is not None:
            self.shift(gone, self.place[gone], -times)
        if "fetched" in move:
            self.shift(gone, self.seat, times)

    def worth(self):
        """The own points less the points of the best opponent."""
        pairs = zip(self.lies["above"], self.lies["below"], strict=True)
        status = [(above > below) - (above < below) for above, below in pairs]
        best = max(points(self.lies[seat], status) for seat in self.opponents)
        return points(self.lies[self.seat], status) - best


def points(domain, status):
    """What a domain brings: the weight of each family times its status."""
    return sum(map(int.__mul__, domain, status))


def choose(view, legal):
    """The place in `legal` of the move with the best outlook; of equals the first."""
    court = Court(view)
    worths = []
    for move in legal:
        court.make(move)
        worths.append(court.worth())
        court.make(move, -1)
    return worths.index(max(worths))


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print('{"type":"ready"}', flush=True)
        elif message["type"] == "act":
            choice = choose(message["view"], message["legal"])
            print(json.dumps({"id": message["id"], "choice": choice}), flush=True)


if __name__ == "__main__":
    main()

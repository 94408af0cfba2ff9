"""Greedy and naive: plays the card after which its own domain is worth most as the table lies now.

It has no eye for opponents, missions, face-down spies or turns to come.
"""

import json
import sys

FAMILIES = ["butterfly", "toad", "nightingale", "hare", "stag", "carp"]


class Court:
    """What decides the own domain: the `balance` of each family at the table, its weight in `mine`."""

    def __init__(self, view):
        self.seat = view["seat"]
        self.balance = [0] * 6
        self.mine = [0] * 6
        self.faces = {card[0]: card[1:] for card in view["hands"][self.seat]}
        self.place = {}
        places = [("above", view["above"]), ("below", view["below"]), *enumerate(view["domains"])]
        for where, cards in places:
            for number, *face in cards:
                self.faces[number] = face
                self.place[number] = where
                self.shift(number, where, 1)

    def shift(self, number, where, times):
        """Put a card down (times 1) or take it away again (times -1)."""
        if not self.faces[number]:  # a spy that it never held
            return
        family, role = self.faces[number]
        weight = times * (2 if role == "noble" else 1)
        if where == "above":
            self.balance[FAMILIES.index(family)] += weight
        elif where == "below":
            self.balance[FAMILIES.index(family)] -= weight
        elif where == self.seat:
            self.mine[FAMILIES.index(family)] += weight

    def make(self, move, times=1):
        """Make a move (times 1) or take it back (times -1)."""
        self.shift(move["card"], move["where"], times)
        gone = move.get("victim", move.get("fetched"))
        if gone is not None:
            self.shift(gone, self.place[gone], -times)
        if "fetched" in move:
            self.shift(gone, self.seat, times)

    def worth(self):
        """The points that the own domain would bring now, then how firmly its families stand."""
        points = sum(
            (balance > 0) * weight - (balance < 0) * weight
            for balance, weight in zip(self.balance, self.mine, strict=True)
        )
        return points, sum(map(int.__mul__, self.balance, self.mine))


def choose(view, legal):
    """The place in `legal` of the move that leaves the own domain worth most; of equals the first."""
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

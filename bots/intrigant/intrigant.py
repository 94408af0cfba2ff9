"""Looks one card ahead with an eye on its two missions.

A family's status is taken for the surer the wider its margin, a face-down spy for an equal share of
every family that it may still be, and a mission for the part of it that is done.
"""

import json
import sys

FAMILIES = ["butterfly", "toad", "nightingale", "hare", "stag", "carp"]
ON_MISSIONS = [0, 1, 2, 4, 3, 5]  # B1-B6 and W1-W6 name stags before hares
NEEDED = {"W7": ("noble", 3), "W8": ("assassin", 2), "W9": ("guard", 4), "W10": ("spy", 3)}
SPIES = 2  # of each family


class Court:
    """What lies where: per place ("above", "below", a seat) the weight and the number of each family."""

    def __init__(self, view):
        self.seat = view["seat"]
        sides = view["sides"]
        self.opponents = [seat for seat, side in enumerate(sides) if side != sides[self.seat]]
        self.left = (self.seat + 1) % len(sides)
        self.missions = [code for _, code in view["missions"][self.seat]]
        self.nobles_twice = view["options"].get("noble_counts_two_in_missions", False)
        places = [("above", view["above"]), ("below", view["below"]), *enumerate(view["domains"])]
        self.place = {card[0]: where for where, cards in places for card in cards}
        seen = [card for _, cards in places for card in cards] + view["hands"][self.seat]
        self.faces = {card[0]: card[1:] for card in seen}
        self.unseen = unseen_spies(self.faces.values())
        self.weight = {where: [0.0] * 6 for where, _ in places}
        self.count = {where: [0.0] * 6 for where, _ in places}
        self.roles = dict.fromkeys(("plain", "noble", "spy", "assassin", "guard", "diplomat", "confidant"), 0)
        for number, where in self.place.items():
            self.shift(number, where, 1)

    def shift(self, number, where, times):
        """Put a card down (times 1) or take it away again (times -1)."""
        family, role = self.faces[number] or (None, "spy")
        if where == self.seat:
            self.roles[role] += times
        if family is None:
            for index, share in enumerate(self.unseen):
                self.weight[where][index] += times * share
                self.count[where][index] += times * share
            return
        index = FAMILIES.index(family)
        weight = 2 if role == "noble" else 1
        self.weight[where][index] += times * weight
        self.count[where][index] += times * (weight if self.nobles_twice else 1)

    def make(self, move, times=1):
        """Make a move (times 1) or take it back (times -1)."""
        self.shift(move["card"], move["where"], times)
        gone = move.get("victim", move.get("fetched"))
        if gone is not None:
            self.shift(gone, self.place[gone], -times)
        if "fetched" in move:
            self.shift(gone, self.seat, times)

    def worth(self):
        """Own points, missions included, less the points of the best opponent."""
        pairs = zip(self.weight["above"], self.weight["below"], strict=True)
        status = [leaning(above - below) for above, below in pairs]
        best = max(self.points(seat, status) for seat in self.opponents)
        done = sum(self.progress(code, status) for code in self.missions)
        return self.points(self.seat, status) + 3 * done - best

    def points(self, seat, status):
        """What a domain would bring: the weight of each family times its status."""
        return sum(map(float.__mul__, self.weight[seat], status))

    def progress(self, code, status):
        """How far a mission is done: 0 not at all, 1 entirely."""
        number = int(code[1:])
        if code in NEEDED:
            role, needed = NEEDED[code]
            return min(1, self.roles[role] / needed)
        if number <= 6:
            family = ON_MISSIONS[number - 1]
            if code[0] == "B":
                return (1 - status[family]) / 2
            return (1 + leaning(self.count[self.left][family] - self.count[self.seat][family] - 0.5)) / 2
        if code == "B7":
            return sum(min(1, count) for count in self.count["below"]) / 6
        if code == "B8":
            return min(1, max(self.count["below"]) / 5)
        ordered = sorted(status)
        if code == "B9":  # at most three esteemed: the third from below is not
            return (1 - ordered[2]) / 2
        return (1 - ordered[1]) / 2  # B10: at least two fallen


def unseen_spies(faces):
    """For each family, the chance that a spy whose face was never seen belongs to it."""
    left = [SPIES - sum(face == [family, "spy"] for face in faces) for family in FAMILIES]
    return [spies / max(1, sum(left)) for spies in left]


def leaning(margin):
    """How sure a margin looks, from -1 to 1."""
    return margin / (abs(margin) + 1)


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

"""Cautious, and a partner to count on: a side is worth what its weaker member is likely to have.

It looks one card ahead. It doubts every margin the more, the more cards are to come; counts on it that an
unguarded courtier may still be murdered; and in a team game lifts whichever partner is behind.
"""

import json
import sys
from math import erf, exp, sqrt

FAMILIES = ["butterfly", "toad", "nightingale", "hare", "stag", "carp"]
ON_MISSIONS = ["butterfly", "toad", "nightingale", "stag", "hare", "carp"]  # B1-B6, W1-W6
NEEDED = {"W7": ("noble", 3), "W8": ("assassin", 2), "W9": ("guard", 4), "W10": ("spy", 3)}
SPIES = 2  # of each family
USUAL = 3.0  # what the two missions of a stranger bring on average

# How much each card still to come blurs a margin at the table and a domain (found by play), and which part
# of an unguarded courtier it is feared to cost (its character).
TABLE_BLUR, POINTS_BLUR, DANGER = 0.6, 10.0, 0.002


class Court:
    """What lies where: per place ("above", "below", a seat) the weight and the number of each family."""

    def __init__(self, view):
        self.seat, self.sides = view["seat"], view["sides"]
        self.missions = [code for _, code in view["missions"][self.seat]]
        self.nobles_twice = view["options"].get("noble_counts_two_in_missions", False)
        places = [("above", view["above"]), ("below", view["below"]), *enumerate(view["domains"])]
        self.place = {card[0]: where for where, cards in places for card in cards}
        seen = [card for _, cards in places for card in cards] + view["hands"][self.seat]
        self.faces = {card[0]: tuple(card[1:]) for card in seen}
        self.coming = view["pile"] + sum(map(len, view["hands"]))
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
        safe = role == "guard" or isinstance(where, str)
        self.weight[where][index] += times * weight * (1 if safe else 1 - DANGER * self.coming)
        self.count[where][index] += times * (weight if self.nobles_twice else 1)

    def make(self, move, times=1):
        """Make a move (times 1) or take it back (times -1)."""
        self.shift(move["card"], move["where"], times)
        gone = move.get("victim", move.get("fetched"))
        if gone is not None:
            self.shift(gone, self.place[gone], -times)
        if "fetched" in move:
            self.shift(gone, self.seat, times)


def unseen_spies(faces):
    """For each family, the chance that a spy whose face was never seen belongs to it."""
    left = [SPIES - sum(face == (family, "spy") for face in faces) for family in FAMILIES]
    return [spies / max(1, sum(left)) for spies in left]


def worth(court):
    """For every other side: how sure the own side is to end above it, from -1 to 1, all added up."""
    blur = sqrt(TABLE_BLUR * court.coming + 0.5)
    pairs = zip(court.weight["above"], court.weight["below"], strict=True)
    status = [erf((above - below) / blur) for above, below in pairs]
    points = [USUAL + sum(map(float.__mul__, court.weight[seat], status)) for seat in range(len(court.sides))]
    points[court.seat] += 3 * sum(progress(court, code, status) for code in court.missions) - USUAL
    doubt = sqrt(POINTS_BLUR * court.coming + 1)
    teams = {}
    for side, its_points in zip(court.sides, points, strict=True):
        teams[side] = lower(teams[side], its_points, doubt) if side in teams else its_points
    own = teams.pop(court.sides[court.seat])
    return sum(erf((own - other) / doubt) for other in teams.values())


def lower(one, other, doubt):
    """The expected lower of two points in doubt: the mean of the lower of two normal variables.

    C. E. Clark, "The greatest of a finite set of random variables", Operations Research 9 (1961), eq. 4.
    """
    gap = (one - other) / doubt
    return (one + other - doubt * (gap * erf(gap / sqrt(2)) + 0.8 * exp(-gap * gap / 2))) / 2


def progress(court, code, status):
    """How far a mission is done: 0 not at all, 1 entirely."""
    number = int(code[1:])
    if code in NEEDED:
        role, needed = NEEDED[code]
        return min(1, court.roles[role] / needed)
    if number <= 6:
        family = FAMILIES.index(ON_MISSIONS[number - 1])
        if code[0] == "B":
            return (1 - status[family]) / 2
        left = (court.seat + 1) % len(court.sides)
        return (1 + erf(0.4 * (court.count[left][family] - court.count[court.seat][family] - 0.5))) / 2
    if code == "B7":
        return sum(min(1, count) for count in court.count["below"]) / 6
    if code == "B8":
        return min(1, max(court.count["below"]) / 5)
    ordered = sorted(status)
    if code == "B9":  # at most three are esteemed when the third from below is not
        return (1 - ordered[2]) / 2
    return (1 - ordered[1]) / 2  # B10: at least two are fallen when the second from below is


def choose(view, legal):
    """The place in `legal` of the move with the best outlook; of equals the first."""
    court = Court(view)
    worths = []
    for move in legal:
        court.make(move)
        worths.append(worth(court))
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

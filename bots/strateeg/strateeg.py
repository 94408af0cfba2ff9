"""Plans its whole turn and answers with all of its cards at once.

It plays for its place: for every opponent it weighs how sure it is to end above him. Statuses and missions
are chances too, the vaguer the more cards are still to come. Of all turns it follows the most promising
few, card by card. Its partner in a team game it just leaves alone.
"""

import json
import sys
from math import erf, exp, sqrt

FAMILIES = ["butterfly", "toad", "nightingale", "hare", "stag", "carp"]
ON_MISSIONS = ["butterfly", "toad", "nightingale", "stag", "hare", "carp"]  # B1-B6, W1-W6
NEEDED = {"W7": ("noble", 3), "W8": ("assassin", 2), "W9": ("guard", 4), "W10": ("spy", 3)}
SHARE = {"noble": 4 / 18, "spy": 2 / 18, "assassin": 2 / 18, "guard": 3 / 18}  # of all courtiers
SPIES = 2  # of each family

WIDTH = 8
"""How many beginnings of a turn are followed."""

# Found by play: how much each card still to come blurs a margin at the table, a domain, a comparison of
# domains, and how many of them end up in one domain (in one of n domains: an n-th part).
TABLE_BLUR, POINTS_BLUR, COUNT_BLUR, STAY = 0.6, 10.0, 0.4, 0.5


class Court:
    """What lies where: per place ("above", "below", a seat) the weight and the number of each family."""

    def __init__(self, view):
        self.seat, self.sides = view["seat"], view["sides"]
        self.missions = [code for _, code in view["missions"][self.seat]]
        self.nobles_twice = view["options"].get("noble_counts_two_in_missions", False)
        places = [("above", view["above"]), ("below", view["below"]), *enumerate(view["domains"])]
        self.place = {card[0]: where for where, cards in places for card in cards}
        self.hand = [card[0] for card in view["hands"][self.seat]]
        seen = [card for _, cards in places for card in cards] + view["hands"][self.seat]
        self.faces = {card[0]: tuple(card[1:]) for card in seen}
        self.coming = view["pile"] + sum(map(len, view["hands"])) - len(self.hand)
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
        gone = target(move)
        if gone is not None:
            self.shift(gone, self.place[gone], -times)
        if "fetched" in move:
            self.shift(gone, self.seat, times)


def unseen_spies(faces):
    """For each family, the chance that a spy whose face was never seen belongs to it."""
    left = [SPIES - sum(face == (family, "spy") for face in faces) for family in FAMILIES]
    return [spies / max(1, sum(left)) for spies in left]


def target(move):
    """The card that a move kills or fetches, if any."""
    return move.get("victim", move.get("fetched"))


def worth(court):
    """For every opponent: how sure this seat is to end above him, from -1 to 1, all added up."""
    blur = sqrt(TABLE_BLUR * court.coming + 0.5)
    pairs = zip(court.weight["above"], court.weight["below"], strict=True)
    status = [erf((above - below) / blur) for above, below in pairs]
    points = [sum(map(float.__mul__, court.weight[seat], status)) for seat in range(len(court.sides))]
    mine = points[court.seat] + 3 * sum(outlook(court, code, status, blur) for code in court.missions)
    doubt = sqrt(POINTS_BLUR * court.coming + 1)
    own_side = court.sides[court.seat]
    rivals = [theirs for theirs, side in zip(points, court.sides, strict=True) if side != own_side]
    return sum(erf((mine - theirs) / doubt) for theirs in rivals)


def outlook(court, code, status, blur):
    """The chance that a mission will be achieved."""
    seats, me = len(court.sides), court.seat
    below, number = court.count["below"], int(code[1:])
    if code in NEEDED:
        role, needed = NEEDED[code]
        more = court.coming / seats * STAY * SHARE[role]
        return chance(court.roles[role] + more - needed + 0.5, sqrt(2 * more + 0.1))
    if number <= 6:
        family = FAMILIES.index(ON_MISSIONS[number - 1])
        if code[0] == "B":
            return chance(court.weight["below"][family] - court.weight["above"][family] - 0.5, blur)
        fewer = court.count[(me + 1) % seats][family] - court.count[me][family]
        return chance(fewer - 0.5, sqrt(COUNT_BLUR * court.coming / seats + 0.1))
    more = court.coming / 36  # one card in three goes to the table, one of these in twelve to each place
    if code == "B7":
        missing = [1 - (1 - count) * exp(-more) for count in below if count < 1]
        return product(missing)
    if code == "B8":
        return chance(max(below) + more - 4.5, sqrt(2 * more + 0.1))
    if code == "B9":
        return at_most(3, [(1 + its) / 2 for its in status])
    return 1 - at_most(1, [(1 - its) / 2 for its in status])  # B10


def chance(margin, blur):
    """The chance that a margin will be positive."""
    return (1 + erf(margin / blur)) / 2


def product(factors):
    result = 1.0
    for factor in factors:
        result *= factor
    return result


def at_most(most, chances):
    """The chance that at most so many of these independent things happen."""
    exactly = [1.0] + [0.0] * most
    for each in chances:
        for number in range(most, 0, -1):
            exactly[number] += each * (exactly[number - 1] - exactly[number])
        exactly[0] *= 1 - each
    return sum(exactly)


def plan(view):
    """The moves of a whole turn."""
    court = Court(view)
    turns = [((), tuple(view["used"]), view["bonus"])]
    for _ in court.hand:
        longer = {}
        for moves, used, bonus in turns:
            for move in moves:
                court.make(move)
            for move in next_moves(court, moves, used, bonus):
                court.make(move)
                made, its_bonus = (*moves, move), opened(court, move)
                reached = (frozenset(map(key, made)), its_bonus)  # whatever the order
                longer.setdefault(reached, (worth(court), made, (*used, area(move, court.seat)), its_bonus))
                court.make(move, -1)
            for move in moves:
                court.make(move, -1)
        best = sorted(longer.values(), key=lambda turn: -turn[0])[:WIDTH]
        turns = [turn[1:] for turn in best]
    return list(turns[0][0])


def key(move):
    return tuple(move.items())


def area(move, seat):
    where = move["where"]
    return "table" if isinstance(where, str) else "own" if where == seat else "other"


def opened(court, move):
    """Where one more card may go after this one: a confidant opens his own place again."""
    return move["where"] if court.faces[move["card"]][1] == "confidant" else None


def next_moves(court, moves, used, bonus):
    """Every move that may follow `moves` in this turn; cards with the same face are tried once."""
    played = {move["card"] for move in moves}
    gone = {target(move) for move in moves}
    hand = {court.faces[card]: card for card in court.hand if card not in played}
    for (_, role), card in hand.items():
        for where in open_places(court, used, bonus):
            yield {"card": card, "where": where}
            effect = {"assassin": "victim", "diplomat": "fetched"}.get(role)
            if effect and not (role == "diplomat" and where == court.seat):
                for prey in targets(court, where, gone):
                    yield {"card": card, "where": where, effect: prey}


def open_places(court, used, bonus):
    others = [seat for seat in range(len(court.sides)) if seat != court.seat]
    if "table" not in used or isinstance(bonus, str):
        yield from ("above", "below")
    if "own" not in used or bonus == court.seat:
        yield court.seat
    if "other" not in used:
        yield from others
    elif bonus in others:
        yield bonus


def targets(court, where, gone):
    """Cards that lay in this area when the turn began and are still there, but no guards; of twins one."""
    nearby = ("above", "below") if isinstance(where, str) else (where,)
    found = {}
    for number, its_place in court.place.items():
        face = court.faces[number]
        if its_place in nearby and number not in gone and face[1:] != ("guard",):
            found.setdefault((its_place, face), number)
    return found.values()


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print('{"type":"ready"}', flush=True)
        elif message["type"] == "act":
            print(json.dumps({"id": message["id"], "moves": plan(message["view"])}), flush=True)


if __name__ == "__main__":
    main()

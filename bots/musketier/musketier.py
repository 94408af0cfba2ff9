"""Looks one decision ahead in Richelieu: what each intrigue promises after the move, less its cost.

An intrigue promises what its places pay, times the chance that its side wins and that this seat has that
place, both guessed from the agents it knows and the mean of those it does not know.
"""

import json
import math
import sys

AGENTS = [-2, -2, 1, 1, 1, 2, 2, 2, 3, 3]
CAMPS = ("richelieu", "opposition")
PAWN = 3
WORTH = {"prestige": 1.0, "military": 1.4, "agent": 1.0, "corruption": 0.8, "eminence": 0.8, "queen": 0.8}
POOR, RICH = 0.45, 0.15
"""Points that a coin is worth to who has none, and to who has plenty."""
PLENTY = 18


class Position:
    """A view, weighed: who has what on which tile, and what each box promises."""

    def __init__(self, view):
        self.view = view
        self.seat = view["seat"]
        self.seats = range(len(view["hands"]))
        # How much of the game is left, from 1 down to 0.
        pairs = view["richelieu_stack"] + sum(map(bool, view["tiles"]))
        self.left = pairs / 13
        money = view["money"][self.seat]
        self.coin = max(RICH, POOR - (POOR - RICH) * money / PLENTY)
        # A step of income pays itself and so many coins more.
        self.step = 1 + 2.5 * self.coin * self.left
        self.mine = {card[0]: card[1] for card in view["hands"][self.seat]}
        self.means = [self.mean(seat) for seat in self.seats]
        self.boxes = [self.read(box) for box in range(len(view["tiles"]))]
        self.worths = [self.worth(box, rows) for box, rows in enumerate(self.boxes)]

    def mean(self, seat):
        """What an agent of this seat is worth on average that cannot be seen."""
        hidden = AGENTS[:]
        known = [card[1] for card in self.view["city"][seat]]
        for occupants, agents in zip(self.view["occupants"], self.view["agents"], strict=True):
            for camp in occupants:
                for owner, card in zip(occupants[camp], agents[camp], strict=True):
                    if owner == seat and len(card) > 1:
                        known.append(card[1])
        for value in known:
            if value in hidden:
                hidden.remove(value)
        return sum(hidden) / len(hidden) if hidden else 1.0

    def read(self, box):
        """The fields of a box as (owner or pawn, value), None when free."""
        occupants, agents = self.view["occupants"][box], self.view["agents"][box]
        return {
            camp: [self.field(owner, card) for owner, card in zip(occupants[camp], agents[camp], strict=True)]
            for camp in occupants
        }

    def field(self, owner, card):
        if owner is None:
            return None
        if card is None:
            return owner, PAWN
        return owner, card[1] if len(card) > 1 else self.means[owner]

    def worth(self, box, rows):
        """What a box with these fields promises: to this seat, less what it promises to the others."""
        if not rows:
            return 0.0
        taken = {camp: sum(field is not None for field in rows[camp]) for camp in CAMPS}
        fullest = max(taken.values())
        totals = {camp: sum(field[1] for field in rows[camp] if field) for camp in CAMPS}
        blur = 0.7 + 0.5 * (5 - fullest)
        wins = chance((totals["richelieu"] - totals["opposition"] + 0.4) / blur)
        near = 0.25 + 0.75 * fullest / 5
        worth = 0.0
        for camp, win in zip(CAMPS, (wins, 1 - wins), strict=True):
            worth += win * near * self.places(box, camp, rows[camp], blur)
        return worth

    def places(self, box, camp, row, blur):
        """What the places of a tile are worth to this seat, less half of what they give the others."""
        sums, leftmost = {}, {}
        for place, field in enumerate(row):
            if field and isinstance(field[0], int):
                sums[field[0]] = sums.get(field[0], 0) + field[1]
                leftmost.setdefault(field[0], place)
        tile = self.view["tiles"][box][camp]
        worth = 0.0
        for seat, total in sums.items():
            rivals = sorted(
                chance((total - other + (0.3 if leftmost[seat] < leftmost[rival] else -0.3)) / blur)
                for rival, other in sums.items()
                if rival != seat and other > 0
            )
            positive = chance((total - 0.5) / (0.25 if seat == self.seat else blur))
            first = positive * math.prod(rivals)
            second = positive * (1 - math.prod(rivals)) * math.prod(rivals[1:])
            gain = first * (self.frame(tile[4]) + self.tile(seat, tile)) + second * self.frame(tile[5])
            worth += gain if seat == self.seat else -gain / len(self.seats)
        return worth

    def frame(self, bonuses):
        return sum(amount * self.unit(kind) for kind, amount in bonuses)

    def unit(self, kind):
        if kind == "money":
            return self.coin
        return self.step if kind == "income" else WORTH[kind]

    def tile(self, seat, tile):
        """What winning this tile adds to the final score of a seat."""
        if tile[2] == "Richelieu":
            return 2.5
        return 1 + 2 * sum(won[2] == tile[2] for won in self.view["won"][seat])

    def gain(self, move):
        """What a move is worth, in points."""
        view, seat = self.view, self.seat
        action = move["action"]
        if action == "income":
            return self.coin * view["income"][seat]
        if action == "commission":
            space = str(view["military"][seat] + 1)
            track = view["tracks"]["military"]
            symbol = {"prestige": 1.0, "income": self.step}.get(track["symbol"].get(space), 0.0)
            return 1 + symbol - self.coin * track["cost"][space]
        if action == "buy":
            return 4 - 8 * self.coin - self.left
        if action == "sell":
            return 5 * self.coin - 4 + max(0, 3 - view["money"][seat]) * self.left
        if action == "stop":
            return 0.0
        return self.laid(move)

    def laid(self, move):
        """What an agent or a pawn at its new place changes in the boxes it touches."""
        view = self.view
        if move["action"] == "stay":
            return 0.0
        changed = {}
        price = 0.0
        if move["action"] == "agent":
            laid = (self.seat, self.mine[move["card"]])
            if not view["bonuses"]:
                tile = view["tiles"][move["box"]][move["tile"]]
                price = self.coin * tile[3][move["field"]]
            # A strong agent is missed until it comes back.
            price += 0.12 * laid[1]
        else:
            laid = self.lift(move, changed)
        rows = changed.get(move["box"]) or copied(self.boxes[move["box"]])
        rows[move["tile"]][move["field"]] = laid
        changed[move["box"]] = rows
        return sum(self.worth(box, rows) - self.worths[box] for box, rows in changed.items()) - price

    def lift(self, move, changed):
        """Take what a bonus moves off its field, if it is on one; what it is."""
        card, pawn = move.get("card"), self.view["bonuses"][0]["kind"]
        for box, rows in enumerate(self.view["agents"]):
            for camp, row in rows.items():
                for place, agent in enumerate(row):
                    field = self.boxes[box][camp][place]
                    if (agent and agent[0] == card) or (field and field[0] == pawn):
                        changed[box] = copied(self.boxes[box])
                        changed[box][camp][place] = None
                        return field
        return pawn, PAWN


def copied(rows):
    return {camp: row[:] for camp, row in rows.items()}


def chance(lead):
    """A lead as a chance between 0 and 1."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, 1.7 * lead))))


def choose(view, legal):
    """The place in `legal` of the move that is worth most; of equals the first."""
    position = Position(view)
    gains = [position.gain(move) for move in legal]
    return gains.index(max(gains))


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

"""Weighs every pagan by what it would bring each player, and by who is likely to convert it.

The higher a player's sum at a pagan the likelier; the fewer cards are still to be laid the surer. It counts
on threes, sevens and sixes to come, and it would rather hurt the others than do nothing.
"""

import json
import math
import sys

POINTS = {"nun": 1, "priest": 2, "bishop": 4, "cardinal": 6, "pope": 12}
# What so many cards of a rank are worth, those hoped for included.
HOPES = {3: [0, 2, 5, 10, 10], 7: [0, 4, 10, 20, 20]}
SIXES = [0, -10, -16, 0, -40]
# What a conversion point is worth in hand: a card that does much is not laid where a lesser one would do.
THRIFT = 0.5


def prospects(won):
    """Each player's points as things stand, with hopes; `won` holds how many of each rank each player has."""
    totals = [0.0] * len(won)
    for seat, ranks in enumerate(won):
        totals[seat] += sum(count for rank, count in ranks.items() if rank not in (3, 6, 7))
        totals[seat] += SIXES[ranks.get(6, 0)]
        for rank, hopes in HOPES.items():
            elsewhere = sum(other.get(rank, 0) for other in won) - ranks.get(rank, 0)
            if elsewhere < 2:
                totals[seat] += hopes[ranks.get(rank, 0)]
        if ranks.get(6, 0) == 3:
            totals = [total - 30 * (other != seat) for other, total in enumerate(totals)]
    return totals


def advantage(won, me):
    """How far ahead of the others' average I am."""
    totals = prospects(won)
    return totals[me] - (sum(totals) - totals[me]) / (len(totals) - 1)


def converter(laid):
    """Who converts a pagan by the rules, given everyone's clergy there; None when it stays."""
    sums = [sum(POINTS[title] for title in titles) for titles in laid]
    leaders = [seat for seat, total in enumerate(sums) if total == max(sums) > 0]
    keys = {seat: ("pope" in laid[seat], laid[seat].count("nun")) for seat in leaders}
    best = [seat for seat in leaders if keys[seat] == max(keys.values())]
    return best[0] if len(best) == 1 else None


def chances(laid, left):
    """How likely each player converts a pagan when `left` cards are still to be laid, here or elsewhere."""
    if left == 0:
        winner = converter(laid)
        return [float(seat == winner) for seat in range(len(laid))]
    sums = [sum(POINTS[title] for title in titles) for titles in laid]
    vague = 1 + left / len(laid)
    weights = [math.exp((total - max(sums)) / vague) for total in sums]
    stays = 0.3
    return [weight / (sum(weights) + stays) for weight in weights]


class Row:
    """The row as it lies: what each pagan changes for me by who gets it, and the clergy there."""

    def __init__(self, view):
        self.me = view["seat"]
        self.players = range(len(view["hands"]))
        self.left = sum(map(len, view["hands"])) - 1
        self.titles = dict(view["hands"][self.me])
        won = [{} for _ in self.players]
        for seat, cards in enumerate(view["won"]):
            for _, rank in cards:
                won[seat][rank] = won[seat].get(rank, 0) + 1
        now = advantage(won, self.me)
        self.swings, self.laid = {}, {}
        for (number, rank), laid in zip(view["row"], view["laid"], strict=True):
            self.swings[number] = [self.after(won, seat, rank) - now for seat in self.players]
            self.laid[number] = [[title for _, title in cards] for cards in laid]

    def after(self, won, seat, rank):
        """My advantage once `seat` has another pagan of this rank."""
        ranks = {**won[seat], rank: won[seat].get(rank, 0) + 1}
        return advantage([*won[:seat], ranks, *won[seat + 1 :]], self.me)

    def worth(self, number, laid, left):
        """What a pagan may be expected to change for me, given the clergy there."""
        odds = chances(laid, left)
        return sum(chance * swing for chance, swing in zip(odds, self.swings[number], strict=True))

    def gain(self, move):
        """By how much a move betters what I expect, less what its card was worth in hand."""
        number, laid = move["pagan"], self.laid[move["pagan"]]
        title = self.titles[move["card"]]
        mine = [titles + [title] * (seat == self.me) for seat, titles in enumerate(laid)]
        better = self.worth(number, mine, self.left) - self.worth(number, laid, self.left)
        return better - THRIFT * POINTS[title]


def choose(view, legal):
    """The place in `legal` of the move that gains most; of equals the first."""
    row = Row(view)
    gains = [row.gain(move) for move in legal]
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

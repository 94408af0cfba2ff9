"""Lays the cheapest card that leads at a good pagan; it sees only who leads now and how good a pagan looks.

It never looks at what anybody has won so far, and it takes no interest in what the others want.
"""

import json
import sys

POINTS = {"nun": 1, "priest": 2, "bishop": 4, "cardinal": 6, "pope": 12}
GOOD = {7: 5, 3: 3, 6: -10}


def outlook(view, move, card_points):
    """How good a move looks: (what it wins or loses, cards saved)."""
    me = view["seat"]
    place = next(i for i, (number, _) in enumerate(view["row"]) if number == move["pagan"])
    good = GOOD.get(view["row"][place][1], 1)
    sums = [sum(POINTS[title] for _, title in cards) for cards in view["laid"][place]]
    best_other = max(total for seat, total in enumerate(sums) if seat != me)
    led, leads = sums[me] > best_other, sums[me] + card_points > best_other
    return good * (leads - led), -card_points


def choose(view, legal):
    """The place in `legal` of the move that looks best; of equals the first."""
    titles = dict(view["hands"][view["seat"]])
    looks = [outlook(view, move, POINTS[titles[move["card"]]]) for move in legal]
    return looks.index(max(looks))


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

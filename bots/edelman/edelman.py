"""Plays Richelieu by a rule of thumb: joins the fullest tile where it is ahead, with its best agent.

It knows no chances: an agent it cannot see counts 1, and what a tile pays is looked at only to break ties.
"""

import json
import sys

ORDER = ["commission", "income", "buy", "send", "stay", "stop", "sell"]


def choose(view, legal):
    """The place in `legal` of the move that comes first by the rule; of equals the first."""
    scores = [score(view, move) for move in legal]
    return scores.index(max(scores))


def score(view, move):
    seat, action = view["seat"], move["action"]
    if action == "income" and view["money"][seat] < 4:
        return 100
    if action not in ("agent", "corrupt"):
        return -ORDER.index(action)
    row = view["occupants"][move["box"]][move["tile"]]
    taken = 5 - row.count(None)
    if action == "corrupt":
        return 10 - taken
    tile = view["tiles"][move["box"]][move["tile"]]
    value = next(card[1] for card in view["hands"][seat] if card[0] == move["card"])
    others = [strength(view, move, other) for other in range(len(view["hands"])) if other != seat]
    lead = value + strength(view, move, seat) - max(others)
    first = sum(amount for _, amount in tile[4])
    return 4 * max(-1, min(lead, 2)) + 2 * taken + value + first / 10 - 2 * tile[3][move["field"]]


def strength(view, move, owner):
    """What the agents of `owner` on the tile of a move add up to, as far as this seat can tell."""
    row = view["occupants"][move["box"]][move["tile"]]
    cards = view["agents"][move["box"]][move["tile"]]
    return sum(card[1] if len(card) > 1 else 1 for who, card in zip(row, cards, strict=True) if who == owner)


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

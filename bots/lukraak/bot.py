"""Plays any move of any game: a bot to start from. The place to think is `choose`."""

import json
import random
import sys


def choose(view, legal, ms, luck):
    """The place in `legal` of the move to make; `ms` is the time there is for it.

    `view` is all that this seat may know: try print(view, file=sys.stderr), never print(view), since stdout
    is for answers. In Hielenlikkers the own hand is view["hands"][view["seat"]], a list of cards such as
    [17, "hare", "noble"], and a move looks like {"card": 17, "where": "above"}.
    """
    return luck.randrange(len(legal))


def say(answer):
    # Flushed: an answer that stays in the buffer comes too late.
    print(json.dumps(answer), flush=True)


def main():
    seat, luck = 0, random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            # What is played, where we sit, the clock: once for all matches of this program.
            seat = message["seat"]
            say({"type": "ready"})
        elif message["type"] == "start":
            # A fresh match. Luck that hangs on the match and the seat alone lets a season repeat exactly.
            luck = random.Random(f"{message['match']} {seat}")
        elif message["type"] == "act":
            choice = choose(message["view"], message["legal"], message["ms"], luck)
            say({"id": message["id"], "choice": choice})
        elif message["type"] == "bye":
            break


if __name__ == "__main__":
    main()

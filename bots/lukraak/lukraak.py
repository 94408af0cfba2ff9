"""Plays any move of any game. Its luck hangs on the match and the seat alone: a match repeats exactly."""

import json
import random
import sys


def main() -> None:
    seat, luck = 0, random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            seat = message["seat"]
            print('{"type":"ready"}', flush=True)
        elif message["type"] == "start":
            luck = random.Random(f"{message['match']} {seat}")
        elif message["type"] == "act":
            choice = luck.randrange(len(message["legal"]))
            print(json.dumps({"id": message["id"], "choice": choice}), flush=True)


if __name__ == "__main__":
    main()

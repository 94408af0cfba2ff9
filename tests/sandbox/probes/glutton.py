"""A bot that plays the first move it may, and at its third request takes more than it should: of `memory`,
`files`, `disk`, `processes`, `output` or `cpu`; or, with `honest`, of nothing. `hello` is noted to stderr."""

import json
import os
import sys

kept = []


def take(what):
    if what == "memory":
        while True:
            kept.append(b"x" * (1 << 20))
    if what == "files":
        while True:
            kept.append(os.open("/dev/null", os.O_RDONLY))
    if what == "disk":
        with open("/tmp/much", "wb", buffering=0) as stream:
            while stream.write(b"x" * (1 << 16)):
                pass
    while what == "processes":
        if os.fork() == 0:
            os.read(0, 1 << 20)
            os._exit(0)
    while what == "output":
        print("x" * 1000)
    while what == "cpu":
        pass


def main():
    asked = 0
    for line in iter(sys.stdin.readline, ""):
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps(message["clock"]), file=sys.stderr)
            print('{"type":"ready"}', flush=True)
        if message["type"] == "act":
            asked += 1
            if asked == 3:
                take(sys.argv[1])
            print(json.dumps({"id": message["id"], "choice": 0}), flush=True)


main()

"""Keeps processors busy in as many children as it is told, each writing a byte now and then; ends with its
input, or by itself after 20 s."""

import os
import sys
import time

end = time.monotonic() + 20
for _ in range(int(sys.argv[1])):
    if os.fork() == 0:
        while time.monotonic() < end:
            for _ in range(20_000):
                pass
            os.write(1, b".")
        os._exit(0)
sys.stdin.read()

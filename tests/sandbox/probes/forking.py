"""Forks children, at most as many as it is told, until it is refused one; prints how many there were."""

import os
import signal
import sys

children = []
try:
    while len(children) < int(sys.argv[1]):
        pid = os.fork()
        if pid == 0:
            signal.pause()
            os._exit(0)
        children.append(pid)
except OSError:
    pass
print(len(children), flush=True)
sys.stdin.read()
for pid in children:
    os.kill(pid, signal.SIGKILL)

"""Takes memory: `one MB` in this process, `spread MB CHILDREN` that much in each of its children, `shared MB`
in pages that belong to no process alone. Touches it, says so, and waits for the end of its input."""

import mmap
import os
import sys

kind, size = sys.argv[1], int(sys.argv[2]) << 20


def take(count: int, flags: int) -> mmap.mmap:
    place = mmap.mmap(-1, count, flags=flags)
    for at in range(0, count, mmap.PAGESIZE):
        place[at] = 1
    return place


if kind == "spread":
    for _ in range(int(sys.argv[3])):
        if os.fork() == 0:
            break
kept = take(size, mmap.MAP_ANONYMOUS | (mmap.MAP_SHARED if kind == "shared" else mmap.MAP_PRIVATE))
print("taken", flush=True)
sys.stdin.read()

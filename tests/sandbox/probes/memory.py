"""Takes memory: `one MB` in this process, `spread MB CHILDREN` that much in each of its children, `shared MB`
in pages that belong to no process alone, `returned MB` the same in pieces of 4 MB, each taken from the
process again, which does not free it. Touches it, says so, and waits for the end of its input."""

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
shared = mmap.MAP_ANONYMOUS | mmap.MAP_SHARED
if kind == "returned":
    kept = []
    for _ in range(0, size, 4 << 20):
        kept.append(take(4 << 20, shared))
        kept[-1].madvise(mmap.MADV_DONTNEED)
else:
    kept = take(size, shared if kind == "shared" else mmap.MAP_ANONYMOUS | mmap.MAP_PRIVATE)
print("taken", flush=True)
sys.stdin.read()

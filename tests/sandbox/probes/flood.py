"""Writes without end, 64 kB at a time, to stdout or stderr as it is told."""

import os
import sys

stream = 2 if sys.argv[1:] == ["stderr"] else 1
while True:
    os.write(stream, b"x" * (1 << 16))

"""Tries to read each path it is given, straight and by the ways around; prints those it could read."""

import json
import os
import sys

AROUND = ("{}", "/proc/self/root{}", "/proc/1/root{}", "/proc/self/cwd/../../../../../..{}", "/oldroot{}")


def readable(path: str) -> bool:
    try:
        if os.path.isdir(path):
            return bool(os.listdir(path))
        with open(path, "rb") as stream:
            return bool(stream.read(1))
    except OSError:
        return False


print(json.dumps([path for path in sys.argv[1:] if any(readable(way.format(path)) for way in AROUND)]))

"""Looks for processes that are not its own and tries what one may do to a process: for the ids it is given
and for all it sees. Signal 0 does no harm. Prints what it could do and to whom."""

import ctypes
import json
import os
import sys
from pathlib import Path

PTRACE_SEIZE = 0x4206
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.restype = ctypes.c_long


def name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""  # it has ended meanwhile


def done(what: str, act) -> bool:
    try:
        return act() not in (-1, False)
    except (OSError, OverflowError):
        return False


seen = [int(entry) for entry in os.listdir("/proc") if entry.isdigit()]
mine = {os.getpid()}
could = []
for pid in {*map(int, sys.argv[1:]), *seen} - mine:
    for what, act in {
        "environment": lambda pid=pid: len(Path(f"/proc/{pid}/environ").read_bytes()) > 0,
        "descriptors": lambda pid=pid: [os.readlink(fd) for fd in Path(f"/proc/{pid}/fd").iterdir()] or -1,
        "signal": lambda pid=pid: pid not in seen and os.kill(pid, 0) is None,
        "trace": lambda pid=pid: libc.ptrace(PTRACE_SEIZE, pid, None, None),
        "memory": lambda pid=pid: os.open(f"/proc/{pid}/mem", os.O_RDONLY),
    }.items():
        if done(what, act):
            could.append([what, pid])
print(json.dumps({"could": could, "seen": [name(pid) for pid in sorted(seen)]}))

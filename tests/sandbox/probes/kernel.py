"""Makes each system call it is given as a JSON object of names and numbers, with arguments that do nothing;
prints the error number of each, 0 where the kernel took it. `clone` is asked for a user namespace."""

import ctypes
import json
import sys

CLONE_NEWUSER = 0x10000000
libc = ctypes.CDLL(None, use_errno=True)


def errno_of(name: str, number: int) -> int:
    first = CLONE_NEWUSER if name in ("clone", "unshare") else 0
    ctypes.set_errno(0)
    made = libc.syscall(number, first, 0, 0, 0, 0, 0)
    if name == "clone" and made == 0:
        libc._exit(0)
    return ctypes.get_errno() if made == -1 else 0


print(json.dumps({name: errno_of(name, number) for name, number in json.loads(sys.argv[1]).items()}))

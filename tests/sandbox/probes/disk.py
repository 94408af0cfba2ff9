"""Fills /tmp: `bytes MB` in files of one MB, `files COUNT` with empty ones; prints how much it wrote."""

import sys

kind, most = sys.argv[1], int(sys.argv[2])
written = 0
try:
    if kind == "bytes":
        while written < most << 20:
            with open(f"/tmp/probe{written >> 20}", "ab", buffering=0) as stream:
                written += stream.write(b"x" * (1 << 16))
    else:
        for number in range(most):
            open(f"/tmp/probe{number}", "w").close()
            written += 1
except OSError as error:
    print(written, flush=True)
    if "fail" in sys.argv:
        raise error
else:
    print(written, flush=True)
sys.stdin.read()

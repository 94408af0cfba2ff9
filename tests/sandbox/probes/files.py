"""Opens files until it is refused one, at most as many as it is told; then fails by it."""

import os
import sys

kept = [os.open("/dev/null", os.O_RDONLY) for _ in range(int(sys.argv[1]))]
print(len(kept))

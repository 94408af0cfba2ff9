"""Leaves a grandchild behind: a session of its own, forked twice, deaf to polite signals, holding no pipe;
its own environment wiped if it is told `wiped`. It ends by itself after a minute. The probe waits for
the end of its input or, told `gone`, ends at once."""

import os
import signal
import sys

MARK, wiped, gone = sys.argv[1], "wiped" in sys.argv, "gone" in sys.argv
told, tell = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        nothing = os.open("/dev/null", os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        words = ["sleep", "60"] if wiped else [sys.executable, "-c", "import time; time.sleep(60)", MARK]
        os.set_inheritable(tell, False)
        os.execvpe(words[0], words, {"ARENA_MARK": MARK} if wiped else os.environ)
    os._exit(0)
os.close(tell)
os.read(told, 1)  # closed by the exec
print("left", flush=True)
if not gone:
    sys.stdin.read()

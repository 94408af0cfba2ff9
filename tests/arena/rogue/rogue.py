"""A bot that does wrong what its words say, and plays the first legal move otherwise.

Each word is `what`, `what@n` (in the n-th act of this process, from 1; `what@*` in every act) or
`key=value`. Keys: `once` names a file: where it is there already nothing is done wrong; it is made, and
holds the process id, when something is. `record` names a file for every line that is heard and said.
`needs` names a file without which the bot does not start. `mark` only marks the command line. In seconds:
`ready-after` is slept before `ready`, `think` before each answer, and `burn` is computed before each answer.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time

MEGABYTE = 1 << 20
ART = "".join(f"{'#' * number:^60}\n" for number in range(1, 31))


def garbage(act):
    """What is written in place of an answer, by the word for it."""
    number, some = act["id"], act["legal"][0]

    def answer(**fields):
        return json.dumps({"id": number, **fields}).encode() + b"\n"

    return {
        "no-json": b"this is no JSON\n",
        "b7-line": b"\xb7\n",
        "b7-inside": b'{"id":%d,"moves":[{"card":1,"where":"\xb7"}]}\n' % number,
        "b7-unknown": b'{"id":%d,"choice":0,"x":"\xb7"}\n' % number,
        "wrong-types": answer(choice="0"),
        "no-number": answer(choice=0.5),
        "both": answer(choice=0, moves=[some]),
        "neither": answer(),
        "no-moves": answer(moves=[]),
        "wrong-words": answer(moves=[{"card": 1, "where": "w" * 900_000}]),
        "surrogate": answer(moves=[{"card": 1, "where": "\ud800"}]),
        "deep": b'{"id":%d,"choice":0,"x":%b%b}\n' % (number, b"[" * 100_000, b"]" * 100_000),
        "deep-moves": b'{"id":%d,"moves":[{"card":%b1%b}]}\n' % (number, b"[" * 100_000, b"]" * 100_000),
        "long": b"x" * (5 * MEGABYTE) + b"\n",
        "just-too-long": b" " * (MEGABYTE - 20) + answer(choice=0),
        "endless": b"x" * (5 * MEGABYTE),
        "negative": answer(choice=-1),
        "too-large": answer(choice=len(act["legal"])),
        "huge": answer(choice=10**30),
        "digits": b'{"id":%d,"choice":%b}\n' % (number, b"9" * 5000),
        "no-such-card": answer(moves=[{"card": 10**4000, "where": "above"}]),
        "no-such-place": answer(moves=[{**some, "where": -7}]),
        "too-many": answer(moves=[some] * 50),
        "old": b'{"id":%d,"choice":0}\n' % (number - 1),
        "huge-id": b'{"id":%b,"choice":0}\n' % (b"9" * 30),
        "huge-id-digits": b'{"id":%b,"choice":0}\n' % (b"9" * 5000),
    }


class Rogue:
    def __init__(self, words):
        self.keys = dict(word.split("=", 1) for word in words if "=" in word)
        self.words = [word for word in words if "=" not in word]
        self.acts = self.seat = 0
        self.luck = random.Random()
        self.mine = []

    def life(self):
        needs = self.keys.get("needs")
        if needs and not os.path.exists(needs):
            sys.exit("cannot start here")
        if "deaf" in self.words:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if "grandchild" in self.words:
            child = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.pause()"
            subprocess.Popen([sys.executable, "-c", child, self.keys["mark"]])
        if "babbling-grandchild" in self.words:
            child = "while True: print('babble', flush=True)"
            subprocess.Popen([sys.executable, "-c", child, self.keys["mark"]])
        if "orphan" in self.words and os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                child = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.pause()"
                os.execve(sys.executable, [sys.executable, "-c", child, f"{self.keys['mark']}/orphan"], {})
            os._exit(0)
        for line in sys.stdin.buffer:
            self.note("heard", line)
            self.hear(json.loads(line))
        while "deaf" in self.words:
            signal.pause()

    def hear(self, message):
        match message["type"]:
            case "hello":
                self.seat = message["seat"]
                self.begin(message)
            case "start":
                self.luck = random.Random(f"{message['match']} {self.seat}")
                if "script" in self.keys:
                    self.mine = script(self.keys["script"], self.seat)
            case "act":
                self.acts += 1
                what = next((what for what, when in self.due() if when in ("*", str(self.acts))), None)
                if what is None or not self.may():
                    self.answer(message)
                else:
                    self.err(message, what)
            case "over":
                if "exit-after-over" in self.words and self.may():
                    sys.exit(5)
            case "bye":
                if "slow-to-leave" in self.words:
                    os.close(0)
                    signal.pause()

    def due(self):
        return [word.split("@") for word in self.words if "@" in word]

    def may(self):
        """Whether something may be done wrong (again)."""
        file = self.keys.get("once")
        if file is None:
            return True
        try:
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        except FileExistsError:
            return False
        os.write(descriptor, f"{os.getpid()}\n".encode())
        os.close(descriptor)
        return True

    def begin(self, hello):
        if "silent" in self.words and self.may():
            return
        if "late-ready" in self.words and self.may():
            time.sleep(2 * hello["clock"]["start_ms"] / 1000)
        if "exit-at-start" in self.words and self.may():
            sys.exit("nothing to play with")
        if "art-at-start" in self.words:
            self.say(ART.encode())
        if "art-only" in self.words and self.may():
            self.say(ART.encode())
            return
        time.sleep(float(self.keys.get("ready-after", 0)))
        if "loud-at-start" in self.words:
            sys.stderr.write("l" * MEGABYTE)
            self.say(b"noise\n" * 100_000)
        self.say(b'{"type":"ready"}\n')

    def answer(self, act, **fields):
        time.sleep(float(self.keys.get("think", 0)))
        until = time.process_time() + float(self.keys.get("burn", 0))
        while time.process_time() < until:
            pass
        if self.mine:
            fields = {"moves": self.mine.pop(0)}
        elif "luck" in self.words:
            fields = {"choice": self.luck.randrange(len(act["legal"]))}
        self.say(json.dumps({"id": act["id"], **(fields or {"choice": 0})}).encode() + b"\n")

    def err(self, act, what):
        match what:
            case "late":
                time.sleep(2 * act["ms"] / 1000)
                self.answer(act, choice=len(act["legal"]) - 1)
            case "mute":
                pass
            case "hang":
                while True:
                    signal.pause()
            case "raise":
                raise RuntimeError(f"fell over in act {self.acts}")
            case "exit":
                sys.exit(7)
            case "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            case "kill-parent":
                os.kill(os.getppid(), signal.SIGKILL)
                signal.pause()
            case "real-time-signal":
                os.kill(os.getpid(), 40)
            case "close":
                os.close(1)
                os.close(2)
                signal.pause()
            case "close-stderr-and-exit":
                os.close(2)
                os._exit(9)
            case "twice":
                self.answer(act)
                self.answer(act, choice=len(act["legal"]) - 1)
            case "early":
                guess = b'{"id":%d,"choice":0}\n'
                self.say(guess % act["id"] + b"noise\n" + guess % (act["id"] + 1))
            case "answer-and-exit":
                self.answer(act)
                os._exit(0)
            case "art":
                self.say(ART.encode())
                self.answer(act)
            case "loud":
                sys.stderr.write("l" * MEGABYTE)
                self.answer(act)
            case "wrong-pipe":
                sys.stderr.write(json.dumps({"id": act["id"], "choice": 10**6}) + "\n")
                self.answer(act)
            case "flood":
                while True:
                    os.write(1, b"flood\n" * 1000)
            case "torrent":
                while True:
                    os.write(1, b"x" * 99_999 + b"\n")
            case "hog":
                kept = []
                while True:
                    kept.append(b"x" * MEGABYTE)
            case "bomb":
                for _ in range(100):
                    if os.fork() == 0:
                        os.read(0, 1)
                        os._exit(0)
                signal.pause()
            case _:
                self.say(garbage(act)[what])

    def say(self, text):
        self.note("said", text)
        sys.stdout.buffer.write(text)
        if "unflushed" not in self.words:
            sys.stdout.buffer.flush()

    def note(self, how, text):
        """One write a line, so that several processes may share the file."""
        if "record" in self.keys:
            entry = [os.getpid(), how, text.decode("utf-8", "backslashreplace")]
            with open(self.keys["record"], "ab", 0) as file:
                file.write(json.dumps(entry).encode() + b"\n")


def script(file, seat):
    """The answers of a seat: its moves in a list of [seat, move], consecutive ones together."""
    answers, last = [], None
    with open(file) as stream:
        for mover, move in json.load(stream):
            if mover == seat:
                if last != seat:
                    answers.append([])
                answers[-1].append(move)
            last = mover
    return answers


if __name__ == "__main__":
    Rogue(sys.argv[1:]).life()

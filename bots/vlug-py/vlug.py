"""Answers at once with the first legal move: what is left is the cost of the pipe and of Python.

It leans on `type` being the first word of a message and `id` the second of an act.
"""

import sys

ACT = b'{"type":"act","id":'


def main():
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        if line.startswith(ACT):
            number = line[len(ACT) : line.index(b",", len(ACT))]
            out.write(b'{"id":%b,"choice":0}\n' % number)
        elif line.startswith(b'{"type":"hello"'):
            out.write(b'{"type":"ready"}\n')
        out.flush()


if __name__ == "__main__":
    main()

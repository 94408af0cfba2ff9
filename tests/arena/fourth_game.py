"""`arena` with one game more: it is registered in every process, since workers import this file too."""

from engine.registry import GAMES
from tests.blind import BLIND

GAMES[BLIND.name] = BLIND

if __name__ == "__main__":
    from arena.cli import main

    main()

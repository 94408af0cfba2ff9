"""How a bot's process is kept in bounds: what it sees, what it may use, and that nothing of it is left."""

from arena.sandbox.confinement import Confinement, Keeping, Sandbox
from arena.sandbox.launch import Launch, launch
from arena.sandbox.limits import Breach, Limits
from arena.sandbox.strays import LastWill, end_left_behind

__all__ = [
    "Breach",
    "Confinement",
    "Keeping",
    "LastWill",
    "Launch",
    "Limits",
    "Sandbox",
    "end_left_behind",
    "launch",
]

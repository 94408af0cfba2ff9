"""How a bot's process is kept in bounds: what it sees, what it may use, and that nothing of it is left."""

from arena.sandbox.bare import environment
from arena.sandbox.confinement import Confinement, Keeping, Sandbox
from arena.sandbox.guard import LastWill, adopting, end_orphans, guarded, guarded_folder, starting
from arena.sandbox.launch import Launch, launch
from arena.sandbox.limits import Breach, Limits
from arena.sandbox.strays import end_left_behind, new_mark

__all__ = [
    "Breach",
    "Confinement",
    "Keeping",
    "LastWill",
    "Launch",
    "Limits",
    "Sandbox",
    "adopting",
    "end_left_behind",
    "end_orphans",
    "environment",
    "guarded",
    "guarded_folder",
    "launch",
    "new_mark",
    "starting",
]

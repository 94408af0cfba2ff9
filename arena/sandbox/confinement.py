"""How a season keeps its bots in bounds, as its file says and as each start is told."""

from typing import Literal

from msgspec import Struct

from arena.sandbox.limits import Limits


class Confinement(Struct, frozen=True):
    """The season's table [sandbox]."""

    kind: Literal["auto", "bubblewrap", "none"] = "auto"
    """`auto`: bubblewrap where it works, and elsewhere none, with a warning."""
    trust: bool = False
    """Whether bots that were submitted are played without a sandbox too."""


class Sandbox(Struct, frozen=True):
    """What a bot is started in. `hidden` are paths that it must not see though they lie in what is shown;
    `shown` are some that it may see beyond what its program needs; their `bin`, if any, is on its PATH."""

    kind: Literal["bubblewrap", "none"] = "none"
    hidden: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()


class Keeping(Struct, frozen=True):
    """All that bounds a bot's processes."""

    sandbox: Sandbox = Sandbox()
    limits: Limits = Limits()
    pause: bool = False
    """Whether they are stopped while others have the turn."""

"""What a measured figure is, and which parts of the harness can be measured."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Literal

from msgspec import Struct


class Figure(Struct, frozen=True):
    """One measured number beside its budget; `limit` says on which side of the budget it must stay."""

    part: str
    what: str
    value: float
    unit: str
    limit: Literal["at most", "at least", ""] = ""
    budget: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the budget is kept; None without one."""
        if self.budget is None:
            return None
        return self.value <= self.budget if self.limit == "at most" else self.value >= self.budget


PARTS = ("engine", "pipe", "league", "table", "season", "start", "sandbox")


def measured(part: str, scale: float = 1.0) -> Iterator[Figure]:
    """Measure one part. `scale` multiplies how much is played: 1 takes seconds, the league half a minute."""
    measure: Callable[[float], Iterator[Figure]] = import_module(f"arena.bench.{part}").measure
    yield from measure(scale)

"""A curve for each entrant with its error as a band, as SVG for a page."""

from collections.abc import Sequence
from html import escape

from arena.ratings.history import Moment

_WIDTH, _HEIGHT = 960, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 190, 12, 36
_STEPS = (1, 2, 5)


def curve(moments: Sequence[Moment]) -> str:
    """Elo against matches played; nothing where there is nothing to draw."""
    points = {
        row.name: [
            (moment.matches, one.elo, one.error or 0.0)
            for moment in moments
            for one in moment.rows
            if one.name == row.name and one.elo is not None
        ]
        for row in (moments[-1].rows if moments else ())
    }
    heights = [elo + sign * error for line in points.values() for _, elo, error in line for sign in (-1, 1)]
    if not heights:
        return ""
    frame = _Frame(moments[-1].matches, min(heights), max(heights))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
        ' font-family="system-ui, sans-serif" font-size="12" fill="currentColor">',
        "<title>Elo after so many matches, with its 95 % interval</title>",
        *frame.axes(),
    ]
    drawn = [(name, line) for name, line in points.items() if line]
    for number, (name, line) in enumerate(drawn):
        colour = f"hsl({round(360 * number / len(drawn))} 65% 45%)"
        parts += frame.drawn(name, line, colour, _TOP + 14 + 17 * number)
    return "\n".join([*parts, "</svg>"])


class _Frame:
    """Where matches and Elo points lie on the picture."""

    def __init__(self, matches: int, low: float, high: float) -> None:
        self._matches = max(matches, 1)
        room = max(high - low, 1.0)
        self._step = _round_step(room / 6)
        self._low, self._high = low - 0.03 * room, high + 0.03 * room

    def axes(self) -> list[str]:
        """A line at every round number of Elo points; the numbers of matches below."""
        parts = []
        first = int(self._low // self._step + 1) * self._step
        while first < self._high:
            y = self._y(first)
            parts.append(
                f'<path d="M{_LEFT} {y}H{_WIDTH - _RIGHT}" stroke="#8884"/>'
                f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{first}</text>'
            )
            first += self._step
        step = _round_step(self._matches / 6)
        for matches in range(0, self._matches + 1, step):
            x, y = self._x(matches), _HEIGHT - _BOTTOM + 18
            parts.append(f'<text x="{x}" y="{y}" text-anchor="middle">{matches}</text>')
        return parts

    def drawn(self, name: str, line: Sequence[tuple[int, float, float]], colour: str, y: int) -> list[str]:
        """The band and the curve on it, or a dot, and the name in the margin at height `y`."""
        upper = [f"{self._x(matches)},{self._y(elo + error)}" for matches, elo, error in line]
        lower = [f"{self._x(matches)},{self._y(elo - error)}" for matches, elo, error in reversed(line)]
        middle = [f"{self._x(matches)},{self._y(elo)}" for matches, elo, _ in line]
        x = _WIDTH - _RIGHT + 12
        band = (
            f'<polygon points="{" ".join(upper + lower)}" fill="{colour}" fill-opacity="0.13"/>',
            f'<polyline points="{" ".join(middle)}" fill="none" stroke="{colour}" stroke-width="2"/>',
        )
        return [
            *(band if len(line) > 1 else self._dot(*line[0], colour)),
            f'<path d="M{x} {y - 4}h16" stroke="{colour}" stroke-width="3"/>',
            f'<text x="{x + 22}" y="{y}">{escape(name)}</text>',
        ]

    def _dot(self, matches: int, elo: float, error: float, colour: str) -> tuple[str, str]:
        """A point by itself, which makes no curve, and its error as a bar."""
        x, top, bottom = self._x(matches), self._y(elo + error), self._y(elo - error)
        return (
            f'<path d="M{x} {top}V{bottom}" stroke="{colour}" stroke-width="2"/>',
            f'<circle cx="{x}" cy="{self._y(elo)}" r="4" fill="{colour}"/>',
        )

    def _x(self, matches: int) -> float:
        return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * matches / self._matches, 1)

    def _y(self, elo: float) -> float:
        height = _HEIGHT - _TOP - _BOTTOM
        return round(_TOP + height * (self._high - elo) / (self._high - self._low), 1)


def _round_step(about: float) -> int:
    """The least of 1, 2, 5, 10, 20, ... that is not below."""
    power = 1
    while True:
        for digit in _STEPS:
            if digit * power >= about:
                return digit * power
        power *= 10

"""Logarithmic axes as SVG: what the plots of measurements here have in common."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

WIDTH, HEIGHT, MARGIN = 760, 480, 60
Dot = tuple[float, float, str]
"""Across, up, and what is told of it."""


class LogLog:
    """Powers of ten along both axes, wide enough for all that is to be drawn."""

    def __init__(self, points: Iterable[tuple[float, float]], across: str) -> None:
        xs, ys = zip(*points, strict=True)
        self.low_x, self.high_x = _powers(xs)
        self.low_y, self.high_y = _powers(ys)
        self._names: list[tuple[float, float]] = []
        """Where the names of curves stand: none over another."""
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            'font-family="sans-serif" font-size="12">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        ]
        for power in range(self.low_x, self.high_x + 1):
            x, y = self._at(10.0**power, 10.0**self.low_y)
            self._line(x, y, x, MARGIN, "#ddd")
            self._text(x, y + 18, "middle", f"{10**power:,}")
        for power in range(self.low_y, self.high_y + 1):
            x, y = self._at(10.0**self.low_x, 10.0**power)
            self._line(x, y, WIDTH - MARGIN, y, "#ddd")
            self._text(x - 6, y + 4, "end", f"{10.0**power:g} s")
        self._text(WIDTH / 2, HEIGHT - 14, "middle", across)

    def linear(self, rate: float) -> None:
        """The line of `rate` seconds for each one across, as far as it lies within the picture."""
        first = max(10.0**self.low_x, 10.0**self.low_y / rate)
        last = min(10.0**self.high_x, 10.0**self.high_y / rate)
        if first < last:
            (x1, y1), (x2, y2) = self._at(first, rate * first), self._at(last, rate * last)
            self._line(x1, y1, x2, y2, "#888")

    def dots(self, dots: Iterable[Dot], colour: str, opacity: float = 0.6) -> None:
        for across, up, told in dots:
            x, y = self._at(across, up)
            self._parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}" fill-opacity="{opacity}">'
                f"<title>{told}</title></circle>"
            )

    def curve(self, dots: Sequence[Dot], colour: str, name: str) -> None:
        """Dots that are joined, with a name at the last of them."""
        places = [self._at(across, up) for across, up, _ in dots]
        for (x1, y1), (x2, y2) in pairwise(places):
            self._line(x1, y1, x2, y2, colour)
        self.dots(dots, colour, 1)
        x, y = places[-1]
        while any(abs(x - other) < 80 and abs(y - taken) < 12 for other, taken in self._names):
            y -= 12
        self._names.append((x, y))
        self._text(x + 6, y + 4, "start", name)

    def svg(self) -> str:
        return "\n".join([*self._parts, "</svg>"]) + "\n"

    def _at(self, x: float, y: float) -> tuple[float, float]:
        across = (math.log10(x) - self.low_x) / (self.high_x - self.low_x)
        up = (math.log10(y) - self.low_y) / (self.high_y - self.low_y)
        return MARGIN + across * (WIDTH - 2 * MARGIN), HEIGHT - MARGIN - up * (HEIGHT - 2 * MARGIN)

    def _line(self, x1: float, y1: float, x2: float, y2: float, colour: str) -> None:
        self._parts.append(
            f'<line x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}" stroke="{colour}"/>'
        )

    def _text(self, x: float, y: float, anchor: str, text: str) -> None:
        self._parts.append(f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{text}</text>')


def _powers(values: Sequence[float]) -> tuple[int, int]:
    low = math.floor(math.log10(min(values)))
    return low, max(low + 1, math.ceil(math.log10(max(values))))

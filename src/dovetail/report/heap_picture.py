"""A heap as SVG, after Erez 2004, Figures 5.1 to 5.4: individuals are circles, summaries have a double rim,
a link that is 1/2 is dashed, and what a variable points to has its name above it."""

from __future__ import annotations

from html import escape

from dovetail.evidence.heap_drawing import Arrow, Drawing
from dovetail.report.c_text import visible

_STEP, _RADIUS, _TOP, _LEFT = 150, 26, 70, 60
_LINE = 14
_STYLE = 'fill="none" stroke="currentColor" stroke-width="1.4"'


def heap_picture(drawing: Drawing, title: str, ident: str) -> str:
    """An `<svg>` element. `ident` tells it from others on the same page."""
    count = len(drawing.circles)
    rows = max((len(circle.marks) for circle in drawing.circles), default=0)
    width = _LEFT * 2 + _STEP * max(count, 1)
    height = _TOP + 2 * _RADIUS + 40 + _LINE * rows + 24
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{_text(title)}" '
        'font-family="monospace" font-size="11">',
        f'<defs><marker id="{ident}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0L8 4L0 8z" fill="currentColor"/></marker></defs>',
    ]
    parts += (_circle(drawing, index) for index in range(count))
    parts += _names(drawing, ident)
    parts += (_arrow(arrow, ident) for arrow in drawing.arrows if arrow.source is not None)
    return "".join([*parts, "</svg>"])


def _text(text: str) -> str:
    return escape(visible(text))


def _middle(node: int) -> tuple[int, int]:
    return _LEFT + _STEP * node + _RADIUS, _TOP + _RADIUS


def _circle(drawing: Drawing, index: int) -> str:
    circle = drawing.circles[index]
    x, y = _middle(index)
    parts = [f'<circle cx="{x}" cy="{y}" r="{_RADIUS}" {_STYLE}/>']
    if circle.summary:
        parts.append(f'<circle cx="{x}" cy="{y}" r="{_RADIUS - 4}" {_STYLE}/>')
    if circle.data:
        parts.append(_words(circle.data, x, y + 4))
    parts += (_words(mark, x, y + _RADIUS + 34 + _LINE * row) for row, mark in enumerate(circle.marks))
    return "".join(parts)


def _words(text: str, x: float, y: float) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="middle" fill="currentColor">{_text(text)}</text>'


def _names(drawing: Drawing, ident: str) -> list[str]:
    """Variables above what they point to; those that are null stand at the left."""
    above: dict[int | None, list[str]] = {}
    for arrow in drawing.arrows:
        if arrow.source is None:
            above.setdefault(arrow.target, []).append(arrow.label)
    parts = []
    for target, names in above.items():
        label = ", ".join(dict.fromkeys(names))
        if target is None:
            parts.append(f'<text x="4" y="14" fill="currentColor">{_text(label)} = NULL</text>')
            continue
        x, y = _middle(target)
        parts.append(_words(label, x, 34))
        parts.append(f'<path d="M{x} 40V{y - _RADIUS}" {_STYLE} marker-end="url(#{ident})"/>')
    return parts


def _arrow(arrow: Arrow, ident: str) -> str:
    assert arrow.source is not None
    x, y = _middle(arrow.source)
    dashed = "" if arrow.certain else ' stroke-dasharray="4 3"'
    if arrow.target is None:
        shape, at = f"M{x + 18} {y + 18}l22 14", (x + 50, y + 44)
        label = f"{arrow.label}=NULL" if arrow.certain else f"{arrow.label}=NULL?"
        head = ""
    elif arrow.target == arrow.source:
        shape, at = f"M{x - 10} {y - 24}c-30 -40 50 -40 20 0", (x, y - 46)
        label, head = arrow.label, f' marker-end="url(#{ident})"'
    else:
        to, _ = _middle(arrow.target)
        side = 1 if to > x else -1
        bend = 0 if abs(arrow.target - arrow.source) == 1 and side == 1 else 40
        shape = f"M{x + side * _RADIUS} {y}Q{(x + to) // 2} {y + bend} {to - side * _RADIUS} {y}"
        at, label, head = ((x + to) // 2, y - 5 + bend // 2), arrow.label, f' marker-end="url(#{ident})"'
    return f'<path d="{shape}" {_STYLE}{dashed}{head}/>' + _words(label, *at)

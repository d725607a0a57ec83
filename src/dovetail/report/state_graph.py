"""The graph of abstract states as SVG (Yorsh, Ball & Sagiv 2006, Figures 2 and 5).

Each cutpoint is a row, in the order of the text; in it are its abstract states, as `t` and `f` for each of
the predicates. What the given tests cover is bold, what they miss is dashed, what is open is dotted; a state
from which a check was seen to fail is red, one from which the abstraction lets a check fail has a red rim.
Impossible states are not drawn. An edge is a step from one abstract state to the next: drawn through if a
given test takes it, dashed if a proposed one does, dotted if it leads from a fabricated state.

Inside of a row the states are put near to those that they are connected with, so that edges cross less.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from dovetail.evidence.adequacy import Adequacy, Key, Move, MoveBy, PlaceResult, StateResult, StateStatus
from dovetail.quick_dataclass import dataclass
from dovetail.report.c_text import visible

_LETTER, _LEAST_WIDTH, _HEIGHT = 8, 34, 26
_GAP, _ROW, _MARGIN = 18, 66, 16
_LANE = 110
"""Room at both sides, for steps that pass by other rows."""
_LABEL = 7.2
_LONGEST_LABEL = 34
_SWEEPS = 6


@dataclass(frozen=True, slots=True)
class _Node:
    key: Key
    state: StateResult
    place: PlaceResult
    x: float
    y: float
    width: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


def state_graph(adequacy: Adequacy) -> str:
    """An `<svg>` element; its looks are in adequacy.css."""
    rows = [(place, states) for place in adequacy.places if (states := _drawn(place))]
    if not rows:
        return ""
    known = {(place.ident, state.bits) for place, states in rows for state in states}
    moves = [move for move in adequacy.moves if move.source in known and move.target in known]
    left = _MARGIN + _LABEL * max(len(_label(place)) for place, _ in rows) + _GAP + _LANE
    nodes = _placed(rows, _ordered(rows, moves), left)
    sides = (min(node.x for node in nodes.values()), max(node.x + node.width for node in nodes.values()))
    width = max(node.x + node.width for node in nodes.values()) + _LANE + _MARGIN
    height = _MARGIN * 2 + _ROW * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="states" width="{width:.0f}" height="{height}" '
        f'viewBox="0 0 {width:.0f} {height}" role="img" aria-label="The graph of abstract states">',
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker></defs>',
        *_labels(rows),
        *(_edge(move, nodes, sides) for move in moves),
        *map(_drawn_node, nodes.values()),
        "</svg>",
    ]
    return "\n".join(parts)


def _drawn(place: PlaceResult) -> list[StateResult]:
    return [state for state in place.states if state.status is not StateStatus.IMPOSSIBLE]


def letters(place: PlaceResult, bits: int) -> str:
    """As in the paper: t or f for each predicate."""
    return "".join("t" if bits >> number & 1 else "f" for number in range(len(place.predicates))) or "·"


def _label(place: PlaceResult) -> str:
    text = place.name
    return text if len(text) <= _LONGEST_LABEL else "…" + text[-_LONGEST_LABEL + 1 :]


# ---- where -------------------------------------------------------------------------------------------------

_Rows = Sequence[tuple[PlaceResult, list[StateResult]]]


def _ordered(rows: _Rows, moves: Sequence[Move]) -> list[list[Key]]:
    """Each row in the order of the mean position of its states' neighbours in other rows, a few times over,
    down and up in turns."""
    order = [[(place.ident, state.bits) for state in states] for place, states in rows]
    beside: dict[Key, list[Key]] = {key: [] for row in order for key in row}
    for move in moves:
        if move.source[0] != move.target[0]:
            beside[move.source].append(move.target)
            beside[move.target].append(move.source)
    at = {key: _share(number, row) for row in order for number, key in enumerate(row)}
    for sweep in range(_SWEEPS):
        for row in order if sweep % 2 == 0 else reversed(order):
            wanted = {
                key: sum(at[other] for other in beside[key]) / len(beside[key]) if beside[key] else at[key]
                for key in row
            }
            row.sort(key=lambda key: (wanted[key], key))
            at.update({key: _share(number, row) for number, key in enumerate(row)})
    return order


def _share(number: int, row: Sequence[Key]) -> float:
    return (number + 0.5) / len(row)


def _placed(rows: _Rows, order: Sequence[Sequence[Key]], left: float) -> dict[Key, _Node]:
    widths = [max(_LEAST_WIDTH, _LETTER * len(place.predicates) + 14) for place, _ in rows]
    spans = [len(row) * (width + _GAP) - _GAP for row, width in zip(order, widths, strict=True)]
    widest = max(spans)
    nodes: dict[Key, _Node] = {}
    for number, (place, states) in enumerate(rows):
        known = {state.bits: state for state in states}
        x = left + (widest - spans[number]) / 2
        for key in order[number]:
            y = _MARGIN + _ROW * number
            nodes[key] = _Node(key, known[key[1]], place, x, y, widths[number])
            x += widths[number] + _GAP
    return nodes


# ---- as text -----------------------------------------------------------------------------------------------


def _text(text: str) -> str:
    return escape(visible(text))


def _labels(rows: _Rows) -> Iterator[str]:
    for number, (place, _) in enumerate(rows):
        y = _MARGIN + _ROW * number + _HEIGHT / 2 + 4
        yield (
            f'<a href="#place-{place.ident}"><text class="place" x="{_MARGIN}" y="{y:.0f}">'
            f"{_text(_label(place))}</text></a>"
        )


def _drawn_node(node: _Node) -> str:
    state = node.state
    error = " fails" if state.fails else " may-fail" if state.may_fail else ""
    classes = f"state {state.status.value}{error}"
    told = f"{_label(node.place)}: {node.place.words(state.bits)} ({state.status.value})"
    return (
        f'<g class="{classes}" data-state="{node.key[0]}-{node.key[1]}"><title>{_text(told)}</title>'
        f'<rect x="{node.x:.1f}" y="{node.y}" width="{node.width:.1f}" height="{_HEIGHT}" rx="13"/>'
        f'<text x="{node.middle:.1f}" y="{node.y + _HEIGHT / 2 + 4:.0f}">'
        f"{letters(node.place, state.bits)}</text></g>"
    )


def _edge(move: Move, nodes: dict[Key, _Node], sides: tuple[float, float]) -> str:
    source, target = nodes[move.source], nodes[move.target]
    classes = "move" if move.by is MoveBy.GIVEN else f"move {move.by.value}"
    return f'<path class="{classes}" d="{_curve(source, target, sides)}" marker-end="url(#arrow)"/>'


def _curve(source: _Node, target: _Node, sides: tuple[float, float]) -> str:
    """To the next row straight on; further down by the left side, upward by the right side; to itself in a
    loop."""
    if source.key == target.key:
        x, y = source.x + source.width, source.y + _HEIGHT / 2
        return f"M{x:.1f} {y - 6:.1f}C{x + 16:.1f} {y - 16:.1f} {x + 16:.1f} {y + 16:.1f} {x:.1f} {y + 6:.1f}"
    if source.y < target.y <= source.y + _ROW:
        x1, y1, x2, y2 = source.middle, source.y + _HEIGHT, target.middle, target.y
        bend = min((y2 - y1) / 2, _ROW)
        return f"M{x1:.1f} {y1}C{x1:.1f} {y1 + bend:.1f} {x2:.1f} {y2 - bend:.1f} {x2:.1f} {y2}"
    if source.y == target.y:
        x1, x2, y = source.middle, target.middle, source.y
        lift = min(12 + abs(x1 - x2) / 8, _ROW / 2 - 4)
        return f"M{x1:.1f} {y}C{x1:.1f} {y - lift:.1f} {x2:.1f} {y - lift:.1f} {x2:.1f} {y}"
    y1, y2 = source.y + _HEIGHT / 2, target.y + _HEIGHT / 2
    away = min(_LANE, 24 + abs(y1 - y2) / 8)
    if source.y < target.y:
        x1, x2, out = source.x, target.x, sides[0] - away
    else:
        x1, x2, out = source.x + source.width, target.x + target.width, sides[1] + away
    return f"M{x1:.1f} {y1:.1f}C{out:.1f} {y1:.1f} {out:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"

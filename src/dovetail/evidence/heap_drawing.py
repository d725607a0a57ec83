"""What is known of a heap, for people: as a drawing (plain data, after Erez 2004, Figures 5.1 to 5.4) and
as one line.

    x → [1 node] → [1 or more nodes] → NULL, sorted

Temporaries of the front end are left out. How a drawing is drawn is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dovetail.domains.shapes.heaps import Heap, as_draft
from dovetail.domains.shapes.structures import NULL, Structure, marks_of
from dovetail.domains.shapes.three_valued import NO, YES
from dovetail.domains.shapes.vocabulary import Vocabulary
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Circle:
    """An individual. `marks` are the unary predicates that hold of it, as the papers write them; those that
    may hold have `=1/2` behind them. `data` is a number, in a concrete heap."""

    summary: bool
    marks: tuple[str, ...]
    data: str = ""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A link, or a variable (`source` is None). `target` is a circle by its number, or None for null;
    `certain` is whether it is 1, and not 1/2."""

    source: int | None
    target: int | None
    label: str
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Drawing:
    circles: tuple[Circle, ...]
    arrows: tuple[Arrow, ...]
    line: str
    """The same in one line."""

    def to_json(self) -> dict[str, Any]:
        return {
            "line": self.line,
            "nodes": [
                {"summary": one.summary, "predicates": list(one.marks), "data": one.data}
                for one in self.circles
            ],
            "edges": [
                {"from": one.source, "to": one.target, "label": one.label, "value": 1 if one.certain else 0.5}
                for one in self.arrows
            ],
        }


def drawing(structure: Structure, words: Vocabulary) -> Drawing:
    circles = tuple(
        Circle(structure.summary[node], tuple(_marks(structure, words, node))) for node in structure.nodes
    )
    arrows = [
        Arrow(None, value if value >= 0 else None, words.called(index))
        for index, value in enumerate(structure.values)
        if value >= NULL and words.pointers[index].source_name
    ]
    for link, row in enumerate(structure.links):
        for node, held in enumerate(row):
            for value in sorted(held):
                if value >= NULL:
                    certain = len(held) == 1 and (value < 0 or not structure.summary[value])
                    arrows.append(Arrow(node, value if value >= 0 else None, words.link_names[link], certain))
    return Drawing(circles, tuple(arrows), in_one_line(structure, words))


def concrete_drawing(heap: Heap, words: Vocabulary) -> Drawing:
    """A concrete heap: each block a circle of its own, with its data."""
    draft = as_draft(heap, words)
    number = {block: index for index, block in enumerate(draft.nodes)}
    alone = Structure(
        tuple(number.get(value, value) for value in draft.values),
        tuple(draft.flags),
        tuple(draft.sizes.values()),
        tuple(tuple(row) for row in draft.marks.values()),
        tuple(draft.summary.values()),
        tuple(
            tuple(frozenset(number.get(value, value) for value in held) for held in row.values())
            for row in draft.links
        ),
        (),
    )
    drawn = drawing(alone, words)
    circles = tuple(
        Circle(False, one.marks, str(heap.data[block]) if words.data is not None else "")
        for block, one in zip(draft.nodes, drawn.circles, strict=True)
    )
    return Drawing(circles, drawn.arrows, drawn.line)


def _marks(structure: Structure, words: Vocabulary, node: int) -> Iterator[str]:
    at, row = marks_of(words), structure.marks[node]

    def told(column: int, name: str) -> Iterator[str]:
        if row[column] != NO:
            yield name if row[column] == YES else f"{name}=1/2"

    yield from told(at.freed, "freed")
    for group, one in enumerate(words.groups):
        links = ",".join(words.link_names[link] for link in one.links)
        yield from told(at.shared + group, f"is[{links}]")
        yield from told(at.cyclic + group, f"c[{links}]")
        for pointer, variable in enumerate(words.pointers):
            if variable.source_name:
                yield from told(at.reached(group, pointer), f"r[{links},{words.called(pointer)}]")
    if words.data is not None:
        yield from told(at.order, "inOrder")


# ---- one line ----------------------------------------------------------------------------------------------


def in_one_line(structure: Structure, words: Vocabulary) -> str:
    """Each pointer with what it leads to, once."""
    named: dict[int, list[str]] = {}
    for index, value in enumerate(structure.values):
        if value >= -2 and words.pointers[index].source_name:
            named.setdefault(value, [])
            if words.called(index) not in named[value]:
                named[value].append(words.called(index))
    told = []
    for value, names in sorted(named.items(), key=lambda item: (item[0] < 0, item[0])):
        if value >= 0:
            told.append(f"{', '.join(names)} → {_walked(structure, words, value, named)}")
        else:
            told.append(f"{', '.join(names)} → {'NULL' if value == NULL else 'nowhere'}")
    told += _others(structure, words)
    return "; ".join(told) if told else "no heap"


def _walked(structure: Structure, words: Vocabulary, start: int, named: dict[int, list[str]]) -> str:
    at = marks_of(words)
    if not words.groups:
        return _nodes(1, structure.summary[start])
    if len(words.groups[0].links) > 1:
        return _tree(structure, words, start)
    link = words.groups[0].links[0]
    seen, parts, count = {start}, [], 0
    node, ordered = start, words.data is not None
    while True:
        ordered = ordered and structure.marks[node][at.order] == YES
        following = sorted(structure.links[link][node] - ({node} if structure.summary[node] else set()))
        if structure.summary[node]:
            parts += [_nodes(count, False)] if count else []
            parts.append(_nodes(1, True))
            count = 0
        else:
            count += 1
        step = following[0] if len(following) == 1 else None
        if step is not None and step >= 0 and step not in seen and step not in named:
            seen.add(step)
            node = step
            continue
        parts += [_nodes(count, False)] if count else []
        parts.append(" or ".join(_end(value, seen, named) for value in following) or "itself")
        return " → ".join(parts) + (", sorted" if ordered else "")


def _tree(structure: Structure, words: Vocabulary, start: int) -> str:
    links = words.groups[0].links
    seen = {start: None}
    work = [start]
    while work:
        node = work.pop()
        for link in links:
            for value in structure.links[link][node]:
                if value >= 0 and value not in seen:
                    seen[value] = None
                    work.append(value)
    names = ", ".join(words.link_names[link] for link in links)
    several = any(structure.summary[node] for node in seen)
    return f"{_nodes(len(seen), several)} by {names}"


def _nodes(count: int, more: bool) -> str:
    return f"[{count}{' or more' if more else ''} node{'' if count == 1 and not more else 's'}]"


def _end(value: int, seen: set[int], named: dict[int, list[str]]) -> str:
    if value < 0:
        return "NULL" if value == NULL else "nowhere"
    if value in named:
        return named[value][0]
    return "back" if value in seen else "others"


def _others(structure: Structure, words: Vocabulary) -> Iterator[str]:
    at = marks_of(words)
    live = {value for value in structure.values if value >= 0}
    lost = freed = 0
    more_lost = more_freed = False
    for node in structure.nodes:
        row = structure.marks[node]
        if row[at.freed] == YES:
            freed += 1
            more_freed = more_freed or structure.summary[node]
        elif node not in live and all(value == NO for value in row[at.reach :]):
            lost += 1
            more_lost = more_lost or structure.summary[node]
    if lost:
        yield f"reached from nowhere: {_nodes(lost, more_lost)}"
    if freed:
        yield f"freed: {_nodes(freed, more_freed)}"

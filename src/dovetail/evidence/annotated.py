"""A program with what is known at its points: the result of `dovetail abstract`, as data and as JSON.

A *point* is a place in the source where control can be, before the statement that begins there. What is known
at it is said variable by variable, in words of C that hold whenever control comes there, in whatever call and
round. Of a check there is a class, and for one that may fail the necessary conditions on inputs. Who found
all this is not known here, and neither is how it is shown.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

from dovetail.evidence.heap_drawing import Drawing
from dovetail.fixpoints.classes import Class
from dovetail.program.automata import Assumption
from dovetail.program.position import Position
from dovetail.program.statements import CheckInfo
from dovetail.quick_dataclass import dataclass

__all__ = ["AnnotatedProgram", "Class", "ClassifiedCheck", "HeapAt", "Known", "Necessary", "Point"]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of one variable (or place, such as `a[*]` or `*p`, or relation, such as `x - y`) at a
    point.

    `values` is for people, as the paper writes it: `[0, 100]`, `[0, +oo]?` (perhaps not given a value), `_0_`
    (no value yet), `{1 mod 4}`, `null or &x`; `condition` is the same as a condition in C, empty if nothing
    is known."""

    name: str
    values: str
    condition: str = ""
    changed: bool = True
    """Is it something else than at the points that come before it in the same function's text?"""


@dataclass(frozen=True, slots=True)
class Point:
    """`known` is empty where the point cannot be reached (`reachable` is False) or nothing is known."""

    position: Position
    function: str
    reachable: bool
    known: tuple[Known, ...] = ()
    loop_head: bool = False
    needs: str = ""
    """A condition in C that must hold here so that a goal can be reached (the paper's `!`); empty if none."""


@dataclass(frozen=True, slots=True)
class Necessary:
    """A condition on an input without which something cannot happen."""

    position: Position
    input: str
    condition: str


@dataclass(frozen=True, slots=True)
class ClassifiedCheck:
    check: CheckInfo
    found: Class
    necessary: tuple[Necessary, ...] = ()
    """For it to fail."""


@dataclass(frozen=True, slots=True)
class HeapAt:
    """What a heap may be somewhere; `why` says why it is shown."""

    position: Position
    why: str
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class AnnotatedProgram:
    """`direction` is forward, backward or both; `domain` what values were described with."""

    files: tuple[str, ...]
    texts: dict[str, str]
    """The sources by name, as they were read."""
    direction: str
    domain: str
    goal: str
    """Of a backward analysis, in words: "the end of the program", "dovetail_final at f.c:3"."""
    points: tuple[Point, ...]
    """In order of file, line and column."""
    checks: tuple[ClassifiedCheck, ...]
    unreachable: tuple[tuple[str, int], ...] = ()
    """The lines (file, line) with code that no execution comes to."""
    assumptions: tuple[Assumption, ...] = ()
    unmodelled: tuple[tuple[Position, str], ...] = ()
    """What may be reached and has no meaning to the analysis: what comes after it is not described."""
    seconds: float = 0.0
    iterations: int = 0
    notes: tuple[str, ...] = field(default=())
    heaps: tuple[HeapAt, ...] = ()
    """Of the domain `shapes`: drawings of what the heap may be."""

    def to_json(self) -> dict[str, Any]:
        return {
            "format": "dovetail-abstract",
            "version": 1,
            "files": list(self.files),
            "direction": self.direction,
            "domain": self.domain,
            "goal": self.goal,
            "points": [_point(point) for point in self.points],
            "checks": [_check(check) for check in self.checks],
            "unreachable": [{"file": file, "line": line} for file, line in self.unreachable],
            "assumptions": [{**_place(a.position), "text": a.text} for a in self.assumptions],
            "unmodelled": [{**_place(position), "reason": why} for position, why in self.unmodelled],
            "figures": {"seconds": round(self.seconds, 3), "iterations": self.iterations},
            "notes": list(self.notes),
            **({"heaps": [_heap(one) for one in self.heaps]} if self.heaps else {}),
        }


def _heap(heap: HeapAt) -> dict[str, Any]:
    return {**_place(heap.position), "why": heap.why, **heap.drawing.to_json()}


def _place(position: Position) -> dict[str, Any]:
    return {"file": position.file, "line": position.line, "column": position.column}


def _point(point: Point) -> dict[str, Any]:
    return {
        **_place(point.position),
        "function": point.function,
        "reachable": point.reachable,
        "loop_head": point.loop_head,
        "needs": point.needs,
        "known": [
            {"name": one.name, "values": one.values, "condition": one.condition, "changed": one.changed}
            for one in point.known
        ],
    }


def _check(classified: ClassifiedCheck) -> dict[str, Any]:
    check = classified.check
    return {
        "check": check.ident,
        "kind": check.kind,
        "description": check.description,
        "function": check.procedure,
        **_place(check.position),
        "class": classified.found.value,
        "necessary": [
            {**_place(one.position), "input": one.input, "condition": one.condition}
            for one in classified.necessary
        ],
    }

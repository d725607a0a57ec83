"""`dovetail abstract --domain shapes`: a program with the shapes that its heap may have at each point.

Each structure is told in one line at the point, and drawn on the page. The checks that raise no alarm hold
for the abstraction; that is its word, as with the other domains, and no verdict.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

from dovetail.asking.asked import AbstractOptions
from dovetail.domains.shapes.concretise import heaps_of
from dovetail.domains.shapes.structures import Structure
from dovetail.domains.shapes.vocabulary import NotUnderstood, Vocabulary
from dovetail.evidence.annotated import AnnotatedProgram, ClassifiedCheck, HeapAt, Known, Point
from dovetail.evidence.heap_drawing import concrete_drawing, drawing
from dovetail.fixpoints.classes import Class
from dovetail.fixpoints.shapes import Shapes, TooManyShapes, shapes
from dovetail.frontend.load import Loaded
from dovetail.program.inlining import Inlined
from dovetail.program.library_calls import as_known, library_checks
from dovetail.program.ordering import depth_first
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import Check

MAX_LINES = 6
"""Structures that are told at one point."""
MAX_DRAWN = 40
MAX_BLOCKS = 6


def heap_shapes(
    loaded: Loaded,
    inlined: Inlined,
    options: AbstractOptions,
    expired: Callable[[], bool],
    texts: dict[str, str],
) -> AnnotatedProgram:
    """Raises OutOfTime. Of a program that is not understood as a whole nothing is said but why."""
    started = time.monotonic()
    try:
        found = shapes(inlined.program, expired)
    except NotUnderstood as error:
        return _nothing(loaded, options, texts, error.position, error.reason)
    except TooManyShapes as error:
        return _nothing(loaded, options, texts, NOWHERE, str(error))
    points, heaps = _points(found, inlined)
    alarmed = {
        alarm.edge.statement.info.ident: alarm
        for alarm in reversed(found.alarms)
        if isinstance(alarm.edge.statement, Check)
    }
    for alarm in alarmed.values():
        heaps += _of_alarm(alarm.edge.position, alarm.structure, found.words)
    library = library_checks(loaded.program)
    return AnnotatedProgram(
        loaded.program.files,
        texts,
        "forward",
        options.domain,
        "",
        tuple(points),
        tuple(
            ClassifiedCheck(as_known(info, library), _class(found, info.ident, alarmed.keys()))
            for info in loaded.program.checks
        ),
        (),
        loaded.program.assumptions,
        (),
        time.monotonic() - started,
        found.steps,
        (f"{found.count} heap structures",),
        tuple(heaps),
    )


def _nothing(
    loaded: Loaded, options: AbstractOptions, texts: dict[str, str], position: Position, why: str
) -> AnnotatedProgram:
    program = loaded.program
    library = library_checks(program)
    checks = tuple(ClassifiedCheck(as_known(info, library), Class.POTENTIAL) for info in program.checks)
    return AnnotatedProgram(
        program.files,
        texts,
        "forward",
        options.domain,
        "",
        (),
        checks,
        assumptions=program.assumptions,
        unmodelled=((position, f"shapes of heaps: {why}"),),
    )


def _class(found: Shapes, ident: int, alarmed: Collection[int]) -> Class:
    reached = any(
        found.at[edge.source]
        for edge in found.words.procedure.edges
        if isinstance(edge.statement, Check) and edge.statement.info.ident == ident
    )
    if not reached:
        return Class.UNREACHABLE
    return Class.POTENTIAL if ident in alarmed else Class.IMPOSSIBLE


def _points(found: Shapes, inlined: Inlined) -> tuple[list[Point], list[HeapAt]]:
    procedure = found.words.procedure
    order = depth_first(procedure)
    seen: dict[tuple[Position, str], list[Structure]] = {}
    heads: set[tuple[Position, str]] = set()
    for location in order.order:
        for edge in procedure.outgoing[location][:1]:
            whence = inlined.origin(procedure.name, location)
            if edge.position.line < 1 or whence.procedure == inlined.program.entry:
                continue
            place = (edge.position, whence.procedure)
            here = seen.setdefault(place, [])
            here += (one for one in found.structures(location) if one not in here)
            if location in order.loop_heads:
                heads.add(place)
    points: list[Point] = []
    heaps: list[HeapAt] = []
    last: dict[str, list[str]] = {}
    for (position, function), structures in sorted(seen.items(), key=lambda item: item[0]):
        drawn = [drawing(one, found.words) for one in structures]
        lines = list(dict.fromkeys(one.line for one in drawn))
        changed = last.get(function) != lines
        last[function] = lines
        known = [Known("heap", line, "", changed) for line in lines[:MAX_LINES]]
        if len(lines) > MAX_LINES:
            known.append(Known("heap", f"or one of {len(lines) - MAX_LINES} others", "", changed))
        points.append(
            Point(position, function, bool(structures), tuple(known), (position, function) in heads)
        )
        if (position, function) in heads and len(heaps) < MAX_DRAWN:
            heaps += (HeapAt(position, "at the head of the loop", one) for one in drawn[:MAX_LINES])
    return points, heaps


def _of_alarm(position: Position, structure: Structure, words: Vocabulary) -> list[HeapAt]:
    """The structure of an alarm, and a heap that it stands for (Erez 2004, Fig. 5.3 and Fig. 5.4)."""
    found = [HeapAt(position, "a check may fail in", drawing(structure, words))]
    heap = next(heaps_of(structure, words, MAX_BLOCKS), None)
    if heap is not None:
        found.append(HeapAt(position, "such a heap is", concrete_drawing(heap, words)))
    return found

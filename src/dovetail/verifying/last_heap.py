"""The heap in which a violation happens, as a picture (Erez 2004, Fig. 5.4).

It is there for programs whose heaps are understood as `domains.shapes` understands them, and for runs that
are not long. For others there is none, and the story of the run is all that is told.
"""

from __future__ import annotations

from dovetail.domains.shapes.heaps import Heap
from dovetail.domains.shapes.observed import heap_of
from dovetail.domains.shapes.vocabulary import NotUnderstood, vocabulary
from dovetail.evidence.heap_drawing import concrete_drawing
from dovetail.evidence.violation import Violation
from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.program.inlining import TooLarge, inline
from dovetail.report.heap_picture import heap_picture

MAX_STEPS = 20_000
MAX_BLOCKS = 24
_NEAR = 40
"""Steps before the end from which on heaps are looked at: steps are counted by the block."""


def last_heap(violation: Violation) -> str:
    """An SVG; empty if there is none."""
    try:
        program = inline(violation.loaded.program).program
        words = vocabulary(program)
    except (TooLarge, NotUnderstood):
        return ""
    executor = Executor(program)
    steps = executor.run(violation.vector, max_steps=MAX_STEPS, record_path=False).steps
    last: Heap | None = None

    def keep(frame: Frame) -> None:
        nonlocal last
        if frame.steps >= steps - _NEAR:
            last = heap_of(frame, words)

    places = [(program.entry, location) for location in words.procedure.locations]
    executor.run(violation.vector, max_steps=MAX_STEPS, observers=[observe(places, keep)], record_path=False)
    if last is None or not 0 < len(last.sizes) <= MAX_BLOCKS:
        return ""
    drawing = concrete_drawing(last, words)
    return heap_picture(drawing, drawing.line, "heap")

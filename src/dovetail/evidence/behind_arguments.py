"""The pointers in the memory that a function's arguments lead to, where Dovetail has made them up.

`oi->buf`, `*lines`, `node->next`: what they hold is no caller's doing. If an access goes through one that is
null, or farther than the object that was made for it, that says what a caller would have to see to.

That an access went through *this* null pointer, and not through one that the function made itself, is found
out by running again with another address in its place, where there is no object either: the access moves with
it.
"""

from __future__ import annotations

from collections.abc import Iterator

from dovetail.execution.accesses import Access, failed_access
from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, Observer, observe
from dovetail.execution.runs import Run
from dovetail.program.automata import Procedure
from dovetail.program.types import FunctionType, PointerType, RecordType, Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.memory import OBJECT_BITS, MemoryFault, Region

_DEPTH = 2
"""The callers of the function: the start of the program, and the entry."""
_STEPS = 2
"""Behind an argument: `p->next->next`."""
_MOST = 48
"""Places that are looked at."""
_MOST_NULL = 12
"""Places that the function is run again for."""
_INSTEAD = 1 << 11
"""An address in the first page, where no object is."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place that holds a pointer."""

    name: str
    """As the function would write it."""
    place: int
    type: PointerType
    ident: int
    """Of the object that it leads to; 0 if it is null."""

    @property
    def calls(self) -> bool:
        return isinstance(self.type.pointee, FunctionType)


def slots(function: Procedure, executor: Executor, run: Run, max_steps: int) -> list[Slot]:
    """Those in memory that the function was handed, nearest first."""
    found: list[Slot] = []

    def look(frame: Frame) -> None:
        if frame.depth == _DEPTH and not found:
            found.extend(_slots(function, frame))

    observer = observe([(function.name, function.entry)], look)
    executor.run(run.vector, max_steps=max_steps, observers=[observer], record_path=False)
    return found


def followed(
    function: Procedure, executor: Executor, run: Run, access: Access, max_steps: int
) -> Slot | None:
    """The place that the pointer came from which led out of what it was made for, or nowhere."""
    there = slots(function, executor, run, max_steps)
    if access.region is not Region.NONE:
        inside = access.alive and access.offset >= 0
        return next((one for one in there if inside and one.ident == access.ident), None)
    nulls = [one for one in there if not one.ident and not one.calls]
    return next(
        (one for one in nulls[:_MOST_NULL] if _follows(function, executor, run, access, one, max_steps)), None
    )


def _follows(
    function: Procedure, executor: Executor, run: Run, access: Access, slot: Slot, max_steps: int
) -> bool:
    """Does the access move with what the place holds?"""
    observer = _instead_of_null(function, slot)
    again = executor.run(run.vector, max_steps=max_steps, observers=[observer], record_path=False)
    if again.end.kind is not run.end.kind or not again.stack or again.stack[-1].edge != run.stack[-1].edge:
        return False
    moved = failed_access(executor, again, max_steps, beside=[observer])
    return moved is not None and moved.region is Region.NONE and moved.offset == access.offset + _INSTEAD


def _instead_of_null(function: Procedure, slot: Slot) -> Observer:
    def change(frame: Frame) -> None:
        if frame.depth == _DEPTH:
            frame.memory.store(slot.place, _INSTEAD, slot.type)

    return observe([(function.name, function.entry)], change)


def _slots(function: Procedure, frame: Frame) -> Iterator[Slot]:
    waiting: list[tuple[str, int, Type, int]] = [
        (one.source_name, frame.variable(one), one.type.pointee, 0)
        for one in function.parameters
        if isinstance(one.type, PointerType) and one.source_name
    ]
    seen: set[int] = set()
    for name, pointer, pointee, steps in waiting:  # grows
        for path, offset, type_ in _pointers_in(pointee):
            place = pointer + offset
            if len(seen) == _MOST or place in seen or frame.memory.flat(pointer) == 0:
                continue
            try:
                held = int(frame.memory.load(place, type_))
            except MemoryFault:
                continue  # it is shorter than its type says
            seen.add(place)
            null = frame.memory.flat(held) == 0
            ident = 0 if null else frame.memory.locate(held) >> OBJECT_BITS
            written = f"{name}->{path}" if path else f"*{name}"
            if ident or null:
                yield Slot(written, place, type_, ident)
            if ident and steps + 1 < _STEPS:
                waiting.append((f"({written})" if not path else written, held, type_.pointee, steps + 1))


def _pointers_in(type_: Type, path: str = "", offset: int = 0) -> Iterator[tuple[str, int, PointerType]]:
    """The pointers in an object of the type, with how they are reached from a pointer to it."""
    match type_:
        case PointerType():
            yield path, offset, type_
        case RecordType(union=False, fields=fields):
            for field in fields:
                inside = f"{path}.{field.name}" if path else field.name
                yield from _pointers_in(field.type, inside, offset + field.offset)
        case _:
            pass

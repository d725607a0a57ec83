"""The pointers in the memory that a function's arguments lead to, where Dovetail has made them up.

`oi->buf`, `*lines`, `node->next`: what they hold is no caller's doing. If an access goes through one that is
null, or any address, or farther than the object that was made for it, that says what a caller would have to
see to. Of memory that a function reads as another type than it is handed (`void *`), each word may be a
pointer to it.

That an access went through *this* null pointer, and not through one that the function made itself, is found
out by running again with another address in its place, where there is no object either: the access moves with
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dovetail.execution.accesses import Access, failed_access
from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, Observer, observe
from dovetail.execution.runs import Run
from dovetail.program.automata import Procedure
from dovetail.program.types import FunctionType, IntType, PointerType, RecordType, Type, VoidType
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.memory import OBJECT_BITS, MemoryFault, Region

_DEPTH = 2
"""The callers of the function: the start of the program, and the entry."""
_STEPS = 2
"""Behind an argument: `p->next->next`."""
_MOST = 48
"""Places that are looked at."""
_MOST_NOWHERE = 12
"""Places that the function is run again for."""
_BYTE = IntType(8, signed=False)
_FARTHER = 1 << 11
"""From null it is an address in the first page, where no object is."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place that holds a pointer."""

    name: str
    """As the function would write it."""
    place: int
    type: PointerType
    ident: int
    """Of the object that it leads to; 0 if there is none."""
    address: int = 0
    """Where there is no object, or null."""

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
        return next((one for one in there if access.alive and one.ident == access.ident), None)
    whole = 1 << executor.memory.pointer_bits
    nowhere = [one for one in there if not one.ident and not one.calls]
    nowhere.sort(
        key=lambda one: min((access.offset - one.address) % whole, (one.address - access.offset) % whole)
    )
    tried = nowhere[:_MOST_NOWHERE]
    return next((one for one in tried if _follows(function, executor, run, access, one, max_steps)), None)


def _follows(
    function: Procedure, executor: Executor, run: Run, access: Access, slot: Slot, max_steps: int
) -> bool:
    """Does the access move with what the place holds?"""
    observer = _farther(function, slot)
    again = executor.run(run.vector, max_steps=max_steps, observers=[observer], record_path=False)
    if again.end.kind is not run.end.kind or not again.stack or again.stack[-1].edge != run.stack[-1].edge:
        return False
    moved = failed_access(executor, again, max_steps, beside=[observer])
    if moved is None or moved.region is not Region.NONE:
        return False
    return (moved.offset - access.offset - _FARTHER) % (1 << executor.memory.pointer_bits) == 0


def lacks_a_zero(
    function: Procedure, executor: Executor, run: Run, end: Callable[[Frame], int], max_steps: int
) -> bool:
    """Is a zero in the last byte of an object all that was missing? With one there the run does not fail at
    this place any more. `end` says where that byte is when the function is called."""

    def change(frame: Frame) -> None:
        if frame.depth == _DEPTH:
            frame.memory.store(end(frame), 0, _BYTE)

    observer = observe([(function.name, function.entry)], change)
    again = executor.run(run.vector, max_steps=max_steps, observers=[observer], record_path=False)
    return again.end.kind is not run.end.kind or not again.stack or again.stack[-1].edge != run.stack[-1].edge


def _farther(function: Procedure, slot: Slot) -> Observer:
    def change(frame: Frame) -> None:
        if frame.depth == _DEPTH:
            frame.memory.store(slot.place, slot.address + _FARTHER, slot.type)

    return observe([(function.name, function.entry)], change)


def _slots(function: Procedure, frame: Frame) -> Iterator[Slot]:
    """By the types of what is handed over; then all other words of it."""
    waiting: list[tuple[str, int, Type, int]] = [
        (one.source_name, frame.variable(one), one.type.pointee, 0)
        for one in function.parameters
        if isinstance(one.type, PointerType) and one.source_name
    ]
    seen: set[int] = set()
    for name, pointer, pointee, steps in waiting:  # grows
        if frame.memory.flat(pointer) == 0:
            continue
        for path, offset, type_ in _pointers_in(pointee):
            written = f"{name}->{path}" if path else f"*{name}"
            slot = _slot(frame, written, pointer + offset, type_, seen)
            if slot is None:
                continue
            yield slot
            if slot.ident and steps + 1 < _STEPS:
                held = int(frame.memory.load(slot.place, type_))
                inside = written if path else f"({written})"
                waiting.append((inside, held, type_.pointee, steps + 1))
    for name, pointer, _, _ in waiting:
        yield from _words(frame, name, pointer, seen)


def _words(frame: Frame, name: str, pointer: int, seen: set[int]) -> Iterator[Slot]:
    """The words of an object, as pointers."""
    ident = frame.memory.locate(pointer) >> OBJECT_BITS
    width = frame.memory.pointer_bits // 8
    if frame.memory.flat(pointer) == 0 or not ident:
        return
    for number in range(frame.memory.describe(ident).size // width):
        written = f"((void **){name})[{number}]"
        slot = _slot(frame, written, pointer + number * width, PointerType(VoidType()), seen)
        if slot is not None:
            yield slot


def _slot(frame: Frame, name: str, place: int, type_: PointerType, seen: set[int]) -> Slot | None:
    """What is there, if it is looked at for the first time."""
    if len(seen) == _MOST or place in seen:
        return None
    try:
        held = int(frame.memory.load(place, type_))
    except MemoryFault:
        return None  # it is shorter than its type says
    seen.add(place)
    address = frame.memory.flat(held)
    ident = frame.memory.locate(held) >> OBJECT_BITS if address else 0
    return Slot(name, place, type_, ident, 0 if ident else address)


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

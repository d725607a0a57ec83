"""The access at which a run failed, or the call of `free`: which object, and where in it.

The executor ends such a run knowing only the check. Here it is run once more and asked, at the very state in
which the check failed, what the pointer was. For people, and for how far apart objects must be to see
it natively.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, Observer, observe
from dovetail.execution.runs import Run
from dovetail.program.expressions import Expr, Freeable, Quantifier, Valid
from dovetail.program.statements import Check
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.memory import OBJECT_BITS, Memory, MemoryFault, Region

_KINDS = {
    Region.GLOBAL: "the global ",
    Region.CONSTANT: "the constant ",
    Region.FUNCTION: "the function ",
    Region.STACK: "the local ",
    Region.HEAP: "the block from ",
    Region.LIBRARY: "the library's ",
}
_AFTER = {Region.HEAP: "it was freed", Region.LIBRARY: "it was closed"}


@dataclass(frozen=True, slots=True)
class Access:
    """`count` bytes at an `offset` of an object that does not have them (any more); none of what cannot be
    freed."""

    count: int
    offset: int
    name: str
    region: Region
    size: int
    """Of the object."""
    alive: bool
    ident: int = 0
    """Of the object."""

    @property
    def reach(self) -> int:
        """How far from the beginning of the object memory must be nobody else's for this to be seen."""
        return 0 if self.region is Region.NONE else max(self.offset + self.count, -self.offset, self.size)

    @property
    def words(self) -> str:
        what = f"{self.count} byte{'' if self.count == 1 else 's'}"
        if self.region is Region.NONE:
            if 0 <= self.offset < 4096:
                return f"{what} through a null pointer"
            return f"{what} at {self.offset:#x}, where there is no object"
        whose = f"{_KINDS[self.region]}'{self.name}' ({self.size} bytes)"
        if not self.alive:
            after = _AFTER.get(self.region, "the end of its scope")
            return f"{what} at offset {self.offset} of {whose}, after {after}"
        return f"{what} at offset {self.offset} of {whose}"


def failed_access(
    executor: Executor, run: Run, max_steps: int, *, beside: Sequence[Observer] = ()
) -> Access | None:
    """The access, or what was to be freed, that the check before it found invalid at the end of this run;
    None if it ended in no such check. If there were observers in that run that changed something, they are
    needed again, `beside`."""
    if not run.stack:
        return None
    last = run.stack[-1]
    if not isinstance(last.edge.statement, Check):
        return None
    asked = tuple(_accesses(last.edge.statement.condition))
    found: Access | None = None

    def look(frame: Frame) -> None:
        nonlocal found
        found = None
        for valid in asked:
            freed = isinstance(valid, Freeable)
            try:
                pointer = frame.evaluate(valid.pointer)
                count = 0 if isinstance(valid, Freeable) else frame.evaluate(valid.size)
            except MemoryFault:
                continue  # not evaluated there: what comes before it in the condition decided
            assert isinstance(pointer, int) and isinstance(count, int)
            if not (frame.memory.freeable(pointer) if freed else frame.memory.valid(pointer, count)):
                found = _access(frame.memory, pointer, count)
                return

    if asked:
        place = (last.procedure, last.edge.source)
        observers = [*beside, observe([place], look)]
        executor.run(run.vector, max_steps=max_steps, observers=observers, record_path=False)
    return found


def _accesses(condition: Expr) -> Iterator[Valid | Freeable]:
    waiting = [condition]
    while waiting:
        expr = waiting.pop()
        if isinstance(expr, (Valid, Freeable)):
            yield expr
        if not isinstance(expr, Quantifier):  # which of its elements it is about is not known here
            waiting += reversed(expr.children)


def _access(memory: Memory, pointer: int, count: int) -> Access:
    located = memory.locate(pointer)
    view = memory.describe(located >> OBJECT_BITS)
    offset = located & ((1 << OBJECT_BITS) - 1)
    if view.place.region is not Region.NONE and offset >> (memory.pointer_bits - 1):
        offset -= 1 << memory.pointer_bits
    return Access(count, offset, view.place.name, view.place.region, view.size, view.alive, view.ident)

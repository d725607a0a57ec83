"""Symbolic memory: persistent, exact where addresses are known (docs/design/symbolic.md).

A memory is never changed; every operation gives a new one, which remembers how it was made from the old one.
That is how two memories that have grown apart are merged at a join: what either did since is done again to
what they have in common, each under its own condition.

Objects with known numbers have contents of their own. A write to an object that is not known lies over all of
them, like a sheet: a read looks at the objects first, then at the sheet, then at the memory below it. At the
bottom is the program's initial memory, or the unknown memory of a cutpoint (`symbolic_base`).

Accesses are not checked here: `valid` is the question to ask. Outside of every live object a write is seen by
nothing but reads of the same place, and a read gives anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from dovetail.program.automata import Program
from dovetail.program.statements import Storage
from dovetail.program.types import IntType, PointerType, Type
from dovetail.semantics.memory import size_of
from dovetail.semantics.symbolic import Symbolic, object_numbers
from dovetail.semantics.symbolic_base import Base
from dovetail.semantics.symbolic_contents import (
    MAX_SCALAR,
    Blank,
    Cell,
    Contents,
    Copied,
    Filling,
    Key,
    Offset,
    Over,
    Scalar,
    Source,
    Views,
    Write,
)
from dovetail.semantics.symbolic_maps import SharedMap
from dovetail.semantics.symbolic_objects import Life
from dovetail.semantics.symbolic_reach import no_leak
from dovetail.semantics.symbolic_targets import targets_of
from dovetail.semantics.symbolic_values import Bits, Choice, Fresh, Part, Pointer, Target, Value, map_leaves

T = TypeVar("T")

_BYTE = IntType(8, False)
_Step = tuple[Callable[..., "SymbolicMemory[Any]"], tuple[Any, ...], Any]
"""An operation, its arguments, and the condition under which it was done."""


class SymbolicMemory(Generic[T]):
    """`life` says which objects there are; `contents` has those that were written since the sheet `below`."""

    __slots__ = ("_loads", "_made", "algebra", "base", "below", "contents", "depth", "life", "views")

    def __init__(
        self,
        algebra: Symbolic[Any],
        base: Base,
        life: Life,
        contents: SharedMap[Key, Contents],
        below: tuple[Write, SymbolicMemory[T]] | None,
        made: tuple[SymbolicMemory[T], _Step] | None,
    ) -> None:
        self.algebra = algebra
        self.views = base.views
        self.base = base
        self.life = life
        self.contents = contents
        self.below = below
        self._made = made
        self.depth: int = 0 if made is None else made[0].depth + 1
        self._loads: dict[tuple[Any, Type], Any] = {}

    @staticmethod
    def initial(program: Program, algebra: Symbolic[Any], wild: Source | None = None) -> SymbolicMemory[Any]:
        """The memory in which the program starts, and what is outside of its objects. Tells the algebra the
        numbers of the program's objects."""
        algebra.symbols.update(object_numbers(program))
        contents: dict[Key, Contents] = {
            algebra.symbols[item.name]: Contents(Blank(item.initial)) for item in program.objects.values()
        }
        life = Life.initial(program, algebra)
        base = Base(Views(algebra), None, None, wild)
        return SymbolicMemory(algebra, base, life, SharedMap(contents), None, None)

    @staticmethod
    def unknown(program: Program, algebra: Symbolic[Any], name: str) -> SymbolicMemory[Any]:
        """Any memory that a cutpoint can see. `life.facts` has what is known of it."""
        algebra.symbols.update(object_numbers(program))
        life = Life.unknown(program, algebra, name)
        assert isinstance(life.next, Fresh)
        base = Base(Views(algebra), name, life.next.counter)
        return SymbolicMemory(algebra, base, life, SharedMap(), None, None)

    @property
    def globals(self) -> tuple[str, ...]:
        """The objects that are there from the start to the end."""
        return self.life.globals

    def with_known(self, number: int, *, heap: bool) -> SymbolicMemory[T]:
        """An object that is alive, one of those of an unknown memory, has this number from now on.
        Nothing that comes of the memory as it was may be merged with what comes of this one."""
        life = self.life.with_known(number, heap=heap)
        return SymbolicMemory(self.algebra, self.base, life, self.contents, self.below, None)

    def _step(
        self,
        step: _Step,
        *,
        life: Life | None = None,
        contents: SharedMap[Key, Contents] | None = None,
        below: tuple[Write, SymbolicMemory[T]] | None = None,
    ) -> SymbolicMemory[T]:
        return SymbolicMemory(
            self.algebra,
            self.base,
            self.life if life is None else life,
            self.contents if contents is None else contents,
            self.below if below is None else below,
            (self, step),
        )

    # Reading

    def load(self, pointer: Any, type: Type) -> Any:
        key = (pointer, type)
        found = self._loads.get(key)
        if found is None:
            size = size_of(type, self.algebra.pointer_bits)
            found = self._loads[key] = self._read_at(pointer, size, type)
        return found

    def _read_at(self, pointer: Pointer, size: int, type: Type) -> Any:
        targets = targets_of(self.algebra, pointer)
        if not targets:
            return self._read(pointer.object, pointer.offset, size, type)
        *others, last = targets
        found = self._read(last.object, last.offset, size, type)
        for one in reversed(others):
            here = self._read(one.object, one.offset, size, type)
            found = self.algebra.choose(one.condition, here, found)
        return found

    def _read(self, part: Part, offset: Offset, size: int, type: Type) -> Any:
        choose = self.algebra.choose
        if isinstance(part, Choice):
            return map_leaves(part, lambda leaf: self._read(leaf, offset, size, type), choose)
        if isinstance(offset, Choice):
            return map_leaves(offset, lambda leaf: self._read(part, leaf, size, type), choose)
        found = _Read(self, part, offset, size, type).value()
        ended = self.life.has_ended(part)
        if ended is False:
            return found
        return choose(ended, self.views.anything(type, size), found)

    # Writing

    def store(self, pointer: Any, value: Value, type: Type, guard: Any = True) -> SymbolicMemory[T]:
        cell = Cell(size_of(type, self.algebra.pointer_bits), value, type)
        step = (SymbolicMemory.store, (pointer, value, type), guard)
        targets = targets_of(self.algebra, pointer)
        if not targets:
            return self._write(step, Write(guard, pointer, cell.size, Scalar(cell)))
        written = self
        for one in targets:
            here = self.algebra.conjunction(guard, one.condition)
            if here is not False:
                contents = written._put(one.object, one.offset, cell, here)
                written = self._step(step, contents=written.contents.with_({one.object: contents}))
        return self._step(step) if written is self else written

    def _put(self, part: Key, offset: int | Bits, cell: Cell, guard: Any) -> Contents:
        """What an object holds with a scalar at an offset, if the guard holds."""
        contents = self._contents(part)
        if guard is True and isinstance(offset, int):
            return contents.put(self.views, offset, cell)
        if isinstance(offset, Bits) or not contents.has_room(offset, cell):
            return Contents(Over(Write(guard, Pointer(part, offset), cell.size, Scalar(cell)), contents))
        old = self._read(part, offset, cell.size, cell.type)
        value = self.algebra.choose(guard, cell.value, old)
        return contents.put(self.views, offset, Cell(cell.size, value, cell.type))

    def fill(self, pointer: Any, byte: Any, size: Any, guard: Any = True) -> SymbolicMemory[T]:
        """`size` is as wide as a pointer."""
        size = self.life.as_size(size, None)
        step = (SymbolicMemory.fill, (pointer, byte, size), guard)
        if guard is True and isinstance(byte, int) and pointer.offset == 0:
            if isinstance(pointer.object, (int, Fresh)) and self.life.sizes.get(pointer.object) == size:
                blank = Contents(Blank(rest=byte))
                return self._step(step, contents=self.contents.with_({pointer.object: blank}))
        return self._write(step, Write(guard, pointer, size, Filling(byte)))

    def copy(
        self, to: Any, source: Any, size: Any, guard: Any = True, memory: SymbolicMemory[T] | None = None
    ) -> SymbolicMemory[T]:
        """`size` bytes, as memmove does; from `memory`, or as they are here."""
        memory = self if memory is None else memory
        size = self.life.as_size(size, None)
        step = (SymbolicMemory.copy, (to, source, size), (guard, memory))
        return self._write(step, Write(guard, to, size, Copied(memory, source)))

    def supply(self, pointer: Any, size: Any, source: Source, guard: Any = True) -> SymbolicMemory[T]:
        """The bytes of an input: as symbols, as they were, or anything."""
        size = self.life.as_size(size, None)
        step = (SymbolicMemory.supply, (pointer, size, source), guard)
        return self._write(step, Write(guard, pointer, size, source))

    def _contents(self, part: Key) -> Contents:
        return self.contents.get(part) or _NOTHING

    def _write(self, step: _Step, write: Write) -> SymbolicMemory[T]:
        part = write.pointer.object
        if write.size == 0:
            return self._step(step)
        if isinstance(part, (int, Fresh)):
            contents = Contents(Over(write, self._contents(part)))
            return self._step(step, contents=self.contents.with_({part: contents}))
        if isinstance(part, Choice):
            return self._write_choice(step, write, part)
        return self._step(step, contents=SharedMap(), below=(write, self))

    def _write_choice(self, step: _Step, write: Write, part: Choice) -> SymbolicMemory[T]:
        """One of several known objects: each is written under the condition that it is the one."""
        leaves: dict[Key, None] = {}
        map_leaves(part, lambda leaf: leaves.setdefault(leaf), lambda *_: None)
        contents: dict[Key, Contents | None] = {}
        for leaf in leaves:
            guard = self.algebra.conjunction(write.guard, self.algebra.objects_equal(part, leaf))
            here = Write(guard, Pointer(leaf, write.pointer.offset), write.size, write.source)
            contents[leaf] = Contents(Over(here, self._contents(leaf)))
        return self._step(step, contents=self.contents.with_(contents))

    # Objects

    def allocate(self, size: Any, storage: Storage) -> tuple[SymbolicMemory[T], Pointer]:
        """A fresh object of zero bytes; `size` is as wide as a pointer."""
        part = self.life.next
        return self._allocate(part, self.life.as_size(size, None), storage), Pointer(part, 0)

    def _allocate(self, part: Key, size: Any, storage: Storage, guard: Any = True) -> SymbolicMemory[T]:
        step = (SymbolicMemory._allocate, (part, size, storage), guard)
        life = self.life.allocate(part, size, storage, guard)
        # In exclusive branches one number stands for two objects. What the other branch wrote is kept under
        # its condition.
        contents = Contents(Blank())
        if part in self.life.sizes:
            clear = Write(guard, Pointer(part, 0), size, Filling(0))
            contents = Contents(Over(clear, self._contents(part)))
        return self._step(step, life=life, contents=self.contents.with_({part: contents}))

    def end(self, pointer: Any, guard: Any = True, *, seen: bool = True) -> SymbolicMemory[T]:
        """End the life of the object that a pointer points to, whatever its kind; of null: nothing. `seen`: a
        pointer to it may be left, and what is read through it is anything."""
        operation = SymbolicMemory.end if seen else SymbolicMemory._end_unseen
        step = (operation, (pointer,), guard)
        return self._step(step, life=self.life.end(pointer.object, guard, seen=seen))

    def _end_unseen(self, pointer: Any, guard: Any) -> SymbolicMemory[T]:
        return self.end(pointer, guard, seen=False)

    def valid(self, pointer: Any, size: Any, width: int | None = None) -> Any:
        """The condition that the `size` bytes at `pointer` lie within one live object. `width` is the size's,
        if it is not a pointer's."""
        size = self.life.as_size(size, width)
        targets = targets_of(self.algebra, pointer)
        if not targets:
            return self.life.valid(pointer, size)
        *others, last = targets
        found = self._valid_at(last, size)
        for one in reversed(others):
            found = self.algebra.choose(one.condition, self._valid_at(one, size), found)
        return found

    def _valid_at(self, target: Target, size: Any) -> Any:
        return self.life.valid(Pointer(target.object, target.offset), size)

    def leading_nowhere(self, pointer: Any, size: Any, width: int) -> Iterator[Any]:
        """The conditions under which an access goes where it is never valid."""
        size = self.life.as_size(size, width)
        for one in targets_of(self.algebra, pointer):
            if one.condition is not True and self._valid_at(one, size) is False:
                yield one.condition

    def freeable(self, pointer: Any) -> Any:
        return self.life.freeable(pointer)

    def writable(self, pointer: Any) -> Any:
        return self.life.writable(pointer)

    def object_size(self, pointer: Any, width: int) -> Any:
        return self.life.object_size(pointer, width)

    def no_leak(self, roots: Sequence[Any] | None) -> Any:
        return no_leak(self, roots)

    # Joins

    def changed(self, other: SymbolicMemory[Any]) -> Iterator[Any]:
        """The pointers through which something was written in one of them, and not in both."""
        left, right = self, other
        while left is not right:
            deeper = left if left.depth >= right.depth else right
            if deeper._made is None:
                return  # they have nothing in common
            before, (operation, arguments, _) = deeper._made
            if operation in (SymbolicMemory.store, SymbolicMemory.fill, SymbolicMemory.copy):
                yield arguments[0]
            left, right = (before, right) if deeper is left else (left, before)

    def merged(self, condition: Any, other: SymbolicMemory[T]) -> SymbolicMemory[T]:
        """This memory if the condition holds, the other one if not. Both must come from one memory."""
        if self is other or condition is True:
            return self
        if condition is False:
            return other
        left, right, mine, others = self, other, list[_Step](), list[_Step]()
        while left is not right:
            deeper, steps = (left, mine) if left.depth >= right.depth else (right, others)
            if deeper._made is None:
                raise ValueError("memories with nothing in common cannot be merged")
            steps.append(deeper._made[1])
            if deeper is left:
                left = deeper._made[0]
            else:
                right = deeper._made[0]
        result = left
        for guard, steps in ((condition, mine), (self.algebra.negation(condition), others)):
            for step in reversed(steps):
                result = result._again(step, guard)
        return result

    def _again(self, step: _Step, guard: Any) -> SymbolicMemory[T]:
        operation, arguments, before = step
        if operation is SymbolicMemory.copy:
            old, memory = before
            return operation(self, *arguments, self.algebra.conjunction(guard, old), memory)
        return operation(self, *arguments, self.algebra.conjunction(guard, before))


_NOTHING = Contents()


class _Partly(Exception):
    """A write covers a read for certain, but only in part."""


class _Read:
    """One read, from the newest to the oldest."""

    def __init__(
        self, memory: SymbolicMemory[Any], part: Key | Bits, offset: Offset, size: int, type: Type
    ) -> None:
        self.memory = memory
        self.algebra = memory.algebra
        self.views = memory.views
        self.part: Any = part
        self.offset: Any = offset
        self.size = size
        self.type = type
        self.cases: list[tuple[Any, Any]] = []
        """Conditions and values, the first that holds counts."""

    def value(self) -> Any:
        try:
            result = self._oldest()
        except _Partly:
            add, width = self.algebra.add, self.algebra.pointer_bits
            steps = (add(self.offset, number, width) for number in range(self.size))
            return self.views.joined([self.memory._read(self.part, at, 1, _BYTE) for at in steps], self.type)
        for condition, value in reversed(self.cases):
            result = self.algebra.choose(condition, value, result)
        return result

    def _oldest(self) -> Any:
        memory = self.memory
        while True:
            if isinstance(self.part, Bits):
                for key in memory.contents:
                    same = self.algebra.objects_equal(self.part, key)
                    if same is not False:
                        self.cases.append((same, memory._read(key, self.offset, self.size, self.type)))
            else:
                contents = memory.contents.get(self.part)
                while contents is not None:
                    if self._cells(contents):
                        return self.cases.pop()[1]
                    if isinstance(contents.below, Blank):
                        return self._inside(contents.below)
                    if contents.below is None:
                        break
                    if self._apply(contents.below.write, True):
                        return self.cases.pop()[1]
                    contents = contents.below.contents
            if memory.below is None:
                return memory.base.read(self.part, self.offset, self.size, self.type)
            write, memory = memory.below
            same = self.algebra.objects_equal(self.part, write.pointer.object)
            if same is not False and self._apply(write, same):
                return self.cases.pop()[1]

    def _inside(self, blank: Blank) -> Any:
        """What the object held at first; outside of the object anything may stand."""
        algebra, width = self.algebra, self.algebra.pointer_bits
        total: Any = self.memory.life.sizes.get(self.part)
        if total is None:
            return self.views.anything(self.type, self.size)
        room = algebra.sub(total, self.size, width)
        inside = algebra.conjunction(
            algebra.ule(self.size, total, width), algebra.ule(self.offset, room, width)
        )
        if inside is False:
            return self.views.anything(self.type, self.size)
        found = blank.read(self.views, self.offset, self.type, self.size)
        return (
            found
            if inside is True
            else algebra.choose(inside, found, self.views.anything(self.type, self.size))
        )

    def _cells(self, contents: Contents) -> bool:
        """Look at the cells. Was the read decided?"""
        cells = contents.cells
        if not isinstance(self.offset, int):
            for start, cell in cells.items():
                if self._apply(Write(True, Pointer(0, start), cell.size, Scalar(cell)), True):
                    return True
            return False
        found = cells.get(self.offset)
        if found is not None and found.size == self.size:
            self.cases.append((True, self.views.part(found, 0, self.type, self.size)))
            return True
        for start in range(self.offset - MAX_SCALAR + 1, self.offset + self.size):
            other = cells.get(start)
            if other is not None and start + other.size > self.offset:
                if start > self.offset or start + other.size < self.offset + self.size:
                    raise _Partly
                value = self.views.part(other, self.offset - start, self.type, self.size)
                self.cases.append((True, value))
                return True
        return False

    def _apply(self, write: Write, same: Any) -> bool:
        """What a write to what may be the same object means to the read. Was it decided?"""
        algebra = self.algebra
        inside, partly, start = write.against(algebra, self.offset, self.size)
        guard = algebra.conjunction(same, write.guard)
        inside, partly = algebra.conjunction(guard, inside), algebra.conjunction(guard, partly)
        if partly is True:
            raise _Partly
        if partly is not False:
            if inside is False and not isinstance(self.type, PointerType):
                # Byte by byte it is exact, and there is no other way to see anything of this write. A pointer
                # would be taken apart by that even where the write is to another object.
                raise _Partly
            self.cases.append((partly, self.views.anything(self.type, self.size)))
        if inside is not False:
            self.cases.append((inside, write.source.read(self.views, start, self.type, self.size)))
        return inside is True

"""Expressions that ask about objects: what is alive, how large it is, and what points where.

None of them can be written in C. `expressions` hands these names on.
"""

from __future__ import annotations

from typing import ClassVar

from dovetail.program.interned import Expr, entered
from dovetail.program.types import BOOL, ArrayType, IntType


class OfTwo(Expr):
    __slots__ = ("left", "right")
    __match_args__: ClassVar[tuple[str, ...]] = ("left", "right")
    left: Expr
    right: Expr

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.left, self.right)


class _OfPointer(Expr):
    __slots__ = ("pointer",)
    __match_args__ = ("pointer",)
    pointer: Expr

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.pointer,)


class SameObject(OfTwo):
    """The condition that two pointers point into the same object, wherever in it. Not written in C, but it is
    what aliasing is about: writing through one of two pointers into different objects cannot change what the
    other reads. Addresses as such (null among them) count as one object."""

    __slots__ = ()

    def __new__(cls, left: Expr, right: Expr) -> SameObject:
        key = (cls, left, right)
        return Expr.table.get(key) or entered(cls, key, BOOL)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return SameObject(children[0], children[1])


class Valid(Expr):
    """The condition that the `size` bytes at `pointer` lie within one live object.

    A size of zero is valid anywhere."""

    __slots__ = ("pointer", "size")
    __match_args__ = ("pointer", "size")
    pointer: Expr
    size: Expr

    def __new__(cls, pointer: Expr, size: Expr) -> Valid:
        key = (cls, pointer, size)
        return Expr.table.get(key) or entered(cls, key, BOOL)

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.pointer, self.size)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return Valid(children[0], children[1])


class Freeable(_OfPointer):
    """The condition that `pointer` is null or the start of a live heap object."""

    __slots__ = ()

    def __new__(cls, pointer: Expr) -> Freeable:
        key = (cls, pointer)
        return Expr.table.get(key) or entered(cls, key, BOOL)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return Freeable(children[0])


class Writable(_OfPointer):
    """The condition that `pointer` does not point into an object that must not be written: a string literal,
    or one of `const` type. Whether it points into an object at all is another question."""

    __slots__ = ()

    def __new__(cls, pointer: Expr) -> Writable:
        key = (cls, pointer)
        return Expr.table.get(key) or entered(cls, key, BOOL)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return Writable(children[0])


class ObjectSize(_OfPointer):
    """The size in bytes of the object that `pointer` points into; 0 if none."""

    __slots__ = ()

    def __new__(cls, pointer: Expr, type: IntType) -> ObjectSize:
        key = (cls, pointer, type)
        return Expr.table.get(key) or entered(cls, key, type)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        assert isinstance(self.type, IntType)
        return ObjectSize(children[0], self.type)


class ObjectStart(_OfPointer):
    """The start of the object that `pointer` points into; of an address as such: null."""

    __slots__ = ()

    def __new__(cls, pointer: Expr) -> ObjectStart:
        key = (cls, pointer)
        return Expr.table.get(key) or entered(cls, key, pointer.type)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return ObjectStart(children[0])


class NoLeak(Expr):
    """The condition that every live heap object can still be reached from global memory; with `running`, from
    the variables of procedures that have not returned as well, because the program ends inside of them, or
    may stay there for ever.

    Which variables these are only inlining can tell (`program.tracking`): `roots` are pointers that they
    hold. Before that there are none, and a run looks for itself."""

    __slots__ = ("roots", "running")
    __match_args__ = ("running", "roots")
    running: bool
    roots: tuple[Expr, ...] | None

    def __new__(cls, running: bool = False, roots: tuple[Expr, ...] | None = None) -> NoLeak:
        key = (cls, running, roots)
        return Expr.table.get(key) or entered(cls, key, BOOL)

    @property
    def children(self) -> tuple[Expr, ...]:
        return self.roots or ()

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return NoLeak(self.running, None if self.roots is None else children)


class GhostAt(Expr):
    """What a ghost map (`ghost_maps`) has for the object that a pointer points into: an integer, or a pointer
    to the start of an object. Of all addresses as such, null among them, it has one value."""

    __slots__ = ("map", "pointer")
    __match_args__ = ("map", "pointer")
    map: Expr
    pointer: Expr

    def __new__(cls, map: Expr, pointer: Expr) -> GhostAt:
        assert isinstance(map.type, ArrayType)
        key = (cls, map, pointer)
        return Expr.table.get(key) or entered(cls, key, map.type.element)

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.map, self.pointer)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return GhostAt(children[0], children[1])


class GhostWith(Expr):
    """A ghost map with one value changed: that of the object that a pointer points into."""

    __slots__ = ("map", "pointer", "value")
    __match_args__ = ("map", "pointer", "value")
    map: Expr
    pointer: Expr
    value: Expr

    def __new__(cls, map: Expr, pointer: Expr, value: Expr) -> GhostWith:
        key = (cls, map, pointer, value)
        return Expr.table.get(key) or entered(cls, key, map.type)

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.map, self.pointer, self.value)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return GhostWith(children[0], children[1], children[2])


class GhostEmptied(Expr):
    """A ghost map that holds nothing of any object: 0, or null."""

    __slots__ = ("map",)
    __match_args__ = ("map",)
    map: Expr

    def __new__(cls, map: Expr) -> GhostEmptied:
        key = (cls, map)
        return Expr.table.get(key) or entered(cls, key, map.type)

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.map,)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return GhostEmptied(children[0])


ORDER = ArrayType(BOOL, None)
"""What an order of objects is as a variable: which of them come before one."""


class GhostBefore(Expr):
    """In an order of objects (`ghost_maps`), is the one that a pointer points into before the other one?"""

    __slots__ = ("first", "order", "second")
    __match_args__ = ("order", "first", "second")
    order: Expr
    first: Expr
    second: Expr

    def __new__(cls, order: Expr, first: Expr, second: Expr) -> GhostBefore:
        key = (cls, order, first, second)
        return Expr.table.get(key) or entered(cls, key, BOOL)

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.order, self.first, self.second)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return GhostBefore(children[0], children[1], children[2])


class GhostPlaced(Expr):
    """An order in which one object is before another: if it was not, it was moved to where it is right in
    front of that. All others are as they were."""

    __slots__ = ("first", "order", "second")
    __match_args__ = ("order", "first", "second")
    order: Expr
    first: Expr
    second: Expr

    def __new__(cls, order: Expr, first: Expr, second: Expr) -> GhostPlaced:
        key = (cls, order, first, second)
        return Expr.table.get(key) or entered(cls, key, order.type)

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.order, self.first, self.second)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return GhostPlaced(children[0], children[1], children[2])

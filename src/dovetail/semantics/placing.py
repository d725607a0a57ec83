"""What is known of a state outright, put in place before it is executed from.

A state at a cutpoint is any state that meets some conditions. What they say outright is written into it:
`x == 5` assigns a variable, `p->state == 3` a cell of memory. To assign what is there already changes
nothing, so that is sound, and what follows from it is computed instead of asked. (The conditions are to be
assumed as well, in the state that comes of it: not everything in them is put in place.)

*Objects.* `valid(p, 8) && freeable(p)` says that p points to the start of a block on the heap that is alive.
Its number may be any below that of the next object. But numbers are only names: no expression can see one,
and a state in which older objects have other numbers is the same state to every execution. So the objects
that are spoken of are given the first numbers behind those of the globals, provided that it is said of every
two of them that they are not the same. From then on they are known objects like any other. Of an object that
may be a local one it must be said, too, that p is its start and that it is none of the globals.

*Pointers that walk.* `same_object(p, a)` says that the object of p is that of a: p is given it, and keeps its
offset, of which nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dovetail.program.expressions import (
    Address,
    Binary,
    BinaryOp,
    Const,
    Expr,
    Freeable,
    Load,
    ObjectStart,
    SameObject,
    Unary,
    UnaryOp,
    Valid,
    Variable,
)
from dovetail.program.types import IntType, PointerType
from dovetail.semantics.memory import size_of
from dovetail.semantics.symbolic_states import SymbolicState, number_of_next
from dovetail.semantics.symbolic_values import OBJECT_WIDTH, Bits, Pointer, Value, is_known


def placed(part: Expr) -> tuple[Variable | Load, Expr] | None:
    """A place and what it holds, if that is what a condition says. (Of floats that are equal the bits may
    differ.)"""
    match part:
        case BinaryOp(op=Binary.EQ, left=(Variable() | Load()) as place, right=value) if isinstance(
            place.type, IntType | PointerType
        ):
            return place, value
        case _:
            return None


class Placing:
    """Of a state at a cutpoint, which is changed in place. `facts` are what is known of the numbers that
    objects were given."""

    def __init__(self, state: SymbolicState, parts: Sequence[Expr]) -> None:
        self._state = state
        self._parts = parts
        self._apart = set(_kept_apart(parts))
        self._sizes: dict[int, int] = {}
        """The bytes that the objects with numbers of their own have at least."""
        self.facts: list[Any] = []
        self._place(Variable)
        self._name_objects()
        self._place(Variable)  # again: pointers to these objects
        self._place_walking()
        self._place(Load)

    def _place(self, kind: type[Expr]) -> None:
        for part in self._parts:
            found = placed(part)
            if found is not None and isinstance(found[0], kind):
                value = self._state.evaluate(found[1])
                if is_known(value):
                    self._put(found[0], value)

    def _place_walking(self) -> None:
        """`same_object(p, a)`: p is somewhere in the object that a points into."""
        for part in self._parts:
            match part:
                case SameObject(left=Variable() as walking, right=base):
                    at, start = self._state.evaluate(walking), self._state.evaluate(base)
                    if isinstance(at.object, Bits) and start.object != 0:
                        self._state.assign(walking, Pointer(start.object, at.offset))
                case _:
                    pass

    def _put(self, place: Expr, value: Value) -> bool:
        """Could it be put there?"""
        state = self._state
        match place:
            case Variable():
                state.assign(place, value)
                return True
            case Load(address=address, type=type_):
                pointer, size = state.evaluate(address), size_of(type_, state.algebra.pointer_bits)
                if isinstance(type_, IntType) and type_.width != 8 * size:
                    return False  # nothing is said of the bits beside it
                if not self._is_inside(pointer, size):
                    return False
                state.remember(state.memory.store(pointer, value, type_))
                return True
            case _:
                return False

    def _is_inside(self, pointer: Any, size: int) -> bool:
        """Does it point to so many bytes of a known object?"""
        number, life = pointer.object, self._state.memory.life
        if not is_known(pointer):
            return False
        bytes_ = self._sizes.get(number, life.sizes.get(number) if number in life.lasting else None)
        return isinstance(bytes_, int) and pointer.offset + size <= bytes_

    def _name_objects(self) -> None:
        parts, named = set(self._parts), list[Expr]()
        for part in self._parts:
            match part:
                case Valid(pointer=start, size=extent) if self._is_no_global(start, parts):
                    size = self._bytes_of(extent)
                    if size and all(frozenset((start, other)) in self._apart for other in named):
                        if self._name(start, size, heap=Freeable(start) in parts):
                            named.append(start)

    def _bytes_of(self, extent: Expr) -> int:
        """A size that is known, as `valid` takes it: of one with more bits than a pointer it sees the lowest.
        0 if it is not known: of no bytes nothing is said."""
        match extent:
            case Const(type=IntType(width=width)):
                size = self._state.memory.life.as_size(self._state.evaluate(extent), width)
                assert isinstance(size, int)
                return size
            case _:
                return 0

    def _is_no_global(self, start: Expr, parts: set[Expr]) -> bool:
        """Is it said that a pointer leads to the start of another object? (There is nothing to be valid in a
        function.)"""
        if Freeable(start) in parts:
            return True
        said = BinaryOp(Binary.EQ, start, ObjectStart(start)) in parts
        return said and all(frozenset((start, name)) in self._apart for name in self._state.memory.globals)

    def _name(self, start: Expr, size: int, *, heap: bool) -> bool:
        memory, algebra = self._state.memory, self._state.algebra
        value = self._state.evaluate(start)
        if not isinstance(value.object, Bits):
            return False  # it is known already
        number = len(algebra.symbols) + 1 + len(self._sizes)
        self._state.remember(memory.with_known(number, heap=heap))
        if not self._put(start, Pointer(number, 0)):
            self._state.remember(memory)
            return False
        self._sizes[number] = size
        self.facts.append(algebra.ult(number, number_of_next(memory), OBJECT_WIDTH))
        return True


def _kept_apart(parts: Sequence[Expr]) -> Iterator[frozenset[Expr | str]]:
    """The pairs of pointers that are said to lead to different objects; globals by their names."""
    for part in parts:
        match part:
            case UnaryOp(op=Unary.NOT, operand=SameObject(left=left, right=right)):
                yield frozenset(one.symbol if isinstance(one, Address) else one for one in (left, right))
            case _:
                pass

"""An invariant taken case by case, and what a case says outright put in place before the walk.

`A && (B || C)` holds where `A && B` does or where `A && C` does: a walk from a loop head may be made once for
each. That pays where a case is a control state: most ways from there are then closed by constants, and the
question that is left for the solver is small.

What a case says outright is written into the state that the walk starts from: `x == 5` assigns a variable,
`p->state == 3` a cell of memory. To assign what is there already changes nothing, so that is sound; the case
is assumed as well, in the state that comes of it.

*Objects.* `valid(p, 8) && freeable(p)` says that p points to the start of a block on the heap that is alive.
Its number may be any below that of the next block. But numbers are only names: no expression can see one, and
a state in which older blocks have other numbers is the same state to every execution. So the blocks that a
case speaks of are given the first numbers behind those of the globals, provided that it says of every two of
them that they are not the same object. From then on they are known objects like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dovetail.program.expressions import (
    FALSE,
    Binary,
    BinaryOp,
    Const,
    Expr,
    Freeable,
    Load,
    SameObject,
    Valid,
    Variable,
    conjunction,
    conjuncts,
    disjunction,
    negation,
    operands,
)
from dovetail.program.types import IntType, PointerType
from dovetail.semantics.memory import size_of
from dovetail.semantics.symbolic_states import SymbolicState, number_of_next
from dovetail.semantics.symbolic_values import OBJECT_WIDTH, Bits, Pointer, Value, is_known


def cases(invariant: Expr) -> list[Expr]:
    """Conditions of which one holds wherever the invariant does: none if control never comes there."""
    if invariant is FALSE:
        return []
    parts = conjuncts(invariant)
    alternatives = max((_alternatives(part) for part in parts), key=len, default=())
    telling = [one for one in alternatives if any(_placed(part) for part in conjuncts(one))]
    if len(telling) < 2:
        return [invariant]
    rest = [part for part in parts if _alternatives(part) is not alternatives]
    vague = disjunction(one for one in alternatives if one not in set(telling))
    return [conjunction((*rest, one)) for one in (*telling, vague) if one is not FALSE]


def _alternatives(part: Expr) -> Sequence[Expr]:
    return operands(part) if isinstance(part, BinaryOp) and part.op is Binary.OR else ()


def _placed(part: Expr) -> tuple[Variable | Load, Expr] | None:
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
    """What a case says outright, put into the state that a walk starts from. `facts` are what is known of the
    numbers that blocks were given."""

    def __init__(self, state: SymbolicState, case: Expr) -> None:
        self._state = state
        self._parts = conjuncts(case)
        self._sizes: dict[int, int] = {}
        """The bytes that the blocks with numbers of their own have at least."""
        self.facts: list[Any] = []
        self._place(Variable)
        self._name_blocks()
        self._place(Variable)  # again: pointers to these blocks
        self._place(Load)

    def _place(self, kind: type[Expr]) -> None:
        for part in self._parts:
            found = _placed(part)
            if found is not None and isinstance(found[0], kind):
                value = self._state.evaluate(found[1])
                if is_known(value):
                    self._put(found[0], value)

    def _put(self, place: Expr, value: Value) -> bool:
        """Could it be put there?"""
        state = self._state
        match place:
            case Variable():
                state.assign(place, value)
                return True
            case Load(address=address, type=type_):
                pointer = state.evaluate(address)
                if not self._is_inside(pointer, size_of(type_, state.algebra.pointer_bits)):
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

    def _name_blocks(self) -> None:
        parts, named = set(self._parts), list[Expr]()
        for part in self._parts:
            match part:
                case Valid(pointer=start, size=Const(value=size)) if size and Freeable(start) in parts:
                    if all(_apart(start, other) & parts for other in named) and self._name(start, size):
                        named.append(start)

    def _name(self, start: Expr, size: int) -> bool:
        memory, algebra = self._state.memory, self._state.algebra
        value = self._state.evaluate(start)
        if not isinstance(value.object, Bits):
            return False  # it is known already
        number = len(algebra.symbols) + 1 + len(self._sizes)
        self._state.remember(memory.with_block(number))
        if not self._put(start, Pointer(number, 0)):
            self._state.remember(memory)
            return False
        self._sizes[number] = size
        self.facts.append(algebra.ult(number, number_of_next(memory), OBJECT_WIDTH))
        return True


def _apart(one: Expr, other: Expr) -> set[Expr]:
    """Ways to say that two pointers point to different objects."""
    return {negation(SameObject(one, other)), negation(SameObject(other, one))}

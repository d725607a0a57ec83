"""What statements do to a symbolic state, once for all who execute them over formulas.

Only statements that change variables or memory are here (`Change`). Where control goes, what is assumed and
what must be proved is up to whoever walks over the program: fragments of all paths at once
(`semantics.fragments`), one path along a test (`formulas.symbolic_steps`) or from the start of the program
(`strategies.instance.partial`), and the checker's own walk (`proofs.region_walk`).

Walks differ in three things, and each is a method of `Execution`: where an access goes and what is asked of
it, what is asked of a pointer that is freed, and what an input is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from dovetail.program.expressions import Expr
from dovetail.program.statements import (
    Allocate,
    Assign,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Havoc,
    HavocMemory,
    Store,
)
from dovetail.program.types import IntType
from dovetail.semantics.memory import size_of
from dovetail.semantics.symbolic_contents import Source, Unknown
from dovetail.semantics.symbolic_states import ChangingState
from dovetail.semantics.symbolic_values import Value

Change = Assign | Store | Copy | Fill | Allocate | Free | EndLifetime | Havoc | HavocMemory
"""The statements that change a state. All others say where control goes."""


class Execution:
    """One walk. As it is here, accesses go where pointers point and are not checked."""

    __slots__ = ()
    state: ChangingState

    def execute(self, statement: Change) -> None:
        """Raises NotComputable for what is given no meaning."""
        state, value = self.state, self.state.evaluate
        match statement:
            case Assign(target=target, value=expr):
                state.assign(target, value(expr))
            case Store(address=address, value=expr):
                stored, size = value(expr), size_of(expr.type, state.algebra.pointer_bits)
                place = self.accessed(state.narrowed(value(address)), size)
                state.remember(state.memory.store(place, stored, expr.type))
            case Copy(to=to, source=source, size=extent):
                length = self.length(extent)
                place, origin = (self.accessed(state.narrowed(value(one)), length) for one in (to, source))
                state.remember(state.memory.copy(place, origin, length))
            case Fill(to=to, byte=byte, size=extent):
                length = self.length(extent)
                place = self.accessed(state.narrowed(value(to)), length)
                state.remember(state.memory.fill(place, value(byte), length))
            case Allocate(target=target, size=extent, storage=storage):
                memory, made = state.memory.allocate(self.length(extent), storage)
                state.remember(memory)
                state.assign(target, made)
            case Free(pointer=expr):
                pointer = value(expr)
                self.freed(pointer)
                state.remember(state.memory.end(pointer))
            case EndLifetime(pointer=variable, pointed_to=seen):
                state.remember(state.memory.end(value(variable), seen=seen))
            case Havoc(target=target):
                state.assign(target, self.scalar(statement))
            case HavocMemory(address=address, size=extent):
                pointer = state.narrowed(value(address))
                length, supplied = self.bytes(statement, self.length(extent))
                state.remember(state.memory.supply(self.accessed(pointer, length), length, supplied))
            case _ as unreachable:
                assert_never(unreachable)

    def length(self, size: Expr) -> Any:
        """A size in bytes, as wide as a pointer."""
        assert isinstance(size.type, IntType)
        return self.state.memory.life.as_size(self.state.evaluate(size), size.type.width)

    # What walks differ in

    def accessed(self, pointer: Any, size: Any) -> Any:
        """Where an access of so many bytes goes."""
        return pointer

    def freed(self, pointer: Any) -> None:
        """Memory is about to be freed."""

    def scalar(self, statement: Havoc) -> Value:
        """The input that is taken."""
        raise NotImplementedError

    def bytes(self, statement: HavocMemory, size: Any) -> tuple[Any, Source]:
        """The bytes that are taken, and how many."""
        raise NotImplementedError


class WithAnyInputs(Execution):
    """Every input is anything: a symbol of its own, with a `name` that no other has."""

    __slots__ = ("name", "state")

    def __init__(self, state: ChangingState, name: Callable[[], str]) -> None:
        self.state = state
        self.name = name

    def scalar(self, statement: Havoc) -> Value:
        found: Value = self.state.algebra.fresh(statement.target.type, self.name())
        return found

    def bytes(self, statement: HavocMemory, size: Any) -> tuple[Any, Source]:
        return size, Unknown(self.name())

"""One statement over a symbolic and a concrete state at once (concolic execution).

The two states have the same objects under the same numbers, because object numbers are given in order of
allocation along one path. What is known in the symbolic state is the same in the concrete one and is computed
once.
Control flow is not decided here: assumptions and checks are the caller's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from dovetail.formulas.test_inputs import Inputs
from dovetail.formulas.wild_pointers import Pins
from dovetail.program.automata import Program
from dovetail.program.expressions import Expr, Variable
from dovetail.program.statements import (
    Allocate,
    Assign,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Havoc,
    HavocMemory,
    Statement,
    Store,
)
from dovetail.semantics.memory import size_of
from dovetail.semantics.provenance import Provenance
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_memory import SymbolicMemory
from dovetail.semantics.symbolic_reading import SymbolicReading
from dovetail.semantics.symbolic_values import Bits, Pointer, Value, is_known


class State(SymbolicReading):
    """What expressions read, and where statements write. A `semantics.algebra.State`."""

    __slots__ = ()

    def __init__(self, algebra: Symbolic[Any]) -> None:
        self.algebra = algebra

    def load(self, pointer: Any, type: Any) -> Any:
        if pointer.object == 0 or isinstance(pointer.object, Bits):
            pointer = self.destination(pointer, size_of(type, self.algebra.pointer_bits))
        return self.memory.load(pointer, type)

    def destination(self, pointer: Any, size: Any) -> Any:
        """Where an access through a pointer goes that may point outside of every object."""
        return pointer

    def follow(self, statement: Statement) -> None:
        """A statement is about to change the state; what it does to the values is told apart from this."""


class Anything(State):
    """Any state at all: every variable a symbol, memory unknown."""

    __slots__ = ("_memory", "_values")

    def __init__(self, program: Program, algebra: Symbolic[Any]) -> None:
        super().__init__(algebra)
        self._memory: SymbolicMemory[Any] = SymbolicMemory.unknown(program, algebra, "any")
        self._values: dict[Variable, Value] = {}

    def variable(self, variable: Variable) -> Value:
        found = self._values.get(variable)
        if found is None:
            name = f"any.{variable.scope}.{variable.name}"
            found = self._values[variable] = self.algebra.arbitrary(variable.type, name)
        return found

    @property
    def memory(self) -> SymbolicMemory[Any]:
        return self._memory

    def facts(self) -> Iterator[Any]:
        """What is known of any memory, as terms."""
        for fact in self._memory.life.facts:
            if not is_known(fact):
                yield self.algebra.term(fact)


class Writable(Protocol):
    """A state that statements change."""

    algebra: Symbolic[Any]

    @property
    def memory(self) -> SymbolicMemory[Any]: ...
    def evaluate(self, expr: Expr) -> Value: ...
    def destination(self, pointer: Any, size: Any) -> Any: ...
    def assign(self, variable: Variable, value: Value) -> None: ...
    def remember(self, memory: SymbolicMemory[Any]) -> None: ...
    def follow(self, statement: Statement) -> None: ...


class Overlay(State):
    """A state that starts as another one and goes its own way. With `pins`, wild pointers lead where those
    say."""

    __slots__ = ("_memory", "base", "pins", "provenance", "values")

    def __init__(self, base: State, pins: Pins | None = None) -> None:
        super().__init__(base.algebra)
        self.base = base
        self.pins = pins
        self.provenance = Provenance()
        self.values: dict[Variable, Value] = {}
        self._memory: SymbolicMemory[Any] = base.memory

    def copy(self) -> Overlay:
        made = Overlay(self.base, self.pins)
        made.values = dict(self.values)
        made.provenance = self.provenance.copy()
        made._memory = self._memory
        return made

    def variable(self, variable: Variable) -> Value:
        found = self.values.get(variable)
        return self.base.variable(variable) if found is None else found

    @property
    def memory(self) -> SymbolicMemory[Any]:
        return self._memory

    def destination(self, pointer: Any, size: Any) -> Any:
        if self.pins is None:
            return pointer
        return self.pins.follow(pointer, size if isinstance(size, int) else 1)

    def assign(self, variable: Variable, value: Value) -> None:
        self.values[variable] = value

    def remember(self, memory: SymbolicMemory[Any]) -> None:
        self._memory = memory

    def follow(self, statement: Statement) -> None:
        self.provenance.follow(statement)

    # As a witness of aliasing: see `semantics.weakest`.

    def apart(self, left: Expr, right: Expr) -> bool:
        return self.provenance.apart(left, right)

    def place(self, pointer: Expr) -> tuple[int, int] | None:
        value = self.evaluate(pointer)
        assert isinstance(value, Pointer)
        if not isinstance(value.object, int) or not isinstance(value.offset, int):
            return None
        width = self.algebra.pointer_bits
        offset = value.offset - (1 << width) if value.offset >> (width - 1) else value.offset
        return value.object, offset

    def number(self, value: Expr) -> int | None:
        found = self.evaluate(value)
        return found if isinstance(found, int) else None


def step(statement: Statement, symbolic: Writable, concrete: Writable, inputs: Inputs) -> None:
    """Change both states as a statement does. Assumptions, checks and ends change nothing."""
    concrete.follow(statement)
    match statement:
        case Assign(target=target, value=value):
            found = symbolic.evaluate(value)
            symbolic.assign(target, found)
            concrete.assign(target, found if is_known(found) else concrete.evaluate(value))
        case Havoc(target=target):
            symbol, known = inputs.scalar(statement)
            symbolic.assign(target, symbol)
            concrete.assign(target, known)
        case Store(address=address, value=value):
            for state in (symbolic, concrete):
                stored = state.evaluate(value)
                size = size_of(value.type, state.algebra.pointer_bits)
                place = state.destination(state.evaluate(address), size)
                state.remember(state.memory.store(place, stored, value.type))
        case Copy(to=to, source=source, size=size):
            for state in (symbolic, concrete):
                length = state.evaluate(size)
                place = state.destination(state.evaluate(to), length)
                origin = state.destination(state.evaluate(source), length)
                state.remember(state.memory.copy(place, origin, length))
        case Fill(to=to, byte=byte, size=size):
            for state in (symbolic, concrete):
                length = state.evaluate(size)
                place = state.destination(state.evaluate(to), length)
                state.remember(state.memory.fill(place, state.evaluate(byte), length))
        case Allocate(target=target, size=size, storage=storage):
            for state in (symbolic, concrete):
                memory, pointer = state.memory.allocate(state.evaluate(size), storage)
                state.remember(memory)
                state.assign(target, pointer)
        case Free(pointer=pointer):
            for state in (symbolic, concrete):
                state.remember(state.memory.end(state.evaluate(pointer)))
        case EndLifetime(pointer=pointer, pointed_to=seen):
            for state in (symbolic, concrete):
                state.remember(state.memory.end(state.evaluate(pointer), seen=seen))
        case HavocMemory(address=address, size=size):
            length = concrete.evaluate(size)
            assert isinstance(length, int)
            symbols, known_bytes = inputs.memory(statement, length)
            place = symbolic.destination(symbolic.evaluate(address), length)
            symbolic.remember(symbolic.memory.supply(place, length, symbols))
            concrete.remember(concrete.memory.supply(concrete.evaluate(address), length, known_bytes))
        case _:
            pass

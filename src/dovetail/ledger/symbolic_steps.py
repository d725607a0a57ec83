"""One statement over a symbolic and a concrete state at once (concolic execution).

The two states have the same objects under the same numbers, because object numbers are given in order of
allocation along one path. What is known in the symbolic state is the same in the concrete one and is computed
once.
Control flow is not decided here: assumptions and checks are the caller's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Run
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
    Origin,
    Statement,
    Storage,
    Store,
)
from dovetail.program.types import FloatType, IntType, Type
from dovetail.semantics import floats
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.provenance import Provenance
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_contents import Blank, Supplied
from dovetail.semantics.symbolic_memory import SymbolicMemory
from dovetail.semantics.symbolic_values import Pointer, Value, is_known


class State:
    """What expressions read, and where statements write. A `semantics.algebra.State`."""

    __slots__ = ("algebra",)

    def __init__(self, algebra: Symbolic[Any]) -> None:
        self.algebra = algebra

    def variable(self, variable: Variable) -> Value:
        raise NotImplementedError

    @property
    def memory(self) -> SymbolicMemory[Any]:
        raise NotImplementedError

    def load(self, pointer: Value, type: Any) -> Any:
        return self.memory.load(pointer, type)

    def valid(self, pointer: Value, size: Value, width: int) -> Any:
        return self.memory.valid(pointer, size, width)

    def freeable(self, pointer: Value) -> Any:
        return self.memory.freeable(pointer)

    def object_size(self, pointer: Value, width: int) -> Any:
        return self.memory.object_size(pointer, width)

    def no_leak(self, running: bool) -> Any:
        return self.memory.no_leak()

    def evaluate(self, expr: Expr) -> Any:
        return evaluate(expr, self.algebra, self)

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
    def assign(self, variable: Variable, value: Value) -> None: ...
    def remember(self, memory: SymbolicMemory[Any]) -> None: ...
    def follow(self, statement: Statement) -> None: ...


class Overlay(State):
    """A state that starts as another one and goes its own way."""

    __slots__ = ("_memory", "base", "provenance", "values")

    def __init__(self, base: State) -> None:
        super().__init__(base.algebra)
        self.base = base
        self.provenance = Provenance()
        self.values: dict[Variable, Value] = {}
        self._memory: SymbolicMemory[Any] = base.memory

    def copy(self) -> Overlay:
        made = Overlay(self.base)
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
                memory = state.memory.store(state.evaluate(address), state.evaluate(value), value.type)
                state.remember(memory)
        case Copy(to=to, source=source, size=size):
            for state in (symbolic, concrete):
                memory = state.memory.copy(state.evaluate(to), state.evaluate(source), state.evaluate(size))
                state.remember(memory)
        case Fill(to=to, byte=byte, size=size):
            for state in (symbolic, concrete):
                memory = state.memory.fill(state.evaluate(to), state.evaluate(byte), state.evaluate(size))
                state.remember(memory)
        case Allocate(target=target, size=size, storage=storage):
            for state in (symbolic, concrete):
                memory, pointer = state.memory.allocate(state.evaluate(size), heap=storage is Storage.HEAP)
                state.remember(memory)
                state.assign(target, pointer)
        case Free(pointer=pointer) | EndLifetime(pointer=pointer):
            for state in (symbolic, concrete):
                state.remember(state.memory.end(state.evaluate(pointer)))
        case HavocMemory(address=address, size=size):
            length = concrete.evaluate(size)
            assert isinstance(length, int)
            symbols, known_bytes = inputs.memory(statement, length)
            symbolic.remember(symbolic.memory.supply(symbolic.evaluate(address), length, symbols))
            concrete.remember(concrete.memory.supply(concrete.evaluate(address), length, known_bytes))
        case _:
            pass


@dataclass(frozen=True, slots=True)
class Taken:
    """One input that was taken: a scalar of a type, or the bytes of a piece of memory."""

    statement: Havoc | HavocMemory
    symbol: Value | Supplied
    known: int | float | bytes


class Inputs:
    """The inputs of a test: the values that it took, and a symbol for each.

    `number` is how many were taken before. An extension of the test (`from_step`) goes on from there."""

    def __init__(self, program: Program, algebra: Symbolic[Any], run: Run, prefix: str) -> None:
        self.program = program
        self.algebra = algebra
        self.run = run
        self.prefix = prefix
        self.taken: list[Taken] = []

    def branch(self, count: int) -> Inputs:
        """The inputs of a run that is the same for the first `count` inputs."""
        made = Inputs(self.program, self.algebra, self.run, self.prefix + "x")
        made.taken = self.taken[:count]
        return made

    def apart(self, prefix: str) -> Inputs:
        """Inputs of no test in particular."""
        return Inputs(self.program, self.algebra, self.run, prefix)

    def _given(self) -> int | float | bytes:
        index = len(self.taken)
        return self.run.inputs[index].value if index < len(self.run.inputs) else 0

    def scalar(self, statement: Havoc) -> tuple[Value, Value]:
        given = self._given()
        type_ = statement.target.type
        symbol = self.algebra.fresh(type_, f"{self.prefix}.{len(self.taken)}")
        if isinstance(given, bytes):
            known = self.algebra.literal(int.from_bytes(given, "little"), type_, bits=True)
        else:
            known = self.algebra.literal(given, type_)
        self.taken.append(Taken(statement, symbol, given))
        return symbol, known

    def memory(self, statement: HavocMemory, size: int) -> tuple[Supplied, Blank]:
        given = self._given()
        data = (given if isinstance(given, bytes) else b"").ljust(size, b"\0")[:size]
        symbol = Supplied(f"{self.prefix}.{len(self.taken)}", size)
        self.taken.append(Taken(statement, symbol, data))
        return symbol, Blank(data)

    def vector(self, model: Callable[[Any], int | bool]) -> InputVector:
        """The inputs as a model has them; beyond, those that the test had."""
        values: list[int | float] = []
        memory: list[bytes] = []
        for taken in self.taken:
            if isinstance(taken.symbol, Supplied):
                assert isinstance(taken.known, bytes)
                data = bytearray(taken.known)
                for offset, piece in taken.symbol.pieces.items():
                    bits = self.algebra.evaluated(piece, model)
                    assert isinstance(bits, int)
                    size = piece.width // 8
                    data[offset : offset + size] = bits.to_bytes(size, "little")
                memory.append(bytes(data))
                continue
            assert isinstance(taken.statement, Havoc)
            type_ = taken.statement.target.type
            if taken.statement.origin is Origin.UNINITIALISED:
                size = self.program.target.size(type_)
                memory.append(self._bits(taken.symbol, type_, model).to_bytes(size, "little"))
            else:
                values.append(self._number(taken.symbol, type_, model))
        for consumed in self.run.inputs[len(self.taken) :]:
            if isinstance(consumed.value, bytes):
                memory.append(consumed.value)
            else:
                values.append(consumed.value)
        return InputVector(tuple(values), tuple(memory))

    def _bits(self, symbol: Value, type_: Type, model: Callable[[Any], int | bool]) -> int:
        value = self.algebra.evaluated(symbol, model)
        if isinstance(value, Pointer):
            assert isinstance(value.offset, int)
            return value.offset
        if isinstance(value, float):
            assert isinstance(type_, FloatType)
            return floats.to_bits(value, type_.width)
        assert isinstance(value, int)
        return value

    def _number(self, symbol: Value, type_: Type, model: Callable[[Any], int | bool]) -> int | float:
        value = self.algebra.evaluated(symbol, model)
        if isinstance(value, float):
            return value
        bits = self._bits(symbol, type_, model)
        return type_.number(bits) if isinstance(type_, IntType) else bits

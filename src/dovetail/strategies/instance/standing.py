"""A path on its way, executed forward from the start of the program, with inputs as symbols.

On a path from the start every object has a known number: nothing is lost in memory. Uninitialised memory is
a piece of input, and a wild pointer leads to a place of its own, where the input has memory
(docs/design/wild.md). What is known is computed, so that a path whose conditions contradict each other
without any input is given up without a solver. An access must be to something, or the run would end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dovetail.execution.ends import End, EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Run
from dovetail.fixpoints.system import Chain
from dovetail.formulas.symbolic_steps import Overlay, State
from dovetail.formulas.test_inputs import Inputs
from dovetail.formulas.wild_pointers import Apart, Pins, Somewhere
from dovetail.program.automata import Program
from dovetail.program.expressions import BinaryOp, Conditional, Expr, Load, Variable, operands, reads_memory
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Call,
    Check,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Halt,
    Havoc,
    HavocMemory,
    Skip,
    Statement,
    Store,
    Unsupported,
    expressions_of,
)
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.memory import size_of
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_memory import SymbolicMemory
from dovetail.semantics.symbolic_values import Pointer, Value, is_known
from dovetail.semantics.wild import PAGE

_NO_RUN = Run(End(EndKind.NORMAL), 0, (), None, ())
MAX_BYTES = 1 << 20
"""Of uninitialised memory that is asked for at once."""


class _Start(State):
    """The start of the program: every variable is zero until it is written."""

    __slots__ = ("_memory",)

    def __init__(self, algebra: Symbolic[Any], memory: SymbolicMemory[Any]) -> None:
        super().__init__(algebra)
        self._memory = memory

    def variable(self, variable: Variable) -> Value:
        return self.algebra.zero(variable.type)

    @property
    def memory(self) -> SymbolicMemory[Any]:
        return self._memory


class Places(Apart):
    """Wild pointers, each at a place of its own."""

    def copy(self, inputs: Inputs) -> Places:
        made = Places(inputs, self.roots, numbers=self._numbers)
        made.conditions = list(self.conditions)
        made.touched = dict(self.touched)
        made._count, made._next = self._count, self._next
        return made


class Contradiction(Exception):
    """No execution goes on."""


@dataclass(slots=True)
class Standing:
    """How far a path was executed. Conditions are terms; so many of those of wild pointers are among them as
    `pinned` says."""

    state: Overlay
    inputs: Inputs
    pins: Pins
    conditions: list[Any] = field(default_factory=list)
    pinned: int = 0
    sizes: list[Any] = field(default_factory=list)
    """Of pieces of uninitialised memory, as far as they are not known."""
    chosen: tuple[int, ...] = ()
    """What those are to be, if that has been decided."""

    @staticmethod
    def start(program: Program, algebra: Symbolic[Any]) -> Standing:
        """Before the first statement."""
        inputs = Inputs(program, algebra, _NO_RUN, "input")
        start = _Start(algebra, SymbolicMemory.initial(program, algebra, inputs.wild))
        pins = Places(inputs)
        return Standing(Overlay(start, pins), inputs, pins)

    @property
    def algebra(self) -> Symbolic[Any]:
        return self.inputs.algebra

    def copy(self) -> Standing:
        assert isinstance(self.pins, Places)
        inputs = self._own_inputs()
        found = self._with(inputs, self.pins.copy(inputs))
        found.conditions, found.pinned, found.sizes = list(self.conditions), self.pinned, list(self.sizes)
        return found

    def led_by(self, make: Callable[[Inputs], Pins]) -> Standing:
        """The same, before any wild pointer was followed, to go on with other pins."""
        inputs = self._own_inputs()
        return self._with(inputs, make(inputs))

    def _own_inputs(self) -> Inputs:
        inputs = Inputs(self.inputs.program, self.algebra, _NO_RUN, self.inputs.prefix)
        inputs.taken = list(self.inputs.taken)
        inputs.pages, inputs.wild = self.inputs.pages, self.inputs.wild
        return inputs

    def _with(self, inputs: Inputs, pins: Pins) -> Standing:
        state = self.state.copy()
        state.pins = pins
        return Standing(state, inputs, pins, chosen=self.chosen)

    def vector(self, model: Callable[[Any], int | bool]) -> InputVector:
        return self.inputs.vector(model, self.pins, self.conditions)

    def take(self, step: Chain) -> None:
        """Raises Contradiction, or NotComputable for what is not modelled."""
        for edge in step.edges:
            self._execute(edge.statement)

    # Statements

    def _execute(self, statement: Statement) -> None:
        state = self.state
        match statement:
            case Assume(condition=condition) | Check(condition=condition):
                self.require(condition)
                return
            case Halt():
                raise Contradiction
            case Unsupported(reason=reason):
                raise NotComputable(reason)
            case Call(procedure=procedure):
                raise NotComputable(f"a call of {procedure} on a path")
            case Skip():
                return
        for expr in expressions_of(statement):
            self._readable(expr)
        state.follow(statement)
        match statement:
            case Assign(target=target, value=value):
                state.assign(target, state.evaluate(value))
            case Havoc(target=target):
                state.assign(target, self.inputs.scalar(statement)[0])
            case Store(address=address, value=value):
                stored, size = state.evaluate(value), size_of(value.type, self.algebra.pointer_bits)
                place = self._accessed(address, size)
                state.remember(state.memory.store(place, stored, value.type))
            case Copy(to=to, source=source, size=size):
                length = self._length(size)
                place, origin = self._accessed(to, length), self._accessed(source, length)
                state.remember(state.memory.copy(place, origin, length))
            case Fill(to=to, byte=byte, size=size):
                length = self._length(size)
                place = self._accessed(to, length)
                state.remember(state.memory.fill(place, state.evaluate(byte), length))
            case Allocate(target=target, size=size, storage=storage):
                memory, made = state.memory.allocate(self._length(size), storage)
                state.remember(memory)
                state.assign(target, made)
            case Free(pointer=pointer):
                freed = state.evaluate(pointer)
                self._add(state.memory.freeable(freed))
                state.remember(state.memory.end(freed))
            case EndLifetime(pointer=pointer, pointed_to=seen):
                state.remember(state.memory.end(state.evaluate(pointer), seen=seen))
            case HavocMemory(address=address, size=size):
                self._uninitialised(statement, self._length(size))
            case _:
                pass
        self._pin()

    def _uninitialised(self, statement: HavocMemory, length: Any) -> None:
        state, width = self.state, self.algebra.pointer_bits
        place = self._accessed(statement.address, length)
        if not isinstance(length, int):
            self.sizes.append(length)
            if len(self.sizes) > len(self.chosen):
                # Which bytes are there to be given is known when there is a size.
                name = f"bytes.{len(self.inputs.taken)}"
                self.inputs.memory(statement, 0)
                state.remember(state.memory.havoc(place, length, name))
                return
            size = self.chosen[len(self.sizes) - 1]
            self._add(self.algebra.eq(length, size, width))
            length = size
        if length > MAX_BYTES:
            raise NotComputable(f"{length} bytes of uninitialised memory on a path")
        symbols, _ = self.inputs.memory(statement, length)
        state.remember(state.memory.supply(place, length, symbols))

    def _length(self, size: Expr) -> Any:
        return self.state.memory.life.as_size(self.state.evaluate(size), getattr(size.type, "width", None))

    # Conditions

    def require(self, condition: Expr) -> None:
        """Raises as `take` does."""
        self._readable(condition)
        self._add(self.state.evaluate(condition))
        self._pin()

    def _add(self, value: Any) -> None:
        if value is False:
            raise Contradiction
        if value is not True:
            assert not is_known(value)
            term = self.algebra.term(value)
            if term not in self.conditions:
                self.conditions.append(term)

    def _pin(self) -> None:
        """What was said of wild pointers on the way holds as well."""
        for condition in self.pins.conditions[self.pinned :]:
            self._add(condition)
        self.pinned = len(self.pins.conditions)

    def _readable(self, expr: Expr) -> None:
        """A read outside of every object would end the run."""
        if reads_memory(expr):
            for load in certain_loads(expr):
                self._accessed(load.address, size_of(load.type, self.algebra.pointer_bits))

    def _accessed(self, address: Expr, size: Any) -> Any:
        """Where an access goes, which must be somewhere."""
        pointer = self.state.evaluate(address)
        place = self.state.destination(pointer, size)
        assert isinstance(place, Pointer)
        if size == 0:
            return place
        if place.object == 0 and isinstance(place.offset, int):
            if place.offset < PAGE:
                raise Contradiction
        elif not (place.object == 0 and isinstance(self.pins, Somewhere)):
            self._add(self.state.memory.valid(place, size))
        return place


def certain_loads(expr: Expr) -> list[Load]:
    """The reads that take place whenever an expression is evaluated, inner ones first."""
    found: list[Load] = []
    waiting = [expr]
    while waiting:
        here = waiting.pop()
        if not reads_memory(here):
            continue
        if isinstance(here, Load):
            found.append(here)
        if isinstance(here, Conditional):
            waiting.append(here.condition)
        elif isinstance(here, BinaryOp) and here.op.logical:
            waiting.append(operands(here)[0])
        else:
            waiting.extend(here.children)
    found.reverse()
    return found

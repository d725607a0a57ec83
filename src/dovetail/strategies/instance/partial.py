"""A path on its way, executed forward from the start of the program, with inputs as symbols.

On a path from the start every object has a known number: nothing is lost in memory. Uninitialised memory is
a piece of input, and a wild pointer leads to a place of its own, where the input has memory
(docs/design/wild.md). What is known is computed, so that a path whose conditions contradict each other
without any input is given up without a solver. An access must be to something, or the run would end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any

from dovetail.execution.ends import End, EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Run
from dovetail.fixpoints.system import Chain
from dovetail.formulas.symbolic_steps import Overlay
from dovetail.formulas.test_inputs import Inputs
from dovetail.formulas.wild_pointers import Apart, Pins, Somewhere
from dovetail.program.automata import Program
from dovetail.program.expressions import BinaryOp, Conditional, Expr, Load, operands, reads_memory
from dovetail.program.statements import (
    Assume,
    Call,
    Check,
    Halt,
    Havoc,
    HavocMemory,
    Return,
    Skip,
    Statement,
    Unsupported,
    expressions_of,
)
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.memory import size_of
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_contents import Source, Unknown
from dovetail.semantics.symbolic_statements import Execution
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.semantics.symbolic_values import Pointer, Value, is_known
from dovetail.semantics.wild import PAGE

_NO_RUN = Run(End(EndKind.NORMAL), 0, (), None, ())
MAX_BYTES = 1 << 20
"""Of uninitialised memory that is asked for at once."""


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
class PartialPath(Execution):
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
    def start(program: Program, algebra: Symbolic[Any]) -> PartialPath:
        """Before the first statement."""
        inputs = Inputs(program, algebra, _NO_RUN, "input")
        start = SymbolicState.initial(program, algebra, inputs.wild)
        pins = Places(inputs)
        return PartialPath(Overlay(start, pins), inputs, pins)

    @property
    def algebra(self) -> Symbolic[Any]:
        return self.inputs.algebra

    def copy(self) -> PartialPath:
        assert isinstance(self.pins, Places)
        inputs = self._own_inputs()
        found = self._with(inputs, self.pins.copy(inputs))
        found.conditions, found.pinned, found.sizes = list(self.conditions), self.pinned, list(self.sizes)
        return found

    def led_by(self, pins: Pins) -> PartialPath:
        """The same, before any wild pointer was followed, to go on with other pins."""
        pins.inputs = self._own_inputs()
        return self._with(pins.inputs, pins)

    def _own_inputs(self) -> Inputs:
        inputs = Inputs(self.inputs.program, self.algebra, _NO_RUN, self.inputs.prefix)
        inputs.taken = list(self.inputs.taken)
        inputs.pages, inputs.wild = self.inputs.pages, self.inputs.wild
        return inputs

    def _with(self, inputs: Inputs, pins: Pins) -> PartialPath:
        state = self.state.copy()
        state.pins = pins
        return PartialPath(state, inputs, pins, chosen=self.chosen)

    def vector(self, model: Callable[[Any], int | bool]) -> InputVector:
        return self.inputs.vector(model, self.pins, self.conditions)

    def take(self, step: Chain) -> None:
        """Raises Contradiction, or NotComputable for what is not modelled."""
        for edge in step.edges:
            self._take(edge.statement)

    # Statements

    def _take(self, statement: Statement) -> None:
        match statement:
            case Assume(condition=condition) | Check(condition=condition):
                self.require(condition)
            case Halt():
                raise Contradiction
            case Unsupported(reason=reason):
                raise NotComputable(reason)
            case Call(procedure=procedure):
                raise NotComputable(f"a call of {procedure} on a path")
            case Skip():
                pass
            case change:
                for expr in expressions_of(change):
                    self._readable(expr)
                if not isinstance(change, Return):
                    self.execute(change)
                self._pin()

    def freed(self, pointer: Any) -> None:
        self._add(self.state.memory.freeable(pointer))

    def scalar(self, statement: Havoc) -> Value:
        return self.inputs.scalar(statement)[0]

    def bytes(self, statement: HavocMemory, size: Any) -> tuple[Any, Source]:
        if not isinstance(size, int):
            self.sizes.append(size)
            if len(self.sizes) > len(self.chosen):
                # Which bytes are there to be given is known when there is a size.
                name = f"bytes.{len(self.inputs.taken)}"
                self.inputs.memory(statement, 0)
                return size, Unknown(name)
            chosen = self.chosen[len(self.sizes) - 1]
            self._add(self.algebra.eq(size, chosen, self.algebra.pointer_bits))
            size = chosen
        if size > MAX_BYTES:
            raise NotComputable(f"{size} bytes of uninitialised memory on a path")
        return size, self.inputs.memory(statement, size)[0]

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
                size = size_of(load.type, self.algebra.pointer_bits)
                self.accessed(self.state.evaluate(load.address), size)

    def accessed(self, pointer: Any, size: Any) -> Any:
        """Where an access goes, which must be somewhere."""
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

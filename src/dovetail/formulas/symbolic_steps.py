"""One statement over a symbolic and a concrete state at once (concolic execution).

The two states have the same objects under the same numbers, because object numbers are given in order of
allocation along one path. What is known in the symbolic state is the same in the concrete one and is computed
once.
Control flow is not decided here: assumptions and checks are the caller's. What a statement does to one state
is in `semantics.symbolic_statements`.
"""

from __future__ import annotations

from typing import Any

from dovetail.formulas.test_inputs import Inputs
from dovetail.formulas.wild_pointers import Pins
from dovetail.program.expressions import Expr
from dovetail.program.statements import Assign, Havoc, HavocMemory, Statement
from dovetail.semantics.provenance import Provenance
from dovetail.semantics.symbolic_contents import Source
from dovetail.semantics.symbolic_reading import SymbolicReading
from dovetail.semantics.symbolic_statements import Change, Execution
from dovetail.semantics.symbolic_states import ChangingState, SymbolicState
from dovetail.semantics.symbolic_values import Pointer, is_known


class Overlay(SymbolicState):
    """A state that starts as another one and goes its own way. With `pins`, wild pointers lead where those
    say."""

    __slots__ = ("base", "pins", "provenance")

    def __init__(self, base: SymbolicReading, pins: Pins | None = None) -> None:
        super().__init__(base.algebra, base, base.memory)
        self.base = base
        self.pins = pins
        self.provenance = Provenance()

    def copy(self) -> Overlay:
        made = Overlay(self.base, self.pins)
        made.variables = dict(self.variables)
        made.provenance = self.provenance.copy()
        made.memory = self.memory
        return made

    def destination(self, pointer: Any, size: Any) -> Any:
        return pointer if self.pins is None else self.pins.follow(pointer, size)

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


class _Given(Execution):
    """Wild pointers lead where the state says. What is taken is given, and how much it is."""

    __slots__ = ("size", "state", "taken")

    def __init__(self, state: ChangingState, taken: Any = None, size: Any = None) -> None:
        self.state = state
        self.taken = taken
        self.size = size

    def accessed(self, pointer: Any, size: Any) -> Any:
        return self.state.destination(pointer, size)

    def scalar(self, statement: Havoc) -> Any:
        return self.taken

    def bytes(self, statement: HavocMemory, size: Any) -> tuple[Any, Source]:
        return self.size, self.taken


def step(statement: Statement, symbolic: ChangingState, concrete: ChangingState, inputs: Inputs) -> None:
    """Change both states as a statement does. Assumptions, checks and ends change nothing."""
    taken: tuple[Any, Any] = (None, None)
    size: Any = None
    match statement:
        case Assign(target=target, value=value):
            found = symbolic.evaluate(value)
            symbolic.assign(target, found)
            concrete.assign(target, found if is_known(found) else concrete.evaluate(value))
            return
        case Havoc():
            taken = inputs.scalar(statement)
        case HavocMemory():
            size = _Given(concrete).length(statement.size)
            taken = inputs.memory(statement, size)
    if isinstance(statement, Change):
        for state, value in zip((symbolic, concrete), taken, strict=True):
            _Given(state, value, size).execute(statement)

"""Which vectors of predicates describe any state at all, and a state for each of them.

`x < 3` and `x > 5` cannot both hold, wherever a program is: a vector that says so is no abstract state. The
others are found one model after another, with the values of the variables that the predicates are about.
That there are no more is asked of a second solver, too, which shares no code with the first.

Nothing is known here about what a program can reach: memory and variables hold anything.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Sequence
from dataclasses import field
from typing import Any

from dovetail.program.automata import Program
from dovetail.program.declarators import show_float
from dovetail.program.expressions import Expr, Load, Variable, subexpressions
from dovetail.program.listing import printer_for
from dovetail.program.types import FloatType, IntType, PointerType, Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.symbolic import Symbolic, object_numbers
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.semantics.symbolic_values import Bits, Condition, FloatTerm, Pointer, Value
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer, Limit, Solver
from dovetail.solver.z3_solver import Z3Solver

MOST = 1_024
"""Vectors of one place."""
POINTER = "a pointer that is not NULL"
_QUESTION = 5.0
"""Seconds."""

Values = tuple[tuple[str, str], ...]
"""Names of what predicates read, and values, as C text."""


@dataclass(frozen=True, slots=True)
class Consistent:
    """The vectors that describe some state, each with the values in one. If it is `complete`, all others are
    contradictions."""

    states: dict[int, Values] = field(default_factory=dict)
    complete: bool = True


def consistent_vectors(program: Program, predicates: Sequence[Expr], deadline: float) -> Consistent:
    """`deadline` is a value of `time.monotonic()`."""
    if not predicates:
        return Consistent({0: ()})
    found = _Enumeration(program, predicates, BitwuzlaSolver())
    states: dict[int, Values] = {}
    while len(states) < MOST and time.monotonic() < deadline:
        answer = found.solver.check()
        if answer is Answer.SAT:
            bits = found.bits()
            states[bits] = found.values()
            found.exclude(bits)
            continue
        if answer is Answer.UNKNOWN:
            break
        return Consistent(states, complete=_no_others(program, predicates, states))
    return Consistent(states, complete=False)


def _no_others(program: Program, predicates: Sequence[Expr], states: dict[int, Values]) -> bool:
    """The second opinion."""
    if len(states) == 1 << len(predicates):
        return True
    other = _Enumeration(program, predicates, Z3Solver())
    for bits in states:
        other.exclude(bits)
    return other.solver.check() is Answer.UNSAT


class _Enumeration:
    """Any state, and which predicates hold in it."""

    def __init__(self, program: Program, predicates: Sequence[Expr], solver: Solver[Any]) -> None:
        self.solver = solver
        solver.set_limits(Limit(_QUESTION))
        algebra: Symbolic[Any] = Symbolic(solver.terms, program.target.pointer_bits, object_numbers(program))
        state = SymbolicState.arbitrary(program, algebra, "any")
        self._terms = solver.terms
        self._conditions = [self._term(state.evaluate(predicate)) for predicate in predicates]
        printer = printer_for(program)
        read = dict.fromkeys(
            expr
            for predicate in predicates
            for expr in subexpressions(predicate)
            if isinstance(expr, Variable | Load)
        )
        self._read: list[tuple[str, Type, Value]] = [
            (printer.expression(expr), expr.type, state.evaluate(expr))
            for expr in read
            if isinstance(expr, Load) or not expr.name.startswith("&")
        ]
        for fact in state.facts:
            solver.add(self._term(fact))

    def _term(self, value: Value) -> Any:
        if isinstance(value, Condition):
            return value.term
        assert isinstance(value, bool)
        return self._terms.boolean(value)

    def bits(self) -> int:
        """Of the last model."""
        truths = (bool(self.solver.value(condition)) for condition in self._conditions)
        return sum(truth << number for number, truth in enumerate(truths))

    def exclude(self, bits: int) -> None:
        terms = self._terms
        differs = terms.boolean(False)
        for number, condition in enumerate(self._conditions):
            other = terms.negation(condition) if bits >> number & 1 else condition
            differs = terms.disjunction(differs, other)
        self.solver.add(differs)

    def values(self) -> Values:
        found = ((name, self._shown(type_, value)) for name, type_, value in self._read)
        return tuple(sorted((name, text) for name, text in found if text is not None))

    def _number(self, value: object) -> int | None:
        if isinstance(value, Bits | FloatTerm):
            return int(self.solver.value(value.term))
        return value if isinstance(value, int) else None

    def _shown(self, type_: Type, value: Value) -> str | None:
        match type_, value:
            case PointerType(), Pointer(object=object_, offset=offset):
                parts = (self._number(object_), self._number(offset))
                return "NULL" if parts == (0, 0) else POINTER
            case FloatType(width=width), float():
                layout = "<f" if width == 32 else "<d"
                return show_float(type_, int.from_bytes(struct.pack(layout, value), "little"))
            case FloatType(), _:
                number = self._number(value)
                return None if number is None else show_float(type_, number)
            case IntType(), _:
                number = self._number(value)
                return None if number is None else str(type_.number(number))
            case _:
                return None

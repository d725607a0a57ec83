"""Likely postconditions of a procedure, from observed calls (Yeolekar et al.: dynamic inference of function
summaries).

What a call gives back (the result, and the globals that it writes) is compared with what it was given:
linear relations, also with a product, a remainder or a power of two among the terms; bounds, by constants
and by what was given; few values. Each is a condition in the words of `program.contracts`, true of all
calls observed. Arithmetic is guessed over the integers and written in machine arithmetic; whoever proves it
will see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from dovetail.inference.linear import fit
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Const,
    Expr,
    Variable,
    conjunction,
    disjunction,
)
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory
from dovetail.semantics.variables_alone import VariablesAlone

MODEST = 1 << 24
"""Numbers beyond this may have wrapped: they are not used to fit."""
FEW = 3
"""Values that a result may have to be called one of few."""
NEAR = 16
"""A bound by something given, with at most this much added."""
MAX_ROWS = 60
MAX_DIFFERENT = 6


@dataclass(frozen=True, slots=True)
class Observed:
    """A call: values (bit patterns) of what is given and of what comes back, in the order of the
    variables."""

    given: tuple[Any, ...]
    back: tuple[Any, ...]


_Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Term:
    """Something that a linear relation may be about, and its value for numbers given."""

    expr: Expr
    value: Callable[[_Row], int]


def _entry(k: int) -> Callable[[_Row], int]:
    return lambda row: row[k]


def _product(i: int, j: int) -> Callable[[_Row], int]:
    return lambda row: row[i] * row[j]


def _power(k: int) -> Callable[[_Row], int]:
    return lambda row: 1 << row[k]


def _parity(k: int) -> Callable[[_Row], int]:
    return lambda row: row[k] % 2 if row[k] >= 0 else -(-row[k] % 2)


class Postconditions:
    """`given` and `back` are the variables in whose words conditions are written: values at the entry, and
    the result and globals at the exit."""

    def __init__(
        self,
        given: Sequence[Variable],
        back: Sequence[Variable],
        constants: Sequence[int],
        memory: Memory,
    ) -> None:
        self.given = tuple(given)
        self.back = tuple(back)
        self.constants = sorted(set(constants))
        self._algebra = Concrete(memory)

    def likely(self, calls: Sequence[Observed]) -> list[Expr]:
        """Conditions that hold of all of the calls. Nothing if there are none."""
        if not calls:
            return []
        found: dict[Expr, None] = {}
        for index, variable in enumerate(self.back):
            if isinstance(variable.type, IntType):
                for condition in self._about(index, variable, variable.type, calls):
                    found[condition] = None
        return [condition for condition in found if all(self.holds(condition, call) for call in calls)]

    def holds(self, condition: Expr, call: Observed) -> bool:
        values = dict(zip((*self.given, *self.back), (*call.given, *call.back), strict=True))
        return holds(condition, values, self._algebra)

    # Guesses about one thing that comes back

    def _about(
        self, index: int, variable: Variable, type_: IntType, calls: Sequence[Observed]
    ) -> Iterator[Expr]:
        # Only what is as wide is compared, without conversions.
        same = [
            i
            for i, given in enumerate(self.given)
            if isinstance(given.type, IntType)
            and (given.type.width, given.type.signed) == (type_.width, type_.signed)
        ]
        outputs = [type_.number(call.back[index]) for call in calls]
        yield from self._equations(index, variable, type_, same, calls)
        yield from self._values(variable, type_, outputs)
        for i in same:
            inputs = [type_.number(call.given[i]) for call in calls]
            yield from self._compared(variable, self.given[i], type_, outputs, inputs)

    def _equations(
        self, index: int, variable: Variable, type_: IntType, same: list[int], calls: Sequence[Observed]
    ) -> Iterator[Expr]:
        rows: list[tuple[int, ...]] = []
        values: list[int] = []
        for call in calls:
            row = tuple(type_.number(call.given[i]) for i in same)
            value = type_.number(call.back[index])
            if all(abs(number) < MODEST for number in (*row, value)):
                rows.append(row)
                values.append(value)
        rows, values = rows[:MAX_ROWS], values[:MAX_ROWS]
        plain = [_Term(self.given[i], _entry(k)) for k, i in enumerate(same)]
        found = 0
        for extra in ((), *self._extra_terms([self.given[i] for i in same], type_, rows)):
            equation = self._equation(variable, type_, [*plain, *extra], rows, values)
            if equation is not None:
                yield equation
                found += 1
                if not extra or found >= 2:
                    return

    def _equation(
        self,
        variable: Variable,
        type_: IntType,
        terms: list[_Term],
        rows: list[tuple[int, ...]],
        values: list[int],
    ) -> Expr | None:
        table = [tuple(term.value(row) for term in terms) for row in rows]
        solved = fit(table, values)
        if solved is None:
            return None
        coefficients, constant, multiplier = solved
        return BinaryOp(
            Binary.EQ, _times(multiplier, variable, type_), _sum(coefficients, terms, constant, type_)
        )

    def _extra_terms(
        self, given: list[Variable], type_: IntType, rows: list[tuple[int, ...]]
    ) -> Iterator[tuple[_Term, ...]]:
        def const(number: int) -> Const:
            return Const(type_, type_.bits(number))

        for k, variable in enumerate(given):
            yield (_Term(BinaryOp(Binary.REM, variable, const(2)), _parity(k)),)
        for i, j in combinations(range(len(given)), 2):
            yield (_Term(BinaryOp(Binary.MUL, given[i], given[j]), _product(i, j)),)
        for k, variable in enumerate(given):
            yield (_Term(BinaryOp(Binary.MUL, variable, variable), _product(k, k)),)
            if all(0 <= row[k] < type_.width for row in rows):
                yield (_Term(BinaryOp(Binary.SHL, const(1), variable), _power(k)),)

    def _values(self, variable: Variable, type_: IntType, outputs: list[int]) -> Iterator[Expr]:
        def compared(op: Binary, number: int) -> Expr:
            return BinaryOp(op, variable, Const(type_, type_.bits(number)))

        different = sorted(set(outputs))
        if len(different) <= FEW:
            yield disjunction([compared(Binary.EQ, number) for number in different])
        low, high = different[0], different[-1]
        for number in dict.fromkeys(self._below(low)):
            if type_.minimum < number <= low:
                yield compared(Binary.GE, number)
        for number in dict.fromkeys(self._above(high)):
            if high <= number < type_.maximum:
                yield compared(Binary.LE, number)
        seen = set(different)
        missing = [c for c in self.constants if c not in seen and low < c < high]
        for number in sorted(missing, key=abs)[:MAX_DIFFERENT]:
            yield compared(Binary.NE, number)

    def _below(self, low: int) -> Iterator[int]:
        """Likely bounds: the constants of the program next below, and the least that was seen."""
        yield low
        yield from [c for c in sorted((*self.constants, 0, 1)) if c < low][-1:]

    def _above(self, high: int) -> Iterator[int]:
        yield high
        yield from [c for c in sorted((*self.constants, 0, 1)) if c > high][:1]

    def _compared(
        self, variable: Variable, given: Variable, type_: IntType, outputs: list[int], inputs: list[int]
    ) -> Iterator[Expr]:
        differences = [output - value for output, value in zip(outputs, inputs, strict=True)]
        for op, bound in ((Binary.GE, min(differences)), (Binary.LE, max(differences))):
            if abs(bound) <= NEAR:
                other: Expr = given
                if bound:
                    other = BinaryOp(Binary.ADD, given, Const(type_, type_.bits(bound)))
                yield BinaryOp(op, variable, other)


def _times(factor: int, expr: Expr, type_: IntType) -> Expr:
    return expr if factor == 1 else BinaryOp(Binary.MUL, Const(type_, type_.bits(factor)), expr)


def _sum(coefficients: Sequence[int], terms: Sequence[_Term], constant: int, type_: IntType) -> Expr:
    total: Expr | None = None
    for coefficient, term in zip(coefficients, terms, strict=True):
        if not coefficient:
            continue
        if total is None:
            total = _times(coefficient, term.expr, type_)
        elif coefficient < 0:
            total = BinaryOp(Binary.SUB, total, _times(-coefficient, term.expr, type_))
        else:
            total = BinaryOp(Binary.ADD, total, _times(coefficient, term.expr, type_))
    if total is None:
        return Const(type_, type_.bits(constant))
    if not constant:
        return total
    return BinaryOp(Binary.ADD, total, Const(type_, type_.bits(constant)))


def holds(condition: Expr, values: Mapping[Variable, Any], algebra: Concrete) -> bool:
    """Does a condition on variables hold of these values? Not, if it cannot be told."""
    try:
        return bool(evaluate(condition, algebra, VariablesAlone(values)))
    except NotComputable:
        return False


def exactly(variables: Sequence[Variable], values: Sequence[Any]) -> Expr:
    """The condition that integer variables have just these values (bit patterns)."""
    return conjunction(
        BinaryOp(Binary.EQ, variable, Const(variable.type, value))
        for variable, value in zip(variables, values, strict=True)
    )

"""What `ForAll` means to a solver that knows no quantifiers.

A condition q stands for it, of which two things are said. If q does not hold there is a *witness*: an index
in its range for which the body does not. And if q holds, so does the body for each of those indices that
matter: for the witnesses of others, and for those at which the program itself looks. All of that is true of
the quantifier, so an answer that there is no solution is right; what is not said may only cost answers. For
invariants about the elements of arrays (Bradley, Manna and Sipma 2006) this much is all there is to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dovetail.program.expressions import Expr, ForAll, variables
from dovetail.program.types import IntType
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.symbolic_values import Condition, Value

if TYPE_CHECKING:
    from dovetail.semantics.symbolic import Symbolic
    from dovetail.semantics.symbolic_states import SymbolicState

FEW = 4
"""So many elements are said one by one."""

Index = tuple[Value, IntType]


@dataclass(eq=False, slots=True)
class _Quantified:
    """`holds` stands for an expression in a state."""

    holds: Condition
    expr: ForAll
    low: Value
    high: Value
    state: SymbolicState
    witness: Value
    first: int
    last: int
    """Of the states that there were, those in which it stands for the expression."""
    seen: set[Value] = field(default_factory=set)
    """The indices at which it was said what the body is."""


class Quantifiers:
    """Those that one algebra has met."""

    def __init__(self, algebra: Symbolic[Any]) -> None:
        self._algebra = algebra
        self._all: list[_Quantified] = []
        self._same: dict[tuple[Any, ...], _Quantified] = {}
        self._states: list[SymbolicState] = []
        self._said = False
        """Was there a new one since the last statement?"""
        self._witnessed = 0
        """So many of them have said what their witnesses are."""

    @property
    def met(self) -> bool:
        """Was there any?"""
        return bool(self._all)

    def for_all(self, expr: ForAll, low: Value, high: Value, state: SymbolicState) -> Any:
        """A condition that stands for it; `lemmas` say what it is."""
        algebra, type_ = self._algebra, _type(expr)
        if self._less(low, high, type_) is False:
            return True
        if isinstance(low, int) and isinstance(high, int):
            numbers = range(type_.number(low), type_.number(high))
            if len(numbers) <= FEW:
                result: Any = True
                for number in numbers:
                    result = algebra.conjunction(result, _body(expr, state, type_.bits(number)))
                return result
        read = sorted(variables(expr), key=lambda variable: variable.serial)
        held = tuple(map(state.variable, read))
        key = (expr, low, high, id(state.memory), held)
        found, number = self._same.get(key), self._order(state)
        if found is None:
            name = algebra.name("for all")
            holds = Condition(algebra.terms.boolean_symbol(name))
            witness: Value = algebra.fresh(type_, f"{name}.witness")
            found = _Quantified(holds, expr, low, high, state.copy(), witness, number, number)
            self._same[key] = found
            self._said = True
            self._all.append(found)
        found.last = max(found.last, number)
        return found.holds

    def lemmas(self, indices: Iterable[Index]) -> Iterator[Any]:
        """What has not been said yet, for these indices and for all witnesses."""
        algebra = self._algebra
        while self._witnessed < len(self._all):  # a body may have quantifiers of its own
            one = self._all[self._witnessed]
            self._witnessed += 1
            wrong = algebra.conjunction(
                self._inside(one, one.witness), algebra.negation(_body(one.expr, one.state, one.witness))
            )
            yield algebra.disjunction(one.holds, wrong)
        given = list(indices)
        for one in list(self._all):
            # What is assumed is of states that come before those of which something is to be shown.
            later = ((other.witness, _type(other.expr)) for other in self._all if other.last > one.first)
            for value, type_ in (*given, *later):
                if type_.width == _type(one.expr).width and value not in one.seen:
                    one.seen.add(value)
                    outside = algebra.negation(self._inside(one, value))
                    if outside is not True:
                        holds = algebra.disjunction(outside, _body(one.expr, one.state, value))
                        yield algebra.disjunction(algebra.negation(one.holds), holds)

    def later(self, state: SymbolicState) -> None:
        """A statement has said something in this state: what comes now comes after it, though nothing has
        changed."""
        if self._said:
            self._states.append(state)
            self._said = False

    def _order(self, state: SymbolicState) -> int:
        for number in reversed(range(len(self._states))):
            if self._states[number] is state:
                return number
        self._states.append(state)
        return len(self._states) - 1

    def _inside(self, one: _Quantified, value: Value) -> Any:
        type_ = _type(one.expr)
        under = self._less(value, one.high, type_)
        return self._algebra.conjunction(self._algebra.negation(self._less(value, one.low, type_)), under)

    def _less(self, left: Value, right: Value, type_: IntType) -> Any:
        return (self._algebra.slt if type_.signed else self._algebra.ult)(left, right, type_.width)


def looked_at(indices: Sequence[Expr], states: Iterable[SymbolicState]) -> Iterator[Index]:
    """The integers by which a program finds its elements, as they are in some states."""
    for state in states:
        for index in indices:
            assert isinstance(index.type, IntType)
            with suppress(NotComputable):
                yield state.evaluate(index), index.type


def _body(expr: ForAll, state: SymbolicState, value: Value) -> Any:
    there = state.copy()
    there.assign(expr.index, value)
    return there.evaluate(expr.body)


def _type(expr: ForAll) -> IntType:
    assert isinstance(expr.index.type, IntType)
    return expr.index.type

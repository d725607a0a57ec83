"""Template domains: an abstract value is a range for each of a few terms, fixed in advance.

With the variables as terms these are intervals, with sums and differences of two variables octagons. Terms
are wide enough that they never wrap, so a range means what it says. Chains are as long as numbers are many: a
bound that keeps growing is widened to the next number that the program speaks of, and then given up.

What a value means is a formula; the best value for a set of concrete states is the least range of what the
terms are there. That is all that fabrication needs of a domain (Yorsh, Ball, Sagiv 2006, 3.2, Remark).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from itertools import combinations

from dovetail.program.expressions import Binary, BinaryOp, Cast, Expr, Variable, conjunction, const
from dovetail.program.types import INT128, LLONG, IntType
from dovetail.quick_dataclass import dataclass

DELAY = 3
"""How often a bound may grow before it is widened."""


@dataclass(frozen=True, slots=True)
class Term:
    """A sum of at most two variables, each once or negated, over integers that do not wrap."""

    expr: Expr
    type: IntType
    low: int
    high: int
    """What it cannot leave, by the types of its variables."""
    parts: tuple[int, int] | tuple[()] = ()
    """Of a sum or a difference, the places of its variables' own terms."""
    added: bool = True


def interval_terms(variables: Iterable[Variable]) -> Iterator[Term]:
    for variable in variables:
        assert isinstance(variable.type, IntType)
        wide = _wide(variable.type)
        yield Term(Cast(wide, variable), wide, variable.type.minimum, variable.type.maximum)


def octagon_terms(variables: Sequence[Variable]) -> Iterator[Term]:
    """Those of intervals, and of each pair the sum and the difference."""
    yield from interval_terms(variables)
    for parts in combinations(range(len(variables)), 2):
        left, right = variables[parts[0]], variables[parts[1]]
        assert isinstance(left.type, IntType) and isinstance(right.type, IntType)
        wide = max(_wide(left.type), _wide(right.type), key=lambda type_: type_.width)
        a, b = Cast(wide, left), Cast(wide, right)
        one, other = left.type, right.type
        low, high = one.minimum + other.minimum, one.maximum + other.maximum
        yield Term(BinaryOp(Binary.ADD, a, b), wide, low, high, parts)
        low, high = one.minimum - other.maximum, one.maximum - other.minimum
        yield Term(BinaryOp(Binary.SUB, a, b), wide, low, high, parts, added=False)


def _wide(type_: IntType) -> IntType:
    return LLONG if type_.width <= 32 else INT128


@dataclass(slots=True)
class Ranges:
    """A value. It starts empty: no state has been seen."""

    terms: tuple[Term, ...]
    thresholds: Sequence[int]
    """In ascending order."""
    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)
    empty: bool = True
    _grown: list[int] = field(default_factory=list)

    def join(self, values: Sequence[int], *, widening: bool = False) -> bool:
        """Take in a state, by what the terms are in it (as numbers). Has anything changed?"""
        if self.empty:
            self.empty = False
            self.low, self.high, self._grown = list(values), list(values), [0] * (2 * len(values))
            return True
        changed = False
        for index, value in enumerate(values):
            if value < self.low[index]:
                self.low[index], changed = self._lower(index, value) if widening else value, True
            elif value > self.high[index]:
                self.high[index], changed = self._higher(index, value) if widening else value, True
        return changed

    def _lower(self, index: int, value: int) -> int:
        self._grown[2 * index] += 1
        if self._grown[2 * index] <= DELAY:
            return value
        at, least = bisect_right(self.thresholds, value) - 1, self.terms[index].low
        return least if at < 0 else max(least, self.thresholds[at])

    def _higher(self, index: int, value: int) -> int:
        self._grown[2 * index + 1] += 1
        if self._grown[2 * index + 1] <= DELAY:
            return value
        at, most = bisect_left(self.thresholds, value), self.terms[index].high
        return most if at == len(self.thresholds) else min(most, self.thresholds[at])

    def facts(self) -> Iterator[Expr]:
        """What all states in it have in common, bound by bound. What follows from the types, or from the
        bounds of the parts of a term, is left out."""
        for index, term in enumerate(self.terms):
            low, high = self.low[index], self.high[index]
            least, most = self._implied(term)
            if low == high and (least < low or high < most):
                yield BinaryOp(Binary.EQ, term.expr, const(term.type, low))
                continue
            if low > least:
                yield BinaryOp(Binary.GE, term.expr, const(term.type, low))
            if high < most:
                yield BinaryOp(Binary.LE, term.expr, const(term.type, high))

    def _implied(self, term: Term) -> tuple[int, int]:
        """What is known of a term by its parts."""
        if not term.parts:
            return term.low, term.high
        (left, right), sign = term.parts, 1 if term.added else -1
        ends = (sign * self.low[right], sign * self.high[right])
        return self.low[left] + min(ends), self.high[left] + max(ends)

    def formula(self) -> Expr:
        return conjunction(self.facts())

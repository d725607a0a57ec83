"""Affine forms c0 + c1·x1 + … + cn·xn over *mathematical* integers.

A variable in a form stands for its value as its type reads it, signed or unsigned; nothing wraps here. How a
form is had from machine arithmetic, which does wrap, is the business of `linear`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import gcd

from dovetail.program.expressions import Expr, Variable
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass

Bounds = Callable[[Expr], tuple[int, int] | None]
"""Sound bounds of an integer expression's value, as its type reads it; None where nothing is known."""


def type_range(type_: IntType) -> tuple[int, int]:
    return type_.minimum, type_.maximum


def bounds_within(expr: Expr, bounds: Bounds) -> tuple[int, int]:
    """What `bounds` says of an integer expression, within the range of its type."""
    assert isinstance(expr.type, IntType)
    low, high = type_range(expr.type)
    known = bounds(expr)
    return (low, high) if known is None else (max(low, known[0]), min(high, known[1]))


@dataclass(frozen=True, slots=True)
class Linear:
    """`terms` has no coefficient 0 and is in the order of the variables' serial numbers, so that equal forms
    are equal values. Made by `of`, `variable` and arithmetic."""

    terms: tuple[tuple[Variable, int], ...]
    constant: int

    @staticmethod
    def of(constant: int, terms: Mapping[Variable, int] | Iterable[tuple[Variable, int]] = ()) -> Linear:
        """The form of a constant and of terms in any order; what stands for one variable twice is summed."""
        total: dict[Variable, int] = {}
        for variable, coefficient in terms.items() if isinstance(terms, Mapping) else terms:
            total[variable] = total.get(variable, 0) + coefficient
        return Linear(tuple(sorted(((v, c) for v, c in total.items() if c), key=_serial)), constant)

    @staticmethod
    def variable(variable: Variable) -> Linear:
        return Linear(((variable, 1),), 0)

    @property
    def variables(self) -> tuple[Variable, ...]:
        return tuple(variable for variable, _ in self.terms)

    def coefficient(self, variable: Variable) -> int:
        return next((c for v, c in self.terms if v is variable), 0)

    def __add__(self, other: Linear) -> Linear:
        if not other.terms:
            return Linear(self.terms, self.constant + other.constant)
        if not self.terms:
            return Linear(other.terms, self.constant + other.constant)
        return Linear.of(self.constant + other.constant, self.terms + other.terms)

    def __sub__(self, other: Linear) -> Linear:
        return self + other.scaled(-1)

    def __neg__(self) -> Linear:
        return self.scaled(-1)

    def plus(self, constant: int) -> Linear:
        return Linear(self.terms, self.constant + constant) if constant else self

    def scaled(self, factor: int) -> Linear:
        if factor == 1:
            return self
        if not factor:
            return ZERO
        return Linear(tuple((v, c * factor) for v, c in self.terms), self.constant * factor)

    def substitute(self, variable: Variable, form: Linear) -> Linear:
        """The form with another put in the place of a variable."""
        coefficient = self.coefficient(variable)
        if not coefficient:
            return self
        rest = Linear(tuple(term for term in self.terms if term[0] is not variable), self.constant)
        return rest + form.scaled(coefficient)

    def range(self, bounds: Bounds) -> tuple[int, int]:
        """The least and the greatest value that the bounds of its variables leave to the form."""
        low = high = self.constant
        for variable, coefficient in self.terms:
            least, greatest = bounds_within(variable, bounds)
            if coefficient < 0:
                least, greatest = greatest, least
            low += coefficient * least
            high += coefficient * greatest
        return low, high

    def tight(self) -> Linear:
        """The smallest form with integer coefficients that is >= 0 at the same integer points."""
        if not self.terms:
            return self
        factor = gcd(*(c for _, c in self.terms))
        if factor == 1:
            return self
        return Linear(tuple((v, c // factor) for v, c in self.terms), self.constant // factor)

    def value(self, point: Mapping[Variable, int]) -> int:
        """Its value at a point."""
        return self.constant + sum(c * point[v] for v, c in self.terms)

    def __str__(self) -> str:
        shown = ""
        for variable, coefficient in self.terms:
            sign = ("-" if coefficient < 0 else "") if not shown else " - " if coefficient < 0 else " + "
            factor = "" if abs(coefficient) == 1 else f"{abs(coefficient)}·"
            shown += f"{sign}{factor}{variable.source_name or variable.name}"
        if not shown:
            return str(self.constant)
        if not self.constant:
            return shown
        return f"{shown} {'-' if self.constant < 0 else '+'} {abs(self.constant)}"


def _serial(term: tuple[Variable, int]) -> int:
    return term[0].serial


ZERO = Linear((), 0)
IMPOSSIBLE = Linear((), -1)
"""As a constraint (>= 0), no point satisfies it."""

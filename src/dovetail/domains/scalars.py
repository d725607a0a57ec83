"""The abstract algebra of scalars: every primitive on conditions and bit-vectors, on sets of values.

Method names and arguments are those of `semantics.algebra.Algebra`, so that `evaluate` gives expressions
their meaning here as everywhere else (law 2). What the operands' concretisations can give is in the result's:
that is all that is promised, and tested. Operands that are constants go to the concrete algebra.

Pointers are not here: what is known of them depends on a memory. Nor are the inverses of the operations:
`backward`.
"""

from __future__ import annotations

from typing import TypeVar

from dovetail.domains import number_arithmetic as numbers
from dovetail.domains.numbers import Components, Number
from dovetail.domains.truth import Truth
from dovetail.program.types import DataModel, Target
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.memory import Memory

Scalar = Number | Truth
S = TypeVar("S", Number, Truth)

_concrete = Concrete(Memory(Target(DataModel.LP64)))
"""Only its primitives on scalars are used; they know no memory."""


class Scalars:
    """The primitives of `Algebra` on `Number` and `Truth`. Every result is cut down to what `components`
    know."""

    __slots__ = ("_all", "components")

    def __init__(self, components: Components = Components.ALL) -> None:
        self.components = components
        self._all = components is Components.ALL

    # Conditions

    def boolean(self, value: bool) -> Truth:
        return Truth.YES if value else Truth.NO

    def decide(self, condition: Truth) -> bool | None:
        return condition.known

    def negation(self, condition: Truth) -> Truth:
        return condition.opposite

    def conjunction(self, left: Truth, right: Truth) -> Truth:
        if left is Truth.YES:
            return right
        return left if left is Truth.NO or right is Truth.YES else right

    def disjunction(self, left: Truth, right: Truth) -> Truth:
        if left is Truth.NO:
            return right
        return left if left is Truth.YES or right is Truth.NO else right

    def choose(self, condition: Truth, then: S, otherwise: S) -> S:
        if condition is not Truth.EITHER:
            return then if condition is Truth.YES else otherwise
        joined = then.join(otherwise)
        if isinstance(joined, Number):
            return self._cut(joined)
        return joined

    # Bit-vectors

    def _cut(self, number: Number) -> Number:
        return number if self._all else number.only(self.components)

    def bits(self, value: int, width: int) -> Number:
        return self._cut(Number.of(value, width))

    def add(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.add(a, b, width), width)
        return self._cut(numbers.add(left, right))

    def sub(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.sub(a, b, width), width)
        return self._cut(numbers.sub(left, right))

    def mul(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.mul(a, b, width), width)
        return self._cut(numbers.mul(left, right))

    def neg(self, operand: Number, width: int) -> Number:
        if operand.constant is not None:
            return Number.of(_concrete.neg(operand.constant, width), width)
        return self._cut(numbers.neg(operand))

    def udiv(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.udiv(a, b, width), width)
        return self._cut(numbers.udiv(left, right))

    def sdiv(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.sdiv(a, b, width), width)
        return self._cut(numbers.sdiv(left, right))

    def urem(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.urem(a, b, width), width)
        return self._cut(numbers.urem(left, right))

    def srem(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.srem(a, b, width), width)
        return self._cut(numbers.srem(left, right))

    def bitand(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.bitand(a, b, width), width)
        return self._cut(numbers.bitand(left, right))

    def bitor(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.bitor(a, b, width), width)
        return self._cut(numbers.bitor(left, right))

    def bitxor(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.bitxor(a, b, width), width)
        return self._cut(numbers.bitxor(left, right))

    def complement(self, operand: Number, width: int) -> Number:
        if operand.constant is not None:
            return Number.of(_concrete.complement(operand.constant, width), width)
        return self._cut(numbers.complement(operand))

    def shl(self, left: Number, amount: Number, width: int) -> Number:
        a, b = left.constant, amount.constant
        if a is not None and b is not None:
            return Number.of(_concrete.shl(a, b, width), width)
        return self._cut(numbers.shl(left, amount))

    def lshr(self, left: Number, amount: Number, width: int) -> Number:
        a, b = left.constant, amount.constant
        if a is not None and b is not None:
            return Number.of(_concrete.lshr(a, b, width), width)
        return self._cut(numbers.lshr(left, amount))

    def ashr(self, left: Number, amount: Number, width: int) -> Number:
        a, b = left.constant, amount.constant
        if a is not None and b is not None:
            return Number.of(_concrete.ashr(a, b, width), width)
        return self._cut(numbers.ashr(left, amount))

    def eq(self, left: Number, right: Number, width: int) -> Truth:
        return numbers.eq(left, right)

    def ult(self, left: Number, right: Number, width: int) -> Truth:
        return numbers.ult(left, right)

    def ule(self, left: Number, right: Number, width: int) -> Truth:
        return numbers.ule(left, right)

    def slt(self, left: Number, right: Number, width: int) -> Truth:
        return numbers.slt(left, right)

    def sle(self, left: Number, right: Number, width: int) -> Truth:
        return numbers.sle(left, right)

    def zero_extend(self, operand: Number, width: int, to: int) -> Number:
        if operand.constant is not None:
            return Number.of(_concrete.zero_extend(operand.constant, width, to), to)
        return self._cut(numbers.zero_extend(operand, to)) if to != width else operand

    def sign_extend(self, operand: Number, width: int, to: int) -> Number:
        if operand.constant is not None:
            return Number.of(_concrete.sign_extend(operand.constant, width, to), to)
        return self._cut(numbers.sign_extend(operand, to)) if to != width else operand

    def truncate(self, operand: Number, width: int, to: int) -> Number:
        if operand.constant is not None:
            return Number.of(_concrete.truncate(operand.constant, width, to), to)
        return self._cut(numbers.truncate(operand, to)) if to != width else operand

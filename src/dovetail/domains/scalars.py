"""The abstract algebra of scalars: every primitive on conditions, bit-vectors and floats, on sets of values.

Method names and arguments are those of `semantics.algebra.Algebra`, so that `evaluate` gives expressions
their meaning here as everywhere else (law 2). What the operands' concretisations can give is in the result's:
that is all that is promised, and tested. Operands that are constants go to the concrete algebra.

Pointers are not here: what is known of them depends on a memory. Nor are the inverses of the operations:
`backward`.
"""

from __future__ import annotations

from typing import TypeVar

from dovetail.domains import float_arithmetic as float_ranges
from dovetail.domains import number_arithmetic as numbers
from dovetail.domains.float_intervals import FloatRange
from dovetail.domains.numbers import Components, Number
from dovetail.domains.truth import Truth
from dovetail.program.types import DataModel, Target
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.memory import Memory

Scalar = Number | Truth | FloatRange
S = TypeVar("S", Number, Truth, FloatRange)

_concrete = Concrete(Memory(Target(DataModel.LP64)))
"""Only its primitives on scalars are used; they know no memory."""


class Scalars:
    """The primitives of `Algebra` on `Number`, `Truth` and `FloatRange`. Every number is cut down to what
    `components` know."""

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
        return self.cut(then.join(otherwise))

    def cut(self, value: S) -> S:
        """What the components know of it. Results here are cut already; joins, widenings and refined operands
        that were made elsewhere are not."""
        if self._all or not isinstance(value, Number):
            return value
        return value.only(self.components)

    # Bit-vectors

    def bits(self, value: int, width: int) -> Number:
        return self.cut(Number.of(value, width))

    def add(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.add(a, b, width), width)
        return self.cut(numbers.add(left, right))

    def sub(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.sub(a, b, width), width)
        return self.cut(numbers.sub(left, right))

    def mul(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.mul(a, b, width), width)
        return self.cut(numbers.mul(left, right))

    def neg(self, operand: Number, width: int) -> Number:
        if operand.constant is not None:
            return Number.of(_concrete.neg(operand.constant, width), width)
        return self.cut(numbers.neg(operand))

    def udiv(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.udiv(a, b, width), width)
        return self.cut(numbers.udiv(left, right))

    def sdiv(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.sdiv(a, b, width), width)
        return self.cut(numbers.sdiv(left, right))

    def urem(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.urem(a, b, width), width)
        return self.cut(numbers.urem(left, right))

    def srem(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.srem(a, b, width), width)
        return self.cut(numbers.srem(left, right))

    def bitand(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.bitand(a, b, width), width)
        return self.cut(numbers.bitand(left, right))

    def bitor(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.bitor(a, b, width), width)
        return self.cut(numbers.bitor(left, right))

    def bitxor(self, left: Number, right: Number, width: int) -> Number:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return Number.of(_concrete.bitxor(a, b, width), width)
        return self.cut(numbers.bitxor(left, right))

    def complement(self, operand: Number, width: int) -> Number:
        if operand.constant is not None:
            return Number.of(_concrete.complement(operand.constant, width), width)
        return self.cut(numbers.complement(operand))

    def shl(self, left: Number, amount: Number, width: int) -> Number:
        a, b = left.constant, amount.constant
        if a is not None and b is not None:
            return Number.of(_concrete.shl(a, b, width), width)
        return self.cut(numbers.shl(left, amount))

    def lshr(self, left: Number, amount: Number, width: int) -> Number:
        a, b = left.constant, amount.constant
        if a is not None and b is not None:
            return Number.of(_concrete.lshr(a, b, width), width)
        return self.cut(numbers.lshr(left, amount))

    def ashr(self, left: Number, amount: Number, width: int) -> Number:
        a, b = left.constant, amount.constant
        if a is not None and b is not None:
            return Number.of(_concrete.ashr(a, b, width), width)
        return self.cut(numbers.ashr(left, amount))

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
        return self.cut(numbers.zero_extend(operand, to)) if to != width else operand

    def sign_extend(self, operand: Number, width: int, to: int) -> Number:
        if operand.constant is not None:
            return Number.of(_concrete.sign_extend(operand.constant, width, to), to)
        return self.cut(numbers.sign_extend(operand, to)) if to != width else operand

    def truncate(self, operand: Number, width: int, to: int) -> Number:
        if operand.constant is not None:
            return Number.of(_concrete.truncate(operand.constant, width, to), to)
        return self.cut(numbers.truncate(operand, to)) if to != width else operand

    # Floats

    def float_constant(self, bits: int, width: int) -> FloatRange:
        return FloatRange.of(_concrete.float_constant(bits, width), width)

    def fneg(self, operand: FloatRange, width: int) -> FloatRange:
        return float_ranges.fneg(operand)

    def fadd(self, left: FloatRange, right: FloatRange, width: int) -> FloatRange:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return FloatRange.of(_concrete.fadd(a, b, width), width)
        return float_ranges.fadd(left, right)

    def fsub(self, left: FloatRange, right: FloatRange, width: int) -> FloatRange:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return FloatRange.of(_concrete.fsub(a, b, width), width)
        return float_ranges.fsub(left, right)

    def fmul(self, left: FloatRange, right: FloatRange, width: int) -> FloatRange:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return FloatRange.of(_concrete.fmul(a, b, width), width)
        return float_ranges.fmul(left, right)

    def fdiv(self, left: FloatRange, right: FloatRange, width: int) -> FloatRange:
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            return FloatRange.of(_concrete.fdiv(a, b, width), width)
        return float_ranges.fdiv(left, right)

    def feq(self, left: FloatRange, right: FloatRange, width: int) -> Truth:
        return float_ranges.feq(left, right)

    def flt(self, left: FloatRange, right: FloatRange, width: int) -> Truth:
        return float_ranges.flt(left, right)

    def fle(self, left: FloatRange, right: FloatRange, width: int) -> Truth:
        return float_ranges.fle(left, right)

    def signed_to_float(self, operand: Number, width: int, to: int) -> FloatRange:
        return float_ranges.signed_to_float(operand, to)

    def unsigned_to_float(self, operand: Number, width: int, to: int) -> FloatRange:
        return float_ranges.unsigned_to_float(operand, to)

    def float_to_signed(self, operand: FloatRange, width: int, to: int) -> Number:
        return self.cut(float_ranges.float_to_signed(operand, to))

    def float_to_float(self, operand: FloatRange, width: int, to: int) -> FloatRange:
        return float_ranges.float_to_float(operand, to)

    def float_from_bits(self, operand: Number, width: int) -> FloatRange:
        return float_ranges.float_from_bits(operand)

    def float_to_bits(self, operand: FloatRange, width: int) -> Number:
        return self.cut(float_ranges.float_to_bits(operand))

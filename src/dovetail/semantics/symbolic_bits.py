"""The symbolic algebra's bit-vectors.

Every operation first looks whether the concrete algebra can compute it, then for the few simplifications that
symbolic execution meets all the time (neutral elements, sums with constants, extensions undone by
truncations, equality of what is identical), then builds a term. Deeper rewriting is the solver's business.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from dovetail.semantics.symbolic_conditions import CONCRETE, ConditionAlgebra, low_zeros
from dovetail.semantics.symbolic_spans import less
from dovetail.semantics.symbolic_sums import Sums
from dovetail.semantics.symbolic_values import Bits, Choice, Condition, Made, Value, map_leaves

T = TypeVar("T")


class BitAlgebra(ConditionAlgebra[T]):
    sums: Sums

    # Arithmetic

    def bits(self, value: int, width: int) -> Value:
        return value

    def add(self, left: Any, right: Any, width: int) -> Any:
        if type(left) is int:
            if type(right) is int:
                return CONCRETE.add(left, right, width)
            left, right = right, left
        if type(right) is int:
            if right == 0:
                return left
            if type(left) is Bits:
                return self._sum(left, right)
        if type(left) is Choice or type(right) is Choice:
            found = self._through(self.add, left, right, width)
            if found is not None:
                return found
        zeros = min(low_zeros(left, width), low_zeros(right, width))
        one, other = self.spans.of(left, width), self.spans.of(right, width)
        if type(left) is Bits and type(right) is Bits and (left.plus or right.plus):
            root = Bits(self.sums.added(left.root, right.root), width, zeros=zeros)
            found = self._sum(root, left.plus + right.plus)
        else:
            found = Bits(self.sums.added(self._t(left, width), self._t(right, width)), width, zeros=zeros)
        return self.spans.note(found, width, one[0] + other[0], one[1] + other[1])

    def sub(self, left: Any, right: Any, width: int) -> Any:
        if type(right) is int:
            return self.add(left, CONCRETE.neg(right, width), width)
        if type(left) is Bits and type(right) is Bits and left.root == right.root:
            return CONCRETE.sub(left.plus, right.plus, width)
        if type(left) is Choice or type(right) is Choice:
            found = self._through(self.sub, left, right, width)
            if found is not None:
                return found
        if type(left) is int and left == 0:
            return self.neg(right, width)
        zeros = min(low_zeros(left, width), low_zeros(right, width))
        found = Bits(self.terms.sub(self._t(left, width), self._t(right, width)), width, zeros=zeros)
        one, other = self.spans.of(left, width), self.spans.of(right, width)
        return self.spans.note(found, width, one[0] - other[1], one[1] - other[0])

    def mul(self, left: Any, right: Any, width: int) -> Any:
        if type(left) is int:
            if type(right) is int:
                return CONCRETE.mul(left, right, width)
            left, right = right, left
        if type(right) is int:
            if right == 0:
                return 0
            if right == 1:
                return left
        if type(left) is Choice or type(right) is Choice:
            found = self._through(self.mul, left, right, width)
            if found is not None:
                return found
        zeros = min(width, low_zeros(left, width) + low_zeros(right, width))
        found = Bits(self.terms.mul(self._t(left, width), self._t(right, width)), width, zeros=zeros)
        if type(left) is Bits and type(right) is int:
            self.spans.note_few(found, (number * right for number in self.spans.few(left)))
            self.spans.note_product(found, left, right)
        one, other = self.spans.of(left, width), self.spans.of(right, width)
        return self.spans.note(found, width, one[0] * other[0], one[1] * other[1])

    def neg(self, operand: Any, width: int) -> Any:
        if type(operand) is int:
            return CONCRETE.neg(operand, width)
        if type(operand) is Choice:
            return map_leaves(operand, lambda leaf: CONCRETE.neg(leaf, width), self.choose)
        return Bits(self.terms.neg(operand.term), width, zeros=operand.zeros)

    def _plain(self, name: str, operation: Callable[..., Any], left: Any, right: Any, width: int) -> Any:
        """An operation without simplifications of its own."""
        if type(left) is int and type(right) is int:
            return getattr(CONCRETE, name)(left, right, width)
        if type(left) is Choice or type(right) is Choice:
            found = self._through(operation, left, right, width)
            if found is not None:
                return found
        return Bits(getattr(self.terms, name)(self._t(left, width), self._t(right, width)), width)

    def udiv(self, left: Any, right: Any, width: int) -> Any:
        if type(right) is int and right == 1:
            return left
        found = self._plain("udiv", self.udiv, left, right, width)
        one, (least, most) = self.spans.of(left, width), self.spans.of(right, width)
        return self.spans.note(found, width, one[0] // most, one[1] // least) if least else found

    def sdiv(self, left: Any, right: Any, width: int) -> Any:
        if type(right) is int and right == 1 and width > 1:
            return left
        if self._without_sign(left, right, width):
            return self.udiv(left, right, width)
        return self._plain("sdiv", self.sdiv, left, right, width)

    def urem(self, left: Any, right: Any, width: int) -> Any:
        high, (least, most) = self.spans.of(left, width)[1], self.spans.of(right, width)
        if high < least:
            return left
        if type(right) is int and right & (right - 1) == 0 and right:
            return self.bitand(left, right - 1, width)
        found = self._plain("urem", self.urem, left, right, width)
        return self.spans.note(found, width, 0, min(high, most - 1) if least else high)

    def srem(self, left: Any, right: Any, width: int) -> Any:
        if self._without_sign(left, right, width):
            return self.urem(left, right, width)
        return self._plain("srem", self.srem, left, right, width)

    def _without_sign(self, left: Any, right: Any, width: int) -> bool:
        """Are they at least zero, and the divisor more? Then it makes no difference how they are divided."""
        half = 1 << (width - 1)
        least, most = self.spans.of(right, width)
        return self.spans.of(left, width)[1] < half and least > 0 and most < half

    def bitand(self, left: Any, right: Any, width: int) -> Any:
        if type(left) is int:
            left, right = right, left
        if type(right) is int and type(left) is not int:
            if right == 0:
                return 0
            if right == (1 << width) - 1:
                return left
        elif left == right:
            return left
        found = self._plain("bitand", self.bitand, left, right, width)
        if type(found) is Bits:
            found.zeros = max(low_zeros(left, width), low_zeros(right, width))
        return self.spans.note(
            found, width, 0, min(self.spans.of(left, width)[1], self.spans.of(right, width)[1])
        )

    def bitor(self, left: Any, right: Any, width: int) -> Any:
        if type(left) is int:
            left, right = right, left
        if type(right) is int and right == 0 or left == right:
            return left
        one, other = self.spans.of(left, width), self.spans.of(right, width)
        high = (1 << (one[1] | other[1]).bit_length()) - 1
        found = self._plain("bitor", self.bitor, left, right, width)
        return self.spans.note(found, width, max(one[0], other[0]), high)

    def bitxor(self, left: Any, right: Any, width: int) -> Any:
        if type(left) is int:
            left, right = right, left
        if type(right) is int and right == 0:
            return left
        if left == right:
            return 0
        high = self.spans.of(left, width)[1] | self.spans.of(right, width)[1]
        found = self._plain("bitxor", self.bitxor, left, right, width)
        return self.spans.note(found, width, 0, (1 << high.bit_length()) - 1)

    def complement(self, operand: Any, width: int) -> Any:
        if type(operand) is int:
            return CONCRETE.complement(operand, width)
        if type(operand) is Choice:
            return map_leaves(operand, lambda leaf: CONCRETE.complement(leaf, width), self.choose)
        return Bits(self.terms.complement(operand.term), width)

    def shl(self, left: Any, amount: Any, width: int) -> Any:
        if type(amount) is int and amount == 0:
            return left
        found = self._plain("shl", self.shl, left, amount, width)
        if type(found) is Bits and type(amount) is int:
            found.zeros = min(width, low_zeros(left, width) + amount)
            low, high = self.spans.of(left, width)
            self.spans.note(found, width, low << min(amount, width), high << min(amount, width))
            self.spans.note_product(found, left, 1 << min(amount, width))
        return found

    def lshr(self, left: Any, amount: Any, width: int) -> Any:
        if type(amount) is int and amount == 0:
            return left
        (low, high), (least, most) = self.spans.of(left, width), self.spans.of(amount, width)
        found = self._plain("lshr", self.lshr, left, amount, width)
        return self.spans.note(found, width, low >> min(most, width), high >> min(least, width))

    def ashr(self, left: Any, amount: Any, width: int) -> Any:
        if self.spans.of(left, width)[1] < 1 << (width - 1):
            return self.lshr(left, amount, width)
        return (
            left
            if type(amount) is int and amount == 0
            else self._plain("ashr", self.ashr, left, amount, width)
        )

    # Widths

    def zero_extend(self, operand: Any, width: int, to: int) -> Any:
        return self._extend(operand, width, to, signed=False)

    def sign_extend(self, operand: Any, width: int, to: int) -> Any:
        return self._extend(operand, width, to, signed=True)

    def _extend(self, operand: Any, width: int, to: int, *, signed: bool) -> Any:
        extend = CONCRETE.sign_extend if signed else CONCRETE.zero_extend
        if type(operand) is int:
            return extend(operand, width, to)
        if type(operand) is Choice:
            return map_leaves(operand, lambda leaf: extend(leaf, width, to), self.choose)
        if width == to:
            return operand
        if operand.narrow is not None and (operand.signed == signed or not operand.signed):
            # What is zero-extended is not negative: extending it by its sign is the same.
            return self._extend(operand.narrow, operand.narrow.width, to, signed=operand.signed)
        low, high = self.spans.of(operand, width)
        if signed and high < 1 << (width - 1):
            return self._extend(operand, width, to, signed=False)
        make = self.terms.sign_extend if signed else self.terms.zero_extend
        found = Bits(make(operand.term, to - width), to, zeros=operand.zeros, narrow=operand, signed=signed)
        return found if signed else self.spans.note(found, to, low, high)

    def truncate(self, operand: Any, width: int, to: int) -> Any:
        if type(operand) is int:
            return CONCRETE.truncate(operand, width, to)
        if type(operand) is Choice:
            return map_leaves(operand, lambda leaf: CONCRETE.truncate(leaf, width, to), self.choose)
        if width == to:
            return operand
        narrow = operand.narrow
        if narrow is not None:
            if to <= narrow.width:
                return self.truncate(narrow, narrow.width, to)
            return self._extend(narrow, narrow.width, to, signed=operand.signed)
        found = Bits(self.terms.extract(operand.term, to - 1, 0), to, zeros=min(operand.zeros, to))
        return self.spans.note(found, to, *self.spans.of(operand, width))

    # Comparisons

    def eq(self, left: Any, right: Any, width: int) -> Any:
        if type(left) is int:
            left, right = right, left
        if type(right) is int:
            if type(left) is int:
                return left == right
            if type(left) is Bits:
                return self._is_constant(left, right, width)
        elif type(left) is Bits and type(right) is Bits and left.root == right.root:
            return left.plus == right.plus
        if type(left) is Choice or type(right) is Choice:
            found = self._through(self.eq, left, right, width)
            if found is not None:
                return found
        if self._apart(left, right, width):
            return False
        return Condition(self.terms.equal(self._t(left, width), self._t(right, width)))

    def _apart(self, left: Any, right: Any, width: int) -> bool:
        """Do they have no number in common?"""
        one, other = self.spans.of(left, width), self.spans.of(right, width)
        return one[1] < other[0] or other[1] < one[0]

    def _is_constant(self, left: Bits, constant: int, width: int) -> Any:
        if constant & ((1 << left.zeros) - 1) or self._apart(left, constant, width):
            return False
        narrow = left.narrow
        if narrow is not None:
            cut = CONCRETE.truncate(constant, width, narrow.width)
            extend = CONCRETE.sign_extend if left.signed else CONCRETE.zero_extend
            if extend(cut, narrow.width, width) != constant:
                return False
            return self._is_constant(narrow, cut, narrow.width)
        rest = (constant - left.plus) & ((1 << width) - 1)
        term = self.terms.equal(left.root, self._bits(rest, width))
        return Condition(term, made=(Made.EQUAL, left, constant))

    def _compare(self, name: str, operation: Callable[..., Any], left: Any, right: Any, width: int) -> Any:
        if type(left) is int and type(right) is int:
            return getattr(CONCRETE, name)(left, right, width)
        if type(left) is Choice or type(right) is Choice:
            found = self._through(operation, left, right, width)
            if found is not None:
                return found
        term = getattr(self.terms, name)(self._t(left, width), self._t(right, width))
        with_number = {type(left), type(right)} == {int, Bits}
        return Condition(term, made=(Made(name), left, right) if with_number else None)

    def ult(self, left: Any, right: Any, width: int) -> Any:
        if same_term(left, right) or type(right) is int and right == 0:
            return False
        known = less(self.spans.of(left, width), self.spans.of(right, width))
        return self._compare("ult", self.ult, left, right, width) if known is None else known

    def ule(self, left: Any, right: Any, width: int) -> Any:
        if same_term(left, right) or type(left) is int and left == 0:
            return True
        known = less(self.spans.of(right, width), self.spans.of(left, width))
        return self._compare("ule", self.ule, left, right, width) if known is None else not known

    def slt(self, left: Any, right: Any, width: int) -> Any:
        if same_term(left, right):
            return False
        one, other = self.spans.signed(left, width), self.spans.signed(right, width)
        known = less(one, other)
        if known is not None:
            return known
        if one[0] >= 0 and other[0] >= 0:
            return self.ult(left, right, width)
        return self._compare("slt", self.slt, left, right, width)

    def sle(self, left: Any, right: Any, width: int) -> Any:
        if same_term(left, right):
            return True
        one, other = self.spans.signed(left, width), self.spans.signed(right, width)
        known = less(other, one)
        if known is not None:
            return not known
        if one[0] >= 0 and other[0] >= 0:
            return self.ule(left, right, width)
        return self._compare("sle", self.sle, left, right, width)


def same_term(left: Any, right: Any) -> bool:
    """Are both terms, and the same? Known values are compared by the concrete algebra."""
    return left is right or type(left) is Bits and type(right) is Bits and bool(left.term == right.term)

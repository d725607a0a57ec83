"""The symbolic algebra's bit-vectors.

Every operation first looks whether the concrete algebra can compute it, then for the few simplifications that
symbolic execution meets all the time (neutral elements, sums with constants, extensions undone by
truncations, equality of what is identical), then builds a term. Deeper rewriting is the solver's business.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from dovetail.semantics.symbolic_conditions import CONCRETE, ConditionAlgebra, low_zeros
from dovetail.semantics.symbolic_sums import Sums
from dovetail.semantics.symbolic_values import Bits, Choice, Condition, Value, map_leaves

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
        if type(left) is Bits and type(right) is Bits and (left.plus or right.plus):
            root = Bits(self.sums.added(left.root, right.root), width, zeros=zeros)
            return self._sum(root, left.plus + right.plus)
        return Bits(self.sums.added(self._t(left, width), self._t(right, width)), width, zeros=zeros)

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
        return Bits(self.terms.sub(self._t(left, width), self._t(right, width)), width, zeros=zeros)

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
        return Bits(self.terms.mul(self._t(left, width), self._t(right, width)), width, zeros=zeros)

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
        return self._plain("udiv", self.udiv, left, right, width)

    def sdiv(self, left: Any, right: Any, width: int) -> Any:
        if type(right) is int and right == 1 and width > 1:
            return left
        return self._plain("sdiv", self.sdiv, left, right, width)

    def urem(self, left: Any, right: Any, width: int) -> Any:
        return self._plain("urem", self.urem, left, right, width)

    def srem(self, left: Any, right: Any, width: int) -> Any:
        return self._plain("srem", self.srem, left, right, width)

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
        return found

    def bitor(self, left: Any, right: Any, width: int) -> Any:
        if type(left) is int:
            left, right = right, left
        if type(right) is int and right == 0 or left == right:
            return left
        return self._plain("bitor", self.bitor, left, right, width)

    def bitxor(self, left: Any, right: Any, width: int) -> Any:
        if type(left) is int:
            left, right = right, left
        if type(right) is int and right == 0:
            return left
        if left == right:
            return 0
        return self._plain("bitxor", self.bitxor, left, right, width)

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
        return found

    def lshr(self, left: Any, amount: Any, width: int) -> Any:
        return (
            left
            if type(amount) is int and amount == 0
            else self._plain("lshr", self.lshr, left, amount, width)
        )

    def ashr(self, left: Any, amount: Any, width: int) -> Any:
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
        make = self.terms.sign_extend if signed else self.terms.zero_extend
        return Bits(make(operand.term, to - width), to, zeros=operand.zeros, narrow=operand, signed=signed)

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
        return Bits(self.terms.extract(operand.term, to - 1, 0), to, zeros=min(operand.zeros, to))

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
        return Condition(self.terms.equal(self._t(left, width), self._t(right, width)))

    def _is_constant(self, left: Bits, constant: int, width: int) -> Any:
        if constant & ((1 << left.zeros) - 1):
            return False
        narrow = left.narrow
        if narrow is not None:
            cut = CONCRETE.truncate(constant, width, narrow.width)
            extend = CONCRETE.sign_extend if left.signed else CONCRETE.zero_extend
            if extend(cut, narrow.width, width) != constant:
                return False
            return self._is_constant(narrow, cut, narrow.width)
        rest = (constant - left.plus) & ((1 << width) - 1)
        return Condition(self.terms.equal(left.root, self._bits(rest, width)))

    def _compare(self, name: str, operation: Callable[..., Any], left: Any, right: Any, width: int) -> Any:
        if type(left) is int and type(right) is int:
            return getattr(CONCRETE, name)(left, right, width)
        if type(left) is Choice or type(right) is Choice:
            found = self._through(operation, left, right, width)
            if found is not None:
                return found
        return Condition(getattr(self.terms, name)(self._t(left, width), self._t(right, width)))

    def ult(self, left: Any, right: Any, width: int) -> Any:
        if same_term(left, right) or type(right) is int and right == 0:
            return False
        return self._compare("ult", self.ult, left, right, width)

    def ule(self, left: Any, right: Any, width: int) -> Any:
        if same_term(left, right) or type(left) is int and left == 0:
            return True
        return self._compare("ule", self.ule, left, right, width)

    def slt(self, left: Any, right: Any, width: int) -> Any:
        return False if same_term(left, right) else self._compare("slt", self.slt, left, right, width)

    def sle(self, left: Any, right: Any, width: int) -> Any:
        return True if same_term(left, right) else self._compare("sle", self.sle, left, right, width)


def same_term(left: Any, right: Any) -> bool:
    """Are both terms, and the same? Known values are compared by the concrete algebra."""
    return left is right or type(left) is Bits and type(right) is Bits and bool(left.term == right.term)

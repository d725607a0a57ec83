"""The symbolic algebra's floats: IEEE terms that remember the bits they were made from.

SMT-LIB has one NaN, C has many. The bits of a computed float are therefore a fresh symbol, defined by the
float that it stands for: unique unless that is NaN, and then any NaN. The conversion to an integer is given a
value where SMT-LIB leaves it open, as the `Algebra` demands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from dovetail.semantics import floats
from dovetail.semantics.symbolic_bits import BitAlgebra
from dovetail.semantics.symbolic_conditions import CONCRETE
from dovetail.semantics.symbolic_values import Bits, Choice, Condition, FloatTerm, Value, map_leaves

T = TypeVar("T")

_PRECISION = {32: 24, 64: 53}


class FloatAlgebra(BitAlgebra[T]):
    def float_constant(self, bits: int, width: int) -> Value:
        return CONCRETE.float_constant(bits, width)

    def fneg(self, operand: Any, width: int) -> Any:
        if (known := self._computed(CONCRETE.fneg, operand, float, width)) is not None:
            return known
        bits = None if operand.bits is None else self.bitxor(operand.bits, 1 << (width - 1), width)
        return FloatTerm(self.terms.fneg(operand.term), width, bits)

    def _compute(self, name: str, operation: Callable[..., Any], left: Any, right: Any, width: int) -> Any:
        if type(left) is float and type(right) is float:
            return getattr(CONCRETE, name)(left, right, width)
        found = self._through(operation, left, right, width)
        if found is not None:
            return found
        return FloatTerm(getattr(self.terms, name)(self.term(left, width), self.term(right, width)), width)

    def fadd(self, left: Any, right: Any, width: int) -> Any:
        return self._compute("fadd", self.fadd, left, right, width)

    def fsub(self, left: Any, right: Any, width: int) -> Any:
        return self._compute("fsub", self.fsub, left, right, width)

    def fmul(self, left: Any, right: Any, width: int) -> Any:
        return self._compute("fmul", self.fmul, left, right, width)

    def fdiv(self, left: Any, right: Any, width: int) -> Any:
        return self._compute("fdiv", self.fdiv, left, right, width)

    def feq(self, left: Any, right: Any, width: int) -> Any:
        return self._relate("feq", self.feq, left, right, width)

    def flt(self, left: Any, right: Any, width: int) -> Any:
        return self._relate("flt", self.flt, left, right, width)

    def fle(self, left: Any, right: Any, width: int) -> Any:
        return self._relate("fle", self.fle, left, right, width)

    def _relate(self, name: str, operation: Callable[..., Any], left: Any, right: Any, width: int) -> Any:
        if type(left) is float and type(right) is float:
            return getattr(CONCRETE, name)(left, right, width)
        found = self._through(operation, left, right, width)
        if found is not None:
            return found
        return Condition(getattr(self.terms, name)(self.term(left, width), self.term(right, width)))

    # Conversions

    def _computed(self, operation: Callable[..., Any], operand: Any, kind: type, *widths: int) -> Any:
        """The result where the operand is known, or is one of several that are; else None."""
        if type(operand) is kind:
            return operation(operand, *widths)
        if type(operand) is Choice:
            return map_leaves(operand, lambda leaf: operation(leaf, *widths), self.choose)
        return None

    def signed_to_float(self, operand: Any, width: int, to: int) -> Any:
        if (known := self._computed(CONCRETE.signed_to_float, operand, int, width, to)) is not None:
            return known
        return FloatTerm(self.terms.float_from_signed(operand.term, to), to)

    def unsigned_to_float(self, operand: Any, width: int, to: int) -> Any:
        if (known := self._computed(CONCRETE.unsigned_to_float, operand, int, width, to)) is not None:
            return known
        return FloatTerm(self.terms.float_from_unsigned(operand.term, to), to)

    def float_to_signed(self, operand: Any, width: int, to: int) -> Any:
        if (known := self._computed(CONCRETE.float_to_signed, operand, float, width, to)) is not None:
            return known
        # Truncation brings everything above -(2**(to - 1) + 1) into range; where that number has too many
        # digits for the format, the next float below -2**(to - 1) is out of range.
        low = -(1 << (to - 1))
        exact = to - 1 < _PRECISION[width]
        bound = self.term(floats.from_integer(low - 1 if exact else low, width), width)
        above = (self.terms.flt if exact else self.terms.fle)(bound, operand.term)
        below = self.terms.flt(operand.term, self.term(floats.from_integer(-low, width), width))
        inside = self.terms.conjunction(above, below)
        outside = self._bits(1 << (to - 1), to)
        return Bits(self.terms.choose(inside, self.terms.float_to_signed(operand.term, to), outside), to)

    def float_to_float(self, operand: Any, width: int, to: int) -> Any:
        if (known := self._computed(CONCRETE.float_to_float, operand, float, width, to)) is not None:
            return known
        return FloatTerm(self.terms.float_to_float(operand.term, to), to)

    def float_from_bits(self, operand: Any, width: int) -> Any:
        if (known := self._computed(CONCRETE.float_from_bits, operand, int, width)) is not None:
            return known
        return FloatTerm(self.terms.float_from_bits(operand.term, width), width, operand)

    def float_to_bits(self, operand: Any, width: int) -> Any:
        if (known := self._computed(CONCRETE.float_to_bits, operand, float, width)) is not None:
            return known
        if operand.bits is None:
            symbol = self.terms.bits_symbol(self.name("ieee"), width)
            self.terms.define(
                symbol, self.terms.equal(self.terms.float_from_bits(symbol, width), operand.term)
            )
            operand.bits = Bits(symbol, width)
        return operand.bits

"""The concrete algebra: machine integers, IEEE floats and pointers as Python numbers.

An integer is its bit pattern, 0 <= x < 2**width. A condition is a bool. A float is a Python float (a
binary32 is rounded after each operation). A pointer is one int, `(object << 64) | offset`, the offset
modulo 2**pointer_bits; object 0 is "an address as such", so null is 0. Which address an object has is the
memory's knowledge, and only what compares or converts addresses asks for it.

This is the meaning that all other algebras are held to. It does not run programs (`execution/`), and
reading memory is the state's part (`memory.Memory`).
"""

from __future__ import annotations

from dovetail.semantics import floats
from dovetail.semantics.memory import OBJECT_BITS, Memory

Value = int | float
"""A concrete value: a bit pattern, a condition (a bool is an int), a float or a pointer."""


def signed(bits: int, width: int) -> int:
    """The number that a bit pattern stands for in two's complement."""
    half = 1 << (width - 1)
    return (bits ^ half) - half


class Concrete:
    """An `Algebra` on Python numbers; `memory` says where objects are."""

    __slots__ = ("_mask", "memory", "pointer_bits")

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.pointer_bits = memory.pointer_bits
        self._mask = (1 << memory.pointer_bits) - 1

    # Conditions

    def boolean(self, value: bool) -> bool:
        return value

    def decide(self, condition: bool) -> bool | None:
        return condition

    def negation(self, condition: bool) -> bool:
        return not condition

    def conjunction(self, left: bool, right: bool) -> bool:
        return left and right

    def disjunction(self, left: bool, right: bool) -> bool:
        return left or right

    def choose(self, condition: bool, then: Value, otherwise: Value) -> Value:
        return then if condition else otherwise

    # Bit-vectors

    def bits(self, value: int, width: int) -> int:
        return value

    def add(self, left: int, right: int, width: int) -> int:
        return (left + right) & ((1 << width) - 1)

    def sub(self, left: int, right: int, width: int) -> int:
        return (left - right) & ((1 << width) - 1)

    def mul(self, left: int, right: int, width: int) -> int:
        return (left * right) & ((1 << width) - 1)

    def neg(self, operand: int, width: int) -> int:
        return -operand & ((1 << width) - 1)

    def udiv(self, left: int, right: int, width: int) -> int:
        return left // right if right else (1 << width) - 1

    def sdiv(self, left: int, right: int, width: int) -> int:
        dividend, divisor = signed(left, width), signed(right, width)
        if divisor == 0:
            return 1 if dividend < 0 else (1 << width) - 1
        quotient = abs(dividend) // abs(divisor)
        return (quotient if (dividend < 0) == (divisor < 0) else -quotient) & ((1 << width) - 1)

    def urem(self, left: int, right: int, width: int) -> int:
        return left % right if right else left

    def srem(self, left: int, right: int, width: int) -> int:
        dividend, divisor = signed(left, width), signed(right, width)
        if divisor == 0:
            return left
        rest = abs(dividend) % abs(divisor)
        return (-rest if dividend < 0 else rest) & ((1 << width) - 1)

    def bitand(self, left: int, right: int, width: int) -> int:
        return left & right

    def bitor(self, left: int, right: int, width: int) -> int:
        return left | right

    def bitxor(self, left: int, right: int, width: int) -> int:
        return left ^ right

    def complement(self, operand: int, width: int) -> int:
        return operand ^ ((1 << width) - 1)

    def shl(self, left: int, amount: int, width: int) -> int:
        return (left << amount) & ((1 << width) - 1) if amount < width else 0

    def lshr(self, left: int, amount: int, width: int) -> int:
        return left >> amount

    def ashr(self, left: int, amount: int, width: int) -> int:
        return (signed(left, width) >> amount) & ((1 << width) - 1)

    def eq(self, left: int, right: int, width: int) -> bool:
        return left == right

    def ult(self, left: int, right: int, width: int) -> bool:
        return left < right

    def ule(self, left: int, right: int, width: int) -> bool:
        return left <= right

    def slt(self, left: int, right: int, width: int) -> bool:
        half = 1 << (width - 1)
        return left ^ half < right ^ half

    def sle(self, left: int, right: int, width: int) -> bool:
        half = 1 << (width - 1)
        return left ^ half <= right ^ half

    def zero_extend(self, operand: int, width: int, to: int) -> int:
        return operand

    def sign_extend(self, operand: int, width: int, to: int) -> int:
        return signed(operand, width) & ((1 << to) - 1)

    def truncate(self, operand: int, width: int, to: int) -> int:
        return operand & ((1 << to) - 1)

    # Floats

    def float_constant(self, bits: int, width: int) -> float:
        return floats.from_bits(bits, width)

    def fneg(self, operand: float, width: int) -> float:
        return -operand

    def fadd(self, left: float, right: float, width: int) -> float:
        total = floats.add(left, right)
        return total if width == 64 else floats.round_single(total)

    def fsub(self, left: float, right: float, width: int) -> float:
        difference = floats.subtract(left, right)
        return difference if width == 64 else floats.round_single(difference)

    def fmul(self, left: float, right: float, width: int) -> float:
        product = floats.multiply(left, right)
        return product if width == 64 else floats.round_single(product)

    def fdiv(self, left: float, right: float, width: int) -> float:
        quotient = floats.divide(left, right)
        return quotient if width == 64 else floats.round_single(quotient)

    def feq(self, left: float, right: float, width: int) -> bool:
        return left == right

    def flt(self, left: float, right: float, width: int) -> bool:
        return left < right

    def fle(self, left: float, right: float, width: int) -> bool:
        return left <= right

    def signed_to_float(self, operand: int, width: int, to: int) -> float:
        return floats.from_integer(signed(operand, width), to)

    def unsigned_to_float(self, operand: int, width: int, to: int) -> float:
        return floats.from_integer(operand, to)

    def float_to_signed(self, operand: float, width: int, to: int) -> int:
        return floats.truncate(operand, to)

    def float_to_float(self, operand: float, width: int, to: int) -> float:
        return operand if to == 64 else floats.round_single(operand)

    def float_from_bits(self, operand: int, width: int) -> float:
        return floats.from_bits(operand, width)

    def float_to_bits(self, operand: float, width: int) -> int:
        return floats.to_bits(operand, width)

    # Pointers

    def null(self) -> int:
        return 0

    def address(self, symbol: str) -> int:
        return self.memory.symbols[symbol]

    def pointer_add(self, pointer: int, offset: int) -> int:
        return (pointer >> OBJECT_BITS << OBJECT_BITS) | ((pointer + offset) & self._mask)

    def pointer_diff(self, left: int, right: int) -> int:
        return (self.memory.flat(left) - self.memory.flat(right)) & self._mask

    def pointer_eq(self, left: int, right: int) -> bool:
        return self.memory.flat(left) == self.memory.flat(right)

    def pointer_lt(self, left: int, right: int) -> bool:
        return self.memory.flat(left) < self.memory.flat(right)

    def pointer_le(self, left: int, right: int) -> bool:
        return self.memory.flat(left) <= self.memory.flat(right)

    def same_object(self, left: int, right: int) -> bool:
        return self.memory.locate(left) >> OBJECT_BITS == self.memory.locate(right) >> OBJECT_BITS

    def object_start(self, pointer: int) -> int:
        return self.memory.locate(pointer) >> OBJECT_BITS << OBJECT_BITS

    def pointer_to_int(self, pointer: int) -> int:
        return self.memory.flat(pointer)

    def int_to_pointer(self, address: int) -> int:
        return self.memory.resolve(address)

"""IEEE binary32 and binary64 on Python floats: what Python's own operators do not give.

A binary32 value is held in a Python float and rounded after each operation. That is exact for + - * /
because binary64 has more than twice the digits (53 >= 2 * 24 + 2), so that rounding twice is rounding once;
it is not for integers of more than 53 bits, which `from_integer` therefore treats apart.

The NaN that an invalid operation makes is x86's: negative and quiet. Widths other than 32 and 64 are not
known here.
"""

from __future__ import annotations

import ctypes
import math
import struct

_SINGLE = struct.Struct("<f")
_DOUBLE = struct.Struct("<d")
_SINGLE_BITS = struct.Struct("<I")
_DOUBLE_BITS = struct.Struct("<Q")

INVALID: float = _DOUBLE.unpack(_DOUBLE_BITS.pack(0xFFF8000000000000))[0]
"""x86's default NaN."""

_single = ctypes.c_float


def round_single(value: float) -> float:
    """The nearest binary32; too large becomes infinite (which `struct` would refuse)."""
    return _single(value).value


def from_bits(bits: int, width: int) -> float:
    if width == 32:
        return float(_SINGLE.unpack(_SINGLE_BITS.pack(bits))[0])
    return float(_DOUBLE.unpack(_DOUBLE_BITS.pack(bits))[0])


def to_bits(value: float, width: int) -> int:
    if width == 32:
        return int(_SINGLE_BITS.unpack(_SINGLE.pack(value))[0])
    return int(_DOUBLE_BITS.unpack(_DOUBLE.pack(value))[0])


def chosen(left: float, right: float) -> float:
    """Of two operands the one that is NaN, which is the result; the left one if both are, as x86 has it.
    (Which of the two is on the left in Python's own operators was up to who compiled Python.)"""
    return (left if left != left else right) + 0.0


def divide(left: float, right: float) -> float:
    """IEEE division in binary64: Python raises an exception where this gives infinity or NaN."""
    if right:
        quotient = left / right
        return quotient if quotient == quotient or left == left else left + 0.0
    if left != left or right != right:
        return chosen(left, right)
    if left == 0.0:
        return INVALID
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


def from_integer(number: int, width: int) -> float:
    """The nearest float to a number, with one rounding."""
    if width == 64:
        return float(number)
    size = number.bit_length()
    if size <= 53:
        return round_single(float(number))
    # Keep more digits than binary32 has, and one that says whether anything was cut off.
    shift = size - 30
    magnitude = abs(number)
    kept = (magnitude >> shift) | (magnitude & ((1 << shift) - 1) != 0)
    rounded = round_single(math.ldexp(float(kept), shift))
    return -rounded if number < 0 else rounded


def truncate(value: float, width: int) -> int:
    """Towards zero, as the bit pattern of a signed integer; the minimum where it has no such value."""
    minimum = 1 << (width - 1)
    if value != value or value in (math.inf, -math.inf):
        return minimum
    number = int(value)
    if -minimum <= number < minimum:
        return number & ((1 << width) - 1)
    return minimum


def add(left: float, right: float) -> float:
    result = left + right
    return result if result == result or left == left else left + 0.0


def subtract(left: float, right: float) -> float:
    result = left - right
    return result if result == result or left == left else left + 0.0


def multiply(left: float, right: float) -> float:
    result = left * right
    return result if result == result or left == left else left + 0.0

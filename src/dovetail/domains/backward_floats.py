"""Inverses of the operations on floats, as `backward_numbers` has them for integers.

Comparisons, conversions, sign. Sums and products of floats refine nothing: their inverses would have to round
outwards, and tests of that form are rare. A comparison that fails says something only where NaN is excluded.
"""

from __future__ import annotations

import math

from dovetail.domains import float_arithmetic as forward
from dovetail.domains.backward_numbers import in_signed, in_unsigned
from dovetail.domains.float_intervals import FloatRange, next_down, next_up, ranged
from dovetail.domains.numbers import Number
from dovetail.semantics import floats

Operands = tuple[FloatRange, FloatRange] | None


def _both(left: FloatRange | None, right: FloatRange | None) -> Operands:
    return None if left is None or right is None else (left, right)


def _within(operand: FloatRange, lo: float, hi: float, nan: bool = False) -> FloatRange | None:
    return ranged(max(operand.lo, lo), min(operand.hi, hi), operand.width, nan and operand.nan)


def feq(holds: bool, left: FloatRange, right: FloatRange) -> Operands:
    if holds:
        both = ranged(max(left.lo, right.lo), min(left.hi, right.hi), left.width, False)
        return None if both is None else (both, both)
    if right.lo == right.hi and not right.nan:
        return _both(_without(left, right.lo), right)
    if left.lo == left.hi and not left.nan:
        return _both(left, _without(right, left.lo))
    return left, right


def _without(operand: FloatRange, value: float) -> FloatRange | None:
    """All but one value (or both zeros), if it is a bound."""
    lo = next_up(value, operand.width) if operand.lo == value else operand.lo
    hi = next_down(value, operand.width) if operand.hi == value else operand.hi
    return ranged(lo, hi, operand.width, operand.nan)


def flt(holds: bool, left: FloatRange, right: FloatRange) -> Operands:
    if not holds:
        return (left, right) if left.nan or right.nan else _swapped(fle(True, right, left))
    width = left.width
    if right.hi == -math.inf or left.lo == math.inf:  # nothing is beyond infinity
        return None
    new = _within(left, -math.inf, next_down(right.hi, width))
    if new is None:
        return None
    return _both(new, _within(right, next_up(new.lo, width), math.inf))


def fle(holds: bool, left: FloatRange, right: FloatRange) -> Operands:
    if not holds:
        return (left, right) if left.nan or right.nan else _swapped(flt(True, right, left))
    new = _within(left, -math.inf, right.hi)
    return None if new is None else _both(new, _within(right, new.lo, math.inf))


def _swapped(operands: Operands) -> Operands:
    return None if operands is None else (operands[1], operands[0])


def fneg(result: FloatRange, operand: FloatRange) -> FloatRange | None:
    return operand.meet(forward.fneg(result))


def float_to_float(result: FloatRange, operand: FloatRange) -> FloatRange | None:
    """What rounds to a float of at least `lo` is above the one before `lo`; widening rounds nothing."""
    if not result.ordered:
        return _within(operand, math.inf, -math.inf, True)
    width, to = operand.width, result.width
    lo, hi = result.lo, result.hi
    if width == to:
        return operand.meet(result)
    if width < to:
        narrow_lo, narrow_hi = floats.round_single(lo), floats.round_single(hi)
        lo = next_up(narrow_lo, width) if narrow_lo < lo else narrow_lo
        hi = next_down(narrow_hi, width) if narrow_hi > hi else narrow_hi
        return _within(operand, lo, hi, result.nan)
    lo = next_up(next_down(lo, to), width) if lo > -math.inf else lo
    hi = next_down(next_up(hi, to), width) if hi < math.inf else hi
    return _within(operand, lo, hi, result.nan)


def _integers(result: FloatRange) -> tuple[int | None, int | None] | None:
    """The least and the greatest integer that can round into the range, None where there is no bound."""
    if not result.ordered:
        return None
    before, behind = next_down(result.lo, result.width), next_up(result.hi, result.width)
    return (
        None if before == -math.inf else math.floor(before) + 1,
        None if behind == math.inf else math.ceil(behind) - 1,
    )


def signed_to_float(result: FloatRange, operand: Number) -> Number | None:
    bounds = _integers(result)
    if bounds is None:
        return None
    lo, hi = bounds
    interval = operand.interval
    return in_signed(operand, interval.smin if lo is None else lo, interval.smax if hi is None else hi)


def unsigned_to_float(result: FloatRange, operand: Number) -> Number | None:
    bounds = _integers(result)
    if bounds is None:
        return None
    lo, hi = bounds
    interval = operand.interval
    return in_unsigned(operand, interval.umin if lo is None else lo, interval.umax if hi is None else hi)


def float_to_signed(result: Number, operand: FloatRange) -> FloatRange | None:
    """The minimum says nothing: it stands for NaN and for all that does not fit."""
    width = operand.width
    if result.contains(1 << (result.width - 1)):
        return operand
    a, b = result.interval.smin, result.interval.smax
    lo = _from(a, width) if a > 0 else _above(a - 1, width)
    hi = -_from(-b, width) if b < 0 else -_above(-b - 1, width)
    return _within(operand, lo, hi)


def _from(number: int, width: int) -> float:
    """The least float that is not less."""
    found = floats.from_integer(number, width)
    return found if found >= number else next_up(found, width)


def _above(number: int, width: int) -> float:
    """The least float that is greater."""
    found = floats.from_integer(number, width)
    return found if found > number else next_up(found, width)


def float_from_bits(result: FloatRange, operand: Number) -> Number | None:
    return operand.meet(forward.float_to_bits(result))


def float_to_bits(result: Number, operand: FloatRange) -> FloatRange | None:
    return operand.meet(forward.float_from_bits(result))

"""Forward operations on ranges of floats, and between them and numbers.

Rounding to nearest is monotone, so the bounds of a result are results at the bounds. What is left to see to
is what is not monotone: infinity minus infinity, zero times infinity and the other ways to NaN, and division
by ranges with zero.
"""

from __future__ import annotations

import math

from dovetail.domains.congruences import Congruence
from dovetail.domains.float_intervals import FloatRange, only_nan, ranged
from dovetail.domains.intervals import from_halves
from dovetail.domains.numbers import Number, product
from dovetail.domains.truth import Truth
from dovetail.semantics import floats


def _rounded(value: float, width: int) -> float:
    return value if width == 64 else floats.round_single(value)


def _over_corners(corners: tuple[float, ...], width: int, nan: bool) -> FloatRange:
    """The hull of results at the bounds. A bound at which there is none (NaN) stands for results next to it
    that are zeros: finite by infinite, or zero by finite."""
    known = [0.0 if corner != corner else corner for corner in corners]
    found = ranged(_rounded(min(known), width), _rounded(max(known), width), width, nan)
    assert found is not None, "an operation has a result"
    return found


def fneg(operand: FloatRange) -> FloatRange:
    if not operand.ordered:
        return operand
    return FloatRange(operand.width, 0.0 - operand.hi, 0.0 - operand.lo, operand.nan)


def fadd(left: FloatRange, right: FloatRange) -> FloatRange:
    width = left.width
    if not (left.ordered and right.ordered):
        return only_nan(width)
    lo, hi = left.lo + right.lo, left.hi + right.hi
    opposite = (left.hi == math.inf and right.lo == -math.inf) or (
        left.lo == -math.inf and right.hi == math.inf
    )
    nan = left.nan or right.nan or opposite
    found = ranged(
        -math.inf if lo != lo else _rounded(lo, width),
        math.inf if hi != hi else _rounded(hi, width),
        width,
        nan,
    )
    assert found is not None, "an operation has a result"
    return found


def fsub(left: FloatRange, right: FloatRange) -> FloatRange:
    return fadd(left, fneg(right))


def _infinite(operand: FloatRange) -> bool:
    return operand.hi == math.inf or operand.lo == -math.inf


def _zero(operand: FloatRange) -> bool:
    return operand.lo <= 0.0 <= operand.hi


def fmul(left: FloatRange, right: FloatRange) -> FloatRange:
    width = left.width
    if not (left.ordered and right.ordered):
        return only_nan(width)
    a, b, c, d = left.lo, left.hi, right.lo, right.hi
    nan = left.nan or right.nan or (_zero(left) and _infinite(right)) or (_infinite(left) and _zero(right))
    return _over_corners((a * c, a * d, b * c, b * d), width, nan)


def fdiv(left: FloatRange, right: FloatRange) -> FloatRange:
    width = left.width
    if not (left.ordered and right.ordered):
        return only_nan(width)
    nan = left.nan or right.nan or (_zero(left) and _zero(right)) or (_infinite(left) and _infinite(right))
    if _zero(right):
        return FloatRange(width, -math.inf, math.inf, nan)
    a, b, c, d = left.lo, left.hi, right.lo, right.hi
    return _over_corners((a / c, a / d, b / c, b / d), width, nan)


def _truth(possible: bool, avoidable: bool) -> Truth:
    return (Truth.EITHER if avoidable else Truth.YES) if possible else Truth.NO


def feq(left: FloatRange, right: FloatRange) -> Truth:
    ordered = left.ordered and right.ordered
    return _truth(
        ordered and left.lo <= right.hi and right.lo <= left.hi,
        left.nan or right.nan or not left.lo == left.hi == right.lo == right.hi,
    )


def flt(left: FloatRange, right: FloatRange) -> Truth:
    ordered = left.ordered and right.ordered
    return _truth(ordered and left.lo < right.hi, left.nan or right.nan or left.hi >= right.lo)


def fle(left: FloatRange, right: FloatRange) -> Truth:
    ordered = left.ordered and right.ordered
    return _truth(ordered and left.lo <= right.hi, left.nan or right.nan or left.hi > right.lo)


def signed_to_float(operand: Number, to: int) -> FloatRange:
    interval = operand.interval
    lo, hi = floats.from_integer(interval.smin, to), floats.from_integer(interval.smax, to)
    return FloatRange(to, lo, hi, False)


def unsigned_to_float(operand: Number, to: int) -> FloatRange:
    interval = operand.interval
    lo, hi = floats.from_integer(interval.umin, to), floats.from_integer(interval.umax, to)
    return FloatRange(to, lo, hi, False)


def float_to_signed(operand: FloatRange, to: int) -> Number:
    """What is out of range, and NaN, gives the minimum."""
    half = 1 << (to - 1)
    found: Number | None = None
    beyond = operand.nan
    if operand.ordered:
        # The numbers whose whole part fits are those between -half - 1 and half, neither included.
        beyond = beyond or operand.lo <= -half - 1 or operand.hi >= half
        if operand.lo < half and operand.hi > -half - 1:
            lo = int(operand.lo) if operand.lo > -half - 1 else -half
            hi = int(operand.hi) if operand.hi < half else half - 1
            found = Number.signed(lo, hi, to)
    minimum = Number.of(half, to)
    if found is None:
        return minimum
    return found.join(minimum) if beyond else found


def float_to_float(operand: FloatRange, to: int) -> FloatRange:
    if not operand.ordered:
        return only_nan(to)
    return FloatRange(to, _rounded(operand.lo, to) + 0.0, _rounded(operand.hi, to) + 0.0, operand.nan)


def float_from_bits(operand: Number) -> FloatRange:
    """Within a half, patterns are in the order of magnitudes, and NaN's are above infinity's."""
    width = operand.width
    half = 1 << (width - 1)
    infinity = floats.to_bits(math.inf, width)
    found: FloatRange | None = None
    for first, last in operand.interval.halves:
        negative = first < 0
        least, greatest = (first + half, last + half) if negative else (first, last)
        part = only_nan(width)
        if least <= infinity:
            lo, hi = floats.from_bits(least, width), floats.from_bits(min(greatest, infinity), width)
            part = FloatRange(width, lo, hi, greatest > infinity)
        part = fneg(part) if negative else part
        found = part if found is None else found.join(part)
    assert found is not None, "an operation has a result"
    return found


def float_to_bits(operand: FloatRange) -> Number:
    """Of NaN, any of its patterns."""
    width = operand.width
    half = 1 << (width - 1)
    infinity = floats.to_bits(math.inf, width)
    nlo, nhi, plo, phi = 0, -half - 1, half, -1
    if operand.ordered:
        if operand.hi >= 0:
            plo, phi = floats.to_bits(max(operand.lo, 0.0), width), floats.to_bits(operand.hi, width)
        if operand.lo <= 0:
            nlo = floats.to_bits(0.0 - min(operand.hi, 0.0), width) - half
            nhi = floats.to_bits(0.0 - operand.lo, width) - half
    if operand.nan:
        plo, phi = min(plo, infinity + 1), half - 1
        nlo, nhi = min(nlo, infinity + 1 - half), -1
    interval = from_halves(width, nlo, nhi, plo, phi)
    assert interval is not None, "an operation has a result"
    return product(interval, Congruence.top(width))

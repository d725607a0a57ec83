"""Forward operations on machine intervals: each gives an interval that has every result.

A sum, a difference or a truncation of ranges within halves is a range that wraps: the best there is.
A product or a left shift is done in both views, each result is wrapped, and what is in both is kept: that is
exact where one view or the other does not wrap. Division, remainder and the bitwise operations go half by
half, because within a half the sign is known. Division is total as SMT-LIB's (`semantics.algebra`).
"""

from __future__ import annotations

from collections.abc import Iterable

from dovetail.domains.bit_bounds import (
    greatest_and,
    greatest_or,
    greatest_xor,
    least_and,
    least_or,
    least_xor,
)
from dovetail.domains.intervals import Interval, ends, from_halves, wrapped


def in_both_views(width: int, lo: int, hi: int, ulo: int, uhi: int) -> Interval:
    """Mathematical results from `lo` to `hi` for signed operands, from `ulo` to `uhi` for unsigned ones."""
    if lo == ulo and hi == uhi:
        return wrapped(lo, hi, width)
    half = 1 << (width - 1)
    if lo >= -half and hi < half and ulo >= 0 and uhi >> width == 0:
        return Interval(width, lo, hi, ulo, uhi)
    found = wrapped(lo, hi, width).meet(wrapped(ulo, uhi, width))
    assert found is not None, "the results are in both views"
    return found


def _together(parts: Iterable[Interval]) -> Interval:
    found: Interval | None = None
    for part in parts:
        found = part if found is None else found.join(part)
    assert found is not None, "an operation has a result"
    return found


def add(left: Interval, right: Interval) -> Interval:
    width = left.width
    half = 1 << (width - 1)
    lo, hi, ulo, uhi = (
        left.smin + right.smin,
        left.smax + right.smax,
        left.umin + right.umin,
        left.umax + right.umax,
    )
    if lo >= -half and hi < half and uhi >> width == 0:
        return Interval(width, lo, hi, ulo, uhi)
    top = Interval.top(width)
    if left is top or right is top:
        return top
    return _together(wrapped(a + c, b + d, width) for a, b in left.halves for c, d in right.halves)


def sub(left: Interval, right: Interval) -> Interval:
    width = left.width
    half = 1 << (width - 1)
    lo, hi, ulo, uhi = (
        left.smin - right.smax,
        left.smax - right.smin,
        left.umin - right.umax,
        left.umax - right.umin,
    )
    if lo >= -half and hi < half and ulo >= 0:
        return Interval(width, lo, hi, ulo, uhi)
    top = Interval.top(width)
    if left is top or right is top:
        return top
    return _together(wrapped(a - d, b - c, width) for a, b in left.halves for c, d in right.halves)


def products(left: Interval, right: Interval) -> tuple[int, int]:
    """The least and the greatest product of signed numbers."""
    a, b, c, d = left.smin, left.smax, right.smin, right.smax
    if a >= 0 and c >= 0:
        return a * c, b * d
    corners = (a * c, a * d, b * c, b * d)
    return min(corners), max(corners)


def complement(operand: Interval) -> Interval:
    ones = (1 << operand.width) - 1
    return Interval(operand.width, ~operand.smax, ~operand.smin, ones - operand.umax, ones - operand.umin)


def udiv(left: Interval, right: Interval) -> Interval:
    width = left.width
    parts = [Interval.of((1 << width) - 1, width)] if right.umin == 0 else []
    if right.umax:
        least = right.umin or 1
        parts += [wrapped(lo // right.umax, hi // least, width) for lo, hi in left.unsigned_halves]
    return _together(parts)


def _divisors(right: Interval) -> list[tuple[bool, int, int]]:
    """The signed divisors that are not zero: negative or not, the least and the greatest magnitude."""
    found = []
    for lo, hi in right.halves:
        if hi < 0:
            found.append((True, -hi, -lo))
        elif hi > 0:
            found.append((False, lo or 1, hi))
    return found


def sdiv(left: Interval, right: Interval) -> Interval:
    width = left.width
    parts = []
    if right.umin == 0:
        if left.smin < 0:
            parts.append(Interval.of(1, width))
        if left.smax >= 0:
            parts.append(Interval.of((1 << width) - 1, width))
    for negative, least, greatest in _divisors(right):
        for lo, hi in left.halves:
            if hi < 0:
                first, last = -hi // greatest, -lo // least
            else:
                first, last = lo // greatest, hi // least
            # The minimum by -1 wraps: to itself.
            parts.append(
                wrapped(-last, -first, width) if negative is (hi >= 0) else wrapped(first, last, width)
            )
    return _together(parts)


def _rests(lo: int, hi: int, least: int, greatest: int) -> tuple[int, int]:
    """Remainders of the numbers from `lo` to `hi`, not negative, by those from `least` to `greatest`."""
    if hi < least:
        return lo, hi
    if least == greatest and lo // least == hi // least:
        return lo % least, hi % least
    return 0, min(hi, greatest - 1)


def urem(left: Interval, right: Interval) -> Interval:
    width = left.width
    parts = [left] if right.umin == 0 else []
    if right.umax:
        for lo, hi in left.unsigned_halves:
            parts.append(wrapped(*_rests(lo, hi, right.umin or 1, right.umax), width))
    return _together(parts)


def srem(left: Interval, right: Interval) -> Interval:
    width = left.width
    parts = [left] if right.umin == 0 else []
    for _, least, greatest in _divisors(right):
        for lo, hi in left.halves:
            if hi < 0:
                first, last = _rests(-hi, -lo, least, greatest)
                parts.append(wrapped(-last, -first, width))
            else:
                parts.append(wrapped(*_rests(lo, hi, least, greatest), width))
    return _together(parts)


def shl(left: Interval, amount: Interval) -> Interval:
    width = left.width
    least, greatest = amount.umin, amount.umax
    if least >= width:
        return Interval.of(0, width)
    beyond = greatest >= width
    greatest = min(greatest, width - 1)
    found = in_both_views(
        width,
        left.smin << (greatest if left.smin < 0 else least),
        left.smax << (least if left.smax < 0 else greatest),
        left.umin << least,
        left.umax << greatest,
    )
    return found.join(Interval.of(0, width)) if beyond else found


def lshr(left: Interval, amount: Interval) -> Interval:
    width = left.width
    least, greatest = min(amount.umin, width), min(amount.umax, width)
    if greatest == 0:
        return left
    if least:
        return wrapped(left.umin >> greatest, left.umax >> least, width)
    return _together(wrapped(lo >> greatest, hi, width) for lo, hi in left.unsigned_halves)


def ashr(left: Interval, amount: Interval) -> Interval:
    width = left.width
    least, greatest = min(amount.umin, width), min(amount.umax, width)
    nlo, nhi, plo, phi = 0, -1, 0, -1
    for lo, hi in left.halves:
        if hi < 0:
            nlo, nhi = lo >> least, hi >> greatest
        else:
            plo, phi = lo >> greatest, hi >> least
    found = from_halves(width, nlo, nhi, plo, phi)
    assert found is not None, "an operation has a result"
    return found


def bitand(left: Interval, right: Interval) -> Interval:
    width = left.width
    ones = (1 << width) - 1
    return _together(
        wrapped(least_and(a, b, c, d, ones), greatest_and(a, b, c, d, ones), width)
        for a, b in left.unsigned_halves
        for c, d in right.unsigned_halves
    )


def bitor(left: Interval, right: Interval) -> Interval:
    return _together(
        wrapped(least_or(a, b, c, d), greatest_or(a, b, c, d), left.width)
        for a, b in left.unsigned_halves
        for c, d in right.unsigned_halves
    )


def bitxor(left: Interval, right: Interval) -> Interval:
    return _together(
        wrapped(least_xor(a, b, c, d), greatest_xor(a, b, c, d), left.width)
        for a, b in left.unsigned_halves
        for c, d in right.unsigned_halves
    )


def zero_extend(operand: Interval, to: int) -> Interval:
    return Interval(to, operand.umin, operand.umax, operand.umin, operand.umax)


def sign_extend(operand: Interval, to: int) -> Interval:
    found = from_halves(to, *ends(operand))
    assert found is not None, "an operation has a result"
    return found


def truncate(operand: Interval, to: int) -> Interval:
    return _together(wrapped(lo, hi, to) for lo, hi in operand.halves)

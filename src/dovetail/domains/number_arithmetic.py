"""Forward operations on numbers: those of intervals and of congruences, each told what the other knows.

The interval says whether a mathematical result wraps, which is what the congruence has to know to keep a
modulus that is no power of two; the congruence says which low bits are known. Results are reduced. Operands
and result have one width, but for extension and truncation. What comes of constants alone, `scalars` leaves
to the concrete algebra.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd

from dovetail.domains import interval_arithmetic as intervals
from dovetail.domains.congruences import Congruence, classes, window
from dovetail.domains.interval_arithmetic import in_both_views, products
from dovetail.domains.known_bits import low_run
from dovetail.domains.numbers import Number, product
from dovetail.domains.truth import Truth


def add(left: Number, right: Number) -> Number:
    a, b = left.interval, right.interval
    turns = window(a.smin + b.smin, a.smax + b.smax, a.width)
    return product(intervals.add(a, b), left.congruence.add(right.congruence, turns))


def sub(left: Number, right: Number) -> Number:
    a, b = left.interval, right.interval
    turns = window(a.smin - b.smax, a.smax - b.smin, a.width)
    return product(intervals.sub(a, b), left.congruence.sub(right.congruence, turns))


def neg(operand: Number) -> Number:
    return sub(Number.of(0, operand.interval.width), operand)


def mul(left: Number, right: Number) -> Number:
    a, b = left.interval, right.interval
    width = a.width
    lo, hi = products(a, b)
    return product(
        in_both_views(width, lo, hi, a.umin * b.umin, a.umax * b.umax),
        left.congruence.mul(right.congruence, window(lo, hi, width)),
    )


def complement(operand: Number) -> Number:
    congruence = operand.congruence
    return product(
        intervals.complement(operand.interval),
        classes(congruence.width, congruence.step, ~congruence.anchor),
    )


def unsigned_classes(number: Number) -> tuple[int, int]:
    """Step and anchor of the unsigned numbers."""
    congruence = number.congruence
    step, anchor = congruence.step, congruence.anchor
    if number.interval.smin >= 0:
        return step, anchor
    size = 1 << congruence.width
    if number.interval.smax < 0:
        return step, anchor + size
    step = gcd(step, size)
    return step, anchor


def _apart_from_zero(operation: Callable[[Number, Number], Number], left: Number, right: Number) -> Number:
    """A division, with the divisor 0 taken apart from the others: theirs are the bounds that matter."""
    found = operation(left, Number.of(0, right.interval.width))
    others = right.without(0)
    return found if others is None else found.join(operation(left, others))


def udiv(left: Number, right: Number) -> Number:
    if right.interval.umin == 0 and right.constant is None:
        return _apart_from_zero(udiv, left, right)
    interval = intervals.udiv(left.interval, right.interval)
    width = interval.width
    congruence = Congruence.top(width)
    divisor = right.constant
    if divisor:
        step, anchor = unsigned_classes(left)
        if step % divisor == 0:  # n * divisor later, the quotient is n more: the rest stays the same
            quotient_step, quotient = step // divisor, anchor // divisor
            congruence = classes(width, quotient_step, quotient, window(interval.umin, interval.umax, width))
    return product(interval, congruence)


def sdiv(left: Number, right: Number) -> Number:
    if right.interval.umin == 0 and right.constant is None:
        return _apart_from_zero(sdiv, left, right)
    interval = intervals.sdiv(left.interval, right.interval)
    width = interval.width
    congruence = Congruence.top(width)
    step, anchor = left.congruence.step, left.congruence.anchor
    if right.constant:
        divisor = right.interval.smin
        # Towards zero: the same rounding for all, unless there is a rest and both signs occur.
        if divisor == -1:  # the minimum stays what it is, which is its opposite only modulo 2**width
            wraps = left.interval.smin == -(1 << (width - 1))
            congruence = classes(width, step, -anchor, None if wraps else 0)
        elif step % divisor == 0:
            if anchor % divisor == 0:
                congruence = classes(width, step // abs(divisor), anchor // divisor)
            elif left.interval.smin >= 0 or left.interval.smax < 0:
                down = (left.interval.smin >= 0) is (divisor > 0)
                quotient = anchor // divisor if down else -(-anchor // divisor)
                congruence = classes(width, step // abs(divisor), quotient)
    return product(interval, congruence)


def urem(left: Number, right: Number) -> Number:
    if right.interval.umin == 0 and right.constant is None:
        return _apart_from_zero(urem, left, right)
    interval = intervals.urem(left.interval, right.interval)
    step, anchor = unsigned_classes(left)
    other_step, other_anchor = unsigned_classes(right)
    common = gcd(step, other_step, other_anchor)  # a divisor of every divisor
    turns = window(interval.umin, interval.umax, interval.width)
    return product(interval, classes(interval.width, common, anchor, turns) if common else left.congruence)


def srem(left: Number, right: Number) -> Number:
    if right.interval.umin == 0 and right.constant is None:
        return _apart_from_zero(srem, left, right)
    interval = intervals.srem(left.interval, right.interval)
    first, second = left.congruence, right.congruence
    common = gcd(first.step, second.step, second.anchor)
    return product(interval, classes(interval.width, common, first.anchor) if common else first)


def shl(left: Number, amount: Number) -> Number:
    interval = intervals.shl(left.interval, amount.interval)
    width = interval.width
    least = min(amount.interval.umin, width)
    step, anchor = left.congruence.step << least, left.congruence.anchor << least
    if amount.constant is None:
        step, anchor = gcd(step, anchor), 0  # every product with a multiple of 2**least
        return product(interval, classes(width, step, 0, None))
    turns = window(left.interval.smin << least, left.interval.smax << least, width)
    return product(interval, classes(width, step, anchor, turns))


def lshr(left: Number, amount: Number) -> Number:
    interval = intervals.lshr(left.interval, amount.interval)
    width = interval.width
    congruence = Congruence.top(width)
    shift = amount.constant
    if shift is not None and shift < width:
        step, anchor = unsigned_classes(left)
        if step & ((1 << shift) - 1) == 0:
            turns = window(interval.umin, interval.umax, width)
            congruence = classes(width, step >> shift, anchor >> shift, turns)
    return product(interval, congruence)


def ashr(left: Number, amount: Number) -> Number:
    interval = intervals.ashr(left.interval, amount.interval)
    width = interval.width
    congruence = Congruence.top(width)
    shift = amount.constant
    if shift is not None and shift < width:
        step, anchor = left.congruence.step, left.congruence.anchor
        if step & ((1 << shift) - 1) == 0:
            congruence = classes(width, step >> shift, anchor >> shift)
    return product(interval, congruence)


def bitand(left: Number, right: Number) -> Number:
    first, second = left.congruence, right.congruence
    known, others = first.low_bits - 1, second.low_bits - 1
    zeros = (known & ~first.residue) | (others & ~second.residue)
    congruence = low_run(first.width, known & others | zeros, first.residue & second.residue & ~zeros)
    return product(intervals.bitand(left.interval, right.interval), congruence)


def bitor(left: Number, right: Number) -> Number:
    first, second = left.congruence, right.congruence
    known, others = first.low_bits - 1, second.low_bits - 1
    ones = (known & first.residue) | (others & second.residue)
    congruence = low_run(first.width, known & others | ones, ones)
    return product(intervals.bitor(left.interval, right.interval), congruence)


def bitxor(left: Number, right: Number) -> Number:
    first, second = left.congruence, right.congruence
    known = (first.low_bits - 1) & (second.low_bits - 1)
    congruence = low_run(first.width, known, first.residue ^ second.residue)
    return product(intervals.bitxor(left.interval, right.interval), congruence)


def zero_extend(operand: Number, to: int) -> Number:
    step, anchor = unsigned_classes(operand)
    return product(intervals.zero_extend(operand.interval, to), classes(to, step, anchor))


def sign_extend(operand: Number, to: int) -> Number:
    congruence = operand.congruence
    return product(
        intervals.sign_extend(operand.interval, to), classes(to, congruence.step, congruence.anchor)
    )


def truncate(operand: Number, to: int) -> Number:
    interval, congruence = operand.interval, operand.congruence
    turns = window(interval.smin, interval.smax, to)
    return product(intervals.truncate(interval, to), classes(to, congruence.step, congruence.anchor, turns))


def eq(left: Number, right: Number) -> Truth:
    if left.constant is not None and left.constant == right.constant:
        return Truth.YES
    return Truth.NO if left.meet(right) is None else Truth.EITHER


def ult(left: Number, right: Number) -> Truth:
    a, b = left.interval, right.interval
    return Truth.YES if a.umax < b.umin else Truth.NO if a.umin >= b.umax else Truth.EITHER


def ule(left: Number, right: Number) -> Truth:
    a, b = left.interval, right.interval
    return Truth.YES if a.umax <= b.umin else Truth.NO if a.umin > b.umax else Truth.EITHER


def slt(left: Number, right: Number) -> Truth:
    a, b = left.interval, right.interval
    return Truth.YES if a.smax < b.smin else Truth.NO if a.smin >= b.smax else Truth.EITHER


def sle(left: Number, right: Number) -> Truth:
    a, b = left.interval, right.interval
    return Truth.YES if a.smax <= b.smin else Truth.NO if a.smin > b.smax else Truth.EITHER

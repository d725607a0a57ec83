"""Inverses of the operations on numbers: from what the result is known to be to what the operands can be.

For local iterations (Abstract testing, Sec. VIII-C). Each function gets the result and the operands and gives
operands that still hold every pair which leads to the result; None if there is none. Where the arithmetic
wraps, an equation is solved modulo 2**width, which is exact; bounds are taken through a product or a quotient
only where nothing wraps.

What the result can be at all is a matter of the forward operation: the result that is handed in may be wider.
"""

from __future__ import annotations

from math import gcd

from dovetail.domains import number_arithmetic as forward
from dovetail.domains.congruences import window
from dovetail.domains.interval_arithmetic import products
from dovetail.domains.known_bits import from_known_bits, known_bits
from dovetail.domains.number_arithmetic import unsigned_classes
from dovetail.domains.numbers import Number

Operands = tuple[Number, Number] | None


def in_signed(number: Number, lo: int, hi: int) -> Number | None:
    """The values whose signed number is in [lo, hi], which may reach out of the width."""
    interval = number.interval
    lo, hi = max(lo, interval.smin), min(hi, interval.smax)
    if lo == interval.smin and hi == interval.smax:
        return number
    return number.meet(Number.signed(lo, hi, interval.width)) if lo <= hi else None


def in_unsigned(number: Number, lo: int, hi: int) -> Number | None:
    interval = number.interval
    lo, hi = max(lo, interval.umin), min(hi, interval.umax)
    if lo == interval.umin and hi == interval.umax:
        return number
    return number.meet(Number.unsigned(lo, hi, interval.width)) if lo <= hi else None


def in_class(number: Number, step: int, anchor: int) -> Number | None:
    """The values whose signed number is `anchor` plus a multiple of `step`."""
    width = number.interval.width
    if step == 0:
        return in_signed(number, anchor, anchor)
    if step >> width:
        first = (anchor + (1 << (width - 1))) % step - (1 << (width - 1))
        return in_signed(number, first, first)
    return number if step == 1 else number.meet(Number.multiples(step, anchor, width))


def _both(left: Number | None, right: Number | None) -> Operands:
    return None if left is None or right is None else (left, right)


def add(result: Number, left: Number, right: Number) -> Operands:
    new = left.meet(forward.sub(result, right))
    return None if new is None else _both(new, right.meet(forward.sub(result, new)))


def sub(result: Number, left: Number, right: Number) -> Operands:
    new = left.meet(forward.add(result, right))
    return None if new is None else _both(new, right.meet(forward.sub(new, result)))


def bitxor(result: Number, left: Number, right: Number) -> Operands:
    new = left.meet(forward.bitxor(result, right))
    return None if new is None else _both(new, right.meet(forward.bitxor(result, new)))


def mul(result: Number, left: Number, right: Number) -> Operands:
    if not result.contains(0):
        some_left, some_right = left.without(0), right.without(0)
        if some_left is None or some_right is None:
            return None
        left, right = some_left, some_right
    new = _factor(result, left, right)
    return None if new is None else _both(new, _factor(result, right, new))


def _factor(result: Number, factor: Number, other: Number) -> Number | None:
    """What `factor` can be so that `factor * other` is in `result`."""
    new = factor if other.constant is None else _times_constant(result, factor, other.constant)
    if new is not None and not other.contains(0):
        if window(*products(new.interval, other.interval), new.interval.width) == 0:
            new = _quotient(result, new, other)
    if new is not None and other.interval.umin:
        if (new.interval.umax * other.interval.umax) >> new.interval.width == 0:
            least = -(-result.interval.umin // other.interval.umax)
            new = in_unsigned(new, least, result.interval.umax // other.interval.umin)
    return new


def _quotient(result: Number, factor: Number, other: Number) -> Number | None:
    """As `_factor`, where the signed product does not wrap and `other` is not zero."""
    a, b = result.interval.smin, result.interval.smax
    divisors = [end for half in other.interval.halves for end in half]
    lo = min(-(-dividend // divisor) for divisor in divisors for dividend in (a, b))
    hi = max(dividend // divisor for divisor in divisors for dividend in (a, b))
    new = in_signed(factor, lo, hi)
    return new if new is None or other.constant is None else _in_class_over(result, new, other.interval.smin)


def _in_class_over(result: Number, factor: Number, divisor: int) -> Number | None:
    """`factor * divisor`, which does not wrap, is in the class of `result`."""
    step, anchor = result.congruence.step, result.congruence.anchor
    if step == 0:
        return in_signed(factor, anchor // divisor, anchor // divisor) if anchor % divisor == 0 else None
    common = gcd(divisor, step)
    if anchor % common:
        return None
    rest = step // common
    return in_class(factor, rest, anchor // common * pow(divisor // common, -1, rest) % rest)


def _times_constant(result: Number, factor: Number, constant: int) -> Number | None:
    """Modulo 2**width: an odd constant has an inverse, and of an even one the odd part."""
    width = factor.interval.width
    if constant == 0:
        return factor if result.contains(0) else None
    power = constant & -constant
    if power == 1:
        inverse = Number.of(pow(constant, -1, 1 << width), width)
        return factor.meet(forward.mul(result, inverse))
    divisible = in_class(result, power, 0)
    if divisible is None:
        return None
    known = divisible.congruence.low_bits // power
    odd = constant // power
    return in_class(factor, known, divisible.congruence.residue // power * pow(odd, -1, known) % known)


def udiv(result: Number, left: Number, right: Number) -> Operands:
    width = left.interval.width
    if not result.contains((1 << width) - 1):  # what division by zero gives
        divisors = right.without(0)
        if divisors is None:
            return None
        right = divisors
    if right.interval.umin == 0:
        return left, right
    a, b = result.interval.umin, result.interval.umax
    c, d = right.interval.umin, right.interval.umax
    new = in_unsigned(left, a * c, b * d + d - 1)
    if new is None:
        return None
    least = new.interval.umin // (b + 1) + 1
    return _both(new, in_unsigned(right, least, new.interval.umax // a if a else d))


def sdiv(result: Number, left: Number, right: Number) -> Operands:
    width = left.interval.width
    if not (result.contains(1) or result.contains((1 << width) - 1)):  # what division by zero gives
        divisors = right.without(0)
        if divisors is None:
            return None
        right = divisors
    interval = right.interval
    a, b = result.interval.smin, result.interval.smax
    if interval.smin > 0:
        c, d = interval.smin, interval.smax
    elif interval.smax < 0 and not (interval.smax == -1 and left.contains(1 << (width - 1))):
        a, b, c, d = -b, -a, -interval.smax, -interval.smin
    else:  # zero is among the divisors, or both signs are, or a quotient wraps
        return left, right
    lo = a * c if a > 0 else a * d - (d - 1)
    hi = b * d + (d - 1) if b >= 0 else b * c
    new = in_signed(left, lo, hi)
    if new is None:
        return None
    least = a if a > 0 else -b
    if least > 0:
        largest = max(abs(new.interval.smin), abs(new.interval.smax)) // least
        return _both(new, in_signed(right, -largest, largest))
    return new, right


def urem(result: Number, left: Number, right: Number) -> Operands:
    width = left.interval.width
    new = in_unsigned(left, result.interval.umin, (1 << width) - 1)
    if new is not None and new.interval.umax < right.interval.umin:
        new = new.meet(result)
    if new is None:
        return None
    step, anchor = unsigned_classes(result)
    common = gcd(step, *unsigned_classes(right))
    if new.interval.smax < 0:
        anchor -= 1 << width
    elif new.interval.smin < 0:
        common = gcd(common, 1 << width)
    new = in_class(new, common, anchor)
    if right.interval.umin == 0:
        return _both(new, right)
    return _both(new, in_unsigned(right, result.interval.umin + 1, (1 << width) - 1))


def srem(result: Number, left: Number, right: Number) -> Operands:
    half = 1 << (left.interval.width - 1)
    a, b = result.interval.smin, result.interval.smax
    new = in_signed(left, a if a > 0 else -half, b if b < 0 else half)
    if new is None:
        return None
    magnitudes = [abs(end) for half_ in right.interval.halves for end in half_]
    if max(abs(new.interval.smin), abs(new.interval.smax)) < min(magnitudes):
        new = new.meet(result)
        if new is None:
            return None
    common = gcd(result.congruence.step, right.congruence.step, right.congruence.anchor)
    new = in_class(new, common, result.congruence.anchor)
    least = a if a > 0 else -b
    if right.interval.smin > 0:
        return _both(new, in_signed(right, least + 1, half))
    if right.interval.smax < 0:
        return _both(new, in_signed(right, -half, -least - 1 if least > 0 else -1))
    return _both(new, right)


def bitand(result: Number, left: Number, right: Number) -> Operands:
    new = _masked(result, left, right)
    return None if new is None else _both(new, _masked(result, right, new))


def _masked(result: Number, operand: Number, mask: Number) -> Number | None:
    """Where the mask has a one the operand has the bit of the result, and a one in the result is one in
    both."""
    width = operand.interval.width
    known, bits = known_bits(result)
    mask_known, mask_bits = known_bits(mask)
    ones = known & bits
    if ones & mask_known & ~mask_bits:
        return None
    known = (known & mask_known & mask_bits) | ones
    new = operand.meet(from_known_bits(width, known, bits & known)) if known else operand
    return None if new is None else in_unsigned(new, result.interval.umin, (1 << width) - 1)


def bitor(result: Number, left: Number, right: Number) -> Operands:
    found = bitand(forward.complement(result), forward.complement(left), forward.complement(right))
    return None if found is None else (forward.complement(found[0]), forward.complement(found[1]))


def shl(result: Number, left: Number, amount: Number) -> Operands:
    width = left.interval.width
    if amount.interval.umin >= width:
        return (left, amount) if result.contains(0) else None
    if amount.constant is None:
        return left, amount
    return _both(_factor(result, left, Number.of(1 << amount.constant, width)), amount)


def lshr(result: Number, left: Number, amount: Number) -> Operands:
    width = left.interval.width
    least, greatest = min(amount.interval.umin, width), min(amount.interval.umax, width)
    a, b = result.interval.umin, result.interval.umax
    return _both(in_unsigned(left, a << least, ((b + 1) << greatest) - 1), amount)


def ashr(result: Number, left: Number, amount: Number) -> Operands:
    width = left.interval.width
    least, greatest = min(amount.interval.umin, width), min(amount.interval.umax, width)
    a, b = result.interval.smin, result.interval.smax
    lo = a << (greatest if a < 0 else least)
    hi = ((b + 1) << (greatest if b >= 0 else least)) - 1
    return _both(in_signed(left, lo, hi), amount)


def neg(result: Number, operand: Number) -> Number | None:
    return operand.meet(forward.neg(result))


def complement(result: Number, operand: Number) -> Number | None:
    return operand.meet(forward.complement(result))


def zero_extend(result: Number, operand: Number) -> Number | None:
    width = operand.interval.width
    fitting = in_unsigned(result, 0, (1 << width) - 1)
    return None if fitting is None else operand.meet(forward.truncate(fitting, width))


def sign_extend(result: Number, operand: Number) -> Number | None:
    width = operand.interval.width
    fitting = in_signed(result, -(1 << (width - 1)), (1 << (width - 1)) - 1)
    return None if fitting is None else operand.meet(forward.truncate(fitting, width))


def truncate(result: Number, operand: Number) -> Number | None:
    """The low bits are the result's: in each half, the bounds are the next numbers with such low bits."""
    width, to = operand.interval.width, result.interval.width
    if width == to:
        return operand.meet(result)
    step, anchor = result.congruence.step, result.congruence.anchor
    turns = window(operand.interval.smin, operand.interval.smax, to)
    if turns is None:
        new = in_class(operand, gcd(step, 1 << to), anchor)
    else:
        new = in_class(operand, step, anchor + (turns << to))
    if new is None or new.constant is not None and turns is not None:
        return new
    turn = 1 << to
    found: Number | None = None
    for lo, hi in new.interval.halves:
        low, high = lo % turn, hi % turn
        pieces = result.interval.unsigned_halves
        first = min(lo if a <= low <= b else lo + (a - low) % turn for a, b in pieces)
        last = max(hi if a <= high <= b else hi - (high - b) % turn for a, b in pieces)
        part = in_signed(new, first, last) if first <= last else None
        if part is not None:
            found = part if found is None else found.join(part)
    return found


def eq(holds: bool, left: Number, right: Number) -> Operands:
    if holds:
        both = left.meet(right)
        return None if both is None else (both, both)
    if right.constant is not None:
        return _both(left.without(right.constant), right)
    return (left, right) if left.constant is None else _both(left, right.without(left.constant))


def ult(holds: bool, left: Number, right: Number) -> Operands:
    if not holds:
        return _swapped(ule(True, right, left))
    new = in_unsigned(left, 0, right.interval.umax - 1)
    if new is None:
        return None
    return _both(new, in_unsigned(right, new.interval.umin + 1, right.interval.umax))


def ule(holds: bool, left: Number, right: Number) -> Operands:
    if not holds:
        return _swapped(ult(True, right, left))
    new = in_unsigned(left, 0, right.interval.umax)
    return None if new is None else _both(new, in_unsigned(right, new.interval.umin, right.interval.umax))


def slt(holds: bool, left: Number, right: Number) -> Operands:
    if not holds:
        return _swapped(sle(True, right, left))
    new = in_signed(left, left.interval.smin, right.interval.smax - 1)
    if new is None:
        return None
    return _both(new, in_signed(right, new.interval.smin + 1, right.interval.smax))


def sle(holds: bool, left: Number, right: Number) -> Operands:
    if not holds:
        return _swapped(slt(True, right, left))
    new = in_signed(left, left.interval.smin, right.interval.smax)
    return None if new is None else _both(new, in_signed(right, new.interval.smin, right.interval.smax))


def _swapped(operands: Operands) -> Operands:
    return None if operands is None else (operands[1], operands[0])

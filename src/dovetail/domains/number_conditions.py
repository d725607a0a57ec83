"""Numbers as formulas: the concretisation of an interval and a congruence, about any integer expression.

The formula says exactly what the pair says; it is chosen to be short, and in the view of the expression's own
sign where the other one would need a cast.
"""

from __future__ import annotations

from dovetail.domains.congruences import Congruence
from dovetail.domains.intervals import Interval
from dovetail.program.expressions import Binary, BinaryOp, Cast, Expr, conjunction, const, disjunction
from dovetail.program.types import INT, LLONG, SCHAR, SHORT, UCHAR, UINT, ULLONG, USHORT, IntType


def condition(interval: Interval, congruence: Congruence, expr: Expr) -> Expr:
    """TRUE of everything. Interval and congruence are reduced against each other."""
    type_ = expr.type
    if not isinstance(type_, IntType) or type_.width != interval.width:
        raise ValueError(f"an integer of {interval.width} bits is needed, not a value of type {type_}")
    if interval.umin == interval.umax:
        return BinaryOp(Binary.EQ, expr, const(type_, interval.umin))
    step = congruence.modulus
    values = [number for lo, hi in interval.halves for number in range(lo, hi + 1, step)[:3]]
    if len(values) == 2:
        if (values[1] - values[0]) % ((1 << interval.width) - 1) > 1:
            return disjunction(BinaryOp(Binary.EQ, expr, const(type_, number)) for number in values)
        return conjunction(_bounds(interval, expr, type_))  # next to each other in one of the views
    bounds = _bounds(interval.stretched(step), expr, type_)
    return conjunction(bounds + _class(interval, congruence, expr, type_))


def _bounds(interval: Interval, expr: Expr, type_: IntType) -> list[Expr]:
    here, there = _view(interval, expr, type_.signed), _view(interval, expr, not type_.signed)
    if not interval.smin < 0 <= interval.smax:  # of one sign: either view says all; a cast is worth a bound
        return here if len(here) <= len(there) + 1 else there
    size, half = 1 << interval.width, 1 << (interval.width - 1)
    in_signed = interval.umin == 0 and interval.umax == size - 1  # all between smin and smax
    in_unsigned = interval.smin == -half and interval.smax == half - 1
    if in_signed and in_unsigned:
        return []
    if in_signed or in_unsigned:
        return here if in_signed is type_.signed else there
    return here + there


def _view(interval: Interval, expr: Expr, signed: bool) -> list[Expr]:
    """The bounds of one view, as far as they are not those of its type."""
    assert isinstance(expr.type, IntType)
    view = _type(interval.width, signed, expr.type)
    lo, hi = (interval.smin, interval.smax) if signed else (interval.umin, interval.umax)
    seen = expr if view is expr.type else Cast(view, expr)
    found: list[Expr] = []
    if lo == view.minimum + 1:  # all but one value, in whichever view
        found.append(BinaryOp(Binary.NE, expr, const(expr.type, view.minimum)))
    elif lo > view.minimum:
        found.append(BinaryOp(Binary.GE, seen, const(view, lo)))
    if hi == view.maximum - 1:
        found.append(BinaryOp(Binary.NE, expr, const(expr.type, view.maximum)))
    elif hi < view.maximum:
        found.append(BinaryOp(Binary.LE, seen, const(view, hi)))
    return found


_NAMED = {
    (type_.width, type_.signed): type_ for type_ in (SCHAR, UCHAR, SHORT, USHORT, INT, UINT, LLONG, ULLONG)
}


def _type(width: int, signed: bool, own: IntType) -> IntType:
    """The expression's own type if it has the sign, else the one of C that has."""
    return own if own.signed is signed else _NAMED.get((width, signed), IntType(width, signed))


def _class(interval: Interval, congruence: Congruence, expr: Expr, type_: IntType) -> list[Expr]:
    step, residue = congruence.modulus, congruence.residue
    if step == 1:
        return []
    if step & (step - 1) == 0:
        low = BinaryOp(Binary.BITAND, expr, const(type_, step - 1))
        return [BinaryOp(Binary.EQ, low, const(type_, residue))]
    # The class is that of the signed number, and the remainder has the sign of the dividend.
    if interval.smin >= 0:
        return [_remains(expr, type_, step, residue)]
    signed = _type(interval.width, True, type_)
    seen = expr if type_.signed else Cast(signed, expr)
    negative = residue - step if residue else 0
    if interval.smax < 0:
        return [_remains(seen, signed, step, negative)]
    cases = [_remains(seen, signed, step, residue)]
    if residue:
        cases.append(_remains(seen, signed, step, negative))
    return [disjunction(cases)]


def _remains(expr: Expr, type_: IntType, step: int, rest: int) -> Expr:
    return BinaryOp(Binary.EQ, BinaryOp(Binary.REM, expr, const(type_, step)), const(type_, rest))

"""Conditions on one integer, as the set of its values: how they are brought into one form.

What a predicate says of a counter after n rounds of a loop is a bound with a few exceptions where the
arithmetic wraps. Joined from left to right such conditions grow with every round. As a set of intervals they
do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dovetail.program.expressions import Binary, BinaryOp, Const, Expr, Unary, UnaryOp, const
from dovetail.program.remembering import memo
from dovetail.program.types import IntType

Intervals = tuple[tuple[int, int], ...]
"""Sorted, apart from each other, both ends included."""
MAX_INTERVALS = 6
_sets: dict[Expr, tuple[Expr, Intervals] | None] = memo()


def values_of(condition: Expr) -> tuple[Expr, Intervals] | None:
    """The integer that a condition is about, and the values for which it holds; None if it is about anything
    else, or too ragged."""
    if condition not in _sets:
        _sets[condition] = _values_of(condition)
    return _sets[condition]


def _values_of(condition: Expr) -> tuple[Expr, Intervals] | None:
    match condition:
        case BinaryOp(op=Binary.AND | Binary.OR as op, left=left, right=right):
            first, second = values_of(left), values_of(right)
            if first is None or second is None or first[0] is not second[0]:
                return None
            type_ = first[0].type
            assert isinstance(type_, IntType)
            return first[0], together(op, (first[1], second[1]), type_)
        case UnaryOp(op=Unary.NOT, operand=operand):
            found = values_of(operand)
            if found is None:
                return None
            assert isinstance(found[0].type, IntType)
            return found[0], _outside(found[1], found[0].type)
        case BinaryOp(op=op, left=value, right=Const(value=bits)) if isinstance(value.type, IntType):
            if isinstance(value, Const):
                return None
            type_ = value.type
            number, low, high = type_.number(bits), type_.minimum, type_.maximum
            match op:
                case Binary.EQ:
                    return value, ((number, number),)
                case Binary.NE:
                    return value, _outside(((number, number),), type_)
                case Binary.LT:
                    return value, _interval(low, number - 1)
                case Binary.GE:
                    return value, _interval(number, high)
    return None


def _interval(low: int, high: int) -> Intervals:
    return ((low, high),) if low <= high else ()


def _outside(intervals: Intervals, type_: IntType) -> Intervals:
    found = []
    start = type_.minimum
    for low, high in intervals:
        if start < low:
            found.append((start, low - 1))
        start = high + 1
    if start <= type_.maximum:
        found.append((start, type_.maximum))
    return tuple(found)


def together(op: Binary, sets: Sequence[Intervals], type_: IntType) -> Intervals:
    """The values in all of the sets, or in any of them."""
    if op is Binary.AND:
        denied = together(Binary.OR, [_outside(intervals, type_) for intervals in sets], type_)
        return _outside(denied, type_)
    found: list[tuple[int, int]] = []
    for low, high in sorted(interval for intervals in sets for interval in intervals):
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return tuple(found)


def as_conjuncts(value: Expr, intervals: Intervals) -> list[Expr]:
    """The bounds, and what is left out between them. The set is not empty."""
    type_ = value.type
    assert isinstance(type_, IntType)
    low, high = intervals[0][0], intervals[-1][1]
    if low == high:
        return [_equal(value, low)]
    found = []
    if low > type_.minimum:
        found.append(_from(value, low))
    if high < type_.maximum:
        found.append(_below(value, high + 1))
    for (_, end), (start, _) in pairwise(intervals):
        if end + 2 == start:
            found.append(BinaryOp(Binary.NE, value, const(type_, end + 1)))
        else:
            found.append(BinaryOp(Binary.OR, _below(value, end + 1), _from(value, start)))
    return found


def as_disjuncts(value: Expr, intervals: Intervals) -> list[Expr]:
    """One condition for each interval, or that it is not a certain number. Not all values are in the set."""
    type_ = value.type
    assert isinstance(type_, IntType)
    if len(intervals) == 2:
        (low, end), (start, high) = intervals
        if end + 2 == start and low == type_.minimum and high == type_.maximum:
            return [BinaryOp(Binary.NE, value, const(type_, end + 1))]
    found = []
    for interval in intervals:
        condition, *more = as_conjuncts(value, (interval,))
        for part in more:
            condition = BinaryOp(Binary.AND, condition, part)
        found.append(condition)
    return found


def _equal(value: Expr, number: int) -> Expr:
    assert isinstance(value.type, IntType)
    return BinaryOp(Binary.EQ, value, const(value.type, number))


def _from(value: Expr, number: int) -> Expr:
    """`value >= number`."""
    assert isinstance(value.type, IntType)
    if number == value.type.maximum:
        return _equal(value, number)
    if not value.type.signed and number == 1:
        return BinaryOp(Binary.NE, value, const(value.type, 0))
    return BinaryOp(Binary.GE, value, const(value.type, number))


def _below(value: Expr, number: int) -> Expr:
    """`value < number`."""
    assert isinstance(value.type, IntType)
    if number == value.type.minimum + 1:
        return _equal(value, value.type.minimum)
    if number == value.type.maximum:
        return BinaryOp(Binary.NE, value, const(value.type, number))
    return BinaryOp(Binary.LT, value, const(value.type, number))


def merged(op: Binary, parts: Sequence[Expr]) -> list[Expr] | None:
    """Conditions of a conjunction or a disjunction, with those on the same integer taken together; None if
    that decides the whole: no value is left, or all are."""
    about: dict[Expr, list[Expr]] = {}
    for part in parts:
        found = values_of(part)
        if found is not None:
            about.setdefault(found[0], []).append(part)
    replaced: dict[Expr, list[Expr]] = {}
    for value, conditions in about.items():
        if len(conditions) < 2:
            continue
        type_ = value.type
        assert isinstance(type_, IntType)
        sets = [found[1] for part in conditions if (found := values_of(part)) is not None]
        intervals = together(op, sets, type_)
        if not intervals if op is Binary.AND else intervals == ((type_.minimum, type_.maximum),):
            return None
        if len(intervals) > MAX_INTERVALS:
            continue
        form = as_conjuncts if op is Binary.AND else as_disjuncts
        replaced[conditions[0]] = form(value, intervals)
        replaced.update((part, []) for part in conditions[1:])
    return [new for part in parts for new in replaced.get(part, [part])]

"""Relations between numbers: sums of monomials compared with a constant.

A relation is about mathematical integers. It is written as a condition in machine arithmetic that cannot
wrap, whatever the variables hold: they are cast to a signed type that is wide enough for every intermediate
result. And it is checked against observed states in bulk, without wrapping either.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dovetail.inference.states import Int64, States
from dovetail.program.expressions import Binary, BinaryOp, Cast, Expr, const
from dovetail.program.types import INT128, LLONG, IntType
from dovetail.quick_dataclass import dataclass

Monomial = tuple[int, ...]
"""The places of the variables multiplied, in ascending order: one or two."""
Parts = tuple[tuple[int, Monomial], ...]
"""Coefficients and monomials; the first coefficient is positive."""

BLOCK = 1 << 15
"""Rows that are looked at in one go: few enough to stay in the cache."""
_ROOM = 1 << 62
_MIRRORED = {Binary.LE: Binary.GE, Binary.GE: Binary.LE, Binary.EQ: Binary.EQ, Binary.NE: Binary.NE}


@dataclass(frozen=True, slots=True)
class Relation:
    """`parts` summed up stand in the relation `op` (==, !=, <=, >=) to `bound`."""

    parts: Parts
    op: Binary
    bound: int

    @property
    def places(self) -> tuple[int, ...]:
        return tuple(sorted({place for _, monomial in self.parts for place in monomial}))

    @property
    def linear(self) -> bool:
        return all(len(monomial) == 1 for _, monomial in self.parts)


def relation(parts: Sequence[tuple[int, Monomial]], op: Binary, bound: int) -> Relation:
    """With parts in order and the first coefficient positive."""
    ordered = sorted((part for part in parts if part[0]), key=lambda part: (len(part[1]), part[1]))
    if ordered and ordered[0][0] < 0:
        ordered = [(-coefficient, monomial) for coefficient, monomial in ordered]
        op, bound = _MIRRORED[op], -bound
    return Relation(tuple(ordered), op, bound)


def written(found: Relation, variables: Sequence[Expr]) -> Expr | None:
    """The condition, or None where no type is wide enough."""
    types = [variable.type for variable in variables]
    match found.parts:
        case ((1, (place,)),):
            type_ = types[place]
            assert isinstance(type_, IntType)
            if type_.minimum <= found.bound <= type_.maximum:
                return BinaryOp(found.op, variables[place], const(type_, found.bound))
        case ((1, (one,)), (-1, (other,))) if abs(found.bound) <= 1:
            compared = _compared(found.op, found.bound)
            if compared is not None:
                return _ordered(compared, variables[one], variables[other])
    most = abs(found.bound)
    for coefficient, monomial in found.parts:
        product = abs(coefficient)
        for place in monomial:
            type_ = types[place]
            assert isinstance(type_, IntType)
            product *= max(type_.maximum, -type_.minimum)
        most += product
    wide = wide_enough(most)
    if wide is None:
        return None
    total: Expr | None = None
    for coefficient, monomial in found.parts:
        term: Expr = Cast(wide, variables[monomial[0]])
        for place in monomial[1:]:
            term = BinaryOp(Binary.MUL, term, Cast(wide, variables[place]))
        if abs(coefficient) != 1:
            term = BinaryOp(Binary.MUL, const(wide, abs(coefficient)), term)
        if total is None:
            total = term
        else:
            total = BinaryOp(Binary.ADD if coefficient > 0 else Binary.SUB, total, term)
    assert total is not None
    return BinaryOp(found.op, total, const(wide, found.bound))


def wide_enough(most: int) -> IntType | None:
    """A signed type for numbers up to `most` in magnitude."""
    return next((type_ for type_ in (LLONG, INT128) if most <= type_.maximum), None)


def _compared(op: Binary, bound: int) -> Binary | None:
    """The comparison that says the same of two variables as op and bound of their difference."""
    return {
        (Binary.EQ, 0): Binary.EQ,
        (Binary.NE, 0): Binary.NE,
        (Binary.LE, 0): Binary.LE,
        (Binary.LE, -1): Binary.LT,
        (Binary.GE, 0): Binary.GE,
        (Binary.GE, 1): Binary.GT,
    }.get((op, bound))


def _ordered(op: Binary, left: Expr, right: Expr) -> Expr | None:
    one, other = left.type, right.type
    assert isinstance(one, IntType) and isinstance(other, IntType)
    if (one.width, one.signed) == (other.width, other.signed):
        return BinaryOp(op, left, right)
    wide = wide_enough(max(-one.minimum, one.maximum, -other.minimum, other.maximum))
    return None if wide is None else BinaryOp(op, Cast(wide, left), Cast(wide, right))


# Checking against states


def magnitude(states: States, parts: Parts) -> int:
    """What no intermediate result over entries of the matrix exceeds."""
    most = 0
    for coefficient, monomial in parts:
        product = abs(coefficient)
        for place in monomial:
            product *= states.columns[place].magnitude
        most += product
    return most


def shift(states: States, parts: Parts) -> int | None:
    """What a sum over entries lacks, because entries are distances from bases. None if that is no
    constant."""
    total = 0
    for coefficient, monomial in parts:
        bases = [states.columns[place].base for place in monomial]
        if len(bases) == 1:
            total += coefficient * bases[0]
        elif any(bases):
            return None
    return total


def _narrow(states: States, parts: Parts, bound: int) -> bool:
    return magnitude(states, parts) < _ROOM and abs(bound) < _ROOM


def can_tell(states: States, found: Relation) -> bool:
    """Are the numbers small enough to check it without wrapping?"""
    lacking = shift(states, found.parts)
    if lacking is None:
        return False
    bound = found.bound - lacking
    if _narrow(states, found.parts, bound):
        return True
    return found.op is Binary.EQ and magnitude(states, found.parts) + abs(bound) < 1 << 100


def first_failing(
    states: States, found: Relation, start: int = 0, among: npt.NDArray[np.bool_] | None = None
) -> int | None:
    """The first row from `start` on (of those `among` says) in which the relation does not hold; a row beyond
    all of them if that cannot be told without wrapping."""
    if not can_tell(states, found):
        return states.rows
    lacking = shift(states, found.parts)
    assert lacking is not None
    bound = found.bound - lacking
    narrow = _narrow(states, found.parts, bound)
    for begin in range(start, states.rows, BLOCK):
        end = min(begin + BLOCK, states.rows)
        if narrow:
            total = _sum(states, found.parts, begin, end)
            match found.op:
                case Binary.EQ:
                    wrong = total != bound
                case Binary.NE:
                    wrong = total == bound
                case Binary.LE:
                    wrong = total > bound
                case _:
                    wrong = total < bound
        else:
            wrong = _unequal(states, found.parts, bound, begin, end)
        if among is not None:
            wrong &= among[begin:end]
        if wrong.any():
            return begin + int(wrong.argmax())
    return None


def _sum(states: States, parts: Parts, begin: int, end: int) -> Int64:
    """Modulo 2^64."""
    total = np.zeros(end - begin, np.int64)
    for coefficient, monomial in parts:
        term = states.entries(monomial[0])[begin:end]
        for place in monomial[1:]:
            term = term * states.entries(place)[begin:end]
        if coefficient == 1:
            total += term
        elif coefficient == -1:
            total -= term
        else:
            total += term * _wrapped(coefficient)
    return total


def _wrapped(number: int) -> np.int64:
    return np.int64(((number + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63))


def _unequal(states: States, parts: Parts, bound: int, begin: int, end: int) -> npt.NDArray[np.bool_]:
    """Exactly, though numbers are large: a sum is what it should be if it is so modulo 2^64 and is not as
    much as 2^63 away, which floats can tell: they are wrong by less than 2^60 where sums are below 2^100."""
    wrong: npt.NDArray[np.bool_] = _sum(states, parts, begin, end) != _wrapped(bound)
    about = np.full(end - begin, -float(bound))
    for coefficient, monomial in parts:
        term = states.entries(monomial[0])[begin:end].astype(np.float64)
        for place in monomial[1:]:
            term *= states.entries(place)[begin:end]
        about += coefficient * term
    wrong |= np.abs(about) > float(1 << 62)
    return wrong

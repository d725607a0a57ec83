"""Terms of numbers without bounds: what ACSL computes, in machine integers that are wide enough.

The result of each operator is as wide as it can become, so nothing wraps around. That a comparison of two
numbers of one type stays what it is helps those who look for proofs.
"""

from __future__ import annotations

from dovetail.frontend.errors import UnsupportedError
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    Unary,
    UnaryOp,
    const,
)
from dovetail.program.types import BoolType, FloatType, IntType, Type
from dovetail.semantics.folding import folded

_WIDEST = 1024
_KEEPING = {"&": Binary.BITAND, "|": Binary.BITOR, "^": Binary.BITXOR, "/": Binary.DIV, "%": Binary.REM}
_GROWING = {"+": Binary.ADD, "-": Binary.SUB, "*": Binary.MUL}


def computed(op: str, left: Expr, right: Expr) -> Expr:
    """Raises UnsupportedError for what is not a whole number."""
    if op in ("+", "-") and isinstance(right, Const) and right.value == 0:
        return left
    if op == "+" and isinstance(left, Const) and left.value == 0:
        return right
    one, other = _width(left), _width(right)
    width = one + other if op == "*" else max(one, other) + 1
    operator = _GROWING.get(op) or _KEEPING.get(op)
    if operator is None:
        raise UnsupportedError(f"'{op}' of numbers without bounds is not modelled")
    return _narrow(folded(BinaryOp(operator, _wide(left, width), _wide(right, width))))


def negated(value: Expr) -> Expr:
    return _narrow(folded(UnaryOp(Unary.NEGATE, _wide(value, _width(value) + 1))))


def complement(value: Expr) -> Expr:
    return _narrow(folded(UnaryOp(Unary.COMPLEMENT, _wide(value, _width(value) + 1))))


def alike(left: Expr, right: Expr) -> tuple[Expr, Expr]:
    """The same two numbers as values of one type."""
    if left.type == right.type or not all(isinstance(one.type, IntType) for one in (left, right)):
        return left, right
    if (moved := _moved(left, right.type)) is not None:
        return moved, right
    if (moved := _moved(right, left.type)) is not None:
        return left, moved
    width = max(_width(left), _width(right))
    return _wide(left, width), _wide(right, width)


def _moved(value: Expr, type_: Type) -> Expr | None:
    """The same number as a value of another type, if it is one for sure."""
    if not (isinstance(value.type, IntType) and isinstance(type_, IntType)):
        return None
    if isinstance(value, Const):
        number = value.type.number(value.value)
        return const(type_, number) if type_.minimum <= number <= type_.maximum else None
    holds_all = type_.minimum <= value.type.minimum and value.type.maximum <= type_.maximum
    return folded(Cast(type_, value)) if holds_all else None


def range_type(low: Expr, high: Expr) -> IntType:
    """In which both are, and that an index can have: that of the program's variables if that can be."""
    type_ = alike(low, high)[0].type
    if not isinstance(type_, IntType):
        raise UnsupportedError("a quantifier over something else than integers is not modelled")
    for plain in (IntType(32, True), IntType(32, False), IntType(64, True), IntType(64, False)):
        if plain == type_:
            return type_
    return IntType(64 if type_.width <= 64 else type_.width + 1, True)


def _width(value: Expr) -> int:
    """So many bits hold it, with a sign."""
    if isinstance(value.type, BoolType):
        return 2
    if isinstance(value.type, FloatType) or not isinstance(value.type, IntType):
        raise UnsupportedError("a clause of ACSL that computes with something else than integers")
    if isinstance(value, Const):
        return value.type.number(value.value).bit_length() + 1
    return value.type.width + (not value.type.signed)


def _wide(value: Expr, width: int) -> Expr:
    if width > _WIDEST:
        raise UnsupportedError("a clause of ACSL whose numbers become too large")
    return folded(Cast(IntType(width, True), value))


def _narrow(value: Expr) -> Expr:
    """A known number in as few bits as it has."""
    if isinstance(value, Const) and isinstance(value.type, IntType):
        number = value.type.number(value.value)
        for width in (32, 64):
            if number.bit_length() < width:
                return const(IntType(width, True), number)
    return value

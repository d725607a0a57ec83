"""When two values of the symbolic algebra are the same."""

from __future__ import annotations

from typing import Any

from dovetail.program.types import BoolType, FloatType, IntType, PointerType, Type
from dovetail.semantics.symbolic import Symbolic, Value


def same(algebra: Symbolic[Any], left: Value, right: Value, type: Type) -> Any:
    """The condition that two values of a type are the same value, bit by bit."""
    match type:
        case BoolType():
            return algebra.choose(left, right, algebra.negation(right))
        case FloatType(width=width):
            bits = algebra.float_to_bits
            return algebra.eq(bits(left, width), bits(right, width), width)
        case PointerType():
            return algebra.pointer_eq(left, right)
        case IntType(width=width):
            return algebra.eq(left, right, width)
        case _:
            raise ValueError(f"no scalar is of type {type}")

"""Constant folding: an operator on constants is the constant that the concrete algebra computes.

Nothing else is simplified here, and pointers are left alone: their values belong to a memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dovetail.program.expressions import BinaryOp, Cast, Const, Expr, UnaryOp, Variable
from dovetail.program.types import BoolType, DataModel, FloatType, IntType, Target, Type
from dovetail.semantics import floats
from dovetail.semantics.concrete import Concrete, Value
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory


class _Nothing:
    """The state of a constant expression: it reads nothing, so being asked is a mistake."""

    def variable(self, variable: Variable) -> Any:
        raise AssertionError(f"{variable} in a constant expression")

    def load(self, pointer: Value, type: Type) -> Any:
        raise AssertionError("memory is read in a constant expression")

    def valid(self, pointer: Value, size: Value, width: int) -> Any:
        raise AssertionError("memory is asked for in a constant expression")

    def freeable(self, pointer: Value) -> Any:
        raise AssertionError("memory is asked for in a constant expression")

    def writable(self, pointer: Value) -> Any:
        raise AssertionError("memory is asked for in a constant expression")

    def object_size(self, pointer: Value, width: int) -> Any:
        raise AssertionError("memory is asked for in a constant expression")

    def no_leak(self, running: bool, roots: Sequence[Value] | None) -> Any:
        raise AssertionError("memory is asked for in a constant expression")


_ALGEBRA = Concrete(Memory(Target(DataModel.LP64)))
_STATE = _Nothing()


def folded(expr: Expr) -> Expr:
    """The expression, or the constant that it is if its operands are constants."""
    if not isinstance(expr, (BinaryOp, UnaryOp, Cast)):
        return expr
    for part in (expr, *expr.children):
        if not isinstance(part.type, (IntType, FloatType, BoolType)):
            return expr
        if part is not expr and not isinstance(part, Const):
            return expr
    value: Value = evaluate(expr, _ALGEBRA, _STATE)
    if isinstance(expr.type, FloatType):
        return Const(expr.type, floats.to_bits(float(value), expr.type.width))
    return Const(expr.type, int(value))

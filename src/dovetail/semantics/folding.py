"""Constant folding: an operator on constants is the constant that the concrete algebra computes.

Nothing else is simplified here, and pointers are left alone: their values belong to a memory.
"""

from __future__ import annotations

from dovetail.program.expressions import BinaryOp, Cast, Const, Expr, UnaryOp
from dovetail.program.types import BoolType, DataModel, FloatType, IntType, Target
from dovetail.semantics import floats
from dovetail.semantics.concrete import Concrete, Value
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory
from dovetail.semantics.variables_alone import VariablesAlone

_ALGEBRA = Concrete(Memory(Target(DataModel.LP64)))
_STATE = VariablesAlone({})


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

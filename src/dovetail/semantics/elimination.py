"""Conditions without a variable that follow from conditions with it.

Where a block takes an input, its value does not exist before the block; and of what a loop changes, a region
at the loop would better not speak. What is found here is weaker than what was given, or equal to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from dovetail.program.expressions import Binary, BinaryOp, Expr, Variable, substitute, variables
from dovetail.program.types import FloatType, IntType
from dovetail.semantics.simplify import simplify


def eliminate(variable: Variable, literals: Sequence[Expr]) -> list[Expr]:
    """Conditions without the variable that hold whenever some value of it satisfies all of these."""
    about = [expr for expr in literals if variable in variables(expr)]
    rest = [expr for expr in literals if variable not in variables(expr)]
    if len(about) < 2:
        return rest
    for index, expr in enumerate(about):
        value = _equal_to(variable, expr)
        if value is not None:
            others = about[:index] + about[index + 1 :]
            return rest + [simplify(substitute(other, {variable: value})) for other in others]
    return rest + _between(variable, about)


def _equal_to(variable: Variable, expr: Expr) -> Expr | None:
    match expr:
        case BinaryOp(op=Binary.EQ, left=left, right=right) if left is variable:
            value = right
        case BinaryOp(op=Binary.EQ, left=left, right=right) if right is variable:
            value = left
        case _:
            return None
    if isinstance(variable.type, FloatType):
        return None  # -0.0 equals 0.0 and is another value
    return value if variable not in variables(value) and value.type == variable.type else None


_MIRRORED = {Binary.LT: Binary.GT, Binary.GT: Binary.LT, Binary.LE: Binary.GE, Binary.GE: Binary.LE}


def _between(variable: Variable, about: Sequence[Expr]) -> list[Expr]:
    """`l <= x` and `x < u` need `l < u`."""
    if not isinstance(variable.type, IntType):
        return []
    lower: list[tuple[Expr, bool]] = []
    upper: list[tuple[Expr, bool]] = []
    for expr in about:
        if not isinstance(expr, BinaryOp) or expr.op not in _MIRRORED:
            continue
        op, bound = expr.op, expr.right
        if expr.right is variable:
            op, bound = _MIRRORED[op], expr.left
        elif expr.left is not variable:
            continue
        if variable in variables(bound):
            continue
        strict = op in (Binary.LT, Binary.GT)
        (upper if op in (Binary.LT, Binary.LE) else lower).append((bound, strict))
    found = []
    for low, low_strict in lower:
        for high, high_strict in upper:
            op = Binary.LT if low_strict or high_strict else Binary.LE
            found.append(simplify(BinaryOp(op, low, high)))
    return found

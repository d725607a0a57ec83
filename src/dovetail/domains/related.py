"""Which variables a statement relates to each other, linearly: without bounds, so by what it looks like.

A comparison relates the variables on its two sides, an assignment its target and what is assigned; through
sums, differences, multiples by constants and conversions, but not through memory, products and divisions.
"""

from __future__ import annotations

from enum import IntEnum

from dovetail.program.expressions import Binary, BinaryOp, Cast, Const, Expr, Unary, UnaryOp, Variable
from dovetail.program.statements import Assign, Assume, Check, Statement, written_variable
from dovetail.program.types import BoolType, IntType
from dovetail.quick_dataclass import dataclass

WIDEST = 64


def relatable(variable: Variable) -> bool:
    return isinstance(variable.type, IntType) and variable.type.width <= WIDEST


class Change(IntEnum):
    """How a statement changes a variable; the greater, the more a relation can say of it."""

    LOST = 0  # to what is not linear
    SET = 1  # to a constant
    MOVED = 2  # to something linear in other variables
    STEPPED = 3  # by something linear


@dataclass(frozen=True, slots=True)
class Relating:
    """What a statement says: `compared` has the variables of each comparison, the ones with a constant too;
    `assigned` those of a linear assignment, the target first."""

    compared: tuple[tuple[Variable, ...], ...] = ()
    assigned: tuple[Variable, ...] = ()
    changed: Variable | None = None
    change: Change = Change.LOST


NOTHING = Relating()


def relating(statement: Statement) -> Relating:
    match statement:
        case Assume(condition=condition) | Check(condition=condition):
            return Relating(compared=_comparisons([condition]))
        case Assign(target=target, value=value):
            conditions: list[Expr] = []
            sources = _linear([value], conditions)
            compared = _comparisons(conditions) if conditions else ()
            if not relatable(target):
                return Relating(compared=compared) if compared else NOTHING
            if not sources:
                constant = (
                    isinstance(value, Const) or isinstance(value, Cast) and isinstance(value.operand, Const)
                )
                return Relating(compared, (), target, Change.SET if constant else Change.LOST)
            change = Change.STEPPED if target in sources else Change.MOVED
            return Relating(compared, tuple(dict.fromkeys((target, *sources))), target, change)
        case _:
            written = written_variable(statement)
            return NOTHING if written is None or not relatable(written) else Relating(changed=written)


def _comparisons(conditions: list[Expr]) -> tuple[tuple[Variable, ...], ...]:
    """The variables of each comparison of integers in the conditions."""
    found: dict[tuple[Variable, ...], None] = {}
    seen = set(conditions)
    stack = conditions[::-1]
    while stack:
        more: list[Expr] = []
        match stack.pop():
            case UnaryOp(op=Unary.NOT, operand=operand):
                more.append(operand)
            case BinaryOp(op=Binary.AND | Binary.OR, left=left, right=right):
                more += (left, right)
            case BinaryOp(op=op, left=left, right=right) if op.compares and isinstance(left.type, IntType):
                variables = _linear([left, right], more)
                if variables:
                    found[variables] = None
            case _:
                pass
        stack += [condition for condition in reversed(more) if condition not in seen]
        seen.update(more)
    return tuple(found)


def _linear(terms: list[Expr], conditions: list[Expr]) -> tuple[Variable, ...]:
    """The variables that the terms are linear in, in order; conditions met on the way are put aside."""
    found: dict[Variable, None] = {}
    seen = set(terms)
    stack = terms[::-1]
    while stack:
        more: tuple[Expr, ...] = ()
        match stack.pop():
            case Variable() as variable:
                if relatable(variable):
                    found[variable] = None
            case BinaryOp(op=Binary.ADD | Binary.SUB, left=left, right=right):
                more = (left, right)
            case BinaryOp(op=Binary.MUL, left=left, right=right):
                more = (left,) if isinstance(right, Const) else (right,) if isinstance(left, Const) else ()
            case BinaryOp(op=Binary.SHL | Binary.BITAND | Binary.REM, left=left, right=Const()):
                more = (left,)
            case UnaryOp(op=Unary.NEGATE | Unary.COMPLEMENT, operand=operand):
                more = (operand,)
            case Cast(operand=operand):
                if isinstance(operand.type, BoolType):
                    conditions.append(operand)
                elif isinstance(operand.type, IntType):
                    more = (operand,)
            case _:
                pass
        stack += [term for term in reversed(more) if term not in seen]
        seen.update(more)
    return tuple(found)

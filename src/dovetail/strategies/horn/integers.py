"""Expressions as terms over integers without bounds, and conditions over such terms as expressions again.

A machine integer becomes the number that it stands for. Nothing wraps around, casts between integers change
nothing, and what has no meaning that a solver of linear arithmetic could use (products of variables, most
operations on bits, floats) is any number. So what is found out about these terms need not be true of the
program: it is good for guessing, and for nothing else (law 3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import z3

from dovetail.inference.relations import relation, written
from dovetail.program.expressions import (
    Address,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    Load,
    PointerAdd,
    PointerDiff,
    Unary,
    UnaryOp,
    Variable,
    conjunction,
    const,
    disjunction,
    fold_over,
    negation,
)
from dovetail.program.types import BoolType, IntType, PointerType

MOST = 40
"""Parts of one disjunction: more is no guess any more."""

_COMPARED: Mapping[Binary, Callable[[Any, Any], Any]] = {
    Binary.EQ: lambda left, right: left == right,
    Binary.NE: lambda left, right: left != right,
    Binary.LT: lambda left, right: left < right,
    Binary.LE: lambda left, right: left <= right,
    Binary.GT: lambda left, right: left > right,
    Binary.GE: lambda left, right: left >= right,
}


def is_number(expr: Expr) -> bool:
    return isinstance(expr.type, IntType | PointerType)


def term_of(
    root: Expr,
    leaf: Callable[[Expr], Any],
    unknown: Callable[[Expr], Any],
    memo: dict[Expr, Any],
    context: z3.Context,
) -> Any:
    """A number, or a condition. `leaf` says what variables, addresses and memory hold; what cannot be said is
    `unknown`: any value of the expression's type."""

    def below(expr: Expr) -> Sequence[Expr]:
        return () if isinstance(expr, Load) else expr.children

    def combine(expr: Expr, parts: Sequence[Expr], found: list[Any]) -> Any:
        if isinstance(expr, Variable | Load | Address):
            return leaf(expr) if is_number(expr) else unknown(expr)
        if isinstance(expr, Const):
            return _constant(expr, unknown, context)
        if not all(isinstance(part.type, IntType | PointerType | BoolType) for part in parts):
            return unknown(expr)
        said = _combined(expr, found, context)
        return unknown(expr) if said is None else said

    return fold_over(root, combine, memo, below)


def _constant(expr: Const, unknown: Callable[[Expr], Any], context: z3.Context) -> Any:
    match expr.type:
        case BoolType():
            return z3.BoolVal(bool(expr.value), context)
        case IntType() as type_:
            return z3.IntVal(type_.number(expr.value), context)
        case PointerType():
            return z3.IntVal(expr.value, context)
        case _:
            return unknown(expr)


def _combined(expr: Expr, parts: list[Any], context: z3.Context) -> Any:
    """None for what means nothing here."""
    match expr:
        case Cast(type=IntType() | PointerType(), operand=operand):
            (term,) = parts
            if not isinstance(operand.type, BoolType):
                return term
            return z3.If(term, z3.IntVal(1, context), z3.IntVal(0, context))
        case UnaryOp(op=Unary.NOT):
            return z3.Not(parts[0])
        case UnaryOp(op=Unary.NEGATE):
            return -parts[0]
        case UnaryOp(op=Unary.COMPLEMENT):
            return -parts[0] - 1
        case Conditional():
            return z3.If(*parts)
        case PointerAdd():
            return parts[0] + parts[1]
        case PointerDiff():
            return parts[0] - parts[1]
        case BinaryOp(op=Binary.AND):
            return z3.And(*parts)
        case BinaryOp(op=Binary.OR):
            return z3.Or(*parts)
        case BinaryOp(op=op) if op in _COMPARED:
            return _COMPARED[op](*parts)
        case BinaryOp(op=op):
            return _arithmetic(op, *map(z3.simplify, parts))
        case _:
            return None


def _arithmetic(op: Binary, left: Any, right: Any) -> Any:
    number = right.as_long() if z3.is_int_value(right) else None
    match op:
        case Binary.ADD:
            return left + right
        case Binary.SUB:
            return left - right
        case Binary.MUL if number is not None or z3.is_int_value(left):
            return left * right
        case Binary.DIV if number is not None and number > 0:
            return _quotient(left, number)
        case Binary.REM if number is not None and number > 0:
            return left - number * _quotient(left, number)
        case Binary.SHL if number is not None and 0 <= number < 64:
            return left * (1 << number)
        case Binary.SHR if number is not None and 0 <= number < 64:
            return left / (1 << number)  # rounded down, as a shift does
        case Binary.BITAND if number is not None and number >= 0 and number & (number + 1) == 0:
            return left % (number + 1)
        case _:
            return None


def _quotient(left: Any, number: int) -> Any:
    """Rounded to zero, as C does."""
    return z3.If(left >= 0, left / number, -((-left) / number))


# ---- and back ----------------------------------------------------------------------------------------------


def conditions_of(formula: Any, places: Sequence[Expr]) -> list[Expr]:
    """The parts of a conjunction over `places` (z3's bound variables, in order) that can be said of machine
    integers, each such that nothing wraps around."""
    found: dict[Expr, None] = {}
    waiting = [z3.simplify(formula, arith_lhs=True)]
    while waiting:
        part = waiting.pop(0)
        if z3.is_and(part):
            waiting = [*part.children(), *waiting]
        elif not z3.is_true(part):
            said = _said(part, places)
            if said is not None:
                found.setdefault(said)
    return list(found)


def _said(formula: Any, places: Sequence[Expr]) -> Expr | None:
    if z3.is_not(formula):
        inner = _said(formula.arg(0), places)
        return None if inner is None else negation(inner)
    if z3.is_or(formula) or z3.is_and(formula):
        if formula.num_args() > MOST:
            return None
        parts = [_said(part, places) for part in formula.children()]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return None
        return disjunction(known) if z3.is_or(formula) else conjunction(known)
    for test, op in ((z3.is_le, Binary.LE), (z3.is_ge, Binary.GE), (z3.is_eq, Binary.EQ)):
        if test(formula) and z3.is_int(formula.arg(0)):
            return _compared(op, formula.arg(0), formula.arg(1), places)
    return None


def _compared(op: Binary, left: Any, right: Any, places: Sequence[Expr]) -> Expr | None:
    remainder = _remainder(op, left, right, places)
    if remainder is not None:
        return remainder
    parts: dict[int, int] = {}
    bound = 0
    for side, sign in ((left, 1), (right, -1)):
        sum_ = _linear(side)
        if sum_ is None:
            return None
        for place, coefficient in sum_[0].items():
            parts[place] = parts.get(place, 0) + sign * coefficient
        bound -= sign * sum_[1]
    used = {place: coefficient for place, coefficient in parts.items() if coefficient}
    if not used:
        return None
    if any(isinstance(places[place].type, PointerType) for place in used):
        return _about_pointer(op, used, bound, places)
    made = relation([(coefficient, (place,)) for place, coefficient in used.items()], op, bound)
    return written(made, places)


def _about_pointer(op: Binary, used: Mapping[int, int], bound: int, places: Sequence[Expr]) -> Expr | None:
    """Numbers of pointers mean nothing but null: that one is that, or is not."""
    if len(used) != 1:
        return None
    ((place, coefficient),) = used.items()
    pointer = places[place]
    if coefficient < 0:
        op, bound = {Binary.LE: Binary.GE, Binary.GE: Binary.LE}.get(op, op), -bound
    null = Const(pointer.type, 0)
    if (op is Binary.EQ or op is Binary.LE) and bound == 0:
        return BinaryOp(Binary.EQ, pointer, null)
    if op is Binary.GE and bound >= 1:
        return BinaryOp(Binary.NE, pointer, null)
    return None


def _remainder(op: Binary, left: Any, right: Any, places: Sequence[Expr]) -> Expr | None:
    """`x % number` compared with a number, for an x that need not be positive: z3's remainders are never
    negative."""
    if not (z3.is_app_of(left, z3.Z3_OP_MOD) and z3.is_var(left.arg(0)) and z3.is_int_value(right)):
        return None
    place, modulus = places[z3.get_var_index(left.arg(0))], left.arg(1)
    type_ = place.type
    if not isinstance(type_, IntType) or not z3.is_int_value(modulus):
        return None
    number = modulus.as_long()
    if not 0 < number <= type_.maximum or not 0 <= right.as_long() < number:
        return None
    return BinaryOp(op, BinaryOp(Binary.REM, place, const(type_, number)), const(type_, right.as_long()))


def _linear(term: Any) -> tuple[dict[int, int], int] | None:
    """Coefficients by the number of a bound variable, and the constant."""
    found: dict[int, int] = {}
    constant = 0
    waiting = [(term, 1)]
    while waiting:
        part, factor = waiting.pop()
        if z3.is_int_value(part):
            constant += factor * part.as_long()
        elif z3.is_var(part):
            place = z3.get_var_index(part)
            found[place] = found.get(place, 0) + factor
        elif z3.is_add(part):
            waiting += [(one, factor) for one in part.children()]
        elif z3.is_mul(part) and part.num_args() == 2 and z3.is_int_value(part.arg(0)):
            waiting.append((part.arg(1), factor * part.arg(0).as_long()))
        else:
            return None
    return found, constant

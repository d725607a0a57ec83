"""Constraints over the mathematical integers as conditions about machine integers.

A form that is >= 0 becomes a comparison computed in a signed type so wide that nothing wraps: 64 bits for
sums of 32-bit variables, 128 beyond. What not even that can hold is left out, as is what the types of the
variables imply anyway. Bounds of single variables and comparisons of two variables of one type need no wider
type.
"""

from __future__ import annotations

from collections.abc import Iterable

from dovetail.domains.forms import Linear
from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Binary,
    BinaryOp,
    Cast,
    Expr,
    Variable,
    conjunction,
    const,
)
from dovetail.program.types import INT128, LLONG, IntType

WIDE = (LLONG, INT128)


def condition_of(constraints: Iterable[Linear]) -> Expr:
    """That all of the forms are >= 0; a pair of opposite ones becomes an equation."""
    forms = list(dict.fromkeys(constraints))
    present = set(forms)
    conditions: list[Expr] = []
    for form in forms:
        opposite = -form
        if form.terms and opposite in present:
            if form.terms[0][1] > 0:
                conditions.append(_compared(form, Binary.EQ))
        else:
            conditions.append(_compared(form, Binary.GE))
    return conjunction(conditions)


def _compared(form: Linear, op: Binary) -> Expr:
    """That the form is >= 0 or == 0, as `op` says; TRUE where no type is wide enough."""
    low, high = form.range(_nothing_known)
    if high < 0 or (op is Binary.EQ and low > 0):
        return FALSE
    if low == high == 0 or (op is Binary.GE and low >= 0):
        return TRUE
    if len(form.terms) == 1:
        return _single(form, op)
    if op is Binary.GE:
        form = form.tight()
    (first, a), (second, b) = form.terms[:2]
    if len(form.terms) == 2 and {a, b} == {1, -1} and first.type == second.type:
        if form.constant == 0 or (op is Binary.GE and form.constant == -1):
            left, right = (first, second) if a > 0 else (second, first)
            return BinaryOp(op if form.constant == 0 else Binary.GT, left, right)
    return _wide(form, op)


def _nothing_known(expr: Expr) -> None:
    return None


def _single(form: Linear, op: Binary) -> Expr:
    ((variable, factor),) = form.terms
    type_ = variable.type
    assert isinstance(type_, IntType)
    if op is Binary.EQ:
        number, rest = divmod(-form.constant, factor)
        return FALSE if rest else BinaryOp(op, variable, const(type_, number))
    if factor > 0:
        return BinaryOp(Binary.GE, variable, const(type_, -(form.constant // factor)))
    return BinaryOp(Binary.LE, variable, const(type_, form.constant // -factor))


def _wide(form: Linear, op: Binary) -> Expr:
    """Positive terms on one side, negative ones on the other, so that it reads well."""
    reach = abs(form.constant) + sum(abs(c) * _magnitude(v) for v, c in form.terms)
    type_ = next((wide for wide in WIDE if reach <= wide.maximum), None)
    if type_ is None:
        return TRUE
    left = [_term(v, c, type_) for v, c in form.terms if c > 0]
    right = [_term(v, -c, type_) for v, c in form.terms if c < 0]
    constant = form.constant
    if not left:
        op = Binary.EQ if op is Binary.EQ else Binary.LE
        return BinaryOp(op, _sum(right), const(type_, constant))
    if not right:
        return BinaryOp(op, _sum(left), const(type_, -constant))
    if constant:
        (left if constant > 0 else right).append(const(type_, abs(constant)))
    return BinaryOp(op, _sum(left), _sum(right))


def _magnitude(variable: Variable) -> int:
    assert isinstance(variable.type, IntType)
    return max(-variable.type.minimum, variable.type.maximum)


def _term(variable: Variable, factor: int, type_: IntType) -> Expr:
    wide = variable if variable.type == type_ else Cast(type_, variable)
    return wide if factor == 1 else BinaryOp(Binary.MUL, const(type_, factor), wide)


def _sum(terms: list[Expr]) -> Expr:
    total = terms[0]
    for term in terms[1:]:
        total = BinaryOp(Binary.ADD, total, term)
    return total

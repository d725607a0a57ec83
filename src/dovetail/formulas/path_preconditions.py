"""Conditions carried back over a path, as a set of literals: where predicates come from.

What is carried over a statement is its weakest precondition where that is easy to say; a literal that has
none is left out, and so is an input, once what follows from it for everything else is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from dovetail.program.automata import Edge
from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Binary,
    BinaryOp,
    Conditional,
    Expr,
    Unary,
    UnaryOp,
    conjuncts,
    negation,
    operands,
)
from dovetail.program.types import Target
from dovetail.semantics.path_weakest import Carried
from dovetail.semantics.simplify import simplify
from dovetail.semantics.weakest import Witness

Origins = dict[Expr, frozenset[Expr]]
"""Literals, and the literals behind a path that each of them comes from: none, if it is the path's own."""


def before_path(
    literals: Iterable[Expr], path: Sequence[Edge], target: Target, witnesses: Sequence[Witness] = ()
) -> Origins:
    """What must hold before a path so that it is taken and the literals hold behind it. `witnesses` are
    states before each of its edges: where it matters whether two pointers are equal, it is as it is there."""
    origins = {literal: frozenset((literal,)) for literal in literals}
    carried = _WithOrigins(target, origins, frozenset(), partial(min, key=len))
    carried.along(path, witnesses)
    return carried.literals


class _WithOrigins(Carried[frozenset[Expr]]):
    def parts(self, condition: Expr) -> Sequence[Expr]:
        return conjuncts(simplify(condition))

    def joined(self, notes: Sequence[frozenset[Expr]]) -> frozenset[Expr]:
        return frozenset[Expr]().union(*notes)


def atoms(condition: Expr) -> list[Expr]:
    """The comparisons that a condition is made of, each in the form in which it is not denied."""
    found: dict[Expr, None] = {}
    stack = [condition]
    while stack:
        expr = stack.pop()
        match expr:
            case BinaryOp(op=Binary.AND | Binary.OR):
                stack += operands(expr)
            case UnaryOp(op=Unary.NOT, operand=operand):
                stack.append(operand)
            case Conditional(condition=test, then=then, otherwise=otherwise):
                stack += (test, then, otherwise)
            case _ if expr is not TRUE and expr is not FALSE:
                found[positive(expr)] = None
    return list(found)


def positive(literal: Expr) -> Expr:
    """A predicate that says the same as a literal or its negation, one for both."""
    simplified = simplify(literal)
    denied = simplify(negation(simplified))
    return min(simplified, denied, key=lambda expr: (_is_negative(expr), expr.serial))


def _is_negative(expr: Expr) -> bool:
    return isinstance(expr, BinaryOp) and expr.op in (Binary.NE, Binary.GT, Binary.GE)

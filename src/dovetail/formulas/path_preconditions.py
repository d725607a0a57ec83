"""Conditions carried back over a path, as a set of literals: where predicates come from.

What is carried over a statement is its weakest precondition where that is easy to say; a literal that has
none is left out, and so is an input, once what follows from it for everything else is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dovetail.formulas.elimination import eliminate
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
    Variable,
    conjuncts,
    negation,
    operands,
    variables,
)
from dovetail.program.statements import Assume, Check, Havoc
from dovetail.program.types import Target
from dovetail.semantics.simplify import simplify
from dovetail.semantics.weakest import Backward, Witness

Origins = dict[Expr, frozenset[Expr]]
"""Literals, and the literals behind a path that each of them comes from: none, if it is the path's own."""


def before_path(
    literals: Iterable[Expr], path: Sequence[Edge], target: Target, witnesses: Sequence[Witness] = ()
) -> Origins:
    """What must hold before a path so that it is taken and the literals hold behind it. `witnesses` are
    states before each of its edges: where it matters whether two pointers are equal, it is as it is there."""
    found: Origins = {literal: frozenset((literal,)) for literal in literals}
    for index in reversed(range(len(path))):
        statement = path[index].statement
        match statement:
            case Assume(condition=condition) | Check(condition=condition):
                for part in conjuncts(simplify(condition)):
                    found[part] = frozenset()
            case Havoc(target=variable):
                found = _without(variable, found)
            case _:
                witness = witnesses[index] if index < len(witnesses) else None
                found = _before(found, Backward(target, statement, witness))
        found.pop(TRUE, None)
    return found


def _without(variable: Variable, literals: Origins) -> Origins:
    """An input is taken: what it is compared with on both sides must be in order."""
    about = frozenset[Expr]().union(*(o for one, o in literals.items() if variable in variables(one)))
    return {one: literals.get(one, about) for one in eliminate(variable, list(literals))}


def _before(literals: Origins, backward: Backward) -> Origins:
    found: Origins = {}
    for literal, origins in literals.items():
        earlier = backward.before(literal)
        if earlier is not None:
            for part in conjuncts(simplify(earlier)):
                found[part] = min(found.get(part, origins), origins, key=len)
    for aliasing in backward.alpha:
        for part in conjuncts(simplify(aliasing)):
            found.setdefault(part, frozenset())
    return found


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

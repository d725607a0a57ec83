"""Preconditions in a form in which those that mean the same are mostly the same: inputs eliminated, constants
put in.

What an input must be is nobody's business before it is taken, as long as there is some value for it. So
literals about inputs alone are *settled*: a solver says once whether they can hold, and they are carried no
farther. And where an input is compared with something else, that there is a value for it says something
about the rest, or nothing at all:

    some s has s == e and P(s)    if P(e)
    some s has s <= e             always (and so for >= and !=, if s occurs nowhere else)
    some s has s < e              if e is not the least value there is

Where a literal says that a variable is a constant, the others need not speak of it.

Only what is equivalent is done here: a precondition that was exact stays so. It is then no longer a condition
on inputs, but on the state before the suffix alone, and two suffixes that ask for the same state can be told
to be the same (`input_instance`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from dovetail.program.automata import Program
from dovetail.program.expressions import (
    FALSE,
    Binary,
    BinaryOp,
    Const,
    Expr,
    Variable,
    conjuncts,
    const,
    reads_memory,
    substitute,
    variables,
)
from dovetail.program.remembering import memo
from dovetail.program.types import IntType
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.simplify import simplify
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.semantics.symbolic_values import is_known
from dovetail.solver.interface import Answer, Solver
from dovetail.strategies.instance.precondition import INPUTS, Precondition, opposite

MAX_REMEMBERED = 100_000
"""Sets of literals about inputs alone."""

_MIRRORED = {Binary.LT: Binary.GT, Binary.GT: Binary.LT, Binary.LE: Binary.GE, Binary.GE: Binary.LE}
_inputs: dict[Expr, frozenset[Variable]] = memo()


def inputs_of(literal: Expr) -> frozenset[Variable]:
    found = _inputs.get(literal)
    if found is None:
        found = _inputs[literal] = frozenset(v for v in variables(literal) if v.scope == INPUTS)
    return found


class Settling:
    def __init__(self, program: Program, solver: Solver[Any]) -> None:
        self._solver = solver
        self._algebra: Symbolic[Any] = Symbolic(solver.terms, program.target.pointer_bits)
        self._anything = SymbolicState.arbitrary(program, self._algebra, "any")
        self._possible: dict[frozenset[Expr], bool] = {}
        self._put: dict[tuple[Expr, ...], Expr] = {}
        self.asked = 0

    def settled(self, condition: Precondition) -> Precondition | None:
        """With as few inputs and variables as can be; None if nothing meets it."""
        literals = self._constants(condition.literals)
        if literals is None:
            return None
        if not any(map(inputs_of, literals)):
            return condition if literals is condition.literals else replace(condition, literals=literals)
        literals = dict(literals)
        changed = True
        while changed and literals is not None:
            changed = False
            for symbol, about in _occurrences(literals).items():
                found = self._without(symbol, about, literals)
                if found is not literals:
                    literals, changed = found, True
                    break
        if literals is None:
            return None
        for group in _apart(literals):
            if not self._can_hold(group):
                return None
            for literal in group:
                del literals[literal]
        return replace(condition, literals=literals)

    def _constants(self, literals: dict[Expr, int]) -> dict[Expr, int] | None:
        """With constants in place of variables that are known to be constant; None if that cannot be."""
        known = {var: literal for literal in literals if (var := _constant(literal)) is not None}
        said = set(known.values())
        about = [
            literal
            for literal in literals
            if literal not in said and not known.keys().isdisjoint(variables(literal))
        ]
        if not about:
            return literals
        found = dict(literals)
        for literal in about:
            depth = found.pop(literal)
            put = sorted(known.keys() & variables(literal), key=lambda one: (one.scope, one.name))
            key = (literal, *(known[one] for one in put))
            changed = self._put.get(key)
            if changed is None:
                values: dict[Expr, Expr] = {one: _value(known[one]) for one in put}
                changed = self._put[key] = simplify(substitute(literal, values))
                if len(self._put) > MAX_REMEMBERED:
                    self._put.clear()
            depth = min([depth, *(literals[known[one]] for one in put)])
            for part in conjuncts(changed):
                if part is FALSE or opposite(part) in found:
                    return None
                found[part] = max(depth, found.get(part, 0))
        return found

    def _without(
        self, symbol: Variable, about: list[Expr], literals: dict[Expr, int]
    ) -> dict[Expr, int] | None:
        """The literals without a symbol; themselves if it cannot be eliminated; None if they cannot hold."""
        type_ = symbol.type
        if not isinstance(type_, IntType) or any(map(reads_memory, about)):
            return literals
        compared = [(literal, _sides(literal, symbol)) for literal in about]
        equal = next(((one, side) for one, side in compared if side and side[0] is Binary.EQ), None)
        if equal is not None:
            literal, (_, value) = equal
            added = [
                (simplify(substitute(o, {symbol: value})), literals[o]) for o in about if o is not literal
            ]
            return _replaced(literals, about, added, literals[literal])
        if len(about) > 1 or compared[0][1] is None:
            return literals
        op, other = compared[0][1]
        match op:
            case Binary.LT:
                left = [BinaryOp(Binary.NE, other, const(type_, type_.minimum))]
            case Binary.GT:
                left = [BinaryOp(Binary.NE, other, const(type_, type_.maximum))]
            case _:
                left = []
        depth = literals[about[0]]
        return _replaced(literals, about, [(simplify(one), depth) for one in left], depth)

    def _can_hold(self, group: frozenset[Expr]) -> bool:
        """Are there inputs that meet all of these? If the solver does not know, there may be."""
        found = self._possible.get(group)
        if found is None:
            if len(self._possible) >= MAX_REMEMBERED:
                self._possible.clear()
            found = self._possible[group] = self._asked(group)
        return found

    def _asked(self, group: frozenset[Expr]) -> bool:
        try:
            values = [self._anything.evaluate(literal) for literal in group]
        except NotComputable:
            return True
        if any(value is False for value in values):
            return False
        terms = [self._algebra.term(value) for value in values if not is_known(value)]
        self.asked += 1
        return self._solver.check(terms) is not Answer.UNSAT


def _constant(literal: Expr) -> Variable | None:
    """The variable that a literal says is a constant."""
    match literal:
        case BinaryOp(op=Binary.EQ, left=Variable() as variable, right=Const()) if isinstance(
            variable.type, IntType
        ):
            return variable
        case _:
            return None


def _value(literal: Expr) -> Expr:
    assert isinstance(literal, BinaryOp)
    return literal.right


def _occurrences(literals: Iterable[Expr]) -> dict[Variable, list[Expr]]:
    """By symbol, the literals that speak of it; those of which all speak of inputs alone are left out."""
    found: dict[Variable, list[Expr]] = {}
    for literal in literals:
        for symbol in sorted(inputs_of(literal), key=lambda symbol: symbol.name):
            found.setdefault(symbol, []).append(literal)
    return {
        symbol: about
        for symbol, about in found.items()
        if any(len(variables(literal)) > len(inputs_of(literal)) for literal in about)
    }


def _sides(literal: Expr, symbol: Variable) -> tuple[Binary, Expr] | None:
    """The literal as `symbol op other`."""
    if not isinstance(literal, BinaryOp) or not (literal.op.compares):
        return None
    op, other = literal.op, literal.right
    if literal.right is symbol:
        op, other = _MIRRORED.get(op, op), literal.left
    elif literal.left is not symbol:
        return None
    return None if symbol in variables(other) or other.type != symbol.type else (op, other)


def _replaced(
    literals: dict[Expr, int], gone: list[Expr], added: list[tuple[Expr, int]], depth: int
) -> dict[Expr, int] | None:
    """Each of the literals that come in their place rests on one of those that are gone, and on what was
    assumed at a depth."""
    found = {literal: at for literal, at in literals.items() if literal not in gone}
    for condition, at in added:
        for literal in conjuncts(condition):
            if literal is FALSE or opposite(literal) in found:
                return None
            found[literal] = max(min(at, depth), found.get(literal, 0))
    return found


def _apart(literals: dict[Expr, int]) -> list[frozenset[Expr]]:
    """Groups of literals that share inputs, and speak of nothing else."""
    groups: list[tuple[set[Variable], list[Expr]]] = []
    for literal in literals:
        symbols = set(inputs_of(literal))
        if not symbols:
            continue
        members = [literal]
        for group in [group for group in groups if not group[0].isdisjoint(symbols)]:
            symbols |= group[0]
            members = group[1] + members
            groups.remove(group)
        groups.append((symbols, members))
    return [
        frozenset(members)
        for _, members in groups
        if all(len(variables(one)) == len(inputs_of(one)) and not reads_memory(one) for one in members)
    ]

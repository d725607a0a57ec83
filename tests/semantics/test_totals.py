"""Sums over elements: their values, and that what is said of two of them excludes nothing that is so."""

from __future__ import annotations

import random

from dovetail.program.automata import Program
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Expr,
    Sum,
    Variable,
    const,
    index,
)
from dovetail.program.printer import show_expr
from dovetail.program.types import DataModel, IntType, Target
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory
from dovetail.semantics.quantified import quantified
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_quantifiers import Use
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.solver.interface import Answer
from dovetail.solver.z3_solver import Z3Solver

SMALL = (IntType(3, True), IntType(3, False))
ADDED = IntType(4, True)
ALGEBRA = Concrete(Memory(Target(DataModel.LP64)))
NOTHING = Program(Target(DataModel.LP64), "f", "f")
A, B = Variable("a", "f", SMALL[0]), Variable("b", "f", SMALL[1])


class _Given:
    def __init__(self, values: dict[Variable, int]) -> None:
        self._values = values

    def variable(self, variable: Variable) -> int:
        return self._values[variable]

    def quantified(self, expr: Sum, low: int, high: int) -> int:
        return quantified(expr, low, high, ALGEBRA, self)  # type: ignore[arg-type]


def _random_sum(random_: random.Random, type_: IntType) -> Expr:
    k = index("k", type_)
    ends = [one for one in (A, B) if one.type == type_] + [const(type_, random_.randrange(8))]
    place: Expr = Cast(ADDED, k)
    factor = const(ADDED, random_.randrange(1, 4))
    body: Expr = BinaryOp(Binary.MUL, place, factor)
    if random_.randrange(2):
        condition = BinaryOp(Binary.EQ, k, random_.choice(ends))
        body = Conditional(condition, const(ADDED, 1), random_.choice((body, const(ADDED, 0))))
    low = random_.choice((const(type_, 0), *ends))
    return Sum(k, low, random_.choice(ends), body)


def test_known_values() -> None:
    k = index("k", SMALL[1])
    squares = Sum(k, const(SMALL[1], 1), B, BinaryOp(Binary.MUL, Cast(ADDED, k), Cast(ADDED, k)))
    assert evaluate(squares, ALGEBRA, _Given({B: 4})) == 14
    assert evaluate(squares, ALGEBRA, _Given({B: 5})) == 30 % 16
    assert evaluate(squares, ALGEBRA, _Given({B: 1})) == 0
    assert evaluate(squares, ALGEBRA, _Given({B: 0})) == 0
    assert show_expr(squares).startswith("sum(k, 1, b, ")


def test_what_is_said_of_sums_excludes_nothing_that_is_so() -> None:
    """Whichever indices are tried, what they add up to remains possible; and if all are tried, no other
    difference between two of them is."""
    random_ = random.Random(5)
    for number in range(60):
        every = number % 3 == 0
        values = {A: random_.randrange(8), B: random_.randrange(8)}
        type_ = random_.choice(SMALL)
        sums = [_random_sum(random_, type_) for _ in range(2 if every else random_.randrange(2, 5))]
        solver = Z3Solver()
        algebra: Symbolic[object] = Symbolic(solver.terms, 64)
        state = SymbolicState.unset(NOTHING, algebra)
        for variable, given in values.items():
            solver.add(algebra.term(algebra.eq(state.variable(variable), given, 3)))
        found = [algebra.quantifiers.evaluated(expr, state, Use.BOTH) for expr in sums]
        truths = [int(evaluate(expr, ALGEBRA, _Given(values))) for expr in sums]
        tried = range(8) if every else random_.sample(range(8), random_.randrange(5))
        for lemma in algebra.quantifiers.instances([(one, random_.choice(SMALL)) for one in tried]):
            solver.add(algebra.term(lemma))
        said = [algebra.eq(one, truth, 4) for one, truth in zip(found, truths, strict=True)]
        assert solver.check([algebra.term(one) for one in said if one is not True]) is Answer.SAT
        if every:
            wrong = algebra.eq(algebra.sub(found[0], found[1], 4), (truths[0] - truths[1]) & 15, 4)
            denied = algebra.negation(wrong)
            assert denied is False or solver.check([algebra.term(denied)]) is Answer.UNSAT

"""What `ForAll` means: element by element where values are known, by its two sides for a solver."""

from __future__ import annotations

import random

import pytest

from dovetail.program.automata import Program
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Expr,
    ForAll,
    Load,
    PointerAdd,
    Variable,
    const,
    index,
    loads,
    variables,
)
from dovetail.program.printer import show_expr
from dovetail.program.types import INT, DataModel, IntType, PointerType, Target
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.memory import Memory
from dovetail.semantics.quantified import MOST, quantified
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer, Solver
from dovetail.solver.z3_solver import Z3Solver

UNSIGNED = IntType(32, False)
LOW, HIGH = Variable("low", "f", INT), Variable("high", "f", INT)
K = index("k", INT)
ALGEBRA = Concrete(Memory(Target(DataModel.LP64)))
NOTHING = Program(Target(DataModel.LP64), "f", "f")


class Numbers:
    """A state of variables."""

    def __init__(self, **values: int) -> None:
        self._values = values

    def variable(self, variable: Variable) -> int:
        return self._values[variable.name]


def below(left: Expr, right: Expr) -> Expr:
    return BinaryOp(Binary.LT, left, right)


@pytest.mark.parametrize(
    ("low", "high", "limit", "holds"),
    [
        (0, 5, 5, True),
        (0, 5, 4, False),
        (3, 3, 0, True),
        (5, 2, 0, True),
        (-3, 0, 0, True),
        (-3, 1, 0, False),
    ],
)
def test_known_values(low: int, high: int, limit: int, holds: bool) -> None:
    expr = ForAll(K, LOW, HIGH, below(K, Variable("limit", "f", INT)))
    state = Numbers(limit=INT.bits(limit))
    assert quantified(expr, INT.bits(low), INT.bits(high), ALGEBRA, state) is holds  # type: ignore[arg-type]


def test_one_inside_of_the_other() -> None:
    inner = index("l", INT)
    ordered = ForAll(inner, K, HIGH, BinaryOp(Binary.LE, K, inner))
    assert quantified(ForAll(K, LOW, HIGH, ordered), 0, 4, ALGEBRA, Numbers(low=0, high=4))  # type: ignore[arg-type]
    strictly = ForAll(inner, K, HIGH, below(K, inner))
    assert not quantified(ForAll(K, LOW, HIGH, strictly), 0, 4, ALGEBRA, Numbers(low=0, high=4))  # type: ignore[arg-type]


def test_in_the_order_of_its_type() -> None:
    k = index("k", UNSIGNED)
    expr = ForAll(k, const(UNSIGNED, 0), const(UNSIGNED, 3), below(k, const(UNSIGNED, 3)))
    state = Numbers()
    assert quantified(expr, 0, 3, ALGEBRA, state)  # type: ignore[arg-type]
    with pytest.raises(NotComputable):
        quantified(expr, 0, UNSIGNED.bits(-1), ALGEBRA, state)  # type: ignore[arg-type]
    assert UNSIGNED.maximum > MOST


def test_an_index_is_no_variable_of_it() -> None:
    pointer = PointerType(INT)
    element = Load(PointerAdd(Variable("a", "f", pointer), Cast(IntType(64, True), K), pointer), INT)
    fixed = Load(Variable("p", "f", pointer), INT)
    expr = ForAll(K, LOW, HIGH, BinaryOp(Binary.EQ, element, fixed))
    assert {one.name for one in variables(expr)} == {"low", "high", "a", "p"}
    assert loads(expr) == {fixed}
    assert show_expr(expr).startswith("for_all(k, low, high, ")


@pytest.mark.parametrize("solver", [BitwuzlaSolver, Z3Solver])
def test_for_a_solver(solver: type[Solver]) -> None:  # type: ignore[type-arg]
    """With every index looked at, what it says of the condition is what brute force says; with none of them,
    it never says that a condition cannot hold that does."""
    random_ = random.Random(7)
    for _ in range(40):
        low, high, limit, least = (random_.randrange(-3, 6) for _ in range(4))
        body = BinaryOp(Binary.OR, below(K, const(INT, limit)), BinaryOp(Binary.GE, K, const(INT, least)))
        truth = all(k < limit or k >= least for k in range(low, high))
        for looked_at in (range(-8, 8), ()):
            one = solver()
            algebra: Symbolic[object] = Symbolic(one.terms, 64)
            state = SymbolicState.unset(NOTHING, algebra)
            for variable, number in ((LOW, low), (HIGH, high)):
                given = algebra.eq(state.variable(variable), INT.bits(number), 32)
                one.add(algebra.term(given))
            holds = state.evaluate(ForAll(K, LOW, HIGH, body))
            for lemma in algebra.quantifiers.instances([(INT.bits(k), INT) for k in looked_at]):
                one.add(algebra.term(lemma))
            said = one.check([algebra.term(holds)]), one.check([algebra.term(algebra.negation(holds))])
            if looked_at:
                assert said == ((Answer.SAT, Answer.UNSAT) if truth else (Answer.UNSAT, Answer.SAT))
            else:
                assert said[0 if truth else 1] is Answer.SAT

"""What quantifiers mean: element by element where values are known, by its two sides for a solver."""

from __future__ import annotations

import random

import pytest

from dovetail.program.automata import Program
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Exists,
    Expr,
    ForAll,
    Load,
    PointerAdd,
    Quantifier,
    Variable,
    const,
    index,
    loads,
    negation,
    variables,
)
from dovetail.program.printer import show_expr
from dovetail.program.types import INT, DataModel, IntType, PointerType, Target
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory
from dovetail.semantics.quantified import MOST, quantified
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_quantifiers import Use
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


@pytest.mark.parametrize(
    ("low", "high", "holds"), [(0, 5, True), (0, 3, False), (3, 3, False), (5, 2, False)]
)
def test_one_of_known_values(low: int, high: int, holds: bool) -> None:
    expr = Exists(K, LOW, HIGH, BinaryOp(Binary.EQ, K, const(INT, 3)))
    assert quantified(expr, low, high, ALGEBRA, Numbers()) is holds  # type: ignore[arg-type]


def test_a_range_longer_than_any_list() -> None:
    k = index("k", IntType(64, False))
    ends = const(IntType(64, False), 0), const(IntType(64, False), -1)
    expr = ForAll(k, *ends, BinaryOp(Binary.GE, k, ends[0]))
    with pytest.raises(NotComputable):
        quantified(expr, 0, (1 << 64) - 1, ALGEBRA, Numbers())  # type: ignore[arg-type]
    solver = Z3Solver()
    algebra: Symbolic[object] = Symbolic(solver.terms, 64)
    holds = SymbolicState.unset(NOTHING, algebra).evaluate(expr)
    for lemma in algebra.quantifiers.instances(()):
        solver.add(algebra.term(lemma))
    assert solver.check([algebra.term(algebra.negation(holds))]) is Answer.UNSAT


def test_the_opposite() -> None:
    inner = Exists(index("l", INT), K, HIGH, below(K, HIGH))
    expr = ForAll(K, LOW, HIGH, inner)
    assert show_expr(negation(expr)) == "exists(k, low, high, for_all(l, k, high, k >= high))"
    assert negation(negation(expr)) is expr


SMALL = (IntType(3, True), IntType(3, False))


def _random_condition(random_: random.Random, indices: list[Variable], depth: int) -> Expr:
    """Of some indices, that may be bound again inside, in ranges up to the ends of their types."""
    type_ = random_.choice(SMALL)
    alike = [one for one in indices if one.type == type_]
    ends: list[Expr] = [*alike, *(const(type_, random_.randrange(8)) for _ in range(2))]
    if not depth:
        op = random_.choice((Binary.LT, Binary.EQ, Binary.NE, Binary.GE))
        moved = BinaryOp(Binary.ADD, random_.choice(ends), const(type_, random_.randrange(2)))
        return BinaryOp(op, moved, random_.choice(ends))
    k = index(random_.choice("kl"), type_)
    body = _random_condition(random_, [*indices, k], depth - 1)
    if random_.randrange(3) == 0:
        body = BinaryOp(random_.choice((Binary.AND, Binary.OR)), body, _random_condition(random_, indices, 0))
    return random_.choice((ForAll, Exists))(k, random_.choice(ends), random_.choice(ends), body)


def test_no_lemma_excludes_what_is_so() -> None:
    """Whatever a condition is for, and whichever indices are tried: what it is remains possible. And if all
    are tried, nothing else is."""
    random_ = random.Random(11)
    low, high = Variable("a", "f", SMALL[0]), Variable("b", "f", SMALL[1])
    for _ in range(30):
        expr = _random_condition(random_, [low, high], random_.randrange(1, 4))
        values = {low: random_.randrange(8), high: random_.randrange(8)}
        truth = evaluate(expr, ALGEBRA, _Given(values))
        for use in (Use.ASSUMED, Use.CLAIMED, Use.BOTH):
            tried = random_.sample(range(8), random_.randrange(4)) if use is not Use.BOTH else range(8)
            solver = Z3Solver()
            algebra: Symbolic[object] = Symbolic(solver.terms, 64)
            state = SymbolicState.unset(NOTHING, algebra)
            for variable, number in values.items():
                solver.add(algebra.term(algebra.eq(state.variable(variable), number, 3)))
            holds = algebra.quantifiers.evaluated(expr, state, use)
            given = [(number, random_.choice((*SMALL, IntType(8, True)))) for number in tried]
            for lemma in algebra.quantifiers.instances(given):
                solver.add(algebra.term(lemma))
            said = holds if truth else algebra.negation(holds)
            assert solver.check([algebra.term(said)]) is Answer.SAT, show_expr(expr)
            if use is Use.BOTH:
                assert solver.check([algebra.term(algebra.negation(said))]) is Answer.UNSAT, show_expr(expr)


def test_what_is_said_of_some_excludes_nothing_that_is_so() -> None:
    """Of two conditions, each for something else, what is said of one, or of both, leaves them what they
    are. And if all indices are tried, each is settled by what is said of it alone."""
    random_ = random.Random(12)
    low, high = Variable("a", "f", SMALL[0]), Variable("b", "f", SMALL[1])
    uses = (Use.ASSUMED, Use.CLAIMED, Use.BOTH)
    for number in range(30):
        every = number % 3 == 0
        values = {low: random_.randrange(8), high: random_.randrange(8)}
        asked = [
            (_random_condition(random_, [low, high], random_.randrange(1, 3)), random_.choice(uses))
            for _ in range(2)
        ]
        solver = Z3Solver()
        algebra: Symbolic[object] = Symbolic(solver.terms, 64)
        state = SymbolicState.unset(NOTHING, algebra)
        for variable, given in values.items():
            solver.add(algebra.term(algebra.eq(state.variable(variable), given, 3)))
        tried = range(8) if every else random_.sample(range(8), random_.randrange(4))
        indices = [(one, random_.choice((*SMALL, IntType(8, True)))) for one in tried]
        found = [
            algebra.quantifiers.collected(expr, state, Use.BOTH if every else use) for expr, use in asked
        ]
        truths = [evaluate(expr, ALGEBRA, _Given(values)) for expr, _ in asked]
        said = [
            holds if truth else algebra.negation(holds)
            for (holds, _), truth in zip(found, truths, strict=True)
        ]
        for some in ((0,), (1,), (0, 1), ()):
            solver.push()
            for lemma in algebra.quantifiers.about([found[one][1] for one in some], indices):
                solver.add(algebra.term(lemma))
            assert solver.check([algebra.term(one) for one in said]) is Answer.SAT
            for one in some if every else ():
                denied = algebra.term(algebra.negation(said[one]))
                assert solver.check([denied]) is Answer.UNSAT, show_expr(asked[one][0])
            solver.pop()


class _Given:
    """A state of variables, with quantifiers."""

    def __init__(self, values: dict[Variable, int]) -> None:
        self._values = values

    def variable(self, variable: Variable) -> int:
        return self._values[variable]

    def quantified(self, expr: Quantifier, low: int, high: int) -> bool:
        return quantified(expr, low, high, ALGEBRA, self)  # type: ignore[arg-type]

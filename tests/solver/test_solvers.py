"""Every solver is held to the same contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dovetail.semantics.terms import Terms
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer, GaveUpError, Limit, NoAnswerError, Solver
from dovetail.solver.z3_solver import Z3Solver

SOLVERS: dict[str, Callable[[], Solver[Any]]] = {
    "bitwuzla": BitwuzlaSolver,
    "bitwuzla, renewed always": lambda: BitwuzlaSolver(renew_after=0),
    "z3": Z3Solver,
}


@pytest.fixture(params=SOLVERS.values(), ids=SOLVERS.keys())
def solver(request: pytest.FixtureRequest) -> Solver[Any]:
    made: Solver[Any] = request.param()
    return made


def test_sat_with_a_model(solver: Solver[Any]) -> None:
    t = solver.terms
    x, b = t.bits_symbol("x", 32), t.boolean_symbol("b")
    solver.add(t.equal(t.add(x, t.bits(1, 32)), t.bits(0, 32)))
    solver.add(b)
    assert solver.check() is Answer.SAT
    assert solver.value(x) == 0xFFFFFFFF
    assert solver.value(b) is True
    assert solver.value(t.mul(x, x)) == 1
    assert solver.value(t.float_from_bits(x, 32)) & 0x7F800000 == 0x7F800000


def test_a_core_has_the_assumptions_that_matter_in_order(solver: Solver[Any]) -> None:
    t = solver.terms
    x, y, z = (t.bits_symbol(name, 8) for name in "xyz")
    solver.add(t.ult(x, y))
    free = t.equal(z, t.bits(1, 8))
    core = (t.equal(x, t.bits(5, 8)), t.equal(y, t.bits(5, 8)))
    assert solver.check((core[0], free, core[1])) is Answer.UNSAT
    assert solver.core() == core
    assert solver.check((core[0], free)) is Answer.SAT
    assert solver.value(z) == 1
    assert solver.value(y) > 5


def test_push_and_pop(solver: Solver[Any]) -> None:
    t = solver.terms
    x = t.bits_symbol("x", 16)
    solver.add(t.ult(x, t.bits(2, 16)))
    solver.push()
    solver.add(t.ult(t.bits(0, 16), x))
    assert solver.check() is Answer.SAT
    assert solver.value(x) == 1
    solver.push()
    solver.add(t.boolean(False))
    assert solver.check() is Answer.UNSAT
    assert solver.core() == ()
    solver.pop()
    solver.pop()
    assert solver.check((t.equal(x, t.bits(0, 16)),)) is Answer.SAT
    with pytest.raises(ValueError, match="nothing to pop"):
        solver.pop()


def test_a_mistake_of_the_caller_is_an_exception(solver: Solver[Any]) -> None:
    t = solver.terms
    with pytest.raises(NoAnswerError):
        solver.value(t.bits_symbol("x", 8))
    assert solver.check((t.boolean(False),)) is Answer.UNSAT
    with pytest.raises(NoAnswerError):
        solver.value(t.bits_symbol("x", 8))
    assert solver.check() is Answer.SAT
    with pytest.raises(NoAnswerError):
        solver.core()


def test_a_definition_counts_where_its_symbol_is(solver: Solver[Any]) -> None:
    t = solver.terms
    x, y, z = (t.bits_symbol(name, 8) for name in "xyz")
    t.define(y, t.equal(y, t.add(x, t.bits(1, 8))))
    t.define(z, t.equal(z, t.add(y, t.bits(1, 8))))
    assert t.symbols(z) == {x, y, z}
    wrong = t.equal(z, x)
    assert solver.check((t.equal(x, t.bits(7, 8)),)) is Answer.SAT
    solver.push()
    assert solver.check((wrong,)) is Answer.UNSAT
    assert solver.core() == (wrong,)
    solver.pop()
    assert solver.check((t.equal(x, t.bits(7, 8)), t.ult(x, z))) is Answer.SAT
    assert solver.value(z) == 9


def test_arrays(solver: Solver[Any]) -> None:
    t = solver.terms
    a, i, j = t.array_symbol("a", 32, 8), t.bits_symbol("i", 32), t.bits_symbol("j", 32)
    written = t.store(a, i, t.bits(7, 8))
    read = t.select(written, j)
    differs = t.negation(t.equal(read, t.bits(7, 8)))
    assert solver.check((t.equal(i, j), differs)) is Answer.UNSAT
    assert solver.check((differs,)) is Answer.SAT
    assert solver.value(i) != solver.value(j)
    zeros = t.constant_array(32, 8, t.bits(0, 8))
    assert solver.check((t.equal(t.select(zeros, i), t.bits(1, 8)),)) is Answer.UNSAT


def factoring(t: Terms[Any], bits: int, product: int) -> tuple[Any, ...]:
    x, y = t.bits_symbol("x", bits), t.bits_symbol("y", bits)
    wide = t.mul(t.zero_extend(x, bits), t.zero_extend(y, bits))
    one = t.bits(1, bits)
    return (t.equal(wide, t.bits(product, 2 * bits)), t.ult(one, x), t.ule(x, y))


def test_a_limit_gives_unknown_and_the_solver_goes_on(solver: Solver[Any]) -> None:
    t = solver.terms
    hard = factoring(t, 62, 2305843009213693951 * 2305843009213693921)
    solver.set_limits(Limit(0.05))
    assert solver.check(hard) is Answer.UNKNOWN
    assert solver.statistics.unknown == 1
    solver.set_limits()
    assert solver.check(factoring(t, 8, 35)) is Answer.SAT
    assert solver.value(t.bits_symbol("x", 8)) == 5


@pytest.mark.parametrize("make", [BitwuzlaSolver, Z3Solver])
def test_a_counted_limit_does_not_look_at_the_clock(make: Callable[[], Solver[Any]]) -> None:
    """Where it cuts depends on the question alone; and what is asked next is answered as if on its own."""

    def asked(seconds: float) -> list[Answer]:
        solver = make()
        solver.set_limits(Limit(seconds, counted=True))
        questions = [factoring(solver.terms, bits, (2**bits - 5) * (2**bits - 7)) for bits in range(6, 20)]
        return [solver.check(question) for question in questions]

    few, many = asked(0.02), asked(0.1)
    assert few == asked(0.02) and many == asked(0.1)
    assert few[0] is Answer.SAT and few[-1] is Answer.UNKNOWN
    assert few.count(Answer.UNKNOWN) >= many.count(Answer.UNKNOWN)


def test_a_solver_that_breaks_answers_unknown() -> None:
    solver = BitwuzlaSolver()
    number = solver.terms.bits(1, 8)  # not a condition, which Bitwuzla refuses
    solver.push()
    solver.add(number)
    assert solver.check() is Answer.UNKNOWN
    solver.pop()
    assert solver.check() is Answer.SAT


def test_a_model_that_is_not_there_is_said_to_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a new question that was given up, an instance has no model any more: Bitwuzla raises."""
    solver = BitwuzlaSolver()
    t = solver.terms
    x, y = t.bits_symbol("x", 8), t.bits_symbol("y", 8)
    t.define(y, t.equal(y, t.add(x, t.bits(1, 8))))
    assert solver.check((t.equal(x, t.bits(7, 8)),)) is Answer.SAT
    with monkeypatch.context() as broken:
        broken.setattr(solver, "_check", lambda assumptions: Answer.UNKNOWN)
        with pytest.raises(GaveUpError):
            solver.value(y)
    with pytest.raises(NoAnswerError):
        solver.value(x)
    assert solver.check((t.equal(x, t.bits(7, 8)),)) is Answer.SAT
    solver._instance.push(1)  # behind the back of the solver: the model is gone
    with pytest.raises(GaveUpError, match="no model"):
        solver.value(x)
    assert solver.check((t.equal(x, t.bits(7, 8)),)) is Answer.SAT and solver.value(y) == 8


def test_renewal_does_not_change_answers_and_is_counted() -> None:
    solver = BitwuzlaSolver(renew_after=10)
    t = solver.terms
    x = t.bits_symbol("x", 32)
    solver.add(t.ult(x, t.bits(50, 32)))
    solver.push()
    solver.add(t.ult(t.bits(9, 32), x))
    for i in range(60):
        wanted = Answer.SAT if 9 < i < 50 else Answer.UNSAT
        assert solver.check((t.equal(x, t.bits(i, 32)),)) is wanted
    assert solver.statistics.renewals == 5


def test_the_number_of_a_term(solver: Solver[Any]) -> None:
    t = solver.terms
    x, y = t.bits_symbol("x", 32), t.bits_symbol("y", 32)
    term = t.add(x, t.mul(y, t.bits(4, 32)))
    assert t.number(term, {x: 100, y: 7}) == 128
    assert t.number(term, {x: 0, y: 0x4000_0001}) == 4
    assert t.number(term, {x: 1}) is None
    assert t.number(t.bits(9, 8), {x: 1}) == 9
    assert t.number(t.choose(t.ult(x, y), x, y), {y: 5, x: 6}) == 5

"""The solvers that judge proofs: none says that there is no solution where there is one."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest
import z3

from dovetail.solver.by_turns import ByTurns
from dovetail.solver.cvc5_opinion import MOST, is_about_sums, opinion
from dovetail.solver.interface import Answer, Limit
from dovetail.solver.z3_terms import Z3Term
from thinned import examples

WIDTH = 4
Term = tuple[z3.BitVecRef, Callable[[dict[str, int]], int]]
"""A term, and what it is for numbers. Written twice, so that no solver is asked what a solver says."""


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def _terms(choice: random.Random, names: list[str], depth: int) -> Term:
    mask = (1 << WIDTH) - 1
    if depth == 0 or choice.random() < 0.2:
        if choice.random() < 0.3:
            number = choice.randrange(1 << WIDTH)
            return z3.BitVecVal(number, WIDTH), lambda values: number
        name = choice.choice(names)
        return z3.BitVec(name, WIDTH), lambda values: values[name]
    (left, of_left), (right, of_right) = (_terms(choice, names, depth - 1) for _ in range(2))
    match choice.randrange(4):
        case 0:
            return left + right, lambda values: (of_left(values) + of_right(values)) & mask
        case 1:
            return left - right, lambda values: (of_left(values) - of_right(values)) & mask
        case 2:
            number = choice.randrange(1 << WIDTH)
            return number * left, lambda values: number * of_left(values) & mask
        case _:
            return -left, lambda values: -of_left(values) & mask


Condition = tuple[z3.BoolRef, Callable[[dict[str, int]], bool]]


def _condition(choice: random.Random, names: list[str]) -> Condition:
    (left, of_left), (right, of_right) = (_terms(choice, names, 2) for _ in range(2))
    if choice.random() < 0.3:  # in a wider type nothing wraps
        left, right = z3.SignExt(3, left), z3.SignExt(3, right)
        return left <= right, lambda v: _signed(of_left(v), WIDTH) <= _signed(of_right(v), WIDTH)
    match choice.randrange(4):
        case 0:
            return left == right, lambda values: of_left(values) == of_right(values)
        case 1:
            return z3.ULT(left, right), lambda values: of_left(values) < of_right(values)
        case 2:
            return left < right, lambda v: _signed(of_left(v), WIDTH) < _signed(of_right(v), WIDTH)
        case _:
            return left != right, lambda values: of_left(values) != of_right(values)


@pytest.mark.slow
def test_cvc5_overlooks_no_solution_of_sums() -> None:
    choice, names = random.Random(5), ["a", "b", "c"]
    refuted = 0
    for _ in range(examples(600)):
        conditions = [_condition(choice, names) for _ in range(choice.randrange(1, 6))]
        solver = z3.Solver()
        solver.add(*(condition for condition, _ in conditions))
        question = solver.to_smt2()
        assert is_about_sums(question)
        if opinion(question, 5.0) is Answer.UNSAT:
            refuted += 1
            for numbers in product(range(1 << WIDTH), repeat=len(names)):
                values = dict(zip(names, numbers, strict=True))
                assert not all(holds(values) for _, holds in conditions), (question, values)
    assert refuted > 20


def test_what_is_about_sums() -> None:
    a, b = z3.BitVecs("a b", 8)
    solver = z3.Solver()
    solver.add(a + 3 * b <= 7)
    assert is_about_sums(solver.to_smt2())
    named = z3.BitVec("x bvand ; fp.add", 8)
    solver.add(named == a)
    assert is_about_sums(solver.to_smt2()), "what a variable is called means nothing"
    for other in (a & b == 1, a << b == 1, z3.UDiv(a, b) == 1):
        solver.push()
        solver.add(other, a == 1, b == 3)
        assert not is_about_sums(solver.to_smt2())
        assert opinion(solver.to_smt2(), 5.0) is Answer.UNKNOWN, "it is not asked"
        solver.pop()


def test_a_long_question_is_not_asked() -> None:
    assert opinion("(assert false)\n(check-sat)\n", 5.0) is Answer.UNSAT
    assert opinion("(assert false)\n(check-sat)\n" + ";" * MOST, 5.0) is Answer.UNKNOWN
    assert opinion("(assert (no-such-function 1))\n(check-sat)\n", 5.0) is Answer.UNKNOWN


def test_floats_are_a_circuit() -> None:
    i = z3.BitVec("i", 16)
    there = z3.fpSignedToFP(z3.RNE(), i, z3.Float32())
    solver = z3.Solver()
    solver.add(z3.fpToSBV(z3.RTZ(), there, z3.BitVecSort(16)) != i)
    assert not is_about_sums(solver.to_smt2())
    assert opinion(solver.to_smt2(), 20.0) is Answer.UNSAT


def test_by_turns_has_models_and_answers() -> None:
    solver = ByTurns()
    terms = solver.terms
    solver.set_limits(Limit(5.0))
    x = terms.bits_symbol("x", 32)
    one, two = (terms.equal(x, terms.bits(number, 32)) for number in (1, 2))
    assert solver.check([one, two]) is Answer.UNSAT
    assert solver.check([one]) is Answer.SAT
    assert solver.value(x) == 1


def test_a_relation_of_four_variables_is_kept() -> None:
    """One circuit of it takes minutes; to cvc5 it is a sum."""
    solver = ByTurns()
    terms = solver.terms
    solver.set_limits(Limit(12.0))
    a, b, result, count = (terms.bits_symbol(name, 32) for name in ("a", "b", "result", "count"))
    one = terms.bits(1, 32)

    def related(result: Z3Term, count: Z3Term) -> Z3Term:
        wide = [terms.sign_extend(each, 32) for each in (a, b, result, count)]
        return terms.equal(terms.sub(terms.add(wide[0], wide[1]), wide[2]), wide[3])

    for each in (a, b, count):
        solver.add(terms.sle(terms.bits(0, 32), each))
        solver.add(terms.sle(each, terms.bits(1_000_000, 32)))
    solver.add(terms.sle(a, result))
    solver.add(related(result, count))
    solver.add(terms.slt(terms.bits(0, 32), count))
    after = related(terms.add(result, one), terms.sub(count, one))
    assert solver.check([terms.negation(after)]) is Answer.UNSAT

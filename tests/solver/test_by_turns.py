"""The solvers that judge proofs: none says that there is no solution where there is one."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import Any

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


class _Arrays:
    """Conditions on reads of arrays, and what they are for numbers: written twice, as above."""

    def __init__(self, choice: random.Random, solver: ByTurns, width: int, arrays: str) -> None:
        self.choice, self.terms, self.width, self.arrays = choice, solver.terms, width, arrays

    def number(self, depth: int) -> tuple[Z3Term, Callable[[dict[str, Any]], int]]:
        terms, width, pick = self.terms, self.width, self.choice.randrange(8 if depth else 3)
        if pick == 0:
            known = self.choice.randrange(1 << width)
            return terms.bits(known, width), lambda values: known
        if pick < 3:
            name = self.choice.choice("xy")
            return terms.bits_symbol(name, width), lambda values: values[name]
        if pick == 3:
            (one, of_one), (other, of_other) = self.number(depth - 1), self.number(depth - 1)
            return terms.add(one, other), lambda values: (of_one(values) + of_other(values)) % (1 << width)
        (array, of_array), (place, of_place) = self.array(depth - 1), self.number(depth - 1)
        return terms.select(array, place), lambda values: of_array(values)[of_place(values)]

    def array(self, depth: int) -> tuple[Z3Term, Callable[[dict[str, Any]], tuple[int, ...]]]:
        terms, width = self.terms, self.width
        if depth <= 0 or self.choice.random() < 0.6:
            name = self.choice.choice(self.arrays)
            return terms.array_symbol(name, width, width), lambda values: values[name]
        (array, of_array), (place, of_place) = self.array(depth - 1), self.number(depth - 1)
        value, of_value = self.number(depth - 1)

        def written(values: dict[str, Any]) -> tuple[int, ...]:
            found = list(of_array(values))
            found[of_place(values)] = of_value(values)
            return tuple(found)

        return terms.store(array, place, value), written

    def condition(self) -> tuple[Z3Term, Callable[[dict[str, Any]], bool]]:
        (one, of_one), (other, of_other) = self.number(3), self.number(2)
        equal = self.terms.equal(one, other)
        if self.choice.random() < 0.5:
            return equal, lambda values: of_one(values) == of_other(values)
        return self.terms.negation(equal), lambda values: of_one(values) != of_other(values)


@pytest.mark.parametrize(("width", "arrays"), [(1, "ab"), (2, "a")])
def test_reads_of_arrays_are_a_circuit(width: int, arrays: str) -> None:
    """Reads at places that were read, in arrays that were written to: what the circuit says is what is found
    by going through all arrays."""
    numbers = range(1 << width)
    contents = list(product(numbers, repeat=1 << width))
    states = [
        {"x": x, "y": y, **dict(zip(arrays, held, strict=True))}
        for x, y, *held in product(numbers, numbers, *(contents,) * len(arrays))
    ]
    answers = set()
    for seed in range(examples(40 if width == 1 else 8)):
        solver = ByTurns(at_once=True)
        solver.set_limits(Limit(5.0))
        arrays_ = _Arrays(random.Random(seed), solver, width, arrays)
        conditions = [arrays_.condition() for _ in range(4)]
        holds = any(all(of_one(state) for _, of_one in conditions) for state in states)
        answer = solver.check([one for one, _ in conditions])
        assert answer is (Answer.SAT if holds else Answer.UNSAT), seed
        answers.add(answer)
    assert len(answers) == 2


def test_a_place_that_was_read_of_the_same_array() -> None:
    """The circuit is made without anyone else's help."""
    solver = ByTurns(at_once=True)
    terms = solver.terms
    a, i = terms.array_symbol("a", 64, 64), terms.bits_symbol("i", 64)
    there = terms.select(a, terms.add(terms.select(a, i), i))
    again = terms.select(a, terms.add(i, terms.select(a, terms.add(i, terms.bits(0, 64)))))
    assert solver.check([]) is Answer.SAT
    solver.set_limits(Limit(5.0))
    solver.add(terms.negation(terms.equal(there, again)))
    asked = solver._as_a_circuit  # type: ignore[attr-defined]
    assert asked([], 5.0) == z3.unsat

"""Sums in whichever order: one term for all of them, and it is the sum."""

from __future__ import annotations

import random
from typing import Any

from dovetail.program.types import IntType
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_sums import MOST
from dovetail.solver.interface import Answer
from dovetail.solver.z3_solver import Z3Solver

WIDTH = 8
BYTE = IntType(WIDTH, False)


def _added(algebra: Symbolic[Any], values: list[Any], random_: random.Random) -> Any:
    """In any order, with any brackets."""
    waiting = list(values)
    while len(waiting) > 1:
        random_.shuffle(waiting)
        waiting.append(algebra.add(waiting.pop(), waiting.pop(), WIDTH))
    return waiting[0]


def test_a_sum_is_the_sum() -> None:
    random_ = random.Random(5)
    solver = Z3Solver()
    algebra: Symbolic[Any] = Symbolic(solver.terms, 64)
    symbols = [solver.terms.bits_symbol(name, WIDTH) for name in "abc"]
    given = [random_.randrange(256) for _ in symbols]
    for symbol, number in zip(symbols, given, strict=True):
        solver.add(solver.terms.equal(symbol, solver.terms.bits(number, WIDTH)))
    inputs = [algebra.fresh(BYTE, name) for name in "abc"]
    for _ in range(60):
        values, expected = [], 0
        for _ in range(random_.randrange(2, 7)):
            chosen = random_.randrange(4)
            number = random_.randrange(256) if chosen == 3 else given[chosen]
            value = number if chosen == 3 else inputs[chosen]
            if chosen != 3 and random_.randrange(3) == 0:
                value, number = algebra.neg(value, WIDTH), -number
            values.append(value)
            expected += number
        one, other = (algebra.term(_added(algebra, values, random_), WIDTH) for _ in range(2))
        wanted = solver.terms.bits(expected & 255, WIDTH)
        for term in (one, other):
            assert solver.check([solver.terms.negation(solver.terms.equal(term, wanted))]) is Answer.UNSAT


def test_one_term_for_all_orders() -> None:
    random_ = random.Random(6)
    solver = Z3Solver()
    algebra: Symbolic[Any] = Symbolic(solver.terms, 64)
    inputs = [algebra.fresh(BYTE, f"x{number}") for number in range(MOST)]
    assert _added(algebra, inputs, random_) == _added(algebra, inputs, random_)
    assert _added(algebra, inputs, random_) != _added(algebra, [*inputs[1:], inputs[1]], random_)

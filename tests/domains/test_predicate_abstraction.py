"""A set of vectors and the formula that it stands for say the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dovetail.domains.predicate_abstraction import EXPRESSIONS, Logic, cube, described
from dovetail.program.expressions import Binary, BinaryOp, Variable, const, variables
from dovetail.program.types import INT

COUNT = 5
TRUTH: Logic[frozenset[int]] = Logic(
    frozenset(range(1 << COUNT)),
    frozenset(),
    lambda left, right: left & right,
    lambda left, right: left | right,
    lambda one: frozenset(range(1 << COUNT)) - one,
)
"""Formulas as the sets of vectors that they hold of."""
PREDICATES = [frozenset(v for v in range(1 << COUNT) if v >> bit & 1) for bit in range(COUNT)]


@given(st.frozensets(st.integers(0, (1 << COUNT) - 1)))
def test_just_these_vectors(vectors: frozenset[int]) -> None:
    assert described(vectors, PREDICATES, TRUTH) == vectors


@given(st.integers(0, (1 << COUNT) - 1))
def test_just_this_vector(vector: int) -> None:
    assert cube(vector, PREDICATES, TRUTH) == {vector}


def test_without_predicates_there_is_one_vector() -> None:
    assert described({0}, [], TRUTH) == TRUTH.true
    assert described((), [], TRUTH) == TRUTH.false


def test_what_is_open_is_not_spoken_of() -> None:
    x, y = Variable("x", "vector", INT), Variable("y", "f", INT)
    first, second = BinaryOp(Binary.LT, x, const(INT, 5)), BinaryOp(Binary.EQ, y, const(INT, 0))
    assert described({0b01, 0b11}, [first, second], EXPRESSIONS) is first
    assert variables(described({0b10, 0b11}, [first, second], EXPRESSIONS)) == {y}

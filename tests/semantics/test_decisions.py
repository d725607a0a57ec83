"""Decisions between known values: whatever is merged in whatever order, each model sees the value that it
would have seen on its own path; and few values stay few."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dovetail.program.types import DOUBLE, INT, IntType
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_conditions import FEW_LEAVES
from dovetail.semantics.symbolic_values import MAX_LEAVES, Bits, Choice, FloatTerm
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer
from thinned import examples

BOOLEAN = IntType(8, False)
CONDITIONS = 6


def _conditions(algebra: Symbolic[Any]) -> list[Any]:
    symbols = [algebra.fresh(BOOLEAN, f"c{number}") for number in range(CONDITIONS)]
    return [algebra.eq(symbol, 1, 8) for symbol in symbols]


@st.composite
def merges(draw: st.DrawFn) -> list[tuple[int, bool, int, int]]:
    """(condition, its negation?, left, right): each makes a new value of two that there are."""
    return [
        (
            draw(st.integers(0, CONDITIONS - 1)),
            draw(st.booleans()),
            draw(st.integers(0, 30)),
            draw(st.integers(0, 30)),
        )
        for _ in range(draw(st.integers(1, 14)))
    ]


@settings(max_examples=examples(60), deadline=None)
@given(merges(), st.lists(st.integers(0, 5), min_size=2, max_size=6), st.integers(0, 2**CONDITIONS - 1))
def test_each_path_sees_its_value(
    made: list[tuple[int, bool, int, int]], numbers: list[int], assignment: int
) -> None:
    solver = BitwuzlaSolver()
    algebra: Symbolic[Any] = Symbolic(solver.terms, 32)
    conditions = _conditions(algebra)
    holds = [bool(assignment >> number & 1) for number in range(CONDITIONS)]
    for condition, held in zip(conditions, holds, strict=True):
        solver.add(algebra.term(condition if held else algebra.negation(condition)))
    assert solver.check() is Answer.SAT
    values: list[tuple[Any, int]] = [(number, number) for number in numbers]
    for index, negated, left, right in made:
        condition = algebra.negation(conditions[index]) if negated else conditions[index]
        one, other = values[left % len(values)], values[right % len(values)]
        merged = algebra.settled(algebra.choose(condition, one[0], other[0]), INT)
        expected = one[1] if holds[index] != negated else other[1]
        assert algebra.evaluated(merged, solver.value) == expected
        if isinstance(merged, Choice):
            assert merged.leaves <= max(FEW_LEAVES, len(set(numbers)))
        values.append((merged, expected))


def _chain(algebra: Symbolic[Any], conditions: list[Any], values: list[Any], rounds: int) -> Any:
    """As a loop makes it: in each round one of the values, or what it was."""
    merged = values[0]
    for number in range(rounds):
        merged = algebra.choose(conditions[number % CONDITIONS], values[number % len(values)], merged)
        merged = algebra.choose(
            conditions[(number + 1) % CONDITIONS], merged, values[(number + 1) % len(values)]
        )
    return merged


def test_few_values_stay_few() -> None:
    algebra: Symbolic[Any] = Symbolic(BitwuzlaSolver().terms, 32)
    merged = _chain(algebra, _conditions(algebra), [3, 4, 5], 200)
    assert isinstance(merged, Choice)
    assert merged.leaves <= FEW_LEAVES


def test_zeros_of_floats_are_two_values() -> None:
    solver = BitwuzlaSolver()
    algebra: Symbolic[Any] = Symbolic(solver.terms, 32)
    conditions = _conditions(algebra)
    merged = _chain(algebra, conditions, [0.0, -0.0], 9)
    for condition in conditions:
        solver.add(algebra.term(algebra.negation(condition)))
    assert solver.check() is Answer.SAT
    # After the last round, with no condition: the value that was offered last.
    assert str(algebra.evaluated(merged, solver.value)) == str([0.0, -0.0][9 % 2])


def test_many_values_become_a_term() -> None:
    algebra: Symbolic[Any] = Symbolic(BitwuzlaSolver().terms, 32)
    conditions = _conditions(algebra)
    merged: Any = 0
    for number in range(1, MAX_LEAVES + 2):
        merged = algebra.choose(algebra.eq(algebra.fresh(BOOLEAN, f"n{number}"), 1, 8), number, merged)
    assert isinstance(merged, Choice)
    assert merged.leaves > MAX_LEAVES
    assert isinstance(algebra.settled(merged, INT), Bits)
    floats: Any = 0.0
    for number in range(1, MAX_LEAVES + 2):
        floats = algebra.choose(algebra.eq(algebra.fresh(BOOLEAN, f"m{number}"), 1, 8), float(number), floats)
    assert isinstance(algebra.settled(floats, DOUBLE), FloatTerm)
    assert algebra.settled(algebra.choose(conditions[0], 1, 2), INT) == algebra.choose(conditions[0], 1, 2)

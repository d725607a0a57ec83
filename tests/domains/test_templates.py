"""Ranges of terms: what is taken in is in, what is said of it holds, and no chain goes on for ever."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dovetail.domains.templates import Ranges, interval_terms, octagon_terms
from dovetail.program.expressions import Expr, Variable
from dovetail.program.types import INT, DataModel, IntType, Target
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory

SHORT = IntType(16, False)
X, Y, Z = Variable("x", "template", INT), Variable("y", "f", INT), Variable("z", "f", SHORT)
ALGEBRA = Concrete(Memory(Target(DataModel.LP64)))


class _State:
    def __init__(self, values: dict[Variable, int]) -> None:
        self._values = values

    def variable(self, variable: Variable) -> int:
        return self._values[variable]

    def _none(self, *_: object) -> int:
        raise AssertionError("no memory here")

    load = valid = freeable = object_size = no_leak = _none


def value(expr: Expr, state: tuple[int, int, int]) -> int:
    bits = {X: INT.bits(state[0]), Y: INT.bits(state[1]), Z: SHORT.bits(state[2])}
    found = evaluate(expr, ALGEBRA, _State(bits))
    return int(found)


def readings(ranges: Ranges, state: tuple[int, int, int]) -> list[int]:
    return [term.type.number(value(term.expr, state)) for term in ranges.terms]


states = st.tuples(
    st.integers(INT.minimum, INT.maximum), st.integers(INT.minimum, INT.maximum), st.integers(0, 65535)
)


def test_terms_do_not_wrap() -> None:
    ranges = Ranges(tuple(octagon_terms([X, Y, Z])), [0])
    found = readings(ranges, (INT.maximum, INT.maximum, 65535))
    assert found[:3] == [INT.maximum, INT.maximum, 65535]
    assert found[3:5] == [2 * INT.maximum, 0]
    assert found[5:7] == [INT.maximum + 65535, INT.maximum - 65535]


@given(st.lists(states, min_size=1, max_size=8), st.booleans())
def test_what_is_taken_in_is_described(taken: list[tuple[int, int, int]], widening: bool) -> None:
    ranges = Ranges(tuple(octagon_terms([X, Y, Z])), [-1, 0, 1, 100])
    for state in taken:
        ranges.join(readings(ranges, state), widening=widening)
    for state in taken:
        assert value(ranges.formula(), state) == 1
        assert not ranges.join(readings(ranges, state), widening=widening)


@given(st.lists(states, min_size=1, max_size=5), states)
def test_facts_say_what_the_bounds_do(taken: list[tuple[int, int, int]], other: tuple[int, int, int]) -> None:
    """Those that are left out follow from the others."""
    ranges = Ranges(tuple(octagon_terms([X, Y, Z])), [0])
    for state in taken:
        ranges.join(readings(ranges, state))
    inside = all(
        low <= reading <= high
        for low, reading, high in zip(ranges.low, readings(ranges, other), ranges.high, strict=True)
    )
    assert value(ranges.formula(), other) == int(inside)


def test_a_bound_that_keeps_growing_is_widened() -> None:
    ranges = Ranges(tuple(interval_terms([X])), [0, 1000])
    ranges.join([0])
    for number in (1, 2, 3):
        ranges.join([number], widening=True)
        assert ranges.high == [number]
    ranges.join([4], widening=True)
    assert ranges.high == [1000]
    ranges.join([1001], widening=True)
    assert ranges.high == [INT.maximum] and ranges.low == [0]


def test_without_terms_there_are_still_states() -> None:
    ranges = Ranges((), [0])
    assert ranges.empty
    assert ranges.join([]) and not ranges.empty
    assert not ranges.join([])

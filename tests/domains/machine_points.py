"""States of nothing but integer variables, and what the machine computes in them."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import strategies as st

from dovetail.program.expressions import Expr, Variable
from dovetail.program.types import DataModel, IntType, Target, Type
from dovetail.semantics.concrete import Concrete, Value
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory


class Point:
    """A state of nothing but variables, given as their types read them."""

    def __init__(self, values: Mapping[Variable, int]) -> None:
        self.values = values

    def variable(self, variable: Variable) -> Value:
        assert isinstance(variable.type, IntType)
        return variable.type.bits(self.values[variable])

    def load(self, pointer: Value, type: Type) -> Value:
        raise AssertionError("there is no memory here")

    def valid(self, pointer: Value, size: Value, width: int) -> Value:
        raise AssertionError("there is no memory here")

    def freeable(self, pointer: Value) -> Value:
        raise AssertionError("there is no memory here")

    def object_size(self, pointer: Value, width: int) -> Value:
        raise AssertionError("there is no memory here")

    def no_leak(self, running: bool) -> Value:
        raise AssertionError("there is no memory here")


CONCRETE = Concrete(Memory(Target(DataModel.LP64)))


def value(expr: Expr, point: Mapping[Variable, int]) -> int:
    """What the machine computes, as the type reads it."""
    bits = evaluate(expr, CONCRETE, Point(point))
    assert isinstance(bits, int)
    return expr.type.number(bits) if isinstance(expr.type, IntType) else bits


def numbers(type_: IntType) -> st.SearchStrategy[int]:
    low, high = type_.minimum, type_.maximum
    edges = [n for n in (low, low + 1, -2, -1, 0, 1, 2, high // 2, high - 1, high) if low <= n <= high]
    near = st.integers(max(low, -20), min(high, 20))
    return st.one_of(st.sampled_from(edges), near, st.integers(low, high))

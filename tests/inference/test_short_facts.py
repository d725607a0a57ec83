"""Short facts are true of every state and leave nothing out; dividing conditions are true of many states."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dovetail.inference.dividing import dividing
from dovetail.inference.short_facts import short_facts
from dovetail.inference.states import States
from dovetail.program.expressions import Expr, Variable
from dovetail.program.printer import show_expr
from dovetail.program.types import CHAR, INT, INT128, UINT, ULLONG, DataModel, IntType, Target
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory
from thinned import examples

ALGEBRA = Concrete(Memory(Target(DataModel.LP64)))


class Row:
    """A state without memory."""

    def __init__(self, values: dict[Variable, Any]) -> None:
        self._values = values

    def variable(self, variable: Variable) -> Any:
        return self._values[variable]

    def _none(self, *_: Any) -> Any:
        raise NotComputable("no memory")

    load = valid = freeable = object_size = no_leak = _none


def table(numbers: dict[str, list[int]], type_: IntType = INT) -> States:
    held = [Variable(name, "facts", type_, name) for name in numbers]
    rows = zip(*numbers.values(), strict=True)
    return States.of(held, [[type_.bits(number) for number in row] for row in rows])


def shown(facts: list[Expr]) -> set[str]:
    return {show_expr(fact) for fact in facts}


def test_the_weaker_bounds_are_told_beside_the_observed_ones() -> None:
    facts = shown(short_facts(table({"x": [3, 5, 9]}), constants=[10]))
    assert {"x >= 3", "x >= 0", "x >= 1", "x < 10", "x < 11", "x < 12"} <= facts


def test_a_single_value_has_bounds_and_rests_too() -> None:
    facts = shown(short_facts(table({"x": [4, 4]})))
    assert {"x >= 4", "x >= 0", "x < 5", "(x & 1) == 0", "(x & 3) == 0"} <= facts


def test_orders_are_told_though_ranges_say_so() -> None:
    assert "x <= y" in shown(short_facts(table({"x": [1, 2, 3], "y": [7, 8, 9]})))


def test_sums_differences_and_doubles() -> None:
    values = list(range(6))
    numbers = {"x": values, "y": [9 - n for n in values], "z": [2 * n for n in values]}
    assert {"x + y == 9", "z == x * 2"} <= shown(short_facts(table(numbers)))


def test_two_pairs_of_values_fit_an_equation_by_accident() -> None:
    assert not any("+" in fact for fact in shown(short_facts(table({"x": [1, 2], "y": [5, 4]}))))


def test_no_more_than_asked_for() -> None:
    states = table({f"v{n}": [n, n + 1, 7] for n in range(8)})
    assert len(short_facts(states, constants=range(16), most=20)) == 20
    assert len(dividing(states, most=5)) == 5


def test_what_is_often_so_divides() -> None:
    facts = shown(dividing(table({"x": [0, 0, 1, 5, 9], "y": [0, 0, 4, 5, 12]})))
    assert {"x == 0", "x == y", "x < y", "y < x"} <= facts


def test_no_states_say_nothing() -> None:
    assert short_facts(table({"x": []})) == [] and dividing(table({"x": []})) == []


@pytest.mark.parametrize("type_", [CHAR, INT, UINT, ULLONG, INT128], ids=str)
@settings(max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_every_short_fact_holds_of_every_state(type_: IntType, data: st.DataObject) -> None:
    number = st.integers(0, (1 << type_.width) - 1) | st.integers(0, 8)
    rows = data.draw(st.lists(st.tuples(number, number, number), min_size=1, max_size=12))
    held = [Variable(name, "facts", type_, name) for name in "xyz"]
    for fact in short_facts(States.of(held, rows), constants=[0, 7, 100]):
        for row in rows:
            assert evaluate(fact, ALGEBRA, Row(dict(zip(held, row, strict=True)))), show_expr(fact)

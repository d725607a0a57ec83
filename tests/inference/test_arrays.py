"""Facts about array contents: planted ones are found, and all formulas hold of all states."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dovetail.inference.arrays import ArrayFact, array_facts
from dovetail.inference.contents import ArrayName, Contents
from dovetail.inference.states import States
from dovetail.program.expressions import Variable
from dovetail.program.printer import show_expr
from dovetail.program.types import CHAR, INT, UINT, ULLONG, DataModel, IntType, Target
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory

ALGEBRA = Concrete(Memory(Target(DataModel.LP64)))
INDEX, M = Variable("i", "f", INT, "i"), Variable("m", "f", INT, "m")


class Row:
    def __init__(self, values: dict[Variable, Any]) -> None:
        self._values = values

    def variable(self, variable: Variable) -> Any:
        return self._values[variable]

    def _none(self, *_: Any) -> Any:
        raise NotComputable("no memory")

    load = valid = freeable = object_size = no_leak = _none


def named(name: str, size: int, type_: IntType = INT) -> ArrayName:
    return ArrayName(name, type_, tuple(Variable(f"{name}[{k}]", "f", type_) for k in range(size)))


def facts(
    arrays: Sequence[ArrayName], held: Sequence[Variable], rows: Sequence[tuple[list[list[int]], list[int]]]
) -> list[ArrayFact]:
    """Rows have the numbers in each array, then those in the variables. All formulas are evaluated."""
    states = States.of(held, [[INT.bits(number) for number in numbers] for _, numbers in rows])
    contents = [Contents(array) for array in arrays]
    for index, one in enumerate(contents):
        one.append([[one.array.element.bits(n) for n in lists[index]] for lists, _ in rows])
    found = array_facts(states, contents, least=1)
    for fact in found:
        if fact.expr is None:
            continue
        for lists, numbers in rows:
            values = {variable: INT.bits(n) for variable, n in zip(held, numbers, strict=True)}
            for array, elements in zip(arrays, lists, strict=True):
                for element, n in zip(array.elements, elements, strict=True):
                    assert isinstance(element, Variable)
                    values[element] = array.element.bits(n)
            assert evaluate(fact.expr, ALGEBRA, Row(values)), (fact.kind, show_expr(fact.expr), values)
    return found


def keys(found: list[ArrayFact]) -> set[tuple[Any, ...]]:
    return {(fact.kind, fact.array.name, fact.index, fact.bound) for fact in found}


def filled(rule: Any, count: int = 200) -> list[tuple[list[list[int]], list[int]]]:
    """Arrays of 6 with junk, of which the first i elements follow a rule."""
    pick, rows = random.Random(4), []
    for _ in range(count):
        i, m = pick.randrange(0, 7), pick.randrange(-50, 50)
        junk = [pick.randrange(-100, 100) for _ in range(6)]
        rows.append(([[rule(k, m, pick) if k < i else junk[k] for k in range(6)]], [i, m]))
    return rows


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (lambda k, m, pick: 7, ("constant", "a", INDEX, 7)),
        (lambda k, m, pick: m, ("constant", "a", INDEX, M)),
        (lambda k, m, pick: 3 * k - 1, ("line", "a", INDEX, (3, -1))),
        (lambda k, m, pick: pick.randrange(0, 5), ("at least", "a", INDEX, 0)),
        (lambda k, m, pick: pick.randrange(0, 5), ("at most", "a", INDEX, 4)),
        (lambda k, m, pick: m - pick.randrange(0, 50), ("at most", "a", INDEX, M)),
        (lambda k, m, pick: m + 10 * k + pick.randrange(0, 9), ("strictly ascending", "a", INDEX, None)),
    ],
)
def test_planted_before_an_index(rule: Any, expected: tuple[Any, ...]) -> None:
    found = facts([named("a", 6)], [INDEX, M], filled(rule))
    assert expected in keys(found)
    assert all(fact.expr is not None for fact in found)


def test_whole_arrays() -> None:
    pick = random.Random(5)
    rows = [([sorted(pick.choices(range(40), k=4))], [k % 5, k]) for k in range(60)]
    assert {("ascending", "a", None, None), ("at least", "a", None, 0)} <= keys(
        facts([named("a", 4)], [INDEX, M], rows)
    )
    found = facts([named("a", 4)], [INDEX, M], [([[9] * 4], [k % 5, k]) for k in range(60)])
    assert keys(found) == {("constant", "a", None, 9)}


def test_two_arrays() -> None:
    pick, rows = random.Random(6), []
    for _ in range(100):
        i = pick.randrange(0, 6)
        a = [pick.randrange(-9, 9) for _ in range(5)]
        rows.append(([a, [a[k] if k < i else 77 for k in range(5)]], [i, 1]))
    b = named("b", 5)
    found = facts([named("a", 5), b], [INDEX, M], rows)
    assert ("same", "a", INDEX, b) in keys(found)


def test_lengths_may_differ_but_have_no_formula() -> None:
    rows = [([[4] * (1 + k % 5)], [0, k]) for k in range(30)]
    contents = Contents(ArrayName("a", INT))
    contents.append([lists[0] for lists, _ in rows])
    (fact,) = array_facts(States.of([INDEX, M], [numbers for _, numbers in rows]), [contents])
    assert (fact.kind, fact.bound, fact.expr, fact.support) == ("constant", 4, None, 30)


def test_what_does_not_fit_is_left_out() -> None:
    contents = Contents(ArrayName("a", ULLONG))
    contents.append([[(1 << 64) - 1], [5]])
    states = States.of([INDEX], [(0,), (1,)])
    assert array_facts(states, [contents], least=1) == []
    with pytest.raises(ValueError, match="bit pattern"):
        Contents(ArrayName("a", CHAR)).append([[256]])


def test_lists_must_match_states() -> None:
    contents = Contents(ArrayName("a", INT))
    contents.append([[1]])
    with pytest.raises(ValueError, match="as many lists"):
        array_facts(States.of([INDEX], [(0,), (1,)]), [contents])


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_all_formulas_hold(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 4))
    arrays = [named("a", size, data.draw(st.sampled_from([INT, UINT, CHAR]))), named("b", size)]

    def elements(type_: IntType) -> st.SearchStrategy[list[int]]:
        near = st.sampled_from([0, 1, 2, 3, type_.minimum, type_.maximum])
        return st.lists(near | st.integers(type_.minimum, type_.maximum), min_size=size, max_size=size)

    row = st.tuples(
        st.tuples(*(elements(array.element) for array in arrays)).map(list),
        st.tuples(st.integers(-1, size), st.integers(-3, 3)).map(list),
    )
    rows = data.draw(st.lists(row, min_size=1, max_size=8))
    if data.draw(st.booleans()):
        rows = [([lists[1], lists[1]], numbers) for lists, numbers in rows if min(lists[1]) >= 0]
        rows = [one for one in rows if max(one[0][0]) <= arrays[0].element.maximum]
    facts(arrays, [INDEX, M], rows)

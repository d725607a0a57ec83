"""Orders of objects, held against lists."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_orders import GhostOrder
from dovetail.semantics.symbolic_values import OBJECT_WIDTH, Bits, Pointer
from dovetail.solver.interface import Answer
from dovetail.solver.z3_solver import Z3Solver

COUNT = 5
OBJECTS = st.integers(1, COUNT)
MOVES = st.lists(st.tuples(OBJECTS, OBJECTS), max_size=6)


def moved(listed: list[int], first: int, second: int) -> list[int]:
    if first == second or listed.index(first) < listed.index(second):
        return listed
    rest = [one for one in listed if one != first]
    at = rest.index(second)
    return [*rest[:at], first, *rest[at:]]


def pointer(part: Any) -> Pointer:
    return Pointer(part, 0)


@given(MOVES, MOVES, st.booleans())
def test_what_is_moved_is_where_a_list_has_it(one: Any, other: Any, condition: bool) -> None:
    """From the order of numbers on, and behind a decision between two orders."""
    algebra: Symbolic[Any] = Symbolic(Z3Solver().terms, 64)
    start = GhostOrder.any(algebra, "order", 0)
    orders, lists = [], []
    for moves in (one, other):
        order, listed = start, list(range(1, COUNT + 1))
        for first, second in moves:
            order = order.placed(algebra, pointer(first), pointer(second))
            listed = moved(listed, first, second)
        orders.append(order)
        lists.append(listed)
    chosen = orders[0].chosen(algebra, condition, orders[1])
    found = lists[0] if condition else lists[1]
    for first, second in permutations(range(1, COUNT + 1), 2):
        earlier = chosen.before(algebra, pointer(first), pointer(second))
        assert earlier is (found.index(first) < found.index(second))
    assert all(chosen.before(algebra, pointer(x), pointer(x)) is False for x in found)


def test_any_order_is_one_and_stays_one() -> None:
    """No object is before itself, and what is before another is before what that is before: whatever the
    ranks, whichever objects are moved, be they the same or not."""
    solver = Z3Solver()
    algebra: Symbolic[Any] = Symbolic(solver.terms, 64)

    def some(name: str) -> Any:
        return pointer(Bits(solver.terms.bits_symbol(name, OBJECT_WIDTH), OBJECT_WIDTH))

    following = some("next").object
    order = GhostOrder.any(algebra, "order", following)
    order = order.placed(algebra, some("a"), some("b")).placed(algebra, some("c"), some("d"))
    x, y, z = some("x"), some("y"), some("z")

    def impossible(*conditions: Any) -> bool:
        return solver.check([algebra.term(one) for one in conditions]) is Answer.UNSAT

    def before(one: Any, other: Any) -> Any:
        return order.before(algebra, one, other)

    assert impossible(before(x, x))
    assert impossible(before(x, y), before(y, x))
    assert impossible(before(x, y), before(y, z), algebra.negation(before(x, z)))
    assert not impossible(before(x, y), algebra.ult(y.object, x.object, OBJECT_WIDTH))

"""The graph of abstract states, by place of the text."""

from __future__ import annotations

from dovetail.program.expressions import Variable
from dovetail.program.types import INT, PointerType
from dovetail.strategies.fabricate.abstract_graph import AbstractGraph, AbstractState, Covered, Origin
from dovetail.suites.fabricating import by_place

X = Variable("f#1.x", "main", INT, "x")
ADDRESS = Variable("&f#1.y", "main", PointerType(INT), "y")
P = Variable("f#1.p", "main", PointerType(INT), "p")


def state(location: int, bits: int = 0) -> AbstractState:
    return AbstractState(location, bits, 1)


def test_copies_are_one_place_and_heads_are_passed_through() -> None:
    graph = AbstractGraph({}, adequate=True)
    places = {10: 1, 20: 1, 30: 2}  # two copies of place 1; 40 and 41 are loop heads
    for one in (state(10), state(20, 1), state(30), state(40), state(41)):
        graph.states[one] = Covered(Origin.TEST)
    for edge in [(10, 40), (40, 41), (41, 40), (41, 30), (30, 20)]:
        graph.edges[state(edge[0]), state(edge[1], edge[1] == 20)] = None
    graph.errors[state(40)] = (1,)
    graph.errors[state(30)] = (1,)
    found = by_place(graph, places)
    assert found.states == {(1, 0), (1, 1), (2, 0)}
    assert found.moves == {((1, 0), (2, 0)), ((2, 0), (1, 1))}
    assert found.errors == {(2, 0)}
    assert found.adequate


def test_values_are_told_only_if_they_are_the_values() -> None:
    """Of what has an address, the variable is the address."""
    graph = AbstractGraph({})
    graph.states[state(10)] = Covered(Origin.FABRICATED, ((X, "4"), (P, "0")))
    graph.states[state(10, 1)] = Covered(Origin.FABRICATED, ((X, "4"), (ADDRESS, "<object 3>")))
    graph.states[state(20)] = Covered(Origin.FABRICATED, ((P, "<object 3> + 4"),))
    graph.states[state(20, 1)] = Covered(Origin.TEST, ((X, "7"),))
    assert by_place(graph, {10: 1, 20: 2}).values == {
        (1, 0): (("p", "NULL"), ("x", "4")),
        (2, 0): (("p", "a pointer that is not NULL"),),
    }

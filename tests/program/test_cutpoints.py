"""Every cycle is cut, fragments are acyclic and in order, and together they are the whole procedure."""

from __future__ import annotations

from hypothesis import given, settings

from dovetail.program.automata import Procedure
from dovetail.program.cutpoints import cutpoint_graph
from dovetail.program.position import NOWHERE
from dovetail.program.statements import Skip
from dovetail.program.types import VOID
from program.random_automata import procedures
from thinned import examples


def automaton(*edges: tuple[int, int]) -> Procedure:
    procedure = Procedure("f", (), VOID, NOWHERE)
    for _ in range(max(max(edge) for edge in edges) - 1):
        procedure.new_location()
    for source, target in edges:
        procedure.add(source, Skip(), target, NOWHERE)
    return procedure


def reachable(procedure: Procedure, start: int) -> set[int]:
    seen, stack = {start}, [start]
    while stack:
        for edge in procedure.outgoing[stack.pop()]:
            if edge.target not in seen:
                seen.add(edge.target)
                stack.append(edge.target)
    return seen


@settings(max_examples=examples(100))
@given(procedures())
def test_every_cycle_is_cut(procedure: Procedure) -> None:
    graph = cutpoint_graph(procedure)
    inner = [loc for loc in reachable(procedure, procedure.entry) if not graph.is_cutpoint(loc)]
    live = set(inner)
    degree = {loc: sum(edge.source in live for edge in procedure.incoming[loc]) for loc in inner}
    ready = [loc for loc in inner if degree[loc] == 0]
    removed = 0
    while ready:
        loc = ready.pop()
        removed += 1
        for edge in procedure.outgoing[loc]:
            if edge.target in live:
                degree[edge.target] -= 1
                if degree[edge.target] == 0:
                    ready.append(edge.target)
    assert removed == len(inner)


@settings(max_examples=examples(100))
@given(procedures())
def test_regions_are_topologically_ordered_ways_to_the_next_cutpoints(procedure: Procedure) -> None:
    graph = cutpoint_graph(procedure)
    for source in graph.cutpoints:
        inner = {edge.source for edge in graph.region(source)} - {source}
        assert not any(graph.is_cutpoint(location) for location in inner)
        left: set[int] = set()
        entered = {source}
        for edge in graph.region(source):
            assert edge.source in entered
            assert graph.is_cutpoint(edge.target) or edge.target not in left
            entered.add(edge.target)
            left.add(edge.source)
        assert all(graph.is_cutpoint(location) or location in inner for location in entered)


@settings(max_examples=examples(100))
@given(procedures())
def test_every_reachable_edge_is_in_a_region(procedure: Procedure) -> None:
    graph = cutpoint_graph(procedure)
    found = {id(edge) for source in graph.cutpoints for edge in graph.region(source)}
    for location in reachable(procedure, procedure.entry):
        assert all(id(edge) in found for edge in procedure.outgoing[location])


def test_a_diamond_is_one_fragment() -> None:
    graph = cutpoint_graph(automaton((0, 2), (0, 3), (2, 4), (3, 4), (4, 1)))
    assert graph.cutpoints == (0, 1)
    region = graph.region(0)
    assert len(region) == 5
    assert region[-1].source == 4


def test_a_loop_has_its_head_as_cutpoint() -> None:
    graph = cutpoint_graph(automaton((0, 2), (2, 3), (3, 2), (2, 1)))
    assert graph.loop_heads == {2}
    assert graph.cutpoints[:2] == (0, 2)
    assert [(e.source, e.target) for e in graph.region(2)] == [(2, 3), (2, 1), (3, 2)]


def test_an_irreducible_loop_is_cut() -> None:
    graph = cutpoint_graph(automaton((0, 2), (0, 3), (2, 3), (3, 2), (3, 1)))
    assert graph.loop_heads & {2, 3}


def test_further_cutpoints_and_dead_ends() -> None:
    graph = cutpoint_graph(automaton((0, 2), (2, 3), (0, 4)), also=[2])
    assert set(graph.cutpoints) == {0, 1, 2, 3, 4}


def test_a_long_chain_of_diamonds_is_cheap() -> None:
    edges = []
    at = 0
    for number in range(3000):
        one, other, join = 2 + 3 * number, 3 + 3 * number, 4 + 3 * number
        edges += [(at, one), (at, other), (one, join), (other, join)]
        at = join
    graph = cutpoint_graph(automaton(*edges, (at, 1)))
    assert len(graph.region(0)) == 12_001

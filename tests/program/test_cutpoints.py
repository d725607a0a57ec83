"""Every cycle is cut, fragments are acyclic and in order, and together they are the whole procedure."""

from __future__ import annotations

from hypothesis import given

from dovetail.program.automata import Procedure
from dovetail.program.cutpoints import CutpointGraph, Fragment, cutpoint_graph
from dovetail.program.position import NOWHERE
from dovetail.program.statements import Skip
from dovetail.program.types import VOID
from program.random_automata import procedures


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


def fragments(graph: CutpointGraph) -> list[Fragment]:
    return [fragment for source in graph.cutpoints for fragment in graph.outgoing(source)]


@given(procedures())
def test_fragments_are_topologically_ordered_paths_between_cutpoints(procedure: Procedure) -> None:
    graph = cutpoint_graph(procedure)
    for fragment in fragments(graph):
        assert graph.is_cutpoint(fragment.source)
        assert graph.is_cutpoint(fragment.target)
        assert fragment.edges
        assert not any(graph.is_cutpoint(location) for location in fragment.inner)
        left: set[int] = set()
        entered = {fragment.source}
        for edge in fragment.edges:
            assert edge.source in entered
            assert edge.target not in left or edge.target == fragment.target
            entered.add(edge.target)
            left.add(edge.source)
        # Everything entered goes on to the target.
        onward = {edge.source for edge in fragment.edges}
        assert all(edge.target in onward or edge.target == fragment.target for edge in fragment.edges)
        assert all(edge.target == fragment.target or edge.target in fragment.inner for edge in fragment.edges)


@given(procedures())
def test_every_reachable_edge_is_in_a_fragment(procedure: Procedure) -> None:
    graph = cutpoint_graph(procedure)
    found = {id(edge) for fragment in fragments(graph) for edge in fragment.edges}
    for location in reachable(procedure, procedure.entry):
        assert all(id(edge) in found for edge in procedure.outgoing[location])
    for source in graph.cutpoints:
        union = {id(edge) for fragment in graph.outgoing(source) for edge in fragment.edges}
        assert union == {id(edge) for edge in graph.region(source)}


def test_a_diamond_is_one_fragment() -> None:
    graph = cutpoint_graph(automaton((0, 2), (0, 3), (2, 4), (3, 4), (4, 1)))
    assert graph.cutpoints == (0, 1)
    (fragment,) = fragments(graph)
    assert len(fragment.edges) == 5
    assert fragment.edges[-1].source == 4


def test_a_loop_has_its_head_as_cutpoint() -> None:
    graph = cutpoint_graph(automaton((0, 2), (2, 3), (3, 2), (2, 1)))
    assert graph.loop_heads == {2}
    assert graph.cutpoints[:2] == (0, 2)
    assert [(f.source, f.target) for f in fragments(graph)] == [(0, 2), (2, 2), (2, 1)]


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
    (fragment,) = fragments(graph)
    assert len(fragment.edges) == 12_001

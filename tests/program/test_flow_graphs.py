"""Procedures as graphs of blocks: no way is lost, whatever is left out."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given

from dovetail.frontend import LoadOptions, load
from dovetail.program.automata import Procedure, Program
from dovetail.program.flow_graphs import drawn, flow_graph, not_reached
from dovetail.program.ghost_maps import Place
from dovetail.program.ordering import depth_first
from program.random_automata import procedures

TEXT = """#include <assert.h>
#include <string.h>
static int helper(int x) { return x; }
int f(int n) {
    int s = 0;
    while (s < n) {
        s++;
        if (s == 3)
            break;
    }
    assert(s <= n || n < 0);
    return helper(s) + (int)strlen("a");
}
int main(void) { return f(3); }
"""


def _program(folder: Path, text: str = TEXT) -> Program:
    path = folder / "a.c"
    path.write_text(text)
    return load([path]).program


@given(procedures())
def test_every_decision_is_a_way_and_all_ways_begin_somewhere(procedure: Procedure) -> None:
    graph = flow_graph(procedure)
    known = depth_first(procedure).order
    decisions = {
        Place(procedure.name, at, branch)
        for at in known
        if len(procedure.outgoing[at]) == 2
        for branch in (0, 1)
    }
    assert decisions <= {way.by for way in graph.ways}
    assert all(0 <= end < len(graph.blocks) for way in graph.ways for end in (way.source, way.target))
    assert graph.blocks[0].location == procedure.entry
    reached, waiting = {0}, [0]
    while waiting:
        at = waiting.pop()
        for way in graph.ways:
            if way.source == at and way.target not in reached:
                reached.add(way.target)
                waiting.append(way.target)
    assert reached == set(range(len(graph.blocks)))
    heads = {
        at for at, block in enumerate(graph.blocks) if block.location in depth_first(procedure).loop_heads
    }
    assert {way.target for way in graph.ways if way.target <= way.source} <= heads


def test_straight_line_code_is_one_block_with_its_lines(tmp_path: Path) -> None:
    program = _program(tmp_path)
    assert [one.name for one in drawn(program)] == ["main", "f", "helper"]  # no strlen
    graph = flow_graph(program.procedures["f"])
    assert (graph.line, graph.blocks[0].lines, graph.blocks[-1].kind) == (4, (5,), "exit")
    told = [(block.lines, block.kind) for block in graph.blocks]
    assert ((6,), "loop") in told and ((7, 8), "") in told
    (check,) = [block for block in graph.blocks if block.checks]
    assert (check.lines, check.checks) == ((11,), (1,))
    to_it = [way.source for way in graph.ways if graph.blocks[way.target] is check]
    assert [graph.blocks[at].lines for at in to_it] == [(11,)]


def test_what_is_behind_closed_edges_alone_is_not_reached(tmp_path: Path) -> None:
    program = _program(tmp_path)
    assert not [one for one in not_reached(program, ()) if one[0] in ("main", "f")]
    start = program.procedures["main"].entry
    gone = not_reached(program, {Place("main", start, 0)})
    assert {("f", at) for at in program.procedures["f"].locations} <= gone and ("main", start) not in gone


def test_the_end_of_a_lifetime_is_on_no_line(tmp_path: Path) -> None:
    text = "int main(void) {\n    int x = 1, *p = &x;\n    if (*p)\n        x = 2;\n    return x;\n}\n"
    graph = flow_graph(_program(tmp_path, text).procedures["main"])
    assert [block.lines for block in graph.blocks if 1 in block.lines[1:] or block.lines == (1,)] == []


def test_a_contract_in_place_of_a_body_is_not_drawn(tmp_path: Path) -> None:
    path = tmp_path / "contract.c"
    path.write_text(
        "#include <dovetail.h>\n"
        "int low(int x) dovetail_requires(x > 0) dovetail_ensures(dovetail_result >= 0);\n"
        "int low(int x) { return x / 2; }\n"
        "int high(int x) dovetail_requires(x > 3); int high(int x) { return low(x); }\n"
    )
    program = load([path], LoadOptions(function="high")).program
    assert "low" in program.procedures and [one.name for one in drawn(program)] == ["high"]
    program = load([path], LoadOptions(function="low")).program
    assert [one.name for one in drawn(program)] == ["low"]

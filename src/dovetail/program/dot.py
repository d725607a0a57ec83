"""Procedures and programs as Graphviz graphs: what `dovetail show --dot` prints.

A procedure is a cluster of its locations, each edge labelled with its statement; a dashed edge leads from a
call to the entry of the procedure called. Layout and drawing are Graphviz's.
"""

from __future__ import annotations

from collections.abc import Iterator

from dovetail.program.automata import Procedure, Program
from dovetail.program.listing import place, printer_for, signature
from dovetail.program.printer import Printer
from dovetail.program.statements import Call, Check, Skip, Unsupported


def to_dot(graph: Program | Procedure) -> str:
    """The text of a `digraph`."""
    lines = [
        "digraph dovetail {",
        '    node [shape=circle, fontname="monospace"];',
        '    edge [fontname="monospace"];',
    ]
    if isinstance(graph, Procedure):
        lines += _cluster(graph, 0, Printer())
    else:
        printer = printer_for(graph)
        numbers = {name: number for number, name in enumerate(graph.procedures)}
        for name, procedure in graph.procedures.items():
            lines += _cluster(procedure, numbers[name], printer)
        lines += _calls(graph, numbers)
    lines.append("}")
    return "\n".join(lines)


def _cluster(procedure: Procedure, number: int, printer: Printer) -> Iterator[str]:
    yield f"    subgraph cluster_{number} {{"
    yield f"        label={_quote(signature(procedure))};"
    for location in procedure.locations:
        # A location that no edge touches carries nothing; the exit is drawn even so, since it has a meaning.
        if not procedure.outgoing[location] and not procedure.incoming[location]:
            if location not in (procedure.entry, procedure.exit):
                continue
        shape = {procedure.entry: ", shape=house", procedure.exit: ", shape=doublecircle"}.get(location, "")
        yield f'        {_node(number, location)} [label="{location}"{shape}];'
    for edge in procedure.edges:
        label = printer.statement(edge.statement)
        where = place(edge.position)
        attributes = [f"label={_quote(label)}"]
        if where:
            attributes.append(f"tooltip={_quote(where)}")
        if isinstance(edge.statement, Check):
            attributes.append("color=red")
        elif isinstance(edge.statement, Unsupported):
            attributes.append("color=orange")
        elif isinstance(edge.statement, Skip) and edge.statement.goal is not None:
            attributes.append("color=blue")
        source, target = _node(number, edge.source), _node(number, edge.target)
        yield f"        {source} -> {target} [{', '.join(attributes)}];"
    yield "    }"


def _calls(program: Program, numbers: dict[str, int]) -> Iterator[str]:
    for name, procedure in program.procedures.items():
        for edge in procedure.edges:
            if isinstance(edge.statement, Call) and edge.statement.procedure in numbers:
                callee = edge.statement.procedure
                entry = _node(numbers[callee], program.procedures[callee].entry)
                yield f"    {_node(numbers[name], edge.source)} -> {entry} [style=dashed, constraint=false];"


def _node(number: int, location: int) -> str:
    return f"p{number}_{location}"


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'

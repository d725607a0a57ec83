"""The equations of an analysis: a node for each location of each procedure, and flows between them.

A flow is a chain of edges without a branch or a join inside, taken as one step: states are only kept where
flows begin and end, at cutpoints (`program.cutpoints`), of which branches and joins are some. A call of a
recursive procedure is two flows: into the callee's entry, and from the callee's exit (together with what the
caller knew) to where the call returns to.

Nodes are numbered through all procedures. What a flow does to a state is not here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field

from dovetail.program.automata import Edge, Procedure, Program
from dovetail.program.cutpoints import cutpoint_graph
from dovetail.program.ordering import depth_first
from dovetail.program.statements import Call
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Chain:
    """Edges of one procedure, one after the other."""

    source: int
    target: int
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Enter:
    """From a call to the entry of what is called."""

    source: int
    target: int
    call: Call
    edge: Edge


@dataclass(frozen=True, slots=True)
class Leave:
    """From the exit of what was called, and the call (`source`), to where it returns to."""

    source: int
    exit: int
    target: int
    call: Call
    edge: Edge


Flow = Chain | Enter | Leave


@dataclass(slots=True)
class System:
    program: Program
    entry: int
    nodes: list[int] = field(default_factory=list)
    """Those where states are kept, and that can be reached over edges."""
    incoming: dict[int, list[Flow]] = field(default_factory=dict)
    outgoing: dict[int, list[Flow]] = field(default_factory=dict)
    offsets: dict[str, int] = field(default_factory=dict)

    def node(self, procedure: str, location: int) -> int:
        return self.offsets[procedure] + location

    def place(self, node: int) -> tuple[Procedure, int]:
        """Procedure and location of a node."""
        for name, offset in reversed(self.offsets.items()):
            if node >= offset:
                return self.program.procedures[name], node - offset
        raise ValueError(node)

    @property
    def flows(self) -> Iterator[Flow]:
        for node in self.nodes:
            yield from self.outgoing[node]

    def successors(self, node: int) -> list[int]:
        return list(dict.fromkeys(flow.target for flow in self.outgoing[node]))

    def sources(self, node: int) -> list[int]:
        """The nodes whose states a node's state is computed from."""
        found: dict[int, None] = {}
        for flow in self.incoming[node]:
            found[flow.source] = None
            if isinstance(flow, Leave):
                found[flow.exit] = None
        return list(found)


def system(program: Program) -> System:
    offsets, total = {}, 0
    for name, procedure in program.procedures.items():
        offsets[name] = total
        total += len(procedure.outgoing)
    result = System(
        program, offsets[program.entry] + program.procedures[program.entry].entry, offsets=offsets
    )
    for procedure in program.procedures.values():
        _add(result, procedure)
    for node in result.nodes:
        result.incoming.setdefault(node, [])
        result.outgoing.setdefault(node, [])
    for node in result.nodes:
        for flow in result.outgoing[node]:
            result.incoming[flow.target].append(flow)
    leaving = [flow for node in result.nodes for flow in result.outgoing[node] if isinstance(flow, Leave)]
    for flow in leaving:
        result.outgoing[flow.exit].append(flow)  # it flows from there, too
    return result


def _add(result: System, procedure: Procedure) -> None:
    base = result.offsets[procedure.name]
    outgoing = procedure.outgoing
    taken = [edge for location in depth_first(procedure).order for edge in outgoing[location]]
    ways = Counter(edge.target for edge in taken)
    also = [location for location, count in ways.items() if count != 1 or len(outgoing[location]) != 1]
    for edge in taken:
        if isinstance(edge.statement, Call):
            also += (edge.source, edge.target)
    graph = cutpoint_graph(procedure, also=also)
    result.nodes += (base + location for location in graph.cutpoints)
    for location in graph.cutpoints:
        flows: list[Flow] = []
        for edge in procedure.outgoing[location]:
            if isinstance(edge.statement, Call):
                callee = result.program.procedures[edge.statement.procedure]
                entry = result.node(callee.name, callee.entry)
                leaving_node = result.node(callee.name, callee.exit)
                flows.append(Enter(base + location, entry, edge.statement, edge))
                flows.append(Leave(base + location, leaving_node, base + edge.target, edge.statement, edge))
                continue
            chain = [edge]
            while not graph.is_cutpoint(chain[-1].target):
                (following,) = procedure.outgoing[chain[-1].target]
                chain.append(following)
            flows.append(Chain(base + location, base + chain[-1].target, tuple(chain)))
        result.outgoing[base + location] = flows

"""The cutpoint graph of a procedure: its loops cut open, everything between cuts in one piece.

Cutpoints are the entry, the exit, every loop head and every location without successors, and on request
locations of the caller's choice. Behind each lies a *fragment*, its region: all paths to the next cutpoints
with no cutpoint inside, an acyclic automaton. Adequacy checks, k-induction, certificates and the equations of
abstract interpretation all work on these (Yorsh, Ball, Sagiv 2006, section 4.2: cutpoints).

A loop head is the target of a back edge of one depth-first search from the entry, taking edges in order. In
any directed graph, reducible or not, every cycle has a back edge of that search; so every cycle is cut.

Locations that no path from the entry reaches are left out. Whether a path is feasible is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from dovetail.program.automata import Edge, Procedure
from dovetail.program.ordering import depth_first
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class CutpointGraph:
    """Cutpoints in topological order of the graph without its back edges, the exit included even if nothing
    reaches it. Regions are built when first asked for, and may overlap."""

    procedure: Procedure
    cutpoints: tuple[int, ...]
    loop_heads: frozenset[int]
    order: tuple[int, ...]
    """Every reachable location, such that all edges but those to loop heads lead forward."""
    _rank: dict[int, int] = field(repr=False)
    _cuts: frozenset[int] = field(repr=False)
    _regions: dict[int, tuple[Edge, ...]] = field(default_factory=dict, repr=False)

    def is_cutpoint(self, location: int) -> bool:
        return location in self._cuts

    def region(self, source: int) -> tuple[Edge, ...]:
        """Every edge on a path from a cutpoint up to the next cutpoints, in topological order: every edge
        into an inner location comes before every edge out of it."""
        found = self._regions.get(source)
        if found is None:
            found = self._regions[source] = self._build_region(source)
        return found

    def _build_region(self, source: int) -> tuple[Edge, ...]:
        if source not in self._cuts:
            raise ValueError(f"location {source} of {self.procedure.name} is not a cutpoint")
        reached = {source}
        stack = [source]
        while stack:
            for edge in self.procedure.outgoing[stack.pop()]:
                if edge.target not in reached and edge.target not in self._cuts:
                    reached.add(edge.target)
                    stack.append(edge.target)
        reached.discard(source)
        # The source comes first even where, as a loop head inside of a cycle, its rank is not the lowest.
        locations = [source, *sorted(reached, key=self._rank.__getitem__)]
        return tuple(edge for location in locations for edge in self.procedure.outgoing[location])


def cutpoint_graph(procedure: Procedure, *, also: Iterable[int] = ()) -> CutpointGraph:
    """Cut a procedure's loops; `also` names further cutpoints."""
    search = depth_first(procedure)
    order, loop_heads = search.order, search.loop_heads
    rank = {location: number for number, location in enumerate(order)}
    cuts = {procedure.entry, procedure.exit, *loop_heads}
    cuts.update(location for location in also if location in rank)
    cuts.update(location for location in order if not procedure.outgoing[location])
    cutpoints = [location for location in order if location in cuts]
    if procedure.exit not in rank:
        cutpoints.append(procedure.exit)
    return CutpointGraph(procedure, tuple(cutpoints), loop_heads, order, rank, frozenset(cuts))

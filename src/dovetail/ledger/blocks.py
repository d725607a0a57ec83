"""The graph that regions partition: places where control splits or meets, joined by straight-line blocks.

DASH's regions sit at every statement (Fig. 10, line 1). A predicate that must travel back through straight-line code costs one
iteration a statement there and teaches nothing on the way, so the places kept are those where paths split, meet or end. `every_statement` gives the
paper's granularity.

A check is two blocks: one on which it fails, which ends in the error node of that check, and one on which it
holds. A block that ends in an unsupported statement ends in a node of its own, which a proof must exclude like an
error. Nodes from which no such end can be reached are left out: nothing there matters.
"""

from __future__ import annotations

from dataclasses import dataclass

from dovetail.program.automata import Edge, Procedure
from dovetail.program.expressions import Expr, negation
from dovetail.program.statements import Assume, Check, CheckInfo, Statement, Unsupported


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Straight-line code from one node to another. If `fails`, its last edge is a check that does not
    hold."""

    source: int
    edges: tuple[Edge, ...]
    target: int
    fails: bool = False

    def condition(self, index: int) -> Expr | None:
        """What must hold for control to go on along the edge with this index."""
        statement = self.edges[index].statement
        if isinstance(statement, Assume):
            return statement.condition
        if isinstance(statement, Check):
            failing = self.fails and index == len(self.edges) - 1
            return negation(statement.condition) if failing else statement.condition
        return None

    @property
    def statements(self) -> tuple[Statement, ...]:
        return tuple(edge.statement for edge in self.edges)


@dataclass(frozen=True, slots=True)
class Goal:
    """A node that must not be reached: the failure of a check, or something unsupported."""

    node: int
    check: CheckInfo | None
    edge: Edge


@dataclass(slots=True)
class BlockGraph:
    """Nodes are locations of the procedure (not negative) and goals (negative)."""

    procedure: Procedure
    outgoing: dict[int, list[Block]]
    incoming: dict[int, list[Block]]
    goals: dict[int, Goal]

    @property
    def entry(self) -> int:
        return self.procedure.entry


def block_graph(procedure: Procedure, *, every_statement: bool = False) -> BlockGraph:
    boundaries = _boundaries(procedure, every_statement)
    goals: dict[int, Goal] = {}
    blocks: list[Block] = []
    for node in boundaries:
        for first in procedure.outgoing[node]:
            blocks += _blocks_from(procedure, node, first, boundaries, goals)
    outgoing: dict[int, list[Block]] = {}
    incoming: dict[int, list[Block]] = {}
    useful = _reaching(goals, blocks)
    for block in blocks:
        if block.target in useful:
            outgoing.setdefault(block.source, []).append(block)
            incoming.setdefault(block.target, []).append(block)
    return BlockGraph(procedure, outgoing, incoming, goals)


def _boundaries(procedure: Procedure, every_statement: bool) -> dict[int, None]:
    kept: dict[int, None] = {procedure.entry: None}
    for location in procedure.locations:
        out, into = procedure.outgoing[location], procedure.incoming[location]
        if not out:
            continue
        checks = any(isinstance(edge.statement, Check) for edge in out)
        if every_statement or checks or len(out) != 1 or len(into) != 1:
            kept[location] = None
    return kept


def _blocks_from(
    procedure: Procedure, node: int, first: Edge, boundaries: dict[int, None], goals: dict[int, Goal]
) -> list[Block]:
    """The block that begins with an edge; two if that is a check."""
    found: list[Block] = []
    if isinstance(first.statement, Check):
        goal = Goal(-len(goals) - 1, first.statement.info, first)
        goals[goal.node] = goal
        found.append(Block(node, (first,), goal.node, fails=True))
    edges: list[Edge] = []
    edge = first
    while True:
        if isinstance(edge.statement, Unsupported):
            goal = Goal(-len(goals) - 1, None, edge)
            goals[goal.node] = goal
            found.append(Block(node, (*edges, edge), goal.node))
            return found
        edges.append(edge)
        out = procedure.outgoing[edge.target]
        if not out:
            return found  # the program, or the procedure, ends there
        if edge.target in boundaries:
            found.append(Block(node, tuple(edges), edge.target))
            return found
        edge = out[0]


def _reaching(goals: dict[int, Goal], blocks: list[Block]) -> set[int]:
    """The nodes from which some goal can be reached."""
    into: dict[int, list[Block]] = {}
    for block in blocks:
        into.setdefault(block.target, []).append(block)
    useful = set(goals)
    stack = list(goals)
    while stack:
        for block in into.get(stack.pop(), ()):
            if block.source not in useful:
                useful.add(block.source)
                stack.append(block.source)
    return useful

"""The graph that regions partition: places where paths meet, joined by straight-line blocks.

DASH's regions sit at every statement (Fig. 10, line 1). A predicate that must travel back through
straight-line code, or through a cascade of branches, costs one iteration a statement there and teaches
nothing on the way. So the places kept are those where paths meet; what lies between them is a tree, and each
of its paths is a block. `every_statement` gives the paper's granularity.

A check is two blocks: one on which it fails, which ends in the error node of that check, and one on which it
holds. A block that ends in an unsupported statement ends in a node of its own, which a proof must exclude
like an error. Nodes from which no such end can be reached are left out: nothing there matters.

It is not the cutpoint graph (`program.cutpoints`): there, what lies between two places is all paths at once,
and here each path is a block of its own, since a predicate is carried back along one.
"""

from __future__ import annotations

from dataclasses import field

from dovetail.program.automata import Edge, Procedure
from dovetail.program.expressions import Expr, Variable, negation
from dovetail.program.statements import Assume, Check, CheckInfo, Statement, Unsupported, written_variable
from dovetail.quick_dataclass import dataclass


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
    _changing: dict[int, frozenset[Variable]] = field(default_factory=dict)

    @property
    def entry(self) -> int:
        return self.procedure.entry

    def changed_around(self, node: int) -> frozenset[Variable]:
        """The variables that are written on some way from a node back to it."""
        if node not in self._changing:
            ahead, behind = self._reached(node, forward=True), self._reached(node, forward=False)
            statements = (
                statement
                for source in ahead & behind
                for block in self.outgoing.get(source, ())
                if block.target in behind
                for statement in block.statements
            )
            written = (written_variable(statement) for statement in statements)
            changed = frozenset(variable for variable in written if variable is not None)
            # The same for all nodes on these ways.
            self._changing.update(dict.fromkeys((ahead & behind) | {node}, changed))
        return self._changing[node]

    def _reached(self, node: int, *, forward: bool) -> set[int]:
        edges = self.outgoing if forward else self.incoming
        found: set[int] = set()
        stack = [node]
        while stack:
            for block in edges.get(stack.pop(), ()):
                other = block.target if forward else block.source
                if other not in found:
                    found.add(other)
                    stack.append(other)
        return found


def block_graph(procedure: Procedure, *, every_statement: bool = False) -> BlockGraph:
    builder = _Builder(procedure, _boundaries(procedure, every_statement))
    blocks = builder.build()
    outgoing: dict[int, list[Block]] = {}
    incoming: dict[int, list[Block]] = {}
    useful = _reaching(builder.goals, blocks)
    for block in blocks:
        if block.target in useful:
            outgoing.setdefault(block.source, []).append(block)
            incoming.setdefault(block.target, []).append(block)
    return BlockGraph(procedure, outgoing, incoming, builder.goals)


def _boundaries(procedure: Procedure, every_statement: bool) -> dict[int, None]:
    kept: dict[int, None] = {procedure.entry: None}
    for location in procedure.locations:
        if procedure.outgoing[location] and (every_statement or len(procedure.incoming[location]) != 1):
            kept[location] = None
    return kept


MAX_PATHS = 256
"""Of the tree below one node. A bushier one is cut at its branches."""


class _Builder:
    def __init__(self, procedure: Procedure, boundaries: dict[int, None]) -> None:
        self.procedure = procedure
        self.boundaries = boundaries
        self.goals: dict[int, Goal] = {}
        self.blocks: list[Block] = []

    def build(self) -> list[Block]:
        waiting = list(self.boundaries)
        done: set[int] = set()
        while waiting:
            node = waiting.pop()
            if node not in done:
                done.add(node)
                waiting += self._paths(node)
        self.blocks.sort(key=lambda block: (block.source, block.edges[0].target))
        return self.blocks

    def _paths(self, node: int) -> list[int]:
        """Make the blocks of all paths of the tree below a node. Returns nodes that became boundaries."""
        cut: list[int] = []
        first = len(self.blocks)
        stack: list[tuple[int, tuple[Edge, ...]]] = [(node, ())]
        while stack:
            place, path = stack.pop()
            if path and place in self.boundaries:
                self.blocks.append(Block(node, path, place))
                continue
            out = self.procedure.outgoing[place]
            if path and len(out) > 1 and len(self.blocks) - first + len(stack) >= MAX_PATHS:
                self.boundaries[place] = None
                cut.append(place)
                self.blocks.append(Block(node, path, place))
                continue
            for edge in reversed(out):
                longer = (*path, edge)
                if isinstance(edge.statement, Unsupported):
                    self._goal(node, longer, None)
                    continue
                if isinstance(edge.statement, Check):
                    self._goal(node, longer, edge.statement.info)
                stack.append((edge.target, longer))
        return cut

    def _goal(self, node: int, path: tuple[Edge, ...], check: CheckInfo | None) -> None:
        goal = Goal(-len(self.goals) - 1, check, path[-1])
        self.goals[goal.node] = goal
        self.blocks.append(Block(node, path, goal.node, fails=check is not None))


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

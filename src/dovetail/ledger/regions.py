"""The abstraction: a partition of the states at each node into regions, and the edges not yet excluded
between them.

Initially there is one region for each node (DASH, Fig. 10, lines 1 to 4). A region that is split (Fig. 11)
stays as a signpost to its two parts, so a state finds its region by evaluating the predicates on its way
down.

Splitting alone multiplies: n independent predicates make 2^n regions. So the visited part without the
predicate is merged with a visited region of its node that has at least the same edges out, if there is one:
nothing is lost by it.

A region knows the states of tests that lie in it, its witnesses; a region without any is not known to be
reachable. The search for an abstract error trace runs backward from a goal through such regions and stops at
the first one with a witness: that is an ordered abstract trace, and the edge on which it stopped is its
frontier.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from dovetail.ledger.blocks import Block, BlockGraph
from dovetail.ledger.constants import Constants, constants, with_constants
from dovetail.program.expressions import FALSE, Expr, conjunction, negation
from dovetail.program.types import Target
from dovetail.semantics.simplify import simplify
from dovetail.semantics.weakest import Backward

MAX_WITNESSES = 24
"""More are not kept: a region needs one, and a split asks each of them."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A state of a test: the one before its step number `step`."""

    test: int
    step: int


@dataclass(slots=True, eq=False)
class Region:
    """The states at `node` in which all `literals` hold."""

    ident: int
    node: int
    literals: tuple[Expr, ...]
    last_split: Expr | None = None
    """The last predicate on whose positive side this lies: what its danger, if any, came from."""
    witnesses: list[Witness] = field(default_factory=list)
    into: dict[tuple[Block, Region], None] = field(default_factory=dict)
    out: dict[tuple[Block, Region], None] = field(default_factory=dict)
    parts: tuple[Expr, Region, Region] | None = None
    """Once split: the predicate, where it holds, where it does not. Then nothing else here counts any
    more."""

    @property
    def visited(self) -> bool:
        return bool(self.witnesses)

    @property
    def predicate(self) -> Expr:
        return conjunction(self.literals)


@dataclass(frozen=True, slots=True)
class Frontier:
    """The edge of an abstract trace at which tests end: from a region with witnesses to one without. `trace`
    leads on from there to the goal."""

    source: Region
    block: Block
    target: Region
    trace: tuple[Region, ...]


class Abstraction:
    """The regions of one procedure."""

    def __init__(self, graph: BlockGraph, target: Target) -> None:
        self.graph = graph
        self.target = target
        self.facts: dict[int, Constants] = constants(graph.procedure)
        """Invariants that need no proof by regions."""
        self._roots: dict[int, Region] = {}
        self._made = 0
        self.count = 0
        """The regions that there are now."""
        self.splits = 0
        self._before: dict[tuple[Block, Expr], Expr | None] = {}
        self._conditions: dict[Block, frozenset[Expr]] = {}
        self.stuck: set[tuple[Region, Block, Region]] = set()
        """Frontiers on which nothing more can be done."""
        for node in (*graph.outgoing, *graph.goals):
            if node not in self._roots:
                self._roots[node] = self._region(node, ())
        for blocks in graph.outgoing.values():
            for block in blocks:
                if not self._passable(block):
                    continue
                self._join(self._roots[block.source], block, self._roots[block.target])

    def known_at(self, node: int) -> Constants:
        return self.facts.get(node, {})

    def _passable(self, block: Block) -> bool:
        """Can control get through, as far as constants tell?"""
        return (
            block.source in self.facts
            and all(edge.source in self.facts for edge in block.edges)
            and not (block.fails and self._denied_by_constants(block))
        )

    def _denied_by_constants(self, block: Block) -> bool:
        index = len(block.edges) - 1
        condition = block.condition(index)
        assert condition is not None
        return with_constants(condition, self.facts[block.edges[index].source]) is FALSE

    def _region(self, node: int, literals: tuple[Expr, ...], last_split: Expr | None = None) -> Region:
        self._made += 1
        self.count += 1
        return Region(self._made, node, literals, last_split)

    # -- finding regions

    def __contains__(self, node: int) -> bool:
        return node in self._roots

    def locate(self, node: int, holds: Callable[[Expr], bool]) -> Region:
        """The region of a state at a node, given how to evaluate a predicate in it."""
        region = self._roots[node]
        while region.parts is not None:
            predicate, yes, no = region.parts
            region = yes if holds(predicate) else no
        return region

    def regions(self, node: int) -> Iterator[Region]:
        seen = {self._roots[node]}
        stack = [self._roots[node]]
        while stack:
            region = stack.pop()
            if region.parts is None:
                yield region
                continue
            for part in region.parts[:0:-1]:
                if part not in seen:
                    seen.add(part)
                    stack.append(part)

    @property
    def nodes(self) -> Iterable[int]:
        return self._roots

    # -- edges

    def _join(self, source: Region, block: Block, goal: Region) -> None:
        source.out[block, goal] = None
        goal.into[block, source] = None

    def remove(self, source: Region, block: Block, goal: Region) -> None:
        source.out.pop((block, goal), None)
        goal.into.pop((block, source), None)

    def before(self, block: Block, literal: Expr) -> Expr | None:
        """The literal after the block as a predicate before it, where that is certain without a test."""
        key = (block, literal)
        if key not in self._before:
            expr: Expr | None = literal
            for edge in reversed(block.edges):
                if expr is None:
                    break
                expr = Backward(self.target, edge.statement).before(expr)
            if expr is not None:
                expr = with_constants(simplify(expr), self.known_at(block.source))
            self._before[key] = expr
        return self._before[key]

    def _excluded(self, source: Region, block: Block, goal: Region, new: Iterable[Expr]) -> bool:
        """Is there plainly no transition? (The frame rule, and more: a literal of the goal carried back over
        the block is false, or denied by the source.)"""
        for literal in new:
            before = self.before(block, literal)
            if before is not None and (before is FALSE or negation(before) in source.literals):
                return True
        return False

    def _condition_denied(self, source: Region, block: Block, literal: Expr) -> bool:
        """Does a new literal of the source deny a condition of the block?"""
        found = self._conditions.get(block)
        if found is None:
            found = self._conditions[block] = frozenset(self._early_conditions(block))
        return negation(literal) in found

    def _early_conditions(self, block: Block) -> Iterator[Expr]:
        """The conditions of a block as predicates at its start, where that is certain without a test."""
        for index in range(len(block.edges)):
            expr = block.condition(index)
            for edge in reversed(block.edges[:index]):
                if expr is not None:
                    expr = Backward(self.target, edge.statement).before(expr)
            if expr is not None:
                yield simplify(expr)

    # -- splitting

    def split(
        self, region: Region, predicate: Expr, holds: Callable[[Witness], bool], block: Block, goal: Region
    ) -> None:
        """Split a region by a suitable predicate: the part where it does not hold has no edge over the block
        into the goal. Edges are inherited (Fig. 11), except for those that are plainly excluded."""
        denied = simplify(negation(predicate))
        yes = self._region(region.node, (*region.literals, predicate), predicate)
        no = self._region(region.node, (*region.literals, denied), region.last_split)
        self.splits += 1
        self.count -= 1
        for witness in region.witnesses:
            (yes if holds(witness) else no).witnesses.append(witness)
        self._inherit(region, yes, predicate, no, denied)
        self.remove(no, block, goal)
        others = [other for other in self.regions(region.node) if other is not region]
        region.parts = (predicate, yes, self._merged(no, others))

    def _inherit(self, region: Region, yes: Region, predicate: Expr, no: Region, denied: Expr) -> None:
        parts = ((yes, predicate), (no, denied))
        loops = [block for block, source in region.into if source is region]
        for block, source in list(region.into):
            self.remove(source, block, region)
            if source is not region:
                for part, literal in parts:
                    if not self._excluded(source, block, part, (literal,)):
                        self._join(source, block, part)
        for block, goal in list(region.out):
            self.remove(region, block, goal)
            for part, literal in parts:
                if not self._condition_denied(part, block, literal) and not self._excluded(
                    part, block, goal, goal.literals
                ):
                    self._join(part, block, goal)
        for block in loops:
            for source, _ in parts:
                for part, literal in parts:
                    if not self._excluded(source, block, part, (literal,)):
                        self._join(source, block, part)

    def _merged(self, part: Region, others: list[Region]) -> Region:
        """A visited part goes to the visited region with the fewest edges that has all of its own."""
        if not part.visited:
            return part
        fitting = [o for o in others if o.visited and part.out.keys() <= o.out.keys()]
        if not fitting:
            return part
        return self._merge(part, min(fitting, key=lambda o: (len(o.out), o.ident)))

    def _merge(self, part: Region, into: Region) -> Region:
        """The union of two regions of a node, as the second. Only what both know is known of it."""
        self.count -= 1
        into.literals = tuple(literal for literal in into.literals if literal in part.literals)
        room = MAX_WITNESSES - len(into.witnesses)
        into.witnesses += part.witnesses[: max(room, 0)]
        for block, source in list(part.into):
            self.remove(source, block, part)
            self._join(into if source is part else source, block, into)
        for block, goal in list(part.out):
            self.remove(part, block, goal)
            self._join(into, block, into if goal is part else goal)
        return into

    # -- searching

    def frontier(self, goals: Iterable[int]) -> Frontier | None:
        """The frontier of a shortest ordered abstract trace to one of the goals; None if there is no trace
        that is not stuck."""
        onward: dict[Region, Region | None] = {}
        queue: deque[Region] = deque()
        for node in goals:
            for region in self.regions(node):
                onward[region] = None
                queue.append(region)
        while queue:
            region = queue.popleft()
            for block, source in region.into:
                if source.visited:
                    if (source, block, region) not in self.stuck:
                        return Frontier(source, block, region, _trace(region, onward))
                elif source not in onward:
                    onward[source] = region
                    queue.append(source)
        return None

    def leading_to(self, goals: Iterable[int]) -> set[Region]:
        """The regions from which a goal can be reached over edges not excluded."""
        found = {region for node in goals for region in self.regions(node)}
        stack = list(found)
        while stack:
            for _, source in stack.pop().into:
                if source not in found:
                    found.add(source)
                    stack.append(source)
        return found


def _trace(region: Region, onward: dict[Region, Region | None]) -> tuple[Region, ...]:
    trace = []
    step: Region | None = region
    while step is not None:
        trace.append(step)
        step = onward[step]
    return tuple(trace)

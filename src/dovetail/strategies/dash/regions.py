"""The abstraction: at each node the regions of states from which a goal may be reached, and the rest.

In the paper there is one region for each node at first (DASH, Fig. 10, lines 1 to 4), and a split takes from
it the states that cannot cross an edge (Fig. 11). Here those are made first that have a goal, and the others
when one of them is expanded. Kept as a partition, n independent predicates make 2^n regions. So the regions
are kept as a cover instead: a *region* belongs to one edge, from its node over a block into a region beyond,
and holds at least all states that can cross it. It starts with the literals of the region beyond, as far as
they can be carried back over the block for certain. When a test comes into it that cannot be made to cross, a
suitable predicate is added, which excludes that test's state: this is the split, and what is cut off goes to
the rest of the node. Regions of a node may overlap; one whose states all lie in others is covered, and
nothing more need be done about it.

Where a test has come into a region and none has come into the region beyond is the *frontier* of an ordered
abstract error trace (section 4.1). `next` and `frontier` together are GetAbstractTrace and
GetOrderedAbstractTrace (Fig. 10, lines 12 and 16), which need no search here: every region keeps its way.

A region without a state of any test in it is unvisited. Then it is expanded: each of its incoming edges
becomes a region of the node before. When there is nothing left to visit or to expand, the rests are
inductive, and the goals lie outside of them: that is the proof.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from enum import Enum

from dovetail.formulas.constants import Constants, constants, with_constants
from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Binary,
    BinaryOp,
    Expr,
    conjunction,
    negation,
    node_count,
    operands,
    variables,
)
from dovetail.program.types import Target
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.elimination import eliminate
from dovetail.semantics.simplify import simplify
from dovetail.semantics.weakest import before_all
from dovetail.strategies.dash.blocks import Block, BlockGraph
from dovetail.strategies.dash.forest import Forest
from dovetail.strategies.dash.visits import Visit, Visits

ROUNDS, LOOPS = 16, 8
"""In a loop, with weakened predicates; and of loops at a node, whose effect on a region is looked at."""
ATTEMPTS = 4
"""To cross an edge from different states, when nothing comes of it."""


class RegionStanding(Enum):
    OPEN = "open"
    """It must be looked at: it may be visited, covered or unexpanded."""
    EXPANDED = "expanded"
    COVERED = "covered"
    EMPTY = "empty"
    GONE = "gone"
    """The region that it led to is covered, empty or gone."""
    STUCK = "stuck"
    """A test is in it that neither crosses nor can be excluded."""


@dataclass(slots=True, eq=False)
class Region:
    """The states at `node` in which all `literals` hold: all that can cross `block` into `target`, and maybe
    more. A goal's region has neither."""

    ident: int
    node: int
    block: Block | None
    target: Region | None
    depth: int
    """Blocks from here to the goal."""
    literals: tuple[Expr, ...] = ()
    precise: bool = False
    """Does it keep every condition on the way to the goal, needed or not?"""
    standing: RegionStanding = RegionStanding.OPEN
    searched: int = 0
    """So many of the node's known states are not in it."""
    covers: list[Region] = field(default_factory=list)
    sources: list[Region] = field(default_factory=list)
    """The regions from which edges lead here, once it is expanded."""
    skipped: int = 0
    """So many known states are in it of which nothing came."""
    queued: bool = False

    @property
    def predicate(self) -> Expr:
        return conjunction(self.literals)


@dataclass(frozen=True, slots=True)
class Frontier:
    """Frontier(τ) = (k-1, k) of an ordered abstract error trace τ (DASH, section 4.1): `region` is S_{k-1},
    the last with a state of a test in it, and `target`, beyond its `block`, is S_k, the first that no test
    has come into. `visit` is the state; the path of its test is the trace up to here."""

    region: Region
    visit: Visit

    @property
    def block(self) -> Block:
        assert self.region.block is not None
        return self.region.block

    @property
    def target(self) -> Region:
        assert self.region.target is not None
        return self.region.target


class Abstraction:
    """The regions of one procedure: Σ≃ of DASH, Fig. 10. The constructor is lines 1 to 4."""

    def __init__(self, graph: BlockGraph, target: Target, forest: Forest) -> None:
        self.graph = graph
        self.target = target
        self.forest = forest
        self.facts: dict[int, Constants] = constants(graph.procedure)
        """Invariants that need no proof by regions."""
        self.lemmas: dict[int, tuple[Expr, ...]] = {}
        """Invariants that were proved apart from the regions."""
        self.visits: dict[int, Visits] = {}
        self.at: dict[int, list[Region]] = {}
        self.goals: dict[int, Region] = {}
        self.splits = 0
        self.count = 0
        """The regions that there are now, apart from the rests."""
        self._made = 0
        self._queue: list[tuple[int, int, Region]] = []
        self._before: dict[tuple[Block, Expr], Expr | None] = {}
        self._entering: dict[int, list[Block]] = {}
        for node, blocks in graph.incoming.items():
            self._entering[node] = [block for block in blocks if self._passable(block)]
        for node in graph.goals:
            goal = self._region(node, None, None, 0, ())
            self.goals[node] = goal
            self.expand(goal)

    @property
    def nodes(self) -> Iterable[int]:
        return (*self.graph.outgoing, *self.graph.goals)

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

    # -- regions

    def _region(
        self, node: int, block: Block | None, target: Region | None, depth: int, literals: tuple[Expr, ...]
    ) -> Region:
        self._made += 1
        self.count += 1
        region = Region(self._made, node, block, target, depth, literals)
        self.at.setdefault(node, []).append(region)
        return region

    def live(self, node: int) -> Iterator[Region]:
        """The regions whose union is what must not be reached at a node."""
        return (region for region in self.at.get(node, ()) if _counts(region))

    def expand(self, region: Region) -> None:
        """An edge into an unvisited region becomes a region of the node that it comes from."""
        origin = self._diverging(region)
        if origin is not None:
            self._make_precise(origin)
            return
        region.standing = RegionStanding.EXPANDED
        if region.sources:
            return
        for block in self._entering.get(region.node, ()):
            literals = self._carried(block, region)
            if literals is None:
                continue
            source = self._region(block.source, block, region, region.depth + 1, literals)
            source.precise = region.precise
            region.sources.append(source)
            self.queue(source)

    def _diverging(self, region: Region) -> Region | None:
        """A region that has gone round and round in a loop owes that to too weak a predicate, mostly. This
        finds where it first entered the loop."""
        if region.precise or region.block is None:
            return None
        rounds = 0
        first = step = region
        while step.target is not None:
            step = step.target
            if step.node == region.node:
                first = step
                rounds += step.block is region.block
        return first if rounds >= ROUNDS else None

    def _make_precise(self, region: Region) -> None:
        """Take back what was left out of a region, and begin anew before it."""
        assert region.block is not None and region.target is not None
        self._remove(region, RegionStanding.OPEN)
        region.precise = True
        found = dict.fromkeys((*region.literals, *self._conditions(region.block)))
        found.update(dict.fromkeys(self._carried(region.block, region.target) or ()))
        region.literals = tuple(found)
        self.count += 1
        self.queue(region)

    def _carried(self, block: Block, region: Region) -> tuple[Expr, ...] | None:
        """Literals of a region as predicates before a block, where that is certain without a test; None if
        one of them cannot hold: then there is no edge."""
        found: dict[Expr, None] = {}
        for literal in region.literals:
            before = self.before(block, literal)
            if before is FALSE:
                return None
            if before is not None and before is not TRUE:
                found[before] = None
        if region.precise:
            whole = simplify(conjunction((*found, *self._conditions(block))))
            several = isinstance(whole, BinaryOp) and whole.op is Binary.AND
            found = dict.fromkeys(operands(whole) if several else (whole,))
            found.pop(TRUE, None)
        return None if FALSE in found else tuple(found)

    def _conditions(self, block: Block) -> Iterator[Expr]:
        """The conditions of a block as predicates before it, where that is certain without a test."""
        for index in range(len(block.edges)):
            condition = block.condition(index)
            if condition is None:
                continue
            expr = before_all(condition, block.statements[:index], self.target)
            if expr is not None:
                expr = with_constants(simplify(expr), self.known_at(block.source))
                if expr is not TRUE:
                    yield expr

    def before(self, block: Block, literal: Expr) -> Expr | None:
        """The literal after the block as a predicate before it, where that is certain without a test."""
        key = (block, literal)
        if key not in self._before:
            expr = before_all(literal, block.statements, self.target)
            if expr is not None:
                expr = with_constants(simplify(expr), self.known_at(block.source))
            self._before[key] = expr
        return self._before[key]

    # -- what is to be done next

    def queue(self, region: Region) -> None:
        if not region.queued:
            region.queued = True
            heapq.heappush(self._queue, (region.depth, region.ident, region))

    def next(self) -> Region | None:
        """The region nearest to a goal that must be looked at: with the way from it to the goal, the second
        half of an abstract error trace (GetAbstractTrace, Fig. 10, line 12). None if there is no such trace:
        with `proved`, that is "pass"."""
        while self._queue:
            _, _, region = heapq.heappop(self._queue)
            region.queued = False
            if _counts(region) and region.skipped < ATTEMPTS:
                return region
        return None

    def learn(self, lemmas: dict[int, tuple[Expr, ...]]) -> None:
        """With them, what was not covered may be."""
        self.lemmas = lemmas
        for node in lemmas:
            for region in self.at.get(node, ()):
                if region.standing is RegionStanding.EXPANDED and region.block is not None:
                    region.standing = RegionStanding.OPEN
                    self.queue(region)

    def drop_goal(self, node: int) -> None:
        """It does not matter any more, nor does what leads only there."""
        goal = self.goals.pop(node, None)
        if goal is not None:
            self._remove(goal, RegionStanding.GONE)

    # -- states of tests

    def add_state(self, node: int, visit: Visit) -> None:
        if node not in self.visits:
            self.visits[node] = Visits(self.forest)
        self.visits[node].states.append(visit)

    def visited(self, region: Region) -> int:
        """The known states in a region, as bits."""
        visits = self.visits.get(region.node)
        return 0 if visits is None else visits.holding(region.literals)

    def revisit(self, nodes: Iterable[int]) -> None:
        """Regions of these nodes may have been visited."""
        for node in nodes:
            for region in self.at.get(node, ()):
                if _counts(region) and region.skipped < ATTEMPTS:
                    self.queue(region)

    def frontier(self, region: Region) -> Frontier | None:
        """The frontier at a region, with the first known state in it (Fig. 10, line 16), if any."""
        found = self.visited(region) >> region.searched
        if not found:
            return None
        region.searched += (found & -found).bit_length() - 1
        return Frontier(region, self.visits[region.node].states[region.searched])

    def skip(self, region: Region) -> None:
        """Nothing came of its first known state. It may of others."""
        region.searched += 1
        region.skipped += 1
        if region.skipped < ATTEMPTS:
            self.queue(region)
        else:
            region.standing = RegionStanding.STUCK

    def apart_from_loops(self, region: Region) -> tuple[Expr, ...]:
        """What follows from a region's literals for variables that the loops around its node do not change.
        If no known state satisfies it, it is a better region: no loop leads into it from outside."""
        changed = self.graph.changed_around(region.node)
        if not changed or region.block is None or region.target is None:
            return ()
        literals: Sequence[Expr] = [
            *region.literals,
            *(self._carried(region.block, region.target) or ()),
            *self._conditions(region.block),
        ]
        given = set(literals)
        about = {variable for literal in literals for variable in variables(literal)}
        for variable in sorted(about & changed, key=lambda v: (v.scope, v.name)):
            literals = eliminate(variable, list(dict.fromkeys(literals)))
        found = tuple(e for e in dict.fromkeys(literals) if e not in given and e is not TRUE)
        visits = self.visits.get(region.node)
        if visits is None:
            return ()
        left = visits.all
        for literal in found:
            left &= ~visits.denied(literal)
        return found if not left else ()

    def generalise(self, region: Region, closed: Callable[[Region, tuple[Expr, ...]], bool]) -> None:
        """Leave out literals that are not needed to exclude the known states. But if the loops at the node
        lead from outside into what is left, and not into the region with all its conditions, more of them
        are kept, so that none does. `closed` says whether that is so."""
        if region.precise:
            return
        region.literals = self._excluding(region.node, region.literals)
        if not self.loops(region.node) or closed(region, region.literals):
            return
        assert region.block is not None and region.target is not None
        full = dict.fromkeys(region.literals)
        full.update(dict.fromkeys(self._carried(region.block, region.target) or ()))
        full.update(dict.fromkeys(self._conditions(region.block)))
        if len(full) == len(region.literals) or not closed(region, tuple(full)):
            return
        kept = list(full)
        for literal in sorted(full, key=node_count, reverse=True):
            rest = tuple(other for other in kept if other is not literal)
            if self._excluded(region.node, rest, literal) and closed(region, rest):
                kept = list(rest)
        region.literals = tuple(kept)

    def loops(self, node: int) -> list[Block]:
        """The blocks from the node to itself, if they are not too many to be looked at."""
        found = [block for block in self._entering.get(node, ()) if block.source == node]
        return found if len(found) <= LOOPS else []

    def _excluding(self, node: int, literals: tuple[Expr, ...]) -> tuple[Expr, ...]:
        kept = literals
        for literal in sorted(literals, key=node_count, reverse=True):
            rest = tuple(other for other in kept if other is not literal)
            if self._excluded(node, rest, literal):
                kept = rest
        return kept

    def _excluded(self, node: int, literals: tuple[Expr, ...], without: Expr) -> bool:
        """Is no known state in a region, also without one of its literals? One that no input on the path of a
        test can make true is worth more than one that is false by chance."""
        visits = self.visits.get(node)
        if visits is None:
            return True
        left = visits.holding(())
        for literal in literals:
            left &= ~visits.denied(literal)
        return not left & visits.denied(without) and not left & visits.holding(literals)

    # -- splitting and covering

    def split(self, region: Region, predicate: Expr) -> None:
        """The refinement split (DASH, Fig. 11; Fig. 10, lines 21 to 30): cut off the states in which a
        suitable predicate fails. S_{k-1} ∧ ρ is what is left of the region, S_{k-1} ∧ ¬ρ goes to the rest of
        its node, from which no edge leads to S_k."""
        self.splits += 1
        region.literals = (*region.literals, predicate)
        if region.standing is RegionStanding.STUCK:
            region.standing = RegionStanding.OPEN
        if region.skipped:
            region.skipped = 0
            region.searched = 0
        self._changed(region)

    def empty(self, region: Region) -> None:
        self._remove(region, RegionStanding.EMPTY)

    def _remove(self, region: Region, standing: RegionStanding) -> None:
        """Nothing need be done about it any more, nor about the regions from which edges lead to it."""
        stack = [(region, standing)]
        while stack:
            gone, standing = stack.pop()
            self.count -= _counts(gone)
            gone.standing = standing
            stack += ((source, RegionStanding.GONE) for source in gone.sources)
            gone.sources = []
            self._free(gone)
            if gone.standing is RegionStanding.GONE:
                self.at[gone.node].remove(gone)

    def _free(self, region: Region) -> None:
        """What it covered is open again."""
        freed, region.covers = region.covers, []
        for other in freed:
            if other.standing is RegionStanding.COVERED:
                other.standing = RegionStanding.OPEN
                self.count += 1
                self.queue(other)

    def _changed(self, region: Region) -> None:
        """It has become smaller: what it covered may not be covered any more, and what was stuck before it
        may not be stuck."""
        self._free(region)
        for source in region.sources:
            if source.skipped:
                source.skipped = 0
                source.searched = 0
                if source.standing is RegionStanding.STUCK:
                    source.standing = RegionStanding.OPEN
                self.queue(source)

    def cover(self, region: Region, by: Iterable[Region]) -> None:
        self._remove(region, RegionStanding.COVERED)
        for other in by:
            other.covers.append(region)

    def plainly_covered(self, region: Region) -> Region | None:
        """Another region whose literals are among this one's."""
        mine = set(region.literals)
        for other in self.at[region.node]:
            if (
                other is not region
                and other.standing is RegionStanding.EXPANDED
                and mine.issuperset(other.literals)
            ):
                return other
        return None

    def covering_candidates(self, region: Region) -> list[Region]:
        return [
            other
            for other in self.at[region.node]
            if other is not region and other.standing is RegionStanding.EXPANDED
        ]

    @property
    def proved(self) -> bool:
        """Is there no abstract error trace any more ("pass", Fig. 10, lines 13 and 14)?"""
        return not self._queue and not any(
            region.standing is RegionStanding.STUCK or (region.skipped and _counts(region))
            for regions in self.at.values()
            for region in regions
        )

    def invariant(self, node: int) -> list[Expr]:
        """Not in any region from which a goal can be reached."""
        mine = [simplify(negation(region.predicate)) for region in self.live(node)]
        return [*self.lemmas.get(node, ()), *mine]


def _counts(region: Region) -> bool:
    return region.standing not in (RegionStanding.COVERED, RegionStanding.EMPTY, RegionStanding.GONE)

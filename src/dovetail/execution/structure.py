"""Control flow of a procedure, arranged for a language without goto.

The automaton becomes basic blocks, and the blocks become *regions*: trees of blocks that can be written
with nested `if`s, because each block in them has one predecessor or is where the arms of the choice before
it meet again. A region whose blocks jump back to its head is a loop. Everything else is a jump to the head
of some region, which the compiled code makes by way of a dispatcher; so any control flow can be expressed,
gotos included, and loops that C wrote as loops run without dispatch.

No code is made here and no statement is looked at, except that a `Return` leaves the procedure.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from dovetail.program.automata import Edge, Procedure
from dovetail.program.statements import Assume, Return, Why
from dovetail.quick_dataclass import dataclass

_DEEPEST = 40
"""How deep choices may nest: Python takes 100 levels of indentation."""
_ROUNDS = 4
"""How often meeting points are looked for; what then still needs a jump gets a region of its own."""


@dataclass(slots=True)
class Block:
    """Edges in a row from `leader`; then a choice of two edges, or the leader of the next block, or the
    end."""

    leader: int
    edges: list[Edge] = field(default_factory=list)
    branch: tuple[Edge, Edge] | None = None
    next: int | None = None

    @property
    def successors(self) -> tuple[int, ...]:
        if self.branch is not None:
            return (self.branch[0].target, self.branch[1].target)
        return () if self.next is None else (self.next,)


@dataclass(slots=True)
class Choice:
    """The two-way branch that ends `block`. An arm that does not fall ends in a jump, a return or a halt."""

    block: Block
    then: list[Item]
    otherwise: list[Item]
    then_falls: bool
    otherwise_falls: bool


@dataclass(frozen=True, slots=True)
class Again:
    """Back to the head of this region."""


@dataclass(frozen=True, slots=True)
class Jump:
    """To the region with this head."""

    head: int


Item = Block | Choice | Again | Jump


@dataclass(slots=True)
class Region:
    head: int
    body: list[Item]
    loops: bool


@dataclass(slots=True)
class Structure:
    """`regions` in reverse postorder, the entry's first; `loop_heads` cut every cycle of blocks."""

    blocks: dict[int, Block]
    regions: list[Region]
    loop_heads: frozenset[int]


def arrange(procedure: Procedure) -> Structure:
    blocks = _basic_blocks(procedure)
    order, loop_heads = _depth_first(blocks, procedure.entry)
    arranger = _Arranger(blocks, order, loop_heads, procedure.entry)
    return Structure(blocks, arranger.regions(), frozenset(loop_heads))


def _basic_blocks(procedure: Procedure) -> dict[int, Block]:
    indegree: dict[int, int] = {}
    seen = {procedure.entry}
    work = [procedure.entry]
    branch_targets: set[int] = set()
    while work:
        outgoing = procedure.outgoing[work.pop()]
        if len(outgoing) > 2 or (len(outgoing) == 2 and not all(_branches(edge) for edge in outgoing)):
            raise ValueError(f"{procedure.name}: location {outgoing[0].source} has edges that do not branch")
        for edge in outgoing:
            if isinstance(edge.statement, Return):
                continue
            indegree[edge.target] = indegree.get(edge.target, 0) + 1
            if len(outgoing) == 2:
                branch_targets.add(edge.target)
            if edge.target not in seen:
                seen.add(edge.target)
                work.append(edge.target)
    leaders = {procedure.entry} | branch_targets | {to for to, count in indegree.items() if count > 1}
    blocks = {}
    for leader in sorted(leaders):
        block = blocks[leader] = Block(leader)
        location = leader
        while True:
            outgoing = procedure.outgoing[location]
            if len(outgoing) == 2:
                block.branch = (outgoing[0], outgoing[1])
                break
            if not outgoing:
                break
            block.edges.append(outgoing[0])
            location = outgoing[0].target
            if isinstance(outgoing[0].statement, Return):
                break
            if location in leaders:
                block.next = location
                break
    return blocks


def _branches(edge: Edge) -> bool:
    return isinstance(edge.statement, Assume) and edge.statement.why is Why.BRANCH


def _depth_first(blocks: dict[int, Block], entry: int) -> tuple[list[int], set[int]]:
    """Reverse postorder, and the targets of retreating edges."""
    postorder: list[int] = []
    open_, done = {entry}, set()
    loop_heads: set[int] = set()
    stack = [(entry, iter(blocks[entry].successors))]
    while stack:
        leader, successors = stack[-1]
        for successor in successors:
            if successor in open_:
                loop_heads.add(successor)
            elif successor not in done:
                open_.add(successor)
                stack.append((successor, iter(blocks[successor].successors)))
                break
        else:
            stack.pop()
            open_.discard(leader)
            done.add(leader)
            postorder.append(leader)
    postorder.reverse()
    return postorder, loop_heads


class _Way(Enum):
    ON = "its code comes next"
    FALL = "its code comes after the end of this arm"


class _Arranger:
    def __init__(self, blocks: dict[int, Block], order: list[int], loop_heads: set[int], entry: int) -> None:
        self._blocks = blocks
        self._rank = {leader: rank for rank, leader in enumerate(order)}
        self._predecessors: dict[int, list[int]] = {leader: [] for leader in order}
        for leader in order:
            for successor in blocks[leader].successors:
                self._predecessors[successor].append(leader)
        self._meets = {
            leader: len(before) > 1 and not self._ends_soon(leader)
            for leader, before in self._predecessors.items()
        }
        self._heads = {entry} | loop_heads
        self._below = self._dominated(order, entry)
        self._region: Region | None = None
        self._again = False
        self._cut: list[int] = []
        """Heads that were made for being too deep, and whose regions are still to be made."""

    def _ends_soon(self, leader: int) -> bool:
        """So short and final that it is written again wherever it is needed."""
        block = self._blocks[leader]
        return not block.successors and len(block.edges) <= 2

    def _dominated(self, order: list[int], entry: int) -> dict[int, list[int]]:
        """For each block the meeting points that it immediately dominates, in reverse postorder
        (Cooper, Harvey, Kennedy: A simple, fast dominance algorithm)."""
        dominator = {entry: entry}
        changed = True
        while changed:
            changed = False
            for leader in order[1:]:
                new: int | None = None
                for before in self._predecessors[leader]:
                    if before in dominator:
                        new = before if new is None else self._common(dominator, before, new)
                assert new is not None
                if dominator.get(leader) != new:
                    dominator[leader] = new
                    changed = True
        below: dict[int, list[int]] = {leader: [] for leader in order}
        for leader in order[1:]:
            if self._meets[leader]:
                below[dominator[leader]].append(leader)
        return below

    def _common(self, dominator: dict[int, int], first: int, second: int) -> int:
        rank = self._rank
        while first != second:
            while rank[first] > rank[second]:
                first = dominator[first]
            while rank[second] > rank[first]:
                second = dominator[second]
        return first

    def regions(self) -> list[Region]:
        """Round by round: a meeting point that turns out to need jumps becomes a head, and heads are no
        meeting points, so all is arranged anew. In the last round all of them are heads from the start."""
        for attempt in range(_ROUNDS + 1):
            if attempt == _ROUNDS:
                self._heads |= {leader for leader, meets in self._meets.items() if meets}
            self._again = False
            self._cut = []
            made = {head: self._make(head) for head in self._heads.copy()}
            while self._cut:
                head = self._cut.pop()
                made[head] = self._make(head)
            self._heads.update(made)
            if not self._again:
                return sorted(made.values(), key=lambda region: self._rank[region.head])
        raise AssertionError("the last round has no meeting points left to find")

    def _make(self, head: int) -> Region:
        region = self._region = Region(head, [], False)
        region.body, falls = self._place(head, None, 0)
        assert not falls
        return region

    def _place(self, leader: int, follow: int | None, depth: int) -> tuple[list[Item], bool]:
        """The code from `leader` on; whether it falls off its end, to `follow`."""
        body: list[Item] = []
        while True:
            block = self._blocks[leader]
            body.append(block)
            if block.branch is not None:
                meeting = next((below for below in self._below[leader] if below not in self._heads), None)
                inner = follow if meeting is None else meeting
                then, then_falls = self._go(block.branch[0].target, inner, depth + 1)
                if not then_falls and meeting is None:
                    # No `else` is needed: what comes after the `if` is the other arm.
                    way = self._way(block.branch[1].target, follow, depth)
                    rest: list[Item] = [way] if isinstance(way, (Again, Jump)) else []
                    body.append(Choice(block, then, rest, False, way is _Way.FALL))
                    if way is not _Way.ON:
                        return body, way is _Way.FALL
                    leader = block.branch[1].target
                    continue
                otherwise, otherwise_falls = self._go(block.branch[1].target, inner, depth + 1)
                body.append(Choice(block, then, otherwise, then_falls, otherwise_falls))
                if meeting is None or not (then_falls or otherwise_falls):
                    return body, then_falls or otherwise_falls
                leader = meeting
                continue
            if block.next is None:
                return body, False
            way = self._way(block.next, follow, depth)
            if way is _Way.ON:
                leader = block.next
            elif way is _Way.FALL:
                return body, True
            else:
                body.append(way)
                return body, False

    def _go(self, target: int, follow: int | None, depth: int) -> tuple[list[Item], bool]:
        way = self._way(target, follow, depth)
        if way is _Way.ON:
            return self._place(target, follow, depth)
        return ([], True) if way is _Way.FALL else ([way], False)

    def _way(self, target: int, follow: int | None, depth: int) -> Again | Jump | _Way:
        """How control gets to `target`."""
        assert self._region is not None
        if target == follow:
            return _Way.FALL
        if target == self._region.head:
            self._region.loops = True
            return Again()
        if target in self._heads:
            return Jump(target)
        if self._meets[target]:
            self._heads.add(target)
            self._again = True
            return Jump(target)
        if depth >= _DEEPEST:  # not a meeting point, so that what was made before stands
            self._heads.add(target)
            self._cut.append(target)
            return Jump(target)
        return _Way.ON

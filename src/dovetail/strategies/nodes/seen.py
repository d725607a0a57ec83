"""What a loop has done with the nodes that it has come to: ghost maps of the nodes at which it was.

A loop that goes from node to node makes something of those behind it: they are in order, what they hold is no
more than the greatest so far, they are in another list now. Where a loop begins its map is emptied, and
at the loop's head the node that its pointer leads to is marked. So what holds of the marked
nodes, but perhaps for the one to which the pointer leads, can be said of each node by itself; and it can be
said behind the loop, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations

from dovetail.program.automata import Edge, Procedure
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Const,
    Expr,
    ForAllBlocks,
    GhostAt,
    Load,
    Variable,
    const,
    disjunction,
    negation,
    subexpressions,
)
from dovetail.program.ghost_maps import Change, Emptied, Place, Update, ghost_map
from dovetail.program.ordering import depth_first
from dovetail.program.pointing import base
from dovetail.program.statements import Assign, Store, expressions_of
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass
from dovetail.strategies.nodes.fields import Blocks, Field, Kind
from dovetail.strategies.nodes.owned import null

MARK = IntType(8, True)
MAPS = 4
"""Of the outermost loops first."""


FAR = 8
"""Edges in front of a loop that are looked at."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The nodes to which `cursor` led at the loop's `head` since the loop began."""

    map: Variable
    head: int
    cursor: Variable
    outermost: bool
    spoken_of: frozenset[int]
    """The loop heads at which there is something to be said of them: in this loop, and behind it."""

    def no(self, node: Expr) -> Expr:
        return BinaryOp(Binary.EQ, GhostAt(self.map, node), const(MARK, 0))

    def yes(self, node: Expr) -> Expr:
        return BinaryOp(Binary.NE, GhostAt(self.map, node), const(MARK, 0))


def find(procedure: Procedure, blocks: Blocks) -> list[Seen]:
    """For each loop, and each pointer in it that is moved along links."""
    ordering = depth_first(procedure)
    position = {location: number for number, location in enumerate(ordering.order)}
    bodies = {head: _body(procedure, head, position) for head in ordering.loop_heads}
    found: list[Seen] = []
    for head in sorted(bodies, key=lambda head: (_depth(head, bodies), position[head])):
        depth, behind = _depth(head, bodies), _reached(procedure, head)
        spoken = frozenset(other for other in bodies if other == head or other in behind)
        for cursor in _cursors(procedure, head, bodies[head], blocks):
            own = ghost_map(f"seen_{len(found)}", MARK)
            found.append(Seen(own, head, cursor, depth == 0, spoken))
    return found[:MAPS]


def _depth(head: int, bodies: Mapping[int, frozenset[int]]) -> int:
    return sum(head in body for other, body in bodies.items() if other != head)


def _body(procedure: Procedure, head: int, position: Mapping[int, int]) -> frozenset[int]:
    """The natural loop."""
    found = {head}
    waiting = [
        edge.source for edge in procedure.incoming[head] if position.get(edge.source, -1) >= position[head]
    ]
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            waiting += [edge.source for edge in procedure.incoming[here] if edge.source in position]
    return frozenset(found)


def _reached(procedure: Procedure, head: int) -> set[int]:
    found: set[int] = set()
    waiting = [head]
    while waiting:
        for edge in procedure.outgoing[waiting.pop()]:
            if edge.target not in found:
                found.add(edge.target)
                waiting.append(edge.target)
    return found


def _cursors(procedure: Procedure, head: int, body: Iterable[int], blocks: Blocks) -> Iterator[Variable]:
    """Pointers that are given what links hold, and whose own links are read, in a loop that does more than to
    move one of them."""
    statements = [edge.statement for here in sorted(body) for edge in procedure.outgoing[here]]
    live = blocks.live.at(head)
    given = {one.target for one in statements if isinstance(one, Assign) and one.target in live}
    if len(given) < 2 and not any(isinstance(one, Store) for one in statements):
        return
    links = {link.offset for kind in blocks.kinds for link in kind.links}
    read: set[Expr] = set()
    for statement in statements:
        for root in expressions_of(statement):
            for part in subexpressions(root):
                if isinstance(part, Load) and any(at in links for _, at in blocks.targets(part.address)):
                    read.add(base(part.address))
    moved: dict[Variable, None] = {}
    while True:
        more = [
            one.target
            for one in statements
            if isinstance(one, Assign)
            and one.target not in moved
            and blocks.targets(one.target)
            and any(isinstance(part, Load) or part in moved for part in subexpressions(one.value))
        ]
        if not more:
            break
        moved.update(dict.fromkeys(more))
    yield from (one for one in moved if one in live and one in read)


def _in_front(procedure: Procedure, edge: Edge, cursor: Variable) -> Iterator[Variable]:
    """If a loop begins behind a node (`p = first->next`), the pointer to that one."""
    wanted = {cursor}
    for _ in range(FAR):
        match edge.statement:
            case Assign(target=target, value=value) if target in wanted:
                wanted |= {part for part in subexpressions(value) if isinstance(part, Variable)}
                held = base(value.address) if isinstance(value, Load) else None
                if isinstance(held, Variable):
                    yield held
                    return
            case _:
                pass
        before = procedure.incoming[edge.source]
        if len(before) != 1:
            return
        edge = before[0]


def ghost_code(procedure: Procedure, maps: Sequence[Seen]) -> Iterator[tuple[Place, tuple[Change, ...]]]:
    """Behind each edge to the head of a loop."""
    position = {location: number for number, location in enumerate(depth_first(procedure).order)}
    for source in procedure.locations:
        for branch, edge in enumerate(procedure.outgoing[source]):
            changes: list[Change] = []
            for one in maps:
                if edge.target == one.head:
                    if position.get(source, -1) < position[one.head]:
                        changes.append(Emptied(one.map))
                        for other in _in_front(procedure, edge, one.cursor):
                            changes.append(Update(one.map, other, const(MARK, 1)))
                    changes.append(Update(one.map, one.cursor, const(MARK, 1)))
            if changes:
                yield Place(procedure.name, source, branch), tuple(changes)


class Said:
    """Guesses about the nodes that loops have seen."""

    def __init__(self, blocks: Blocks, kinds: Sequence[Kind], maps: Sequence[Seen]) -> None:
        self._blocks, self._kinds, self.maps = blocks, kinds, maps

    def simple(self, head: int) -> Iterator[Expr]:
        """What most loops need: what outermost loops have come to is in order, and leads to its like."""
        for kind, here in self._here(head):
            for seen in self.maps:
                if head in seen.spoken_of and seen.outermost:
                    yield from self._of_pointers(seen, here)
                    yield from self._closed(seen, kind, here)
                    yield from self._of_data(seen, kind, here, head)

    def guesses(self, head: int) -> Iterator[Expr]:
        for kind, here in self._here(head):
            yield from (
                disjunction((null(one), negation(null(other)))) for one, other in permutations(here, 2)
            )
            for seen in self.maps:
                if head in seen.spoken_of:
                    yield from self._of_pointers(seen, here)
                    yield from self._closed(seen, kind, here)
                    yield from self._of_links(seen, kind, here)
                    yield from self._of_data(seen, kind, here, head)

    def _here(self, head: int) -> Iterator[tuple[Kind, list[Expr]]]:
        holders = self._blocks.holders(head)
        for kind in self._kinds:
            yield kind, [one for one in holders if kind in self._blocks.kinds_at(one)]

    def _of_pointers(self, seen: Seen, holders: Sequence[Expr]) -> Iterator[Expr]:
        for one in holders:
            yield disjunction((null(one), seen.yes(one)))
            yield disjunction((null(one), seen.no(one)))

    def _excuses(self, kind: Kind, holders: Sequence[Expr]) -> list[tuple[Expr, ...]]:
        """None; that a pointer leads to the node, to the one that it leads to, or to one of the two."""
        node, word = self._blocks.node, self._blocks.word
        found: list[tuple[Expr, ...]] = [()]
        for one in holders:
            at = BinaryOp(Binary.EQ, node, one)
            leads = [BinaryOp(Binary.EQ, link.of(node, word), one) for link in kind.links]
            found += ((at,), *((lead,) for lead in leads), *((at, lead) for lead in leads))
        return found

    def _closed(self, seen: Seen, kind: Kind, holders: Sequence[Expr]) -> Iterator[Expr]:
        node = self._blocks.node
        for link in kind.links:
            there = link.of(node, self._blocks.word)
            for excuse in self._excuses(kind, holders):
                yield ForAllBlocks(node, disjunction((seen.no(node), *excuse, null(there), seen.yes(there))))

    def _of_links(self, seen: Seen, kind: Kind, holders: Sequence[Expr]) -> Iterator[Expr]:
        node, word = self._blocks.node, self._blocks.word
        for link in kind.links:
            there = link.of(node, word)
            for excuse in self._excuses(kind, holders):
                yield ForAllBlocks(node, disjunction((seen.yes(node), *excuse, null(there), seen.no(there))))
                yield ForAllBlocks(node, disjunction((seen.no(node), *excuse, negation(null(there)))))
            for lead in holders:
                behind = link.of(lead, word)
                yield disjunction((null(lead), null(behind), seen.no(behind)))
                elsewhere = (seen.no(node), BinaryOp(Binary.NE, there, lead))
                yield ForAllBlocks(node, disjunction(elsewhere))
                for one in holders:
                    # Only one of them leads there.
                    yield ForAllBlocks(node, disjunction((*elsewhere, BinaryOp(Binary.EQ, node, one))))

    def _of_data(self, seen: Seen, kind: Kind, holders: Sequence[Expr], head: int) -> Iterator[Expr]:
        node = self._blocks.node
        flags: list[tuple[Expr, ...]] = [()]
        for flag, values in self._blocks.flags(head):
            flags += ((BinaryOp(Binary.NE, flag, value),) for value in values)
        for body in self._bodies(kind, holders, head):
            for excuse in self._excuses(kind, holders):
                for said in flags:
                    yield ForAllBlocks(node, disjunction((*said, seen.no(node), *excuse, body)))

    def _bodies(self, kind: Kind, holders: Sequence[Expr], head: int) -> Iterator[Expr]:
        """Of what a node holds: in order with the next one, or with where a pointer leads, or a constant."""
        node, word = self._blocks.node, self._blocks.word
        for data in kind.data:
            here = data.of(node, word)
            for op in (Binary.LE, Binary.GE):
                for link in kind.links:
                    there = link.of(node, word)
                    yield disjunction((null(there), BinaryOp(op, here, data.of(there, word))))
                for one in holders:
                    yield disjunction((null(one), BinaryOp(op, here, data.of(one, word))))
            yield from self._equal(data, here, head)

    def _equal(self, data: Field, here: Expr, head: int) -> Iterator[Expr]:
        for value in data.constants:
            yield BinaryOp(Binary.EQ, here, Const(data.type, value))
        for number in self._blocks.numbers(head):
            if number.type == data.type:
                yield BinaryOp(Binary.EQ, here, number)

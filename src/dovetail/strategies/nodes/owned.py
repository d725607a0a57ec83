"""Who points to a block: ghost maps for what is freed, and for what is lost.

Behind each store of a pointer to a block, the block remembers where it is pointed to from. If each block is
pointed to from there only, what is freed is pointed to by nobody; and if those who point are always in front
of what they point to in some order, the way back from any block comes to an end, which is a root.

The order is that in which blocks were made, or the other way round. Where that is not so, as for lists that
are reversed, sorted or have nodes put in the middle, there are orders that are kept along the way: whoever is
given a pointer to what comes before it moves right in front of that (`placed`), or that moves right behind
(`behind`, an order that is read backward).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Const,
    Expr,
    ForAllBlocks,
    Freeable,
    GhostAt,
    GhostBefore,
    Load,
    Variable,
    conjunction,
    const,
    disjunction,
    is_pointer,
    negation,
)
from dovetail.program.ghost_maps import Change, Placing, Track, Update, ghost_map, ghost_order, is_order
from dovetail.program.pointing import base
from dovetail.program.statements import Allocate, Statement, Store
from dovetail.program.types import INT, VOID, PointerType
from dovetail.strategies.nodes.fields import Blocks, Kind

MADE_FIRST, PLACED, BEHIND = "made_first", "placed", "behind"
WAYS = ((MADE_FIRST, False), (MADE_FIRST, True), (PLACED, True), (BEHIND, False))
"""Orders, and whether who points comes first in them; the simplest ones first."""
ROOTS = 4
"""Pointers that may hold on to blocks, at one loop head."""


def null(pointer: Expr) -> Expr:
    return BinaryOp(Binary.EQ, pointer, Const(pointer.type, 0))


class Owned:
    """For the links at each offset, a map of those who point; and one of the order in which blocks came."""

    def __init__(
        self, blocks: Blocks, kinds: Sequence[Kind], kind: Variable | None, *, tracked: bool
    ) -> None:
        """`kind`: the map of kinds, if there are several. `tracked`: is it asked whether something is
        lost?"""
        self._blocks = blocks
        self._kind = kind
        offsets = sorted({link.offset for kind in kinds for link in kind.links})
        ways = [(offset,) for offset in offsets] + ([tuple(offsets)] if len(offsets) > 1 else [])
        ways_to_go = WAYS if tracked else ()
        self._orders = {how: ghost_order(how) for how, _ in ways_to_go}
        self._parents = {
            way: ghost_map(f"parent_{'_'.join(map(str, way))}", PointerType(VOID)) for way in ways
        }
        self.tracks = [
            Track(parent, self._orders[how], ascending, way)
            for how, ascending in ways_to_go
            for way, parent in self._parents.items()
        ]

    @property
    def maps(self) -> list[Variable]:
        return [*self._orders.values(), *self._parents.values()]

    def updates(self, number: int, statement: Statement) -> Iterator[Change]:
        match statement:
            case Allocate(target=target) if number in self._blocks.kind_of:
                nobody = Const(PointerType(VOID), 0)
                yield from (Update(parent, target, nobody) for parent in self._parents.values())
            case Store(address=address, value=value) if is_pointer(value) and not isinstance(value, Const):
                if self._blocks.targets(value):
                    offsets = {offset for _, offset in self._blocks.targets(address)}
                    there = Load(address, value.type)
                    for way, parent in self._parents.items():
                        if offsets.intersection(way):
                            yield Update(parent, there, base(address))
                    links = {link for track in self.tracks for link in track.links}
                    if offsets.intersection(links):
                        if PLACED in self._orders:
                            yield Placing(self._orders[PLACED], base(address), there)
                        if BEHIND in self._orders:
                            yield Placing(self._orders[BEHIND], there, base(address))
            case _:
                pass

    def guesses(self, holders: Sequence[Expr]) -> list[Expr]:
        return list(dict.fromkeys((*self.parents(holders), *self._in_order(holders))))

    def parents(self, holders: Sequence[Expr]) -> Iterator[Expr]:
        node = self._blocks.node
        for offset in dict.fromkeys(offset for way in self._parents for offset in way):
            # Nobody points there.
            for one in holders:
                elsewhere = BinaryOp(Binary.NE, self._field(node, offset), one)
                yield ForAllBlocks(node, disjunction((*self._without(offset), null(one), elsewhere)))
        for way, parent in self._parents.items():
            back = [
                disjunction(
                    (*self._without(offset), null(there), BinaryOp(Binary.EQ, GhostAt(parent, there), node))
                )
                for offset in way
                for there in (self._field(node, offset),)
            ]
            yield ForAllBlocks(node, conjunction(back))
            yield from self._with(way, GhostAt(parent, node))
            yield from (
                ForAllBlocks(node, disjunction((BinaryOp(Binary.EQ, node, one), conjunction(back))))
                for one in holders
            )
            for one in holders:
                above = GhostAt(parent, one)
                yield disjunction((null(one), null(above), negation(Freeable(above))))
                # Nobody is pointed to from there.
                yield ForAllBlocks(node, BinaryOp(Binary.NE, GhostAt(parent, node), one))
                yield from (
                    disjunction((null(one), BinaryOp(Binary.EQ, above, other)))
                    for other in holders
                    if other is not one
                )

    def _in_order(self, holders: Sequence[Expr]) -> Iterator[Expr]:
        node = self._blocks.node
        for track in self.tracks:
            yield from self.tracked(track, holders)
        for order in {track.order: None for track in self.tracks if is_order(track.order)}:
            # One is the last of all, or the first.
            for one in holders:
                for pair in ((node, one), (one, node)):
                    there = disjunction((BinaryOp(Binary.EQ, node, one), GhostBefore(order, *pair)))
                    yield ForAllBlocks(node, disjunction((null(one), there)))

    def tracked(self, track: Track, holders: Sequence[Expr]) -> Iterator[Expr]:
        node, word = self._blocks.node, self._blocks.word
        for count in range(3):
            for roots in combinations(list(holders)[:ROOTS], count):
                yield ForAllBlocks(node, track.reached(node, roots, word))

    def loosely(self, roots: Sequence[Expr]) -> list[Expr]:
        """What each track says, if all of these are roots."""
        node, word = self._blocks.node, self._blocks.word
        return [ForAllBlocks(node, one.reached(node, roots, word)) for one in self.tracks]

    def narrow(self, said: Mapping[int, Sequence[Expr]], seen: Mapping[int, Sequence[Expr]]) -> None:
        """Those are left of which everything was so, in the simplest order that there is. The maps of parents
        stay what they are."""
        refuted = {
            number
            for head, conditions in said.items()
            if seen[head]  # else something is lost there in any case
            for number, one in enumerate(conditions)
            if one not in seen[head]
        }
        found = [one for number, one in enumerate(self.tracks) if number not in refuted] or self.tracks[:1]
        order = found[0].order
        self.tracks = [track for track in found if track.order is order]
        self._orders = {how: one for how, one in self._orders.items() if one is order}

    def _with(self, way: Sequence[int], above: Expr) -> Iterator[Expr]:
        """Who points somewhere is of a kind that has links there."""
        if self._kind is not None and any(self._without(offset) for offset in way):
            at = GhostAt(self._kind, above)
            some = [
                BinaryOp(Binary.EQ, at, const(INT, kind.number))
                for kind in self._blocks.kinds
                if any(link.offset in way for link in kind.links)
            ]
            yield ForAllBlocks(self._blocks.node, disjunction((null(above), *some)))

    def _without(self, offset: int) -> list[Expr]:
        """That a node is of a kind that has no link there: what it holds is anything."""
        if self._kind is None:
            return []
        at = GhostAt(self._kind, self._blocks.node)
        return [
            BinaryOp(Binary.EQ, at, const(INT, kind.number))
            for kind in self._blocks.kinds
            if all(link.offset != offset for link in kind.links)
        ]

    def _field(self, node: Expr, offset: int) -> Expr:
        for kind in self._blocks.kinds:
            for link in kind.links:
                if link.offset == offset:
                    return link.of(node, self._blocks.word)
        raise ValueError(f"nobody has a link at {offset}")

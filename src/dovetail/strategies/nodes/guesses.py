"""What may hold of all nodes, and of the pointers to them, guessed from the program's own text.

Of a node: that its links are null or lead to nodes, what is stored in its fields, and how its fields relate
to those of the next node. Each may hold but for one node, to which a pointer of the program leads: it is
being made, or it is where a loop has come to. Whether any of it holds is for Houdini to find out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations

from dovetail.program.automata import Program
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Const,
    Expr,
    ForAllBlocks,
    Freeable,
    GhostAt,
    NoLeak,
    ObjectStart,
    PointerAdd,
    Valid,
    Variable,
    const,
    disjunction,
    negation,
    subexpressions,
)
from dovetail.program.ghost_maps import NO_GHOSTS, Change, Ghosts, Place, Update, ghost_map
from dovetail.program.statements import Allocate, Check
from dovetail.program.types import INT
from dovetail.strategies.nodes.fields import CONSTANTS, Blocks, Field, Kind
from dovetail.strategies.nodes.owned import ROOTS, Owned, null
from dovetail.strategies.nodes.seen import Said, find, ghost_code

VALUES = 3
"""Of a flag."""


def _about_memory(program: Program) -> bool:
    return any(check.kind in ("invalid-deref", "invalid-free", "memory-leak") for check in program.checks)


class Candidates:
    """What may hold at loop heads."""

    def __init__(self, program: Program) -> None:
        self.blocks = Blocks(program)
        self.kinds = [kind for kind in self.blocks.kinds if kind.links]
        self._entry = program.entry
        self.kind = ghost_map("kind", INT)
        self._several = len(self.blocks.kinds) > 1
        self._about_memory = _about_memory(program)
        kind = self.kind if self._several else None
        self._owned = Owned(self.blocks, self.kinds, kind, tracked=self._about_memory)
        self._procedure = program.procedures[program.entry]
        self._seen = Said(self.blocks, self.kinds, find(self._procedure, self.blocks))
        self.ghosts = self._ghosts()

    def _ghosts(self) -> Ghosts:
        """Each block remembers of which kind it is, if there are several, and who points to it, if that
        matters."""
        maps: list[Variable] = [self.kind] if self._several else []
        maps += self._owned.maps
        maps += [one.map for one in self._seen.maps]
        code: dict[Place, tuple[Change, ...]] = {}
        branches: dict[int, int] = {}
        for number, edge in enumerate(self.blocks.edges):
            branch = branches.get(edge.source, 0)
            branches[edge.source] = branch + 1
            updates: list[Change] = []
            if number in self.blocks.kind_of and self._several:
                assert isinstance(edge.statement, Allocate)
                value = const(INT, self.blocks.kind_of[number].number)
                updates.append(Update(self.kind, edge.statement.target, value))
            updates += self._owned.updates(number, edge.statement)
            if updates:
                code[Place(self._entry, edge.source, branch)] = tuple(updates)
        if not maps:
            return NO_GHOSTS
        for place, more in ghost_code(self._procedure, self._seen.maps):
            code[place] = (*code.get(place, ()), *more)
        return Ghosts(tuple(maps), code, tracks=tuple(self._owned.tracks))

    @property
    def rounds(self) -> tuple[Callable[[int], list[Expr]], ...]:
        if self._about_memory:
            return (self.owned, self.pairs, self.seen, self.seen_closely)
        return (self.shapes, self.pairs, self.flagged, self.seen, self.seen_closely)

    # Bodies

    def _is(self, pointer: Expr, kinds: Iterable[Kind]) -> Expr:
        """Null, or a block of one of these kinds."""
        if not self._several:
            return Freeable(pointer)
        at = GhostAt(self.kind, pointer)
        some = [BinaryOp(Binary.EQ, at, const(INT, kind.number)) for kind in kinds]
        return BinaryOp(Binary.AND, Freeable(pointer), disjunction((null(pointer), *some)))

    def _all(self, kind: Kind, body: Expr) -> Expr:
        """Of all blocks of a kind."""
        node = self.blocks.node
        if not self._several:
            return ForAllBlocks(node, body)
        other = BinaryOp(Binary.NE, GhostAt(self.kind, node), const(INT, kind.number))
        return ForAllBlocks(node, disjunction((other, body)))

    def _but_for(self, kind: Kind, body: Expr, excuses: Iterable[Expr]) -> Iterator[Expr]:
        """Of all blocks, or of all but for those with an excuse."""
        yield self._all(kind, body)
        for one in excuses:
            yield self._all(kind, disjunction((one, body)))

    def _places(self, kind: Kind, holders: list[Expr]) -> list[BinaryOp]:
        """That a node is where a pointer points."""
        here = (one for one in holders if kind in self.blocks.kinds_at(one))
        return [BinaryOp(Binary.EQ, self.blocks.node, one) for one in here]

    def _marks(self, kind: Kind) -> list[Expr]:
        """That a node has a certain value in one of its fields."""
        return [
            BinaryOp(Binary.EQ, data.of(self.blocks.node, self.blocks.word), value)
            for data in kind.data
            for value in self._constants(data)
        ]

    @staticmethod
    def _constants(data: Field) -> list[Const]:
        return [Const(data.type, value) for value in data.constants][:CONSTANTS]

    # Guesses

    def shapes(self, head: int) -> list[Expr]:
        if not self.blocks.matters(head):
            return []
        holders = self.blocks.holders(head)
        return list(dict.fromkeys((*self._of_holders(holders), *self._of_nodes(holders))))

    def tracked(self, heads: Iterable[int]) -> dict[int, list[Expr]]:
        """What each track says, at least, at loop heads and where it is asked whether a block is lost."""
        found: dict[int, list[Expr]] = {}
        for head in heads:
            if self.blocks.matters(head):
                found[head] = self._owned.loosely(self.blocks.holders(head)[:ROOTS])
        for edge in self.blocks.edges:
            for part in subexpressions(edge.statement.condition) if isinstance(edge.statement, Check) else ():
                if isinstance(part, NoLeak) and part.roots is not None:
                    found[edge.source] = self._owned.loosely(part.roots)
        return found

    def narrow(self, said: Mapping[int, Sequence[Expr]], seen: Mapping[int, Sequence[Expr]]) -> None:
        """Of all that tracks say, only this was so."""
        self._owned.narrow(said, seen)
        self.ghosts = self._ghosts()

    def owned(self, head: int) -> list[Expr]:
        """The same, and who points to whom."""
        if not self.blocks.matters(head):
            return []
        holders = self.blocks.holders(head)
        return [*self.shapes(head), *self._owned.guesses(holders), *self._at_first(holders)]

    @staticmethod
    def _at_first(holders: Sequence[Expr]) -> Iterator[Expr]:
        """As long as one pointer is null, two others are equal: one walks ahead of it."""
        for one, other in combinations(holders, 2):
            for third in holders:
                if third is not one and third is not other:
                    yield disjunction((negation(null(third)), BinaryOp(Binary.EQ, one, other)))

    def _of_holders(self, holders: list[Expr]) -> Iterator[Expr]:
        blocks = self.blocks
        for local, size in blocks.locals:
            yield negation(Freeable(local))
            yield BinaryOp(Binary.EQ, ObjectStart(local), local)
            if isinstance(size, Const):
                yield Valid(local, size)
        for one in holders:
            kinds = blocks.kinds_at(one)
            yield null(one)
            yield negation(null(one))
            yield self._is(one, kinds)
            for kind in kinds:
                for link in kind.links:
                    there = link.of(one, blocks.word)
                    yield disjunction((null(one), null(there)))
                    yield disjunction((null(one), self._is(there, blocks.kinds_at(there))))
                    yield from (
                        disjunction((null(one), BinaryOp(Binary.EQ, there, other)))
                        for other in holders
                        if other is not one
                    )
                for data in kind.data:
                    for atom in self._values(data, one):
                        yield disjunction((null(one), atom))
        yield from self._equal(holders)

    def _values(self, data: Field, pointer: Expr) -> Iterator[Expr]:
        there = data.of(pointer, self.blocks.word)
        same = [BinaryOp(Binary.EQ, there, value) for value in self._constants(data)]
        yield from same
        if len(same) > 1:
            yield from (negation(one) for one in same)
            yield disjunction(same)

    def _of_nodes(self, holders: list[Expr]) -> Iterator[Expr]:
        blocks, node = self.blocks, self.blocks.node
        # Where one pointer is null there are none.
        yield from (ForAllBlocks(node, negation(null(one))) for one in holders)
        for kind in self.kinds:
            if isinstance(kind.size, Const):
                yield self._all(kind, Valid(node, kind.size))
            yield from (self._all(kind, negation(null(one))) for one in holders)
            places = self._places(kind, holders)
            excuses = [*places, *self._marks(kind)]
            for link in kind.links:
                there = link.of(node, blocks.word)
                leads = self._is(there, blocks.kinds_behind(kind, link))
                yield from self._but_for(kind, leads, excuses)
                yield from self._to_themselves(kind, link, leads)
                if kind not in blocks.kinds_behind(kind, link):
                    for at in places:
                        # All of them share what it leads to.
                        same = BinaryOp(Binary.EQ, there, link.of(at.right, blocks.word))
                        yield self._all(kind, disjunction((null(at.right), same)))
                yield from self._but_for(kind, null(there), excuses)
                yield from self._but_for(kind, negation(null(there)), excuses)
                for at in places:
                    # Nobody points there, but perhaps itself.
                    yield from self._but_for(kind, BinaryOp(Binary.NE, there, at.right), (at,))
            for data in kind.data:
                for atom in self._values(data, node):
                    yield from self._but_for(kind, atom, places)

    def _to_themselves(self, kind: Kind, link: Field, leads: Expr) -> Iterator[Expr]:
        """Links that lead into their own nodes."""
        node, word = self.blocks.node, self.blocks.word
        there = link.of(node, word)
        for at in self.blocks.within(kind, link):
            inside = PointerAdd(node, const(word, at), there.type)
            yield self._all(kind, disjunction((BinaryOp(Binary.EQ, there, inside), leads)))

    def pairs(self, head: int) -> list[Expr]:
        """How a node and the next one are related."""
        if not self.blocks.matters(head):
            return []
        holders = self.blocks.holders(head)
        numbers = self.blocks.numbers(head)
        return list(
            dict.fromkeys(
                (
                    *self._of_holders(holders),
                    *self._of_pairs(holders),
                    *self._back(holders),
                    *self._compared(holders, numbers),
                )
            )
        )

    def _back(self, holders: list[Expr]) -> Iterator[Expr]:
        """One link leads back where another came from."""
        blocks, node = self.blocks, self.blocks.node
        for kind in self.kinds:
            for link, other in permutations(kind.links, 2):
                there = link.of(node, blocks.word)
                if kind not in blocks.kinds_behind(kind, link):
                    continue
                back = disjunction((null(there), BinaryOp(Binary.EQ, other.of(there, blocks.word), node)))
                places = [
                    disjunction((at, BinaryOp(Binary.EQ, there, at.right)))
                    for at in self._places(kind, holders)
                ]
                yield from self._but_for(kind, back, [*self._places(kind, holders), *places])

    def _compared(self, holders: list[Expr], numbers: list[Variable]) -> Iterator[Expr]:
        """What is in a node, and what is in another one, or in variables."""
        for one, other in permutations(holders, 2):
            for kind in self.blocks.kinds_at(one):
                if kind in self.blocks.kinds_at(other):
                    for data in kind.data:
                        here, there = (data.of(pointer, self.blocks.word) for pointer in (one, other))
                        yield disjunction((null(one), null(other), BinaryOp(Binary.LE, here, there)))
        for one in holders:
            for kind in self.blocks.kinds_at(one):
                for data in kind.data:
                    there = data.of(one, self.blocks.word)
                    for number in numbers:
                        if number.type == data.type:
                            for op in (Binary.EQ, Binary.LE, Binary.GE):
                                yield disjunction((null(one), BinaryOp(op, there, number)))

    def _of_pairs(self, holders: list[Expr]) -> Iterator[Expr]:
        blocks, node = self.blocks, self.blocks.node
        for kind in self.kinds:
            for link in kind.links:
                following = link.of(node, blocks.word)
                here = self._places(kind, holders)
                around = [disjunction((at, BinaryOp(Binary.EQ, following, at.right))) for at in here]
                places = [*here, *around]
                for data in kind.data:
                    one, other = data.of(node, blocks.word), data.of(following, blocks.word)
                    for op in (Binary.LE, Binary.GE):
                        body = disjunction((null(following), BinaryOp(op, one, other)))
                        yield from self._but_for(kind, body, places)
                    constants = self._constants(data)
                    for first in constants:
                        for second in constants:
                            apart = (BinaryOp(Binary.NE, one, first), BinaryOp(Binary.NE, other, second))
                            yield from self._but_for(kind, disjunction(apart), places)

    def seen(self, head: int) -> list[Expr]:
        """What loops have made of the nodes that they have come to. What has not stood so far may do so
        beside that."""
        if not self._seen.maps or not self.blocks.matters(head):
            return []
        return list(dict.fromkeys((*self.shapes(head), *self._seen.simple(head))))

    def seen_closely(self, head: int) -> list[Expr]:
        """The same, and who points to whom, and what is only known of two pointers at once."""
        if not self._seen.maps or not self.blocks.matters(head):
            return []
        holders = self.blocks.holders(head)
        said, parents = self._seen.guesses(head), self._owned.parents(holders)
        return list(dict.fromkeys((*self.shapes(head), *said, *parents, *self._at_first(holders))))

    def flagged(self, head: int) -> list[Expr]:
        """What may hold of nodes, of those before a pointer, and where a pointer points, if a flag has a
        value."""
        if not self.blocks.matters(head):
            return []
        holders = self.blocks.holders(head)
        plain = [*self._of_pointed(holders), *self._before(holders), *self._of_data(holders)]
        found = dict.fromkeys((*self._of_holders(holders), *self._of_pairs(holders), *plain))
        for flag, values in self.blocks.flags(head):
            # Of two values that it is given, not to be one is to be the other.
            same = [BinaryOp(Binary.EQ, flag, value) for value in values[:VALUES]]
            found[disjunction(same)] = None
            for other in (*same, *map(negation, same)) if len(same) < 2 else map(negation, same):
                found.update((disjunction((other, one)), None) for one in self._equal(holders))
                for one in plain:
                    match one:
                        case ForAllBlocks(index=node, body=body):
                            found[ForAllBlocks(node, disjunction((other, body)))] = None
                        case _:
                            found[disjunction((other, one))] = None
        return list(found)

    def _of_pointed(self, holders: list[Expr]) -> Iterator[Expr]:
        for one in holders:
            yield null(one)
            yield negation(null(one))
            for kind in self.blocks.kinds_at(one):
                for data in kind.data:
                    for atom in self._values(data, one):
                        yield disjunction((null(one), atom))
                        for other in holders:
                            if other is not one:
                                yield disjunction((null(one), BinaryOp(Binary.EQ, one, other), atom))

    @staticmethod
    def _equal(holders: list[Expr]) -> Iterator[Expr]:
        for one, other in combinations(holders, 2):
            yield BinaryOp(Binary.EQ, one, other)
            different = BinaryOp(Binary.NE, one, other)
            yield different
            yield disjunction((null(one), different))

    def _of_data(self, holders: list[Expr]) -> Iterator[Expr]:
        for kind in self.kinds:
            for data in kind.data:
                for atom in self._values(data, self.blocks.node):
                    yield from self._but_for(kind, atom, self._places(kind, holders))

    def _before(self, holders: list[Expr]) -> Iterator[Expr]:
        """Of nodes whose links lead where a pointer points."""
        blocks, node = self.blocks, self.blocks.node
        for kind in self.kinds:
            for link in kind.links:
                following = link.of(node, blocks.word)
                for at in self._places(kind, holders):
                    elsewhere = BinaryOp(Binary.NE, following, at.right)
                    for data in kind.data:
                        for atom in self._values(data, node):
                            yield self._all(kind, disjunction((elsewhere, atom, at)))

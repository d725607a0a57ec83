"""Orders of objects as values: which of two comes first, in any order, with what was moved in it since.

An order that certificates speak of is a strict total order of all objects: at the start of the program by
their numbers, so that new ones come last, and then some were moved right in front of others. At the start of
a walk it is given by *ranks*, one for each object that exists, which may be any: every total order of them
has such ranks, and what is less by ranks is a strict order. So no fact about it has to be told to a solver.
Objects made since are behind all of these, in the order of their numbers.

Numbers are names, and ranks follow when they are changed, as maps do (`symbolic_ghosts`).
"""

from __future__ import annotations

from typing import Any

from dovetail.quick_dataclass import dataclass
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.symbolic_values import OBJECT_WIDTH, Bits, Fresh, Part

_Pair = tuple["GhostOrder", Part, Part]


@dataclass(frozen=True, slots=True, eq=False)
class GhostOrder:
    @staticmethod
    def any(algebra: Any, name: str, following: Any) -> GhostOrder:
        """`following`: the number of the next object."""
        return _AnyOrder(algebra.terms.array_symbol(name, OBJECT_WIDTH, OBJECT_WIDTH), following)

    def before(self, algebra: Any, first: Any, second: Any) -> Any:
        """Is the object of one pointer before that of another?"""
        return self.earlier(algebra, first.object, second.object)

    def placed(self, algebra: Any, first: Any, second: Any) -> GhostOrder:
        """With one moved right in front of another, unless it is before it."""
        one, other = first.object, second.object
        stays = algebra.disjunction(self.earlier(algebra, one, other), algebra.objects_equal(one, other))
        return self if stays is True else _Placed(self, one, other, algebra.negation(stays))

    def chosen(self, algebra: Any, condition: Any, other: GhostOrder) -> GhostOrder:
        """This one if the condition holds, the other one if not."""
        return _Chosen(condition, self, other)

    def earlier(self, algebra: Any, first: Part, second: Part) -> Any:
        found: dict[_Pair, Any] = {}
        waiting: list[_Pair] = [(self, first, second)]
        while waiting:
            order, one, other = waiting[-1]
            more = [asked for asked in order.asks(algebra, one, other) if asked not in found]
            waiting += more
            if not more:
                found[order, one, other] = order.read(algebra, one, other, found)
                waiting.pop()
        return found[self, first, second]

    def asks(self, algebra: Any, one: Part, other: Part) -> list[_Pair]:
        """What must be known to know whether one is before the other."""
        raise NotImplementedError

    def read(self, algebra: Any, one: Part, other: Part, read: dict[_Pair, Any]) -> Any:
        """Whether it is, when that is known."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, eq=False)
class _AnyOrder(GhostOrder):
    ranks: Any
    following: Any

    def asks(self, algebra: Any, one: Part, other: Part) -> list[_Pair]:
        return []

    def read(self, algebra: Any, one: Part, other: Part, read: dict[_Pair, Any]) -> Any:
        number, choose = algebra.object_bits, algebra.choose
        ranked = algebra.ult(self._rank(algebra, one), self._rank(algebra, other), OBJECT_WIDTH)
        by_number = algebra.ult(number(one), number(other), OBJECT_WIDTH)
        there, other_there = self._exists(algebra, one), self._exists(algebra, other)
        return choose(there, choose(other_there, ranked, True), choose(other_there, False, by_number))

    def _rank(self, algebra: Any, part: Part) -> Any:
        number = algebra.term(algebra.object_bits(part), OBJECT_WIDTH)
        return Bits(algebra.terms.select(self.ranks, number), OBJECT_WIDTH)

    def _exists(self, algebra: Any, part: Part) -> Any:
        """Was it there when the walk began?"""
        following = self.following
        bound = algebra.number(following) if isinstance(following, Fresh) else following
        return algebra.ult(algebra.object_bits(part), bound, OBJECT_WIDTH)


@dataclass(frozen=True, slots=True, eq=False)
class _Placed(GhostOrder):
    """If `moves`, the object `mover` is right in front of the `target`."""

    old: GhostOrder
    mover: Part
    target: Part
    moves: Any

    def asks(self, algebra: Any, one: Part, other: Part) -> list[_Pair]:
        found: list[_Pair] = [(self.old, one, other)]
        if algebra.objects_equal(one, self.mover) is not False:
            found.append((self.old, self.target, other))
        if algebra.objects_equal(other, self.mover) is not False:
            found.append((self.old, one, self.target))
        return found

    def read(self, algebra: Any, one: Part, other: Part, read: dict[_Pair, Any]) -> Any:
        old = found = read[self.old, one, other]
        moved = algebra.objects_equal(other, self.mover)
        if moved is not False:
            found = algebra.choose(moved, read[self.old, one, self.target], found)
        moved = algebra.objects_equal(one, self.mover)
        if moved is not False:
            reached = algebra.objects_equal(other, self.target)
            behind = algebra.disjunction(reached, read[self.old, self.target, other])
            found = algebra.choose(moved, behind, found)
        found = algebra.conjunction(algebra.negation(algebra.objects_equal(one, other)), found)
        return algebra.choose(self.moves, found, old)


@dataclass(frozen=True, slots=True, eq=False)
class _Chosen(GhostOrder):
    """One order or another."""

    condition: Any
    one: GhostOrder
    other: GhostOrder

    def asks(self, algebra: Any, one: Part, other: Part) -> list[_Pair]:
        return [(self.one, one, other), (self.other, one, other)]

    def read(self, algebra: Any, one: Part, other: Part, read: dict[_Pair, Any]) -> Any:
        return algebra.choose(self.condition, read[self.one, one, other], read[self.other, one, other])


def order_of(value: Any) -> Any:
    """A `GhostOrder`, or what somebody keeps in its place beside a run.
    Raises NotComputable where there is none."""
    if not hasattr(value, "placed"):
        raise NotComputable("what ghosts hold is known in proofs only")
    return value

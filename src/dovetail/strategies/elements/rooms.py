"""Guesses about how much room there is: for what still comes, and up to a mark.

A number that goes down while a pointer goes up says how many elements are still to come, and a loop is right
if the array has room for as many. Two pointers that walk in step are as far from each other as they were when
they began. And a number at a place that is not of a loop, `s[n - 1] = 0`, is a mark: where a pointer that stops
at such numbers is not behind it, and as long as nobody overwrites it, that is where it stops at the latest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, permutations

from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    Load,
    PointerAdd,
    Variable,
    const,
    variables,
)
from dovetail.program.indexing import index_of
from dovetail.program.types import IntType, PointerType
from dovetail.strategies.elements.sites import Given, Sites
from dovetail.strategies.elements.spans import stepping

MARKS, PAIRS, COUNTERS, READ = 4, 4, 3, 8
"""So many of each are looked at."""


class Rooms:
    """`stored`: what is stored, as conditions on elements. `means`: what variables were read from."""

    def __init__(self, given: Given, sites: Sites, stored: Iterable[Expr], means: Mapping[Expr, Expr]) -> None:
        self._sites = sites
        down, up = stepping(given, -1), stepping(given, 1)
        self._counters = [one for one in given if one in down][:COUNTERS]
        self._read = [
            BinaryOp(Binary.EQ, one, value)
            for one, value in islice(means.items(), READ)
            if isinstance(value, Load) and isinstance(value.address, Variable)
        ]
        """Of variables that an element was read into at one place: that they are what is still there."""
        self._marks: dict[Expr, dict[Expr, None]] = {}
        self.marked: list[tuple[Expr, Load, Const]] = []
        """The arrays, the elements there, and what is stored."""
        for one in stored:
            match one:
                case BinaryOp(
                    op=Binary.EQ,
                    left=Load(address=PointerAdd(pointer=pointer, offset=offset)) as load,
                    right=Const() as number,
                ):
                    base, place = sites.start(pointer), index_of(offset)
                    if base is not None and place is not None and isinstance(place.type, IntType):
                        if variables(place).isdisjoint(up | down):
                            self._marks.setdefault(base, {})[place] = None
                            self.marked.append((base, load, number))
                case _:
                    pass

    def left(self, pointers: Mapping[Variable, Expr], live: frozenset[Variable]) -> Iterator[Expr]:
        """That there is room for as many elements as a number says that still come."""
        for one, base in pointers.items():
            distance = self._distance(one)
            if distance is None:
                continue
            room = BinaryOp(Binary.SUB, self._sites.size(base, _size(one)), distance)
            for counter in self._counters:
                if counter in live:
                    yield BinaryOp(Binary.LE, self._number(counter), room)
        for counter in self._counters:
            if counter in live and isinstance(counter.type, IntType):
                yield BinaryOp(Binary.NE, counter, const(counter.type, 0))

    def marks(self, pointers: Mapping[Variable, Expr], settled: frozenset[Variable]) -> Iterator[Expr]:
        """Pointers are not behind marks; nor is what walks in step with one that began there at the latest."""
        marks = [
            (base, self._number(place))
            for base, places in self._marks.items()
            for place in places
            if variables(place) <= settled
        ][:MARKS]
        for one, base in pointers.items():
            distance = self._distance(one)
            if distance is not None:
                yield from (BinaryOp(Binary.LE, distance, mark) for at, mark in marks if at is base)
        for one, other in islice(permutations(pointers, 2), PAIRS):
            before, behind = self._distance(one), self._distance(other)
            if before is not None and behind is not None and pointers[one] is not pointers[other]:
                for at, mark in marks:
                    if at is pointers[one]:
                        yield BinaryOp(Binary.LE, before, BinaryOp(Binary.ADD, behind, mark))

    def read(self, settled: frozenset[Variable]) -> Iterator[Expr]:
        """What was read into a variable is still there."""
        yield from (said for said in self._read if variables(said) <= settled)

    def _distance(self, pointer: Variable) -> Expr | None:
        return None if self._sites.is_copy(pointer) else self._sites.distance(pointer, _size(pointer))

    def _number(self, number: Expr) -> Expr:
        return number if number.type == self._sites.size_type else Cast(self._sites.size_type, number)


def _size(pointer: Variable) -> int:
    """Of what it points to."""
    assert isinstance(pointer.type, PointerType)
    pointee = pointer.type.pointee
    return (pointee.width + 7) // 8 if isinstance(pointee, IntType) else 1

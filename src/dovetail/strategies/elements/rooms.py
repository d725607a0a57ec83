"""Guesses about how much room there is: for what still comes, and up to a mark.

A number that goes down while a pointer goes up says how many elements are still to come, and a loop is right
if the array has room for as many. Two pointers that walk in step are as far from each other as they were when
they began. And a number that is stored at a place that no loop computes, `s[n - 1] = 0`, is a mark: a pointer
that stops at such numbers stops there at the latest.
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
from dovetail.program.statements import Assign
from dovetail.program.types import IntType, PointerType
from dovetail.strategies.elements.sites import Given, Sites
from dovetail.strategies.elements.spans import stepping

MARKS, PAIRS, COUNTERS, READ = 4, 4, 3, 8
"""So many of each are looked at."""


class Rooms:
    """`stored`: what is stored and asked, as conditions on elements. `means`: what variables were read
    from."""

    def __init__(
        self, given: Given, sites: Sites, stored: Iterable[Expr], means: Mapping[Expr, Expr]
    ) -> None:
        self._sites = sites
        self._one = const(sites.size_type, 1)
        down, up = stepping(given, -1), stepping(given, 1)
        self._counters = [one for one in given if one in down][:COUNTERS]
        self._starts = [
            BinaryOp(Binary.EQ, one, statement.value)
            for one in self._counters
            for statement in given[one]
            if isinstance(statement, Assign) and isinstance(statement.value, Variable)
        ]
        """What they begin with."""
        self._read = [
            BinaryOp(Binary.EQ, one, value)
            for one, value in islice(means.items(), READ)
            if isinstance(value, Load) and isinstance(value.address, Variable)
        ]
        """Of variables that an element was read into at one place: that they are what is still there."""
        for one, statements in given.items():
            for statement in statements:
                match statement:
                    case Assign(value=PointerAdd(pointer=Variable() as before, offset=Const()) as step):
                        if before is not one and len(given.get(before, ())) == 1:
                            self._read.append(BinaryOp(Binary.EQ, one, step))
                    case _:
                        pass
        self._marks: dict[Expr, dict[Expr, None]] = {}
        self.marked: list[tuple[Expr, Load, Const]] = []
        """The arrays, the elements there, and what is stored."""
        for said in stored:
            match said:
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
                            self._read.append(said)
                case _:
                    pass

    def left(self, pointers: Mapping[Variable, Expr], live: frozenset[Variable]) -> Iterator[Expr]:
        """That there is room for as many elements as a number says that still come."""
        for one, base in pointers.items():
            distance = self._distance(one)
            if distance is None or one not in live:
                continue
            room = BinaryOp(Binary.SUB, self._sites.size(base, _size(one)), distance)
            for counter in self._counters:
                if counter in live:
                    number = self._number(counter)
                    yield from (BinaryOp(op, number, room) for op in (Binary.LT, Binary.LE))
                    yield BinaryOp(Binary.LE, BinaryOp(Binary.SUB, number, self._one), room)
        for counter in self._counters:
            if counter in live and isinstance(counter.type, IntType):
                yield BinaryOp(Binary.NE, counter, const(counter.type, 0))

    def marks(
        self, pointers: Mapping[Variable, Expr], settled: frozenset[Variable], live: frozenset[Variable]
    ) -> Iterator[Expr]:
        """Pointers are not behind marks, nor further behind them than one that walks in step."""
        marks = [
            (base, self._number(place))
            for base, places in self._marks.items()
            for place in places
            if all(one in settled or not one.scope for one in variables(place))
        ][:MARKS]
        for one, base in pointers.items():
            distance = self._distance(one)
            if distance is not None:
                yield from (BinaryOp(Binary.LE, distance, mark) for at, mark in marks if at is base)
        apart = (
            (one, other) for one, other in permutations(pointers, 2) if pointers[one] is not pointers[other]
        )
        for one, other in islice(((a, b) for a, b in apart if a in live and b in live), PAIRS):
            before, behind = self._distance(one), self._distance(other)
            sizes = [self._sites.size(pointers[pointer], _size(pointer)) for pointer in (one, other)]
            if before is None or behind is None:
                continue
            for at, mark in marks:
                if at is pointers[one]:
                    yield BinaryOp(Binary.LE, before, BinaryOp(Binary.ADD, behind, mark))
                    yield BinaryOp(Binary.LT, mark, sizes[0])
                    yield BinaryOp(Binary.LE, sizes[1], BinaryOp(Binary.SUB, sizes[0], mark))

    def read(self, settled: frozenset[Variable]) -> Iterator[Expr]:
        """What was read into a variable is still there; and a pointer is still one step from another."""
        for said in (*self._read, *self._starts):
            if all(one in settled or not one.scope for one in variables(said)):
                yield said

    def _distance(self, pointer: Variable) -> Expr | None:
        return None if self._sites.is_copy(pointer) else self._sites.distance(pointer, _size(pointer))

    def _number(self, number: Expr) -> Expr:
        return number if number.type == self._sites.size_type else Cast(self._sites.size_type, number)


def _size(pointer: Variable) -> int:
    """Of what it points to."""
    assert isinstance(pointer.type, PointerType)
    pointee = pointer.type.pointee
    return (pointee.width + 7) // 8 if isinstance(pointee, IntType) else 1

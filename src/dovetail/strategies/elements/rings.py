"""Guesses about rings: indices that go round, `i = i + 1 < n ? i + 1 : 0`, and numbers that say how far.

A queue in a ring has a place where it begins, one where it ends, and a number of elements, which goes up and
down. So the end is that many places behind the beginning, and what holds of the element at the beginning may
hold of every element in the queue, or of the one that is so many places behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Conditional,
    Const,
    Expr,
    ForAll,
    Variable,
    const,
    disjunction,
    index,
    negation,
    subexpressions,
    substitute,
    variables,
)
from dovetail.program.statements import Assign
from dovetail.program.types import IntType
from dovetail.strategies.elements.sites import Given
from dovetail.strategies.elements.spans import stepping

RINGS, COUNTERS, ATOMS = 4, 4, 12
"""Indices that go round, numbers that say how far, and conditions on elements there."""


class Rings:
    """`finders`: what finds the elements that a condition is about. `ends`: what indices are compared
    with."""

    def __init__(
        self,
        given: Given,
        atoms: Iterable[Expr],
        finders: Callable[[Expr], Sequence[Variable]],
        ends: Mapping[Variable, Iterable[Expr]],
    ) -> None:
        rounds = {one: size for one in given if (size := _size(one, given, ends.get(one, ()))) is not None}
        self._sizes = dict(list(rounds.items())[:RINGS])
        """Of indices that go round, at how many they begin again."""
        up, down = stepping(given, 1), stepping(given, -1)
        types = {one.type for one in self._sizes}
        self._counts = [one for one in given if one in up and one in down and one.type in types][:COUNTERS]
        """How many elements there are."""
        copied = (one for one in given if one in down and one not in up and self._is_copy(one, given))
        self._places = [*self._counts, *copied][: 2 * COUNTERS]
        """How far behind the beginning an element may be."""
        self._atoms = [
            (atom, one) for atom in atoms for one in finders(atom) if one in self._sizes and self._counts
        ][:ATOMS]

    def _is_copy(self, variable: Variable, given: Given) -> bool:
        """Is it given what a count is?"""
        return any(isinstance(one, Assign) and one.value in self._counts for one in given[variable])

    def places(self, known: frozenset[Variable]) -> Iterator[Expr]:
        """Where indices are, and how far others are behind them."""
        for one, size in self._sizes.items() if self._counts else ():
            if not _is_known((one, size), known):
                continue
            yield BinaryOp(Binary.LT, one, size)
            for count in self._of(one, self._counts, known):
                yield BinaryOp(Binary.LE, count, size)
                for other, its in self._sizes.items():
                    if other is not one and its is size and other in known:
                        yield _is_behind(other, one, count, size)

    def elements(self, known: frozenset[Variable], flags: Iterable[Variable]) -> Iterator[Expr]:
        """What may hold of elements in the queue; of a single one, or unless a flag is set, or is not."""
        unset = [BinaryOp(Binary.EQ, flag, Const(flag.type, 0)) for flag in flags]
        cases = [None, *(case for flag in unset for case in (flag, negation(flag)))]
        for place in self._of(None, self._places, known):
            for count in self._of(None, self._counts, known):
                if place is not count and place.type == count.type:
                    yield from (_unless(case, BinaryOp(Binary.LT, place, count)) for case in cases)
        for atom, one in self._atoms:
            size = self._sizes[one]
            if not _is_known((atom, one, size), known):
                continue
            for place in self._of(one, self._places, known):
                there = _there(atom, one, place, size)
                yield from (_unless(case, there) for case in cases)
            for count in self._of(one, self._counts, known):
                yield from self._all(atom, one, count, size)

    def _all(self, atom: Expr, one: Variable, count: Variable, size: Expr) -> Iterator[Expr]:
        """Of each element in the queue, what holds of the first."""
        assert isinstance(one.type, IntType)
        k = index("k", one.type)
        end = BinaryOp(Binary.ADD, one, count)
        # Those up to the size, and those that the ring begins again with.
        for place, low, high in (k, one, size), (BinaryOp(Binary.ADD, k, size), const(one.type, 0), one):
            outside = BinaryOp(Binary.GE, place, end)
            yield ForAll(k, low, high, disjunction((outside, substitute(atom, {one: k}))))

    def _of(
        self, one: Variable | None, numbers: Iterable[Variable], known: frozenset[Variable]
    ) -> list[Variable]:
        return [number for number in numbers if number in known and (one is None or number.type == one.type)]


def _unless(case: Expr | None, said: Expr) -> Expr:
    return said if case is None else disjunction((case, said))


def _is_behind(other: Expr, one: Expr, place: Expr, size: Expr) -> Expr:
    """Is an index so many places behind another one, if all are below the size? Of all ways to say it this is
    the one that solvers see soonest."""
    there = BinaryOp(Binary.ADD, one, place)
    ways = (other, BinaryOp(Binary.ADD, other, size))
    return disjunction(BinaryOp(Binary.EQ, there, way) for way in ways)


def _there(atom: Expr, one: Variable, place: Expr, size: Expr) -> Expr:
    """What holds of the element that is so many places behind."""
    assert isinstance(one.type, IntType)
    k = index("k", one.type)
    elsewhere = negation(_is_behind(k, one, place, size))
    return ForAll(k, const(one.type, 0), size, disjunction((elsewhere, substitute(atom, {one: k}))))


def _size(variable: Variable, given: Given, ends: Iterable[Expr]) -> Expr | None:
    """Where an index begins again with zero, if it goes up by one and does."""
    if not isinstance(variable.type, IntType):
        return None
    following = BinaryOp(Binary.ADD, variable, const(variable.type, 1))
    zeros, steps = 0, 0
    for statement in given[variable]:
        match statement:
            case Assign(value=Const(value=0)):
                zeros += 1
            case Assign(value=BinaryOp(op=Binary.REM, left=left, right=size)) if left is following:
                return size if size.type == variable.type else None
            case Assign(value=Conditional(condition=asked, then=then, otherwise=otherwise)) if {
                then,
                otherwise,
            } == {following, const(variable.type, 0)}:
                return _compared(asked, variable, following)
            case Assign(value=value) if value is following:
                steps += 1
            case _:
                return None
    sizes = [end for end in ends if end.type == variable.type and not isinstance(end, Const)]
    return sizes[0] if zeros > 1 and steps and sizes else None


def _compared(asked: Expr, variable: Variable, following: Expr) -> Expr | None:
    """What the next one is compared with."""
    for part in subexpressions(asked):
        if isinstance(part, BinaryOp) and part.op.compares:
            for one, other in ((part.left, part.right), (part.right, part.left)):
                if one is following and other.type == variable.type:
                    return other
                if one is variable and other.type == variable.type:
                    match other:
                        case BinaryOp(op=Binary.SUB, left=size, right=Const(value=1)):
                            return size
                        case _:
                            pass
    return None


def _is_known(conditions: Iterable[Expr], known: frozenset[Variable]) -> bool:
    return all(one in known or not one.scope for part in conditions for one in variables(part))

"""Guesses about the largest element, or the smallest: that it is one of them.

A loop that gives a variable the element that is larger, `r = r < a[i] ? a[i] : r`, leaves none behind that is
larger still: a condition like any other. That r is an element, or what it began with, takes an `exists`:
`r == 0 || exists(k, 0, i, a[k] == r)`. Both are kept when elements are given other places (`holes`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Conditional,
    Const,
    Exists,
    Expr,
    ForAll,
    Load,
    Variable,
    const,
    disjunction,
    index,
    loads,
    substitute,
    variables,
)
from dovetail.program.statements import Assign
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass
from dovetail.strategies.elements.holes import Hole, following, is_of
from dovetail.strategies.elements.sites import Given, spelt_out

FOUND, ENDS = 6, 3
"""So many of each are looked at."""


@dataclass(frozen=True, slots=True)
class _Chosen:
    """`variable` is what one of the elements is that `finder` finds, or what it `starts` with; `bounds` are
    conditions on it and an element."""

    variable: Variable
    value: Expr
    element: Load
    finder: Variable
    starts: tuple[Expr, ...]
    beyond: tuple[Expr, ...]
    """The bounds, with what it starts with as the element."""
    bounds: tuple[Expr, ...]


class Extremes:
    """`usual` and `means`: what variables are other names for, and what they were read from. `ends`: what
    indices are compared with."""

    def __init__(
        self,
        given: Given,
        atoms: Sequence[Expr],
        usual: Mapping[Expr, Expr],
        means: Mapping[Expr, Expr],
        finding: Callable[[Expr], Sequence[Variable]],
        ends: Mapping[Variable, Iterable[Expr]],
        holes: Sequence[Hole],
    ) -> None:
        self._ends, self._holes = ends, holes
        self._chosen: list[_Chosen] = []
        for one, statements in given.items():
            if not isinstance(one.type, IntType) or len(statements) < 2:
                continue
            values = [substitute(it.value, usual) for it in statements if isinstance(it, Assign)]
            begun = [value for value in values if isinstance(value, Const)]
            starts = tuple(BinaryOp(Binary.EQ, one, value) for value in begun)
            bounds = tuple(atom for atom in atoms if one in variables(atom))
            for value in dict.fromkeys(_element(value, one, means) for value in values):
                read = [] if value is None else list(loads(value))
                found = [] if value is None else finding(BinaryOp(Binary.EQ, one, value))
                if value is not None and bounds and len(read) == len(found) == 1:
                    beyond = tuple(substitute(bound, {value: other}) for bound in bounds for other in begun)
                    self._chosen.append(_Chosen(one, value, read[0], found[0], starts, beyond, bounds))
        del self._chosen[FOUND:]
        self._following = following(given, [one.variable for one in self._chosen])

    def guesses(self, settled: frozenset[Variable], left: frozenset[Variable]) -> Iterator[Expr]:
        """`left`: the variables that are given no value any more."""
        for one in self._chosen:
            assert isinstance(one.finder.type, IntType)
            k, zero = index("k", one.finder.type), const(one.finder.type, 0)
            yield from (bound for bound in one.beyond if not loads(bound) and _is_known((bound,), settled))
            is_it = BinaryOp(Binary.EQ, one.value, one.variable)
            there = substitute(is_it, {one.finder: k})
            for end in self._ends_of(one, settled, left):
                if not _is_known((there, end), settled | {k}):
                    continue
                yield disjunction((*one.starts, Exists(k, zero, end, there)))
                if one.variable in left:
                    for bound in one.bounds:
                        if _is_known((bound,), settled | {one.finder}):
                            yield ForAll(k, zero, end, substitute(bound, {one.finder: k}))
                    yield from self._with_holes(one, there, (k, zero, end), settled)
        for equation in self._following:
            if _is_known((equation,), settled):
                yield equation

    def _ends_of(self, one: _Chosen, settled: frozenset[Variable], left: frozenset[Variable]) -> list[Expr]:
        found = [end for end in self._ends.get(one.finder, ()) if end.type == one.finder.type][:ENDS]
        if found and one.variable in left:
            return found  # the loop is over
        return [one.finder, *found] if one.finder in settled else found

    def _with_holes(
        self, one: _Chosen, there: Expr, over: tuple[Variable, Expr, Expr], settled: frozenset[Variable]
    ) -> Iterator[Expr]:
        """It is one of the others, or the one that is kept."""
        k, zero, end = over
        for hole in self._holes:
            if not is_of(one.element, hole.pointer) or hole.place.type != k.type:
                continue
            if not _is_known((hole.place,), settled):
                continue
            for kept in hole.kept:
                if kept in settled and kept.type == one.element.type:
                    instead: dict[Expr, Expr] = {one.element: kept}
                    other = BinaryOp(Binary.AND, BinaryOp(Binary.NE, k, hole.place), there)
                    is_kept = substitute(BinaryOp(Binary.EQ, one.value, one.variable), instead)
                    yield disjunction((*one.starts, is_kept, Exists(k, zero, end, other)))
                    yield from (substitute(bound, instead) for bound in one.bounds)


def _element(value: Expr, one: Variable, means: Mapping[Expr, Expr]) -> Expr | None:
    """The element that a variable is given, if it is given one and not left as it is."""
    match value:
        case Conditional(then=then, otherwise=otherwise) if one in (then, otherwise):
            value = otherwise if then is one else then
        case _:
            pass
    value = spelt_out(value, means)
    return value if loads(value) and one not in variables(value) else None


def _is_known(conditions: Iterable[Expr], known: frozenset[Variable]) -> bool:
    return all(one in known or not one.scope for part in conditions for one in variables(part))

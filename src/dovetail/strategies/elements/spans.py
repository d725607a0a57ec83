"""Guesses about two places at once: the elements between them, and pairs of elements.

Two indices that come towards each other leave elements behind on both sides, and have others between them. An
index that goes down inside of a loop that goes up (insertion) has three parts: before it, from it to the
other one, and behind. And that an array is sorted is a condition on two elements: of neighbours where it is
made so, of any two where it is used (a search).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Const,
    Expr,
    ForAll,
    Load,
    PointerAdd,
    Variable,
    const,
    index,
    loads,
    substitute,
    variables,
)
from dovetail.program.indexing import index_of
from dovetail.program.statements import Assign, Statement
from dovetail.program.types import IntType
from dovetail.strategies.elements.sites import Given

ORDERS = frozenset({Binary.LT, Binary.LE, Binary.GT, Binary.GE})
LOADS = 4
"""Arrays of which any two elements are compared."""

EndsAt = Callable[[Variable, frozenset[Variable]], list[Expr]]
"""Where the elements may end that a variable finds, at a loop head."""


class Spans:
    def __init__(self, given: Given, atoms: Iterable[Expr], ends_at: EndsAt) -> None:
        self._ends_at = ends_at
        self._down = stepping(given, -1)
        self._up = stepping(given, 1)
        self._bodies = dict.fromkeys(found for atom in atoms for found in _shifted(atom))
        """Conditions on elements, with what finds them."""
        self._elements: dict[Expr, Variable] = {}
        """Elements that are compared, and what finds them."""
        for atom in atoms:
            if isinstance(atom, BinaryOp) and atom.op in ORDERS:
                for load in sorted(loads(atom), key=lambda load: load.serial):
                    finder = _finder(load)
                    if finder is not None and isinstance(load.type, IntType):
                        self._elements.setdefault(load, finder)

    def sums(self, live: frozenset[Variable]) -> Iterator[Expr]:
        """Of two that come towards each other."""
        for up in self._up:
            for down in self._down:
                if up in live and down in live and up.type == down.type and isinstance(up.type, IntType):
                    both = BinaryOp(Binary.ADD, up, down)
                    for end in self._ends_at(up, live):
                        if isinstance(end, Variable) and end not in (up, down):
                            yield BinaryOp(Binary.EQ, both, end)
                            yield BinaryOp(Binary.EQ, both, _next(end, -1))

    def between(self, live: frozenset[Variable]) -> Iterator[Expr]:
        """What may hold of all elements from one place to another."""
        for body, finder in self._bodies:
            assert isinstance(finder.type, IntType)
            k = index("k", finder.type)
            said = substitute(body, {finder: k})
            if not all(one is k or one in live or not one.scope for one in variables(said)):
                continue
            ends = [end for end in self._ends_at(finder, live) if isinstance(end, Variable)]
            for low in ends:
                if low in self._down:
                    for end in ends:
                        if end is not low:
                            highs = (end, _next(end, 1)) if end in self._up else (end,)
                            yield from (ForAll(k, _next(low, 1), high, said) for high in highs)
                elif low in self._up:
                    for end in ends:
                        if end in self._down:
                            yield from (ForAll(k, low, high, said) for high in (end, _next(end, 1)))

    def in_order(self, live: frozenset[Variable]) -> Iterator[Expr]:
        """That any two elements are in order, up to somewhere."""
        for k, ends, j, ordered in self._pairs(live):
            yield from (ForAll(k, _zero(k), end, ForAll(j, k, end, ordered)) for end in ends)

    def parted(self, live: frozenset[Variable]) -> Iterator[Expr]:
        """The same of any two on both sides of a place."""
        for k, ends, j, ordered in self._pairs(live):
            for place in ends:
                for end in ends if isinstance(place, Variable) else ():
                    if end is not place:
                        yield ForAll(k, _zero(k), place, ForAll(j, place, end, ordered))

    def _pairs(self, live: frozenset[Variable]) -> Iterator[tuple[Variable, list[Expr], Variable, Expr]]:
        """Two indices, where each may end, and that the element of the first is not greater."""
        seen: dict[Expr, None] = {}
        for load, finder in self._elements.items():
            assert isinstance(finder.type, IntType)
            k, j = index("k", finder.type), index("l", finder.type)
            one, other = substitute(load, {finder: k}), substitute(load, {finder: j})
            if one in seen or not all(v is k or v in live or not v.scope for v in variables(one)):
                continue
            seen[one] = None
            ends = [end for end in self._ends_at(finder, live) if not at_most_one(end)]
            yield k, ends, j, BinaryOp(Binary.LE, one, other)
            if len(seen) == LOADS:
                return


def at_most_one(end: Expr) -> bool:
    return isinstance(end, Const) and isinstance(end.type, IntType) and end.type.number(end.value) <= 1


def _zero(like: Variable) -> Expr:
    assert isinstance(like.type, IntType)
    return const(like.type, 0)


def stepping(given: Given, step: int) -> frozenset[Variable]:
    """The integers that go up, or down, by one."""

    def steps(variable: Variable, statement: Statement) -> bool:
        match statement:
            case Assign(value=BinaryOp(op=op, left=Variable(type=IntType() as type_), right=Const(value=by))):
                number = (
                    type_.number(by) if op is Binary.ADD else -type_.number(by) if op is Binary.SUB else 0
                )
                return number == step
            case _:
                return False

    return frozenset(one for one in given if any(steps(one, statement) for statement in given[one]))


def _next(end: Expr, step: int) -> Expr:
    assert isinstance(end.type, IntType)
    return BinaryOp(Binary.ADD if step > 0 else Binary.SUB, end, const(end.type, abs(step)))


def _finder(load: Load) -> Variable | None:
    """The index of an element, if it is nothing but a variable."""
    if isinstance(load.address, PointerAdd):
        match index_of(load.address.offset):
            case Variable(type=IntType()) as one:
                return one
            case _:
                return None
    return None


def _shifted(atom: Expr) -> Iterator[tuple[Expr, Variable]]:
    """A condition on elements as one on the element that a variable finds: `a[j - 1] > x` as `a[j] > x`."""
    places: dict[Expr, Variable] = {}
    for load in sorted(loads(atom), key=lambda load: load.serial):
        if isinstance(load.address, PointerAdd):
            match index_of(load.address.offset):
                case Variable(type=IntType()) as one:
                    places[one] = one
                case (
                    BinaryOp(
                        op=Binary.ADD | Binary.SUB, left=Variable(type=IntType()) as one, right=Const()
                    ) as place
                ):
                    places[place] = one
                case _:
                    pass
    for finder in dict.fromkeys(places.values()):
        used = [place for place, one in places.items() if one is finder]
        if len(used) == 1:
            yield substitute(atom, {used[0]: finder}), finder
        elif finder in used:
            yield atom, finder

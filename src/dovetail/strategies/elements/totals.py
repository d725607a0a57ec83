"""Guesses about sums and counts of elements, and that they are kept when elements change their places.

A variable that a loop adds elements to, `s += a[i]`, or one for each element of a kind, `if (a[i] == v)
s++`, is a sum over the elements up to where the loop has come: `s == sum(k, 0, i, a[k])`. What follows may
give elements other places: an exchange keeps the sum. Where elements are shifted, one of them is kept in a
variable while there is a hole where another one stands twice: `s + a[j] == sum(k, 0, n, a[k]) + kept`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from dovetail.program.automata import Edge
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    Sum,
    Variable,
    const,
    index,
    loads,
    negation,
    substitute,
    variables,
)
from dovetail.program.statements import Assign, Assume
from dovetail.program.types import BOOL, IntType
from dovetail.quick_dataclass import dataclass
from dovetail.strategies.elements.holes import Hole, following, is_of
from dovetail.strategies.elements.sites import Given, spelt_out

BACK = 6
"""Edges, from where a number is added to what was asked before."""
SUMS, ENDS = 8, 3
"""So many of each are looked at."""

Finding = Callable[[Expr], Sequence[Variable]]
"""What finds the elements that an expression is about."""


@dataclass(frozen=True, slots=True)
class _Added:
    """`variable` starts with a number, and is given what the body is for each element from `low` on."""

    variable: Variable
    start: Const
    finder: Variable
    index: Variable
    low: Expr
    body: Expr


class Totals:
    """`usual` and `means`: what variables are other names for, and what they were read from. `ends`: what
    indices are compared with."""

    def __init__(
        self,
        given: Given,
        edges: Sequence[Edge],
        usual: Mapping[Expr, Expr],
        means: Mapping[Expr, Expr],
        finding: Finding,
        ends: Mapping[Variable, Iterable[Expr]],
        holes: Sequence[Hole],
    ) -> None:
        self._given, self._finding, self._ends = given, finding, ends
        self._usual, self._means = usual, means
        self._into: dict[int, list[Edge]] = {}
        for edge in edges:
            self._into.setdefault(edge.target, []).append(edge)
        writes: dict[Variable, list[Edge]] = {}
        for edge in edges:
            match edge.statement:
                case Assign(target=Variable(type=IntType()) as target):
                    writes.setdefault(target, []).append(edge)
                case _:
                    pass
        self._added = [one for target in writes for one in self._added_to(target, writes[target])][:SUMS]
        self._holes = holes
        self._following = following(given, [one.variable for one in self._added])
        """What variables are that were computed from a sum."""

    def guesses(self, settled: frozenset[Variable], left: frozenset[Variable]) -> Iterator[Expr]:
        """`left`: the variables that are given no value any more."""
        for one in self._added:
            for end in self._ends_of(one, settled, left):
                total = Sum(one.index, one.low, end, one.body)
                needed = variables(total) | {one.variable}
                if not all(v in settled or not v.scope for v in needed):
                    continue
                said: Expr = total
                if one.start.value:
                    said = BinaryOp(Binary.ADD, total, one.start)
                yield BinaryOp(Binary.EQ, one.variable, said)
                if one.variable in left and end is not one.finder:
                    yield from self._with_holes(one, said, settled)
        for equation in self._following:
            if all(v in settled or not v.scope for v in variables(equation)):
                yield equation

    def _ends_of(self, one: _Added, settled: frozenset[Variable], left: frozenset[Variable]) -> list[Expr]:
        found = dict.fromkeys(end for end in self._ends.get(one.finder, ()) if end.type == one.finder.type)
        if found and one.variable in left:
            return list(found)[:ENDS]  # the loop is over
        return [one.finder, *found][: ENDS + 1] if one.finder in settled else list(found)[:ENDS]

    def _with_holes(self, one: _Added, total: Expr, settled: frozenset[Variable]) -> Iterator[Expr]:
        element = next(iter(loads(one.body)))
        for hole in self._holes:
            if not is_of(element, hole.pointer) or hole.place.type != one.index.type:
                continue
            if not all(v in settled or not v.scope for v in variables(hole.place)):
                continue
            there = substitute(one.body, {one.index: hole.place})
            for kept in hole.kept:
                if kept in settled and kept.type == element.type:
                    missing = substitute(one.body, {element: kept})
                    more = BinaryOp(Binary.ADD, total, missing)
                    yield BinaryOp(Binary.EQ, BinaryOp(Binary.ADD, one.variable, there), more)

    # What the text says

    def _added_to(self, target: Variable, edges: Sequence[Edge]) -> Iterator[_Added]:
        starts: dict[Const, None] = {}
        under: list[tuple[Expr, Const]] = []
        bodies: dict[Expr, None] = {}
        for edge in edges:
            assert isinstance(edge.statement, Assign)
            value = substitute(edge.statement.value, self._usual)
            match value:
                case Const():
                    starts[value] = None
                    continue
                case (
                    BinaryOp(op=Binary.ADD, left=left, right=more)
                    | BinaryOp(op=Binary.ADD, left=more, right=left)
                ) if left is target:
                    pass
                case BinaryOp(op=Binary.SUB, left=left, right=less) if left is target:
                    assert isinstance(less.type, IntType)
                    number = less.type.number(less.value) if isinstance(less, Const) else 0
                    zero = const(less.type, 0)
                    more = const(less.type, -number) if number else BinaryOp(Binary.SUB, zero, less)
                case _:
                    return
            more = spelt_out(more, self._means)
            if isinstance(more, Const):
                asked = self._asked_before(edge)
                if asked is not None:
                    under.append((asked, more))
            elif loads(more):
                bodies[_numbered(more)] = None
        bodies.update(dict.fromkeys(_chosen(under)))
        for start in list(starts)[:1]:
            for body in bodies:
                yield from self._of(target, start, body)

    def _of(self, target: Variable, start: Const, body: Expr) -> Iterator[_Added]:
        for finder in self._finding(BinaryOp(Binary.EQ, body, body)):
            assert isinstance(finder.type, IntType)
            k = index("k", finder.type)
            lows = [
                one.value
                for one in self._given.get(finder, ())
                if isinstance(one, Assign) and isinstance(one.value, Const)
            ]
            over = substitute(body, {finder: k})
            if lows and len(loads(over)) == 1:
                yield _Added(target, start, finder, k, lows[0], over)

    def _asked_before(self, edge: Edge) -> Expr | None:
        """The last condition on an element before an edge."""
        at = edge.source
        for _ in range(BACK):
            into = self._into.get(at, [])
            if len(into) != 1:
                return None
            match into[0].statement:
                case Assume(condition=condition):
                    said = spelt_out(substitute(condition, self._usual), self._means)
                    if loads(said):
                        return said
                case _:
                    pass
            at = into[0].source
        return None


def _numbered(body: Expr) -> Expr:
    """A condition that is added as a number: 1 or 0."""
    match body:
        case Cast(type=IntType() as type_, operand=condition) if condition.type == BOOL:
            return Conditional(condition, const(type_, 1), const(type_, 0))
        case _:
            return body


def _chosen(under: Sequence[tuple[Expr, Const]]) -> Iterator[Expr]:
    """What is added for each element, by the conditions under which numbers are added."""
    for condition, number in under:
        others = [other for asked, other in under if asked is negation(condition)]
        otherwise = others[0] if others else Const(number.type, 0)
        if not others or condition.serial < negation(condition).serial:
            yield Conditional(condition, number, otherwise)

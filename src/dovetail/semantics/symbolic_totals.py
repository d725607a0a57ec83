"""What sums over elements mean to a solver that knows no such thing.

A number s stands for `Sum(k, low, high, body)` in a state. Let f(k) be the body in the range, and 0 outside.
Of two sums s and s' it is said, for any indices t1 … tm:

    either there is an index w, none of these, with f(w) != f'(w),
    or s - s' is the sum of f(t) - f'(t) for those t that differ from each other.

That is true of any two sums: numbers are added up modulo a power of two, where order does not matter, and if
there is no such w, all other indices add the same to both. The w of each lemma is a symbol of its own. So an
answer that there is no solution is right, whichever indices and pairs are chosen. With the indices at which a
step writes, and the bounds of the ranges, it says that a step of a loop adds its element, and that to
exchange two of them changes nothing. A count is the sum of a body that is 0 or 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Const,
    Expr,
    Load,
    PointerAdd,
    Quantifier,
    Sum,
    subexpressions,
    variables,
)
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.symbolic_values import Value

if TYPE_CHECKING:
    from dovetail.semantics.symbolic import Symbolic
    from dovetail.semantics.symbolic_states import SymbolicState

Index = tuple[Value, IntType]
PLACES, PAIRS, UNLIKE = 14, 30, 5
"""Indices, and pairs, of which something is said; so many sums are few enough to compare unlike ones."""


@dataclass(eq=False, slots=True)
class Total:
    """`number` stands for a sum in a state."""

    number: Value
    expr: Sum
    low: Value
    high: Value
    state: SymbolicState
    lemmas: dict[tuple[Any, ...], tuple[Any, Value]] = field(default_factory=dict)
    """What was said of another one, for some indices, and the witness in that."""

    @property
    def index_type(self) -> IntType:
        assert isinstance(self.expr.index.type, IntType)
        return self.expr.index.type

    @property
    def width(self) -> int:
        assert isinstance(self.expr.type, IntType)
        return self.expr.type.width


def pairs(totals: Sequence[Total]) -> Iterator[tuple[Total, Total | None]]:
    """Those that are worth comparing; and a few with none, which is the sum of nothing."""
    few, left = len(totals) <= UNLIKE, PAIRS
    if few:
        yield from ((one, None) for one in totals)
    for one, other in combinations(totals, 2):
        alike = one.index_type == other.index_type and one.width == other.width
        if alike and (few or one.expr.body is other.expr.body) and left:
            left -= 1
            yield one, other


def compared(
    one: Total, other: Total | None, looked_at: Iterable[Index], algebra: Symbolic[Any]
) -> tuple[tuple[Any, ...], Any, Value]:
    """The lemma about two sums: by what it may be known again, the lemma, and its witness."""
    looked_at = list(looked_at)
    more: list[Value] = []
    if other is None or one.expr.body is not other.expr.body:
        more = [fitted(algebra, value, type_, one.index_type) for value, type_ in looked_at]
    at = tuple(dict.fromkeys((*_ends(one, other), *_changed(one, other, looked_at, algebra), *more)))[:PLACES]
    key = (other, at)
    found = one.lemmas.get(key)
    if found is None:
        found = one.lemmas[key] = _lemma(one, other, at, algebra)
    return (one, *key), *found


def _ends(one: Total, other: Total | None) -> Iterator[Value]:
    """Where one range has ended and the other one has not."""
    if other is None:
        yield from (one.low, one.high)
    else:
        for mine, its in ((one.high, other.high), (one.low, other.low)):
            if mine != its:
                yield from (mine, its)


def _changed(
    one: Total, other: Total | None, looked_at: Sequence[Index], algebra: Symbolic[Any]
) -> Iterator[Value]:
    """The elements that were written between their states."""
    if other is None:
        return
    for pointer in one.state.memory.changed(other.state.memory):
        for total in (one, other):
            for base, size in starts(total.expr):
                start = total.state.evaluate(base)
                if algebra.objects_equal(start.object, pointer.object) is not False:
                    yield _place(algebra, pointer, start, size, total.index_type, looked_at)


def _place(
    algebra: Symbolic[Any], pointer: Any, start: Any, size: int, type_: IntType, looked_at: Sequence[Index]
) -> Any:
    """Of an element its number; if there is one, as the program has it."""
    bits = algebra.pointer_bits
    offset = algebra.sub(pointer.offset, start.offset, bits)
    for value, found in looked_at:
        extended = fitted(algebra, value, found, IntType(bits, True))
        if algebra.mul(extended, size, bits) == offset:
            return fitted(algebra, value, found, type_)
    number = algebra.ashr(offset, size.bit_length() - 1, bits)
    return fitted(algebra, number, IntType(bits, True), type_)


def fitted(algebra: Symbolic[Any], value: Value, type_: IntType, wanted: IntType) -> Any:
    """A number of one type as an index of another: its bits are extended or cut."""
    if type_.width > wanted.width:
        return algebra.truncate(value, type_.width, wanted.width)
    extended = algebra.sign_extend if type_.signed else algebra.zero_extend
    return value if type_.width == wanted.width else extended(value, type_.width, wanted.width)


def _lemma(
    one: Total, other: Total | None, places: Sequence[Value], algebra: Symbolic[Any]
) -> tuple[Any, Value]:
    width, type_ = one.width, one.index_type
    difference: Any = 0
    for number, place in enumerate(places):
        here = algebra.sub(_at(one, place, algebra), _at(other, place, algebra), width)
        if here == 0 and type(here) is int:
            continue
        for before in places[:number]:  # of those that are the same, the first one counts
            here = algebra.choose(algebra.eq(before, place, type_.width), 0, here)
        difference = algebra.add(difference, here, width)
    witness: Value = algebra.fresh(type_, f"{algebra.name('sum')}.witness")
    differs = algebra.eq(_at(one, witness, algebra), _at(other, witness, algebra), width)
    apart = algebra.negation(differs)
    for place in places:
        apart = algebra.conjunction(apart, algebra.negation(algebra.eq(witness, place, type_.width)))
    expected = difference if other is None else algebra.add(other.number, difference, width)
    return algebra.disjunction(apart, algebra.eq(one.number, expected, width)), witness


def _at(total: Total | None, place: Value, algebra: Symbolic[Any]) -> Any:
    """What an index adds to it."""
    if total is None:
        return 0
    type_ = total.index_type
    less = algebra.slt if type_.signed else algebra.ult
    above = algebra.negation(less(place, total.low, type_.width))
    inside = algebra.conjunction(above, less(place, total.high, type_.width))
    if inside is False:
        return 0
    return algebra.choose(inside, element(total.expr, total.state, place), 0)


def element(expr: Sum, state: SymbolicState, place: Value) -> Any:
    """The body at an index."""
    there = state.copy()
    there.assign(expr.index, place)
    return there.evaluate(expr.body)


def starts(expr: Quantifier) -> Iterator[tuple[Expr, int]]:
    """Where the elements begin that a condition is about, and how large they are."""
    for part in subexpressions(expr.body):
        match part:
            case Load(address=PointerAdd(pointer=base, offset=offset)) if expr.index in variables(offset):
                match offset:
                    case BinaryOp(op=Binary.MUL, right=Const(value=size)) if size & (size - 1) == 0:
                        yield base, size
                    case _:
                        yield base, 1
            case _:
                pass

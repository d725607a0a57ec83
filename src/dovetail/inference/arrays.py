"""Likely invariants of array contents: of all elements, or of those before an index.

Expressions have no quantifiers, so a guess is an `ArrayFact`. For arrays of at most 16 elements that can be
written as expressions it also has a formula: the conjunction over the elements, each under the condition that
it lies before the index.

Facts are about single elements (a constant, a range, bounds by another variable, a line in the position),
about neighbours (sorted), or about the same element of another array.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dovetail.inference.contents import ArrayName, Contents
from dovetail.inference.likely import LEAST
from dovetail.inference.relations import wide_enough
from dovetail.inference.states import Int64, States
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Expr,
    Variable,
    conjunction,
    const,
    disjunction,
)
from dovetail.program.types import IntType

WRITTEN = 16
"""Arrays with more elements get no formula."""
MOST_INDICES = 6
MOST_BOUNDS = 8
_ROOM = 1 << 62

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ArrayFact:
    """Every element (before `index`, if there is one) stands in the relation `kind` to `bound`:

    constant, at least, at most: a number or a variable; line: (a, b), the element at k is a * k + b;
    ascending, strictly ascending, descending: neighbours; same: the same element of the other array.
    """

    kind: str
    array: ArrayName
    index: Variable | None
    bound: int | Variable | tuple[int, int] | ArrayName | None
    support: int
    expr: Expr | None = None


@dataclass(frozen=True, slots=True)
class _Seen:
    """The elements looked at: all of an array's, or those before an index."""

    contents: Contents
    numbers: Int64
    rows: Int64
    positions: Int64
    index: Variable | None


def array_facts(states: States, arrays: Sequence[Contents], *, least: int = LEAST) -> list[ArrayFact]:
    """What the contents of arrays have in common in all states: `arrays` have as many lists as there are
    states."""
    found: list[ArrayFact] = []
    for contents in arrays:
        if len(contents.lengths) != states.rows:
            raise ValueError(f"{contents.array.name} has not as many lists as there are states")
        if contents.numbers is None or not len(contents.numbers):
            continue
        whole = _Seen(contents, contents.numbers, contents.rows, contents.positions, None)
        told = list(_facts(states, arrays, whole, least))
        found += told
        known = {(fact.kind, fact.bound) for fact in told}
        for place in _indices(states, contents):
            before = whole.positions < states.entries(place)[whole.rows]
            prefix = _Seen(
                contents,
                whole.numbers[before],
                whole.rows[before],
                whole.positions[before],
                states.variables[place],
            )
            for fact in _facts(states, arrays, prefix, least):
                if (fact.kind, fact.bound) not in known:
                    found.append(fact)
    return found


def _indices(states: States, contents: Contents) -> list[int]:
    """Variables that may be an index: never beyond the end, not always the same, sometimes before the
    end."""
    found = []
    for place in states.numbers:
        column = states.columns[place]
        if column.base or column.low == column.high or column.low < -1:
            continue
        entries = states.entries(place)
        if bool((entries <= contents.lengths).all()) and bool((entries < contents.lengths).any()):
            found.append(place)
    return found[:MOST_INDICES]


def _facts(states: States, arrays: Sequence[Contents], seen: _Seen, least: int) -> Iterator[ArrayFact]:
    support = len(np.unique(seen.rows))
    if support < max(least, 1):
        return
    yield from _elements(states, seen, support)
    yield from _neighbours(seen, least)
    for other in arrays:
        if other.array.name > seen.contents.array.name and other.numbers is not None:
            if _same(seen, other):
                yield _fact("same", seen, other.array, support)


def _elements(states: States, seen: _Seen, support: int) -> Iterator[ArrayFact]:
    numbers, type_ = seen.numbers, seen.contents.array.element
    low, high = int(numbers.min()), int(numbers.max())
    if low == high:
        yield _fact("constant", seen, low, support)
        return
    line = _line(seen)
    if line is not None:
        yield _fact("line", seen, line, support)
    if low > type_.minimum:
        yield _fact("at least", seen, low, support)
    if high < type_.maximum:
        yield _fact("at most", seen, high, support)
    for place in states.numbers[:MOST_BOUNDS]:
        column, variable = states.columns[place], states.variables[place]
        if column.base or variable is seen.index or column.low == column.high:
            continue
        held = states.entries(place)[seen.rows]
        if bool((numbers == held).all()):
            yield _fact("constant", seen, variable, support)
            continue
        # What the ranges say is nothing new.
        if high > column.low and bool((numbers <= held).all()):
            yield _fact("at most", seen, variable, support)
        if low < column.high and bool((numbers >= held).all()):
            yield _fact("at least", seen, variable, support)


def _line(seen: _Seen) -> tuple[int, int] | None:
    """Coefficients a and b, where the element at k is always a * k + b."""
    positions, numbers = seen.positions, seen.numbers
    last = int(positions.argmax())
    first = int(positions.argmin())
    run = int(positions[last] - positions[first])
    rise = int(numbers[last]) - int(numbers[first])
    if run < 2 or rise % run:
        return None
    a = rise // run
    b = int(numbers[first]) - a * int(positions[first])
    if not a or abs(a) * (int(positions[last]) + 1) + abs(b) >= _ROOM:
        return None
    return (a, b) if bool((numbers == a * positions + b).all()) else None


def _neighbours(seen: _Seen, least: int) -> Iterator[ArrayFact]:
    numbers, rows = seen.numbers, seen.rows
    pairs: Bools = rows[1:] == rows[:-1]
    left, right = numbers[:-1][pairs], numbers[1:][pairs]
    support = len(np.unique(rows[1:][pairs]))
    if support < max(least, 1) or bool((left == right).all()):
        return
    if bool((left < right).all()):
        yield _fact("strictly ascending", seen, None, support)
    elif bool((left <= right).all()):
        yield _fact("ascending", seen, None, support)
    elif bool((left >= right).all()):
        yield _fact("descending", seen, None, support)


def _same(seen: _Seen, other: Contents) -> bool:
    assert other.numbers is not None
    if bool((seen.positions >= other.lengths[seen.rows]).any()):
        return False
    if seen.index is None and not np.array_equal(seen.contents.lengths, other.lengths):
        return False
    return bool((seen.numbers == other.numbers[other.starts[seen.rows] + seen.positions]).all())


# Formulas


def _fact(
    kind: str, seen: _Seen, bound: int | Variable | tuple[int, int] | ArrayName | None, support: int
) -> ArrayFact:
    array, lengths = seen.contents.array, seen.contents.lengths
    expr = None
    size = len(array.elements)
    if 0 < size <= WRITTEN and bool((lengths == size).all()):
        expr = _formula(kind, array, seen.index, bound)
    return ArrayFact(kind, array, seen.index, bound, support, expr)


def _formula(
    kind: str,
    array: ArrayName,
    index: Variable | None,
    bound: int | Variable | tuple[int, int] | ArrayName | None,
) -> Expr | None:
    parts: list[Expr] = []
    elements = array.elements
    neighbours = {
        "ascending": Binary.LE,
        "strictly ascending": Binary.LT,
        "descending": Binary.GE,
    }
    for position, element in enumerate(elements):
        part: Expr | None
        if kind in neighbours:
            if not position:
                continue
            part = BinaryOp(neighbours[kind], elements[position - 1], element)
        elif isinstance(bound, ArrayName):
            if position >= len(bound.elements):
                return None
            part = _compared(Binary.EQ, element, bound.elements[position])
        elif isinstance(bound, tuple):
            part = _number(Binary.EQ, element, bound[0] * position + bound[1])
        else:
            op = {"constant": Binary.EQ, "at least": Binary.GE, "at most": Binary.LE}[kind]
            part = _number(op, element, bound) if isinstance(bound, int) else _compared(op, element, bound)
        if part is None:
            return None
        if index is not None:
            part = disjunction([_number(Binary.LE, index, position), part])
        parts.append(part)
    return conjunction(parts)


def _number(op: Binary, left: Expr, number: int) -> Expr:
    type_ = left.type
    assert isinstance(type_, IntType)
    if type_.minimum <= number <= type_.maximum:
        return BinaryOp(op, left, const(type_, number))
    wide = wide_enough(max(abs(number), type_.maximum, -type_.minimum))
    assert wide is not None
    return BinaryOp(op, Cast(wide, left), const(wide, number))


def _compared(op: Binary, left: Expr, right: Expr | None) -> Expr | None:
    assert right is not None
    one, other = left.type, right.type
    assert isinstance(one, IntType) and isinstance(other, IntType)
    if (one.width, one.signed) == (other.width, other.signed):
        return BinaryOp(op, left, right)
    wide = wide_enough(max(-one.minimum, one.maximum, -other.minimum, other.maximum))
    return None if wide is None else BinaryOp(op, Cast(wide, left), Cast(wide, right))

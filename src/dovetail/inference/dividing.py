"""Conditions that divide the observed states: true of many of them, and mostly not of all.

A likely invariant is what all states have in common. Who is looking for predicates to tell states apart wants
something else: a value that a variable often has, a difference of two that is often the same, an order of
two. No condition here is thought to hold everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, islice

from dovetail.inference.states import States
from dovetail.program.expressions import Binary, BinaryOp, Expr, const
from dovetail.semantics.simplify import simplify

OFTEN = 0.2
"""Of the states, in which a value or a difference must be the same; and at least in so many:"""
LEAST = 2
MOST = 100
"""Conditions told, those about one variable first."""
_PAIRED = 3
"""With fewer states, nothing is said of two variables."""


def dividing(states: States, most: int = MOST) -> list[Expr]:
    """Of the integers among the variables."""
    found = chain(_values(states), _pairs(states))
    return list(islice(dict.fromkeys(map(simplify, found)), most))


def _values(states: States) -> Iterator[Expr]:
    """The value that a variable has most often, if it has others as well."""
    for place, column in states.columns.items():
        value, count = _most_common(_numbers(states, place))
        if _often(states, count) and count < states.rows:
            yield BinaryOp(Binary.EQ, states.variables[place], const(column.type, value))


def _pairs(states: States) -> Iterator[Expr]:
    """The difference of two variables of one type that is there most often, and which of them is less."""
    for one, other in combinations(states.columns if states.rows >= _PAIRED else (), 2):
        left, right, type_ = states.variables[one], states.variables[other], states.columns[one].type
        if type_ != right.type:
            continue
        apart = [a - b for a, b in zip(_numbers(states, one), _numbers(states, other), strict=True)]
        difference, count = _most_common(apart)
        if _often(states, count) and type_.minimum <= difference <= type_.maximum:
            if difference:
                subtracted = BinaryOp(Binary.SUB, left, right)
                yield BinaryOp(Binary.EQ, subtracted, const(type_, difference))
            else:
                yield BinaryOp(Binary.EQ, left, right)
        yield BinaryOp(Binary.LT, left, right)
        yield BinaryOp(Binary.LT, right, left)


def _numbers(states: States, place: int) -> list[int]:
    return [states.number(place, row) for row in range(states.rows)]


def _most_common(numbers: list[int]) -> tuple[int, int]:
    """With how often it is there; of several the first."""
    return Counter(numbers).most_common(1)[0] if numbers else (0, 0)


def _often(states: States, count: int) -> bool:
    return count >= max(LEAST, OFTEN * states.rows)

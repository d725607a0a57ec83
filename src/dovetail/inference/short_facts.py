"""Short facts: what all states show of one or two integers, each told by itself.

`likely` tells everything, and leaves out what follows from something that it tells. Who asks once, and keeps
what proves itself, wants less and more than that: only what a prover decides without effort, but the weaker
facts beside the stronger ones, because a stronger one may be what some runs happened to show. So bounds are
told as they were observed and at zero, one and the program's constants; rests by powers of two, which are
questions about bits; orders; sums and differences that stay the same, and one variable twice another, in the
variables' own arithmetic. Nothing is left out because it follows from others.

Whether any of it holds of states that nobody has seen is for others to find out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice

import numpy as np

from dovetail.inference.extremes import Extremes, doubled_terms, pair_terms
from dovetail.inference.relations import Parts, Relation, written
from dovetail.inference.states import States
from dovetail.inference.values import Values
from dovetail.program.expressions import Binary, BinaryOp, Expr, Variable, const
from dovetail.program.types import IntType
from dovetail.semantics.simplify import simplify

MOST = 600
"""Facts told, those about one variable first."""
MODULI = (2, 4)
_DISTINCT = 3
"""Different pairs of values, below which they fit an equation by accident."""


def short_facts(states: States, constants: Sequence[int] = (), most: int = MOST) -> list[Expr]:
    """Of the integers among the variables; `constants` are the program's."""
    if not states.rows:
        return []
    alone = (fact for place in states.columns for fact in _alone(states, place, constants))
    return list(islice(dict.fromkeys(map(simplify, chain(alone, _in_pairs(states)))), most))


def _alone(states: States, place: int, constants: Sequence[int]) -> Iterator[Expr]:
    """Bounds and rests of one variable."""
    variable, column = states.variables[place], states.columns[place]
    type_, one = column.type, ((1, (place,)),)
    near = {constant + step for constant in constants for step in (-1, 0, 1)}
    lower = [column.low, *(number for number in (0, 1) if number < column.low)]
    upper = [column.high, *sorted(number for number in near if number > column.high)]
    for op, bounds in ((Binary.GE, lower), (Binary.LE, upper)):
        for bound in bounds:
            if type_.minimum <= bound <= type_.maximum:
                fact = written(Relation(one, op, bound), states.variables)
                if fact is not None:
                    yield fact
    values = Values()
    values.absorb(states, place)
    for modulus in MODULI:
        # Of a single value everything is a multiple; the modulus is 0 then.
        if not values.modulus % modulus:
            low_bits = BinaryOp(Binary.BITAND, variable, const(type_, modulus - 1))
            yield BinaryOp(Binary.EQ, low_bits, const(type_, column.low % modulus))


def _in_pairs(states: States) -> Iterator[Expr]:
    variables = states.variables
    pairs = [
        (left, right)
        for left, right in combinations(states.numbers, 2)
        if variables[left].type == variables[right].type
    ]
    extremes = Extremes(pair_terms(pairs), doubled_terms(pairs))
    extremes.absorb(states)
    for pair in pairs:
        yield from _pair(states, pair, extremes)


def _pair(states: States, pair: tuple[int, int], extremes: Extremes) -> Iterator[Expr]:
    """Orders and equations of two variables of one type."""
    left, right = (states.variables[place] for place in pair)
    difference, total, *doubled = (*pair_terms([pair]), *doubled_terms([pair]))
    apart = extremes.get(difference)
    if apart is not None:
        if apart.high <= 0:
            yield BinaryOp(Binary.LE, left, right)
        if apart.low >= 0:
            yield BinaryOp(Binary.GE, left, right)
    if _distinct(states, pair) < _DISTINCT:
        return
    for op, parts in ((Binary.SUB, difference), (Binary.ADD, total)):
        same = _same(extremes, parts)
        if same is not None:
            yield BinaryOp(Binary.EQ, BinaryOp(op, left, right), _constant(left, same))
    for parts in doubled:
        if parts[1][0] < 0 and _same(extremes, parts) == 0:
            half, whole = (left, right) if parts[0][0] == 2 else (right, left)
            yield BinaryOp(Binary.EQ, whole, BinaryOp(Binary.MUL, half, _constant(half, 2)))


def _same(extremes: Extremes, parts: Parts) -> int | None:
    """What a sum was in all states; None if it was not the same."""
    extreme = extremes.get(parts)
    return extreme.low if extreme is not None and extreme.low == extreme.high else None


def _distinct(states: States, pair: tuple[int, int]) -> int:
    return len(np.unique(np.stack([states.entries(place) for place in pair], axis=1), axis=0))


def _constant(variable: Variable, number: int) -> Expr:
    assert isinstance(variable.type, IntType)
    return const(variable.type, number)

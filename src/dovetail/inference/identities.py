"""What pointers and floats had in common.

Pointers are identities: null, never null, equal. Floats are compared as C compares them, so that nothing is
said of a variable that was not a number in some state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np

from dovetail.inference.states import States
from dovetail.program.expressions import Binary, BinaryOp, Cast, Const, Expr, Variable
from dovetail.program.types import DOUBLE, FloatType
from dovetail.semantics import floats

Fact = tuple[Expr, str, int]
Related = Callable[[Variable, Variable], bool]


def pointer_facts(states: States, related: Related | None) -> Iterator[Fact]:
    null: set[int] = set()
    merged: set[int] = set()
    for place in states.pointer_places:
        variable, held = states.variables[place], states.identities(place)
        if not held.any():
            null.add(place)
            yield BinaryOp(Binary.EQ, variable, Const(variable.type, 0)), "null", states.rows
        elif held.all():
            yield BinaryOp(Binary.NE, variable, Const(variable.type, 0)), "non-null", states.rows
    for one, other in combinations(states.pointer_places, 2):
        left, right = states.variables[one], states.variables[other]
        if null & {one, other} or merged & {one, other} or left.type != right.type:
            continue
        if related is not None and not related(left, right):
            continue
        if np.array_equal(states.identities(one), states.identities(other)):
            merged.add(other)
            yield BinaryOp(Binary.EQ, left, right), "equal", states.rows


def float_facts(states: States, related: Related | None) -> Iterator[Fact]:
    known: list[int] = []
    for place in states.float_places:
        variable, held = states.variables[place], states.reals(place)
        type_ = variable.type
        assert isinstance(type_, FloatType)
        if type_.width not in (32, 64) or np.isnan(held).any():
            continue
        low, high = float(held.min()), float(held.max())
        if low == high:
            yield BinaryOp(Binary.EQ, variable, _constant(type_, low)), "constant", states.rows
            continue
        known.append(place)
        yield BinaryOp(Binary.GE, variable, _constant(type_, low)), "range", states.rows
        yield BinaryOp(Binary.LE, variable, _constant(type_, high)), "range", states.rows
        if low < 0 < high and bool(held.all()):
            yield BinaryOp(Binary.NE, variable, _constant(type_, 0.0)), "non-zero", states.rows
        for op, bound in ((Binary.GE, 0.0 if low > 0 else None), (Binary.LE, 0.0 if high < 0 else None)):
            if bound is not None:
                yield BinaryOp(op, variable, _constant(type_, bound)), "bound", states.rows
    merged: set[int] = set()
    for one, other in combinations(known, 2):
        left, right = states.variables[one], states.variables[other]
        if merged & {one, other} or (related is not None and not related(left, right)):
            continue
        a, b = states.reals(one), states.reals(other)
        if bool((a == b).all()):
            merged.add(other)
            yield _floats(Binary.EQ, left, right), "equal", states.rows
            continue
        if a.max() < b.min() or b.max() < a.min():
            continue  # the ranges say so
        for op, never in ((Binary.LE, a > b), (Binary.GE, a < b)):
            if not never.any():
                strict = {Binary.LE: Binary.LT, Binary.GE: Binary.GT}[op]
                if not (a == b).any():
                    yield _floats(strict, left, right), "order", states.rows
                yield _floats(op, left, right), "order", states.rows


def _constant(type_: FloatType, number: float) -> Const:
    return Const(type_, floats.to_bits(number, type_.width))


def _floats(op: Binary, left: Variable, right: Variable) -> Expr:
    # Every float is a double, exactly.
    if left.type == right.type:
        return BinaryOp(op, left, right)
    return BinaryOp(op, Cast(DOUBLE, left), Cast(DOUBLE, right))

"""Predicates about a variable or two, suggested by the states of runs.

Weakest preconditions of a false error in a loop speak of one value after the other when what matters is a
relation that no branch of the program asks for. In some part of the states that runs have seen it is there: a
value or a difference that is often the same, or an order that is not always.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from dovetail.program.expressions import Binary, BinaryOp, Const, Expr, Variable, const
from dovetail.program.types import IntType
from dovetail.semantics.simplify import simplify

OFTEN = 0.2
"""Of the states, in which a difference must be the same."""
VARIABLES = 6


def relations(variables: Sequence[Variable], states: Sequence[Mapping[Variable, int]]) -> Iterator[Expr]:
    """For each variable, and each pair of one type. Values are bit patterns."""
    integers = [one for one in variables if isinstance(one.type, IntType) and one.type.width > 1]
    for variable in integers[:VARIABLES]:
        held = [one[variable] for one in states if variable in one]
        value, count = Counter(held).most_common(1)[0] if held else (0, 0)
        if max(2, OFTEN * len(held)) <= count < len(held):
            yield simplify(BinaryOp(Binary.EQ, variable, Const(variable.type, value)))
    for left, right in combinations(integers[:VARIABLES], 2):
        type_ = left.type
        if type_ != right.type or not isinstance(type_, IntType):
            continue
        seen = [
            (type_.number(one[left]), type_.number(one[right])) for one in states if _both(one, left, right)
        ]
        if len(seen) < 3:
            continue
        difference, count = Counter(a - b for a, b in seen).most_common(1)[0]
        if count >= max(2, OFTEN * len(seen)) and type_.number(type_.bits(difference)) == difference:
            if count < len(seen) or difference:
                subtracted = BinaryOp(Binary.SUB, left, right)
                yield simplify(BinaryOp(Binary.EQ, subtracted, const(type_, difference)))
            if not difference:
                yield simplify(BinaryOp(Binary.EQ, left, right))
        yield simplify(BinaryOp(Binary.LT, left, right))
        yield simplify(BinaryOp(Binary.LT, right, left))


def _both(state: Mapping[Variable, int], left: Variable, right: Variable) -> bool:
    return left in state and right in state

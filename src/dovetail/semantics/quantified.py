"""What quantifiers mean where values are known: the body, element by element or block by
block."""

from __future__ import annotations

from typing import Any

from dovetail.program.expressions import ForAll, ForAllBlocks, Quantifier, Sum, Variable
from dovetail.program.types import IntType
from dovetail.semantics.algebra import Algebra, NotComputable
from dovetail.semantics.evaluate import evaluate

MOST = 1 << 20
"""Elements that are looked at."""


class WithIndex:
    """A state in which an index stands for an element; in everything else it is the `state` around."""

    __slots__ = ("_algebra", "_index", "_state", "_value")

    def __init__(self, state: Any, index: Variable, value: Any, algebra: Algebra[Any]) -> None:
        self._state = state
        self._algebra = algebra
        self._index = index
        self._value = value

    def variable(self, variable: Variable) -> Any:
        return self._value if variable is self._index else self._state.variable(variable)

    def quantified(self, expr: Quantifier, low: Any, high: Any) -> Any:
        return quantified(expr, low, high, self._algebra, self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)


def quantified(expr: Quantifier, low: int, high: int, algebra: Algebra[Any], state: Any) -> int:
    """`low` and `high` as bits; a state in which there are blocks has a `memory`."""
    if isinstance(expr, ForAllBlocks):
        return all(
            evaluate(expr.body, algebra, WithIndex(state, expr.index, block, algebra))
            for block in state.memory.blocks()
        )
    type_ = expr.index.type
    assert isinstance(type_, IntType)
    numbers = range(type_.number(low), type_.number(high))
    if numbers.stop - numbers.start > MOST:  # of so large a range Python cannot tell the length
        raise NotComputable(f"more than {MOST} elements are not looked at one by one")
    bodies = (
        evaluate(expr.body, algebra, WithIndex(state, expr.index, type_.bits(number), algebra))
        for number in numbers
    )
    if isinstance(expr, Sum):
        assert isinstance(expr.type, IntType)
        return expr.type.bits(sum(bodies))
    return all(bodies) if isinstance(expr, ForAll) else any(bodies)

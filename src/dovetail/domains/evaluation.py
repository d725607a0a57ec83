"""Expressions in an abstract state.

Every question is answered, also where no execution could ask it: a read of which no place is valid gives
anything. That such an execution does not exist is said by `sure_accesses`, which knows what is evaluated in
any case, and not by the value of an expression of which only a part may be evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dovetail.domains.numbers import Number
from dovetail.domains.pointers import Pointer
from dovetail.domains.states import State
from dovetail.domains.truth import Truth
from dovetail.domains.values import Value, Values, top_of
from dovetail.program.expressions import BinaryOp, Conditional, Expr, Load, Quantifier, Sum, Variable
from dovetail.program.remembering import memo
from dovetail.program.types import IntType, Type
from dovetail.semantics.algebra import Algebra, NotComputable
from dovetail.semantics.evaluate import evaluate


class Reading:
    """What expressions read in one state, and their values, each computed once."""

    __slots__ = ("algebra", "memo", "state")

    def __init__(self, state: State, algebra: Values) -> None:
        self.state = state
        self.algebra = algebra
        self.memo: dict[Expr, Value] = dict(state.facts)

    def value(self, expr: Expr) -> Value:
        """Raises NotComputable for what has no meaning."""
        if isinstance(expr, Variable):
            return self.state.value(expr)
        found = self.memo.get(expr)
        if found is None:
            algebra: Algebra[Any] = self.algebra
            found = evaluate(expr, algebra, self, self.memo)
        return found

    def truth(self, condition: Expr) -> Truth:
        value = self.value(condition)
        assert isinstance(value, Truth)
        return value

    def bounds(self, expr: Expr) -> tuple[int, int] | None:
        """Of an integer expression, as its type reads it."""
        if not isinstance(expr.type, IntType):
            return None
        try:
            value = self.value(expr)
        except NotComputable:
            return None
        assert isinstance(value, Number)
        return (value.smin, value.smax) if expr.type.signed else (value.umin, value.umax)

    # The State of `evaluate`

    def variable(self, variable: Variable) -> Value:
        return self.state.value(variable)

    def load(self, pointer: Value, type: Type) -> Value:
        assert isinstance(pointer, Pointer)
        found = self.state.memory.load(pointer, type, self.algebra)
        return top_of(type) if found is None else found

    def valid(self, pointer: Value, size: Value, width: int) -> Value:
        assert isinstance(pointer, Pointer) and isinstance(size, Number)
        return self.state.memory.valid(pointer, size)

    def freeable(self, pointer: Value) -> Value:
        assert isinstance(pointer, Pointer)
        return self.state.memory.freeable(pointer)

    def writable(self, pointer: Value) -> Value:
        assert isinstance(pointer, Pointer)
        return self.state.memory.writable(pointer)

    def object_size(self, pointer: Value, width: int) -> Value:
        assert isinstance(pointer, Pointer)
        return self.state.memory.object_size(pointer, width)

    def quantified(self, expr: Quantifier, low: Value, high: Value) -> Value:
        return top_of(expr.type) if isinstance(expr, Sum) else Truth.EITHER

    def no_leak(self, running: bool, roots: Sequence[Value] | None) -> Value:
        heap = any(one.heap and one.alive is not Truth.NO for one in self.state.memory.objects.values())
        return Truth.EITHER if heap else Truth.YES


_sure: dict[Expr, tuple[Load, ...]] = memo()


def sure_accesses(expr: Expr) -> tuple[Load, ...]:
    """The reads of memory that happen whenever the expression is evaluated, inner ones first."""
    found = _sure.get(expr)
    if found is None:
        found = _sure[expr] = tuple(_always_evaluated(expr))
    return found


def _always_evaluated(root: Expr) -> Iterator[Load]:
    stack, found, seen = [root], [], {root}
    while stack:
        expr = stack.pop()
        if isinstance(expr, Load):
            found.append(expr)
        match expr:
            case Conditional(condition=condition):
                below: tuple[Expr, ...] = (condition,)
            case BinaryOp(op=op, left=left) if op.logical:
                below = (left,)
            case _:
                below = expr.children
        for child in below:
            if child not in seen:
                seen.add(child)
                stack.append(child)
    yield from reversed(found)

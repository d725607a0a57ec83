"""A suitable predicate from a single state, where weakest preconditions give none.

An input inside of a block that cannot be eliminated, or an alias that cannot be expressed, leaves nothing to
carry back. But the solver can still say that from a state with *these* values the block cannot be crossed,
and which of the values that takes. Each of them is then weakened to a bound as long as that remains true, so
that the predicate excludes a whole corner of the state space and not a point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from dovetail.ledger.blocks import Block
from dovetail.program.expressions import (
    Address,
    Binary,
    BinaryOp,
    Const,
    Expr,
    Load,
    PointerAdd,
    Variable,
    conjunction,
    negation,
    subexpressions,
)
from dovetail.program.statements import expressions_of
from dovetail.program.types import IntType
from dovetail.semantics.simplify import simplify

MAX_OBSERVED = 48


def around_point(
    block: Block,
    literals: Sequence[Expr],
    value: Callable[[Expr], int | None],
    core: Callable[[Sequence[Expr]], list[Expr] | None],
) -> Expr | None:
    """A predicate that holds in every state that can cross the block into a region with these literals, and
    not in the state that gives expressions their `value`. `core` says which of some conditions before the
    block keep it from being crossed; None if they do not."""
    point: dict[Expr, Const] = {}
    for expr in _observed(block, literals):
        number = value(expr)
        if number is not None and len(point) < MAX_OBSERVED:
            assert isinstance(expr.type, IntType)
            point[expr] = Const(expr.type, number)
    needed = core([BinaryOp(Binary.EQ, expr, number) for expr, number in point.items()])
    if needed is None:
        return None
    for index, condition in enumerate(needed):
        assert isinstance(condition, BinaryOp)
        for op in (Binary.LE, Binary.GE):
            weaker = [*needed]
            weaker[index] = BinaryOp(op, condition.left, condition.right)
            if core(weaker) is not None:
                needed = weaker
                break
    return simplify(negation(conjunction(needed)))


def _observed(block: Block, literals: Sequence[Expr]) -> dict[Expr, None]:
    """Integers that the block or the region beyond reads: variables, and memory at fixed places."""
    found: dict[Expr, None] = {}
    for root in (*literals, *_read(block)):
        for expr in subexpressions(root):
            if isinstance(expr.type, IntType) and (isinstance(expr, Variable) or _fixed(expr)):
                found[expr] = None
    return found


def _read(block: Block) -> Iterator[Expr]:
    for statement in reversed(block.statements):
        yield from expressions_of(statement)


def _fixed(expr: Expr) -> bool:
    if not isinstance(expr, Load):
        return False
    match expr.address:
        case Address() | PointerAdd(pointer=Address(), offset=Const()):
            return True
        case _:
            return False

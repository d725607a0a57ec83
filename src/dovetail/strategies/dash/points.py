"""A suitable predicate from a single state, where weakest preconditions give none.

An input inside of a block that cannot be eliminated, or an alias that cannot be expressed, leaves nothing to
carry back. But the solver can still say that from a state with *these* values the block cannot be crossed,
and which of the values that takes. Each of them is then weakened to a bound as long as that remains true, so
that the predicate excludes a whole corner of the state space and not a point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from dovetail.program.expressions import (
    Address,
    Binary,
    BinaryOp,
    Const,
    Expr,
    Load,
    PointerAdd,
    SameObject,
    Variable,
    conjunction,
    is_pointer,
    negation,
    subexpressions,
)
from dovetail.program.statements import expressions_of
from dovetail.program.types import IntType
from dovetail.semantics.simplify import simplify
from dovetail.semantics.weakest import Witness
from dovetail.strategies.dash.blocks import Block

MAX_OBSERVED, MAX_POINTERS = 48, 8


def around_point(
    block: Block,
    literals: Sequence[Expr],
    state: Witness,
    core: Callable[[Sequence[Expr]], list[Expr] | None],
) -> Expr | None:
    """A predicate that holds in every state that can cross the block into a region with these literals, and
    not in this one. `core` says which of some conditions before the block keep it from being crossed; None if
    they do not."""
    needed = core([*_numbers(block, literals, state), *_aliases(block, literals, state)])
    if needed is None:
        return None
    for index, condition in enumerate(needed):
        if not isinstance(condition, BinaryOp) or not isinstance(condition.right, Const):
            continue
        for op in (Binary.LE, Binary.GE):
            weaker = [*needed]
            weaker[index] = BinaryOp(op, condition.left, condition.right)
            if core(weaker) is not None:
                needed = weaker
                break
    return simplify(negation(conjunction(needed)))


def _numbers(block: Block, literals: Sequence[Expr], state: Witness) -> Iterator[Expr]:
    """The values of integers that the block or the region beyond reads: variables, and memory at a fixed
    distance from where a variable points."""
    count = 0
    for expr in _read(block, literals):
        if isinstance(expr.type, IntType) and (isinstance(expr, Variable) or _near(expr)):
            number = state.number(expr)
            if number is not None and count < MAX_OBSERVED:
                count += 1
                yield BinaryOp(Binary.EQ, expr, Const(expr.type, number))


def _aliases(block: Block, literals: Sequence[Expr], state: Witness) -> Iterator[Expr]:
    """Which of the pointers that are read point into different objects."""
    pointers = [expr for expr in _read(block, literals) if isinstance(expr, Variable) and is_pointer(expr)]
    for left, right in combinations(pointers[:MAX_POINTERS], 2):
        here, there = state.place(left), state.place(right)
        if here is not None and there is not None and here[0] != there[0]:
            yield negation(SameObject(left, right))


def _read(block: Block, literals: Sequence[Expr]) -> dict[Expr, None]:
    found: dict[Expr, None] = {}
    for literal in literals:
        found.update(dict.fromkeys(subexpressions(literal)))
    for statement in reversed(block.statements):
        for root in expressions_of(statement):
            found.update(dict.fromkeys(subexpressions(root)))
    return found


def _near(expr: Expr) -> bool:
    if not isinstance(expr, Load):
        return False
    match expr.address:
        case Address() | Variable() | PointerAdd(pointer=Address() | Variable(), offset=Const()):
            return True
        case _:
            return False

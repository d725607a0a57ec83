"""At which elements a program looks: the integers from which the places in its accesses are computed."""

from __future__ import annotations

from collections.abc import Iterable

from dovetail.program.automata import Edge
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    PointerAdd,
    subexpressions,
)
from dovetail.program.statements import expressions_of
from dovetail.program.types import IntType


def index_of(offset: Expr) -> Expr | None:
    """The integer that a distance in bytes is computed from, as the program has it."""
    match offset:
        case (
            BinaryOp(op=Binary.MUL, left=factor, right=Const())
            | BinaryOp(op=Binary.MUL, left=Const(), right=factor)
        ):
            return index_of(factor)
        case Cast(operand=operand) if isinstance(operand.type, IntType):
            return operand
        case Const():
            return None
        case _:
            return offset


def indices(edges: Iterable[Edge]) -> list[Expr]:
    """Of all accesses on some edges, each once."""
    found: dict[Expr, None] = {}
    for edge in edges:
        for root in expressions_of(edge.statement):
            for part in subexpressions(root):
                if isinstance(part, PointerAdd):
                    index = index_of(part.offset)
                    if index is not None and isinstance(index.type, IntType):
                        found[index] = None
    return list(found)

"""At which elements a program looks: the integers from which the places in its accesses are computed, and the
pointers that walk."""

from __future__ import annotations

from collections.abc import Iterable

from dovetail.program.automata import Edge
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    Load,
    PointerAdd,
    subexpressions,
)
from dovetail.program.statements import Store, expressions_of
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Accesses:
    """Of some edges, each once."""

    indices: tuple[Expr, ...]
    """The integers by which elements are found."""
    addresses: tuple[Expr, ...]
    """What is read or written."""


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


def accesses(edges: Iterable[Edge]) -> Accesses:
    found: dict[Expr, None] = {}
    places: dict[Expr, None] = {}
    for edge in edges:
        if isinstance(edge.statement, Store):
            places[edge.statement.address] = None
        for root in expressions_of(edge.statement):
            for part in subexpressions(root):
                match part:
                    case Load(address=address):
                        places[address] = None
                    case PointerAdd(offset=offset):
                        index = index_of(offset)
                        if index is not None and isinstance(index.type, IntType):
                            found[index] = None
                    case _:
                        pass
    return Accesses(tuple(found), tuple(places))

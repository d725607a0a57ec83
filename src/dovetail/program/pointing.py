"""Which pointers a program follows, or hands on: where its blocks are looked at."""

from __future__ import annotations

from dovetail.program.expressions import (
    Cast,
    Const,
    Expr,
    Freeable,
    Load,
    PointerAdd,
    Valid,
    is_pointer,
    subexpressions,
)
from dovetail.program.statements import (
    Assign,
    Copy,
    Fill,
    Free,
    HavocMemory,
    Statement,
    Store,
    expressions_of,
)


def base(pointer: Expr) -> Expr:
    """The pointer that another one was computed from, inside of the same object."""
    while True:
        match pointer:
            case PointerAdd(pointer=inner):
                pointer = inner
            case Cast(operand=inner) if is_pointer(inner):
                pointer = inner
            case _:
                return pointer


def pointers_of(statement: Statement) -> list[Expr]:
    """The pointers by which a statement finds memory, and those that it stores or assigns."""
    found: dict[Expr, None] = {}
    for root in expressions_of(statement):
        for part in subexpressions(root):
            match part:
                case Load(address=pointer) | Valid(pointer=pointer) | Freeable(pointer=pointer):
                    found[base(pointer)] = None
                case _:
                    pass
    match statement:
        case Store(address=address, value=value):
            found[base(address)] = None
            found[base(value)] = None
        case Copy(to=to, source=source):
            found[base(to)] = found[base(source)] = None
        case Fill(to=pointer) | Free(pointer=pointer) | HavocMemory(address=pointer) | Assign(value=pointer):
            found[base(pointer)] = None
        case _:
            pass
    return [one for one in found if is_pointer(one) and not isinstance(one, Const)]

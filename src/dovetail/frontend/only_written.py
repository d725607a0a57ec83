"""Which globals a program may read. What is only ever written may hold anything at first.

The address of a global may be handed on and still be used to write alone: `errno` is written through what
`__errno_location()` returns. So pointers in variables are followed: one is *for writing* if all that is done
with it is to write there, to ask whether that is possible, and to hand it on to another one that is.
"""

from __future__ import annotations

from collections.abc import Iterator

from dovetail.program.automata import Procedure, Program
from dovetail.program.expressions import (
    Address,
    Expr,
    Valid,
    Variable,
    Writable,
    conjuncts,
    is_pointer,
    subexpressions,
)
from dovetail.program.statements import (
    Assign,
    Call,
    Check,
    CheckInfo,
    Return,
    Statement,
    Store,
    expressions_of,
)
from dovetail.program.types import has_pointers

Local = tuple[str, Variable]
"""A variable of a procedure."""


def may_be_read(program: Program) -> set[str]:
    """The globals that the program reads, may read through pointers, or keeps pointers in, which it may
    lose."""
    found = {name for name, item in program.globals.items() if has_pointers(item.type)}
    found |= {name for name, item in program.objects.items() if has_pointers(item.type)}
    writing = _for_writing(program)
    for procedure in program.procedures.values():
        for edge in procedure.edges:
            for root in _evaluated(edge.statement, procedure, writing):
                for part in subexpressions(root):
                    if isinstance(part, Variable):
                        found.add(part.name)
                    elif isinstance(part, Address):
                        found.add(part.symbol)
    return found


def _for_writing(program: Program) -> set[Local]:
    """The largest set of pointers in variables that are handed on among each other, and to nobody else."""
    called = {
        (name, edge.statement.procedure, edge.statement.target)
        for name, procedure in program.procedures.items()
        for edge in procedure.edges
        if isinstance(edge.statement, Call)
    }
    kept = {
        (name, variable)
        for name, procedure in program.procedures.items()
        for variable in _pointers(procedure)
        if variable.name not in program.globals and variable not in procedure.parameters
    }
    while True:
        looked_at = {
            (procedure.name, part)
            for procedure in program.procedures.values()
            for edge in procedure.edges
            for root in _evaluated(edge.statement, procedure, kept)
            for part in subexpressions(root)
            if isinstance(part, Variable)
        }
        returned = {
            (procedure.name, edge.statement.value)
            for procedure in program.procedures.values()
            for edge in procedure.edges
            if isinstance(edge.statement, Return) and isinstance(edge.statement.value, Variable)
            if not _only_to(procedure.name, called, kept)
        }
        left = kept - looked_at - returned
        if left == kept:
            return kept
        kept = left


def _only_to(function: str, called: set[tuple[str, str, Variable | None]], kept: set[Local]) -> bool:
    """Does what a function returns go only to pointers that are kept?"""
    return all(
        target is None or (caller, target) in kept for caller, callee, target in called if callee == function
    )


def _pointers(procedure: Procedure) -> Iterator[Variable]:
    for edge in procedure.edges:
        match edge.statement:
            case Assign(target=target) | Call(target=Variable() as target) if is_pointer(target):
                yield target
            case _:
                pass


def _evaluated(statement: Statement, procedure: Procedure, writing: set[Local]) -> Iterator[Expr]:
    """What a statement evaluates, but for pointers to where it writes, and those that are handed on."""

    def is_place(expr: Expr | None) -> bool:
        return isinstance(expr, Address) or (procedure.name, expr) in writing

    match statement:
        case Store(address=address, value=value) if is_place(address):
            yield value
        case Check(info=CheckInfo(kind="assigns")):
            pass  # the address that is written, which what writes computes, too
        case Check(condition=condition):
            for part in conjuncts(condition):
                if not (isinstance(part, (Valid, Writable)) and is_place(part.pointer)):
                    yield part
        case Assign(target=target, value=value) if (procedure.name, target) in writing and is_place(value):
            pass
        case Return(value=Variable() as value) if (procedure.name, value) in writing:
            pass
        case _:
            yield from expressions_of(statement)

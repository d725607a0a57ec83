"""What is taken for granted because of statements that a program has, wherever they stand.

Looked for in the procedures when they are whole: what nobody reads, or nobody can come to, is not in them any
more. What is assumed of one place of the text is said where that place is lowered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dovetail.frontend.builder import BOOL_BIT
from dovetail.frontend.linkage import Conventions, Properties
from dovetail.frontend.storage import ODD_BOOL
from dovetail.program.automata import Procedure
from dovetail.program.statements import (
    Allocate,
    Assume,
    Call,
    Havoc,
    HavocMemory,
    Origin,
    Statement,
    Storage,
    Why,
)
from dovetail.program.types import ArrayType, FloatType, IntType, PointerType


def standing_assumptions(
    procedures: Mapping[str, Procedure], properties: Properties, conventions: Conventions
) -> Iterator[str]:
    if not properties.deref:
        yield "an access outside of every object changes none: it ends the run, or finds any contents"
    statements = [edge.statement for procedure in procedures.values() for edge in procedure.edges]
    if any(isinstance(s, Allocate) and s.storage is Storage.HEAP for s in statements):
        if not conventions.malloc_may_fail:
            yield "malloc and its kin always find memory"
        yield from _on_leaks(procedures, properties)
    if any(isinstance(s, Assume) and s.why is Why.UNDEFINED for s in statements):
        yield "where the machine traps (a division by zero, a call of no function) nothing comes after it"
    if any(map(_is_uninitialised, statements)):
        yield "memory that is not initialised holds some value, and keeps it until it is written"
    if any(map(_is_uninitialised_bool, statements)):
        yield ODD_BOOL
    if any(map(_takes_pointers, statements)):
        yield "a pointer that is an input, or uninitialised, is not the address of an object"


def _on_leaks(procedures: Mapping[str, Procedure], properties: Properties) -> Iterator[str]:
    if properties.leaks:
        yield "what is lost before an assumption fails does not count"
        if _recursive(procedures):
            yield "what is lost before a recursion without end does not count"
    if properties.cleanup:
        yield "what is left when the program ends by abort need not be freed"
    if properties.memory and not properties.free:
        yield "where free is given neither null nor a live block, nothing comes after it"


def _recursive(procedures: Mapping[str, Procedure]) -> bool:
    """Can a procedure call itself, directly or through others?"""
    callees = {
        name: {edge.statement.procedure for edge in procedure.edges if isinstance(edge.statement, Call)}
        for name, procedure in procedures.items()
    }
    # Those that call nothing but what is known to end in calls are taken away until nothing changes.
    left = dict(callees)
    while True:
        done = [name for name, called in left.items() if not called & left.keys()]
        if not done:
            return bool(left)
        for name in done:
            del left[name]


def _is_uninitialised_bool(statement: Statement) -> bool:
    match statement:
        case Havoc(target=target, origin=Origin.UNINITIALISED):
            return target.type == BOOL_BIT
        case _:
            return False


def _is_uninitialised(statement: Statement) -> bool:
    match statement:
        case Havoc(origin=Origin.UNINITIALISED) | HavocMemory():
            return True
        case _:
            return False


def _takes_pointers(statement: Statement) -> bool:
    """Is a pointer, or memory that may hold one, an input?"""
    match statement:
        case Havoc(target=target):
            return isinstance(target.type, PointerType)
        case HavocMemory(type=type_):
            while isinstance(type_, ArrayType):
                type_ = type_.element
            return not isinstance(type_, (IntType, FloatType))
        case _:
            return False

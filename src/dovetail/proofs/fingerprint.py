"""What tells whether a program is the one that a certificate was written for.

Everything that has a meaning goes into it: types, objects with their initial bytes, edges with the exact
expressions of their statements. What is only for people does not: names of files and positions, descriptions,
reasons. So a program that lies in another folder is the same, and one with another constant is not.
"""

from __future__ import annotations

import hashlib
import json
from enum import Enum
from typing import Any, assert_never

from dovetail.program.automata import Procedure, Program
from dovetail.program.expression_table import Writer
from dovetail.program.expressions import Expr
from dovetail.program.names import Names
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Call,
    Check,
    Copy,
    CoverTarget,
    EndLifetime,
    Fill,
    Free,
    Goal,
    Halt,
    Havoc,
    HavocMemory,
    Probe,
    Return,
    Skip,
    Statement,
    Store,
    Unsupported,
)


def fingerprint(program: Program) -> str:
    """The same for programs that mean the same, edge for edge."""
    return hashlib.sha256(json.dumps(_Reader(program).all()).encode()).hexdigest()


class _Reader:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._writer = Writer(Names(program))

    def all(self) -> list[Any]:
        program, type_ = self._program, self._writer.add_type
        facts = [
            [program.target.model.value, program.entry, program.user_entry, *program.properties],
            [[name, type_(variable.type)] for name, variable in program.globals.items()],
            [
                [item.name, type_(item.type), item.size, item.align, item.constant, item.initial.hex()]
                for item in program.objects.values()
            ],
            list(program.functions),
            [self._procedure(procedure) for procedure in program.procedures.values()],
        ]
        return [facts, self._writer.types, self._writer.rows]

    def _procedure(self, procedure: Procedure) -> list[Any]:
        expr = self._writer.add
        variables = [*procedure.parameters, *procedure.locals]
        return [
            [procedure.name, self._writer.add_type(procedure.returns), procedure.entry, procedure.exit],
            len(procedure.parameters),
            [[expr(variable), self._writer.add_type(variable.type)] for variable in variables],
            [[edge.source, edge.target, *self._statement(edge.statement)] for edge in procedure.edges],
        ]

    def _statement(self, statement: Statement) -> list[Any]:
        return [type(statement).__name__, *map(self._part, _parts(statement))]

    def _part(self, part: Expr | Enum | str | int | None) -> Any:
        match part:
            case Expr():
                return [self._writer.add(part)]
            case Enum():
                return part.name
            case _:
                return part


def _parts(statement: Statement) -> tuple[Expr | Enum | str | int | None, ...]:
    """What a statement does, without what it says to people."""
    match statement:
        case Assign(target=target, value=value):
            return target, value
        case Store(address=address, value=value):
            return address, value
        case Copy(to=to, source=source, size=size):
            return to, source, size
        case Fill(to=to, byte=byte, size=size):
            return to, byte, size
        case Assume(condition=condition, why=why):
            return condition, why
        case Check(condition=condition, info=info):
            return condition, info.ident, info.kind
        case Call(target=target, procedure=procedure, arguments=arguments):
            return target, procedure, *arguments
        case Return(value=value):
            return (value,)
        case Allocate(target=target, size=size, storage=storage, alignment=alignment):
            return target, size, storage, alignment
        case Free(pointer=pointer):
            return (pointer,)
        case EndLifetime(pointer=pointer, pointed_to=pointed_to):
            return pointer, pointed_to
        case Havoc(target=target, origin=origin):
            return target, origin
        case HavocMemory(address=address, size=size):
            return address, size
        case Halt(code=code):
            return (code,)
        case Skip(goal=Goal(kind=kind, condition=condition, info=info)):
            return condition, kind, info.ident
        case Skip(target=CoverTarget(ident=ident, condition=condition)):
            return condition, ident
        case Skip(probe=Probe(ident=ident, predicates=predicates)):
            return *predicates, ident
        case Unsupported() | Skip():
            return ()
        case _:
            assert_never(statement)

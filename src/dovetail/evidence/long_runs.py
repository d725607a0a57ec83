"""Runs that are too long for the executor, and that the machine may vouch for alone.

A violation is one that executor and machine agree on, since behind undefined behaviour a machine may do
anything. A program that computes with integers in plain variables and asks for nothing cannot come to any:
operations wrap, quotients by zero and shifts by too much end the native run where they happen, and there is
no memory to go wrong with. What such a program does natively is what it does; that the executor would need
minutes to count to 2³² says nothing.
"""

from __future__ import annotations

from dovetail.execution.ends import EndKind
from dovetail.execution.native import NativeRun
from dovetail.program.automata import Program
from dovetail.program.expressions import (
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    UnaryOp,
    Variable,
    subexpressions,
)
from dovetail.program.statements import (
    Assign,
    Assume,
    Call,
    Check,
    Halt,
    Havoc,
    Return,
    Skip,
    expressions_of,
    written_variable,
)
from dovetail.program.types import BoolType, IntType

_STATEMENTS = (Assign, Assume, Call, Check, Halt, Havoc, Return, Skip)
_EXPRESSIONS = (BinaryOp, Cast, Conditional, Const, UnaryOp, Variable)


def computes_with_integers(program: Program) -> bool:
    """Are there nothing but integers in plain variables, in all of the program?"""
    for procedure in program.procedures.values():
        for edge in procedure.edges:
            statement = edge.statement
            written = written_variable(statement)
            roots = (*expressions_of(statement), *(() if written is None else (written,)))
            if not isinstance(statement, _STATEMENTS) or not all(map(_is_integer, roots)):
                return False
    return True


def _is_integer(root: Expr) -> bool:
    return all(
        isinstance(expr, _EXPRESSIONS) and isinstance(expr.type, (BoolType, IntType))
        for expr in subexpressions(root)
    )


def asks_for_nothing(run: NativeRun) -> bool:
    return run.values_consumed == run.memory_consumed == 0


def vouched_for(program: Program, run: NativeRun) -> bool:
    """May a native run that has failed be believed, although nobody else has come so far?"""
    failed = run.end.kind is EndKind.VIOLATION and run.end.check_id is not None
    return failed and asks_for_nothing(run) and computes_with_integers(program)

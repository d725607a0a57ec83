"""Contracts of procedures: what a call needs, what it leaves behind, and what holds inside.

The words in which conditions about a procedure are written, shared by those who look for contracts and those
who judge them. Postconditions and invariants may speak of the state at the procedure's entry (`entry_value`),
postconditions also of the result (`result_of`). Whether a contract holds is not asked here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from dovetail.program.automata import Procedure
from dovetail.program.expressions import TRUE, Expr, Variable
from dovetail.program.types import is_scalar
from dovetail.quick_dataclass import dataclass

CONTRACT_OF = "the contract of '"
"""So begins the name of what a body asks for that stands for a contract of the user's (its function's name
follows, and a quote)."""


@dataclass(frozen=True, slots=True)
class Move:
    """All executions that wait at a cutpoint go on to the next ones, and wait there; or, if they are not
    `possible`, there are none."""

    cutpoint: int
    possible: bool = True


@dataclass(frozen=True, slots=True)
class Contract:
    """One way to use a procedure: whenever `requires` holds at a call and the call returns, `ensures` holds.
    `invariants` are by location, one for each loop head of the procedure. There are none if there are
    `moves`: with them all executions are followed from the start of the program to their ends.

    With `steps` k, invariants are k-inductive: they hold at the first k loop heads that an execution comes
    to, and at the next one whenever they held at the last k."""

    requires: Expr = TRUE
    ensures: Expr = TRUE
    invariants: Mapping[int, Expr] = field(default_factory=dict)
    moves: tuple[Move, ...] = ()
    steps: int = 1


def entry_value(procedure: Procedure, variable: Variable) -> Variable:
    """What a parameter or a global held when the procedure was entered."""
    kind = "old" if variable.scope else "old global"
    shown = f"old({variable.source_name or variable.name})"
    return Variable(f"{kind} {variable.name}", procedure.name, variable.type, shown)


def result_of(procedure: Procedure) -> Variable | None:
    """What a postcondition calls the procedure's result; None if there is none."""
    if not is_scalar(procedure.returns):
        return None
    return Variable("the result", procedure.name, procedure.returns, "result")

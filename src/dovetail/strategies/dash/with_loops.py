"""A procedure that has loops, with its calls replaced: a program of its own, for DASH as it is.

Its parameters, globals and what calls give back are inputs of that program. What DASH proves of it holds of
the procedure under its contract; what that is in words of the real program is for `formulas.standing_alone`.

Only for procedures that work on numbers: memory that exists before the procedure starts, and pointers into
it, cannot be inputs.
"""

from __future__ import annotations

from dovetail.formulas.modular import Alone, Modular
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program
from dovetail.program.effects import Effects
from dovetail.program.types import PointerType
from dovetail.strategies.dash.search import Dash
from dovetail.strategies.outcome import Budget, Claims


def cannot_stand_alone(program: Program, name: str, effects: Effects) -> str:
    """Why a procedure cannot be a program of its own; empty if it can."""
    procedure = program.procedures[name]
    if name == program.entry:
        return ""
    if effects.reads_memory or effects.writes_memory:
        return f"{name} is recursive, has a loop and uses memory"
    used = (*procedure.parameters, *(g for g in program.globals.values() if g in effects.reads))
    if any(isinstance(variable.type, PointerType) for variable in used):
        return f"{name} is recursive, has a loop and uses pointers"
    return ""


def explore(modular: Modular, alone: Alone, budget: Budget) -> Claims:
    """What DASH says of an executable procedure within a budget. Tests and checks are others than those of
    the program."""
    program = modular.executable(alone)
    return Dash(program, Ledger(program), budget).run()

"""Calls of procedures that are functions of integers, in the words that conditions about them are written in.

What a call is given are its arguments and the globals that the procedure reads or writes; what comes back is
its result and the globals that it writes. Equal calls are executed once (`execution.memoised`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dovetail.execution.memoised import Given, Memoised, Returned
from dovetail.inference.postconditions import Observed, holds
from dovetail.inference.preconditions import constants
from dovetail.program.automata import Program
from dovetail.program.contracts import entry_value, result_of
from dovetail.program.effects import Effects
from dovetail.program.expressions import Expr, Variable
from dovetail.program.types import IntType
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.memory import Memory


class ProcedureCalls:
    """Of the procedures of a program, apart from its start."""

    def __init__(self, program: Program, effects: Mapping[str, Effects]) -> None:
        self.program = program
        self.effects = effects
        self.memoised = Memoised(program, effects)
        self.constants = constants(program)
        self.memory = Memory(program.target)
        self._algebra = Concrete(self.memory)
        self.names = [name for name in program.procedures if name != program.entry]

    def given(self, name: str) -> list[Variable]:
        """The variables that calls are described by, as they are at the entry."""
        return [*self.program.procedures[name].parameters, *self.memoised.matter[name]]

    def old(self, name: str) -> list[Variable]:
        procedure = self.program.procedures[name]
        return [entry_value(procedure, variable) for variable in self.given(name)]

    def back(self, name: str) -> list[Variable]:
        result = result_of(self.program.procedures[name])
        written = [g for g in self.memoised.matter[name] if g in self.effects[name].writes]
        return [*([] if result is None else [result]), *written]

    def observed(self, name: str, given: Given, found: Returned) -> Observed:
        result = result_of(self.program.procedures[name])
        written = [
            value
            for variable, value in zip(self.memoised.matter[name], found.after, strict=True)
            if variable in self.effects[name].writes
        ]
        returned = 0 if found.result is None else found.result
        return Observed(given, (*([] if result is None else [returned]), *written))

    def numeric(self, name: str) -> bool:
        """Is it a function of integers?"""
        return name in self.memoised.able and all(
            isinstance(variable.type, IntType) for variable in (*self.given(name), *self.back(name))
        )

    def holds(self, condition: Expr, values: Mapping[Variable, Any]) -> bool:
        """Does a condition on variables hold of these values? Not, if it cannot be told."""
        return holds(condition, values, self._algebra)

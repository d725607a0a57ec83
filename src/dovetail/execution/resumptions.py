"""Executors of one program that begin at any location of its entry procedure (`given_states` says in which
state)."""

from __future__ import annotations

from dataclasses import replace

from dovetail.execution.executor import Executor
from dovetail.program.automata import Program
from dovetail.program.liveness import Liveness


class Resumptions:
    """For an inlined program; made when they are first asked for."""

    def __init__(self, program: Program, live: Liveness) -> None:
        self._program = program
        self._live = live
        self._executors: dict[int, Executor] = {}

    def at(self, location: int) -> Executor:
        found = self._executors.get(location)
        if found is None:
            program = self._program
            procedure = program.procedures[program.entry]
            if location != procedure.entry:
                parameters = [v for v in self._live.members(self._live.masks[location]) if v.scope]
                resumed = procedure.resumed(location, parameters)
                program = replace(program, procedures={**program.procedures, procedure.name: resumed})
            found = self._executors[location] = Executor(program)
        return found
